"""micro_sgns.npz: what `andrea_lib.sgns` learns from the micro-corpus, and its control.

Trained on one thread with seed 0; another version of torch may round differently, so
the file is not promised bit for bit. Its tests ask for what it must know.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from andrea_lib import corpus, sgns

SEED = 0
RECORD = (0, 50)


def build(folder: Path) -> Path:
    """Write the file into the data folder."""
    real = sgns.train(corpus.sentences(seed=SEED), seed=SEED, record=RECORD)
    control = sgns.train(corpus.sentences(seed=SEED, shuffled=True), seed=SEED)
    arrays: dict[str, Any] = {
        f"step_{step}": E.astype(np.float16) for step, E in real.snapshots.items()
    }
    arrays["shuffled"] = control.at()[real.words].astype(np.float16)  # same order
    path = folder / "micro_sgns.npz"
    np.savez_compressed(path, words=np.array(real.words), **arrays)
    return path
