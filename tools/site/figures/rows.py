"""GPT-2's merges and a newborn table E, for the figure that looks up rows.

The table is numpy's, from a generator that counts (Philox), so that a page can make
any one row by itself: 50 257 rows of 768 numbers would weigh 154 MB.
"""

import numpy as np

from andrea_lib.tokenizer import MERGES

V, D = 50_257, 768
KEY = 1
# Uniform in ±√(3/d): variance 1/d, the size that section 1.4 asks for.
LIMIT = float(np.sqrt(3 / D))


def newborn() -> np.ndarray:
    """The whole table: (V, d), float32."""
    generator = np.random.Generator(np.random.Philox(key=KEY))
    return generator.uniform(-LIMIT, LIMIT, (V, D)).astype(np.float32)


def data() -> dict[str, object]:
    """What the page needs: merges, one a line, and how the table is made."""
    merges = MERGES.read_text(encoding="utf-8").rstrip("\n")
    return {"merges": merges, "V": V, "d": D, "key": KEY, "limit": LIMIT}
