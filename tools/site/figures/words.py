"""The map of words: rows of a transformer's table E and their shadow on two axes."""

from base64 import b64encode
from functools import cache

import numpy as np

from andrea_lib import geometry
from andrea_lib.vectors import DATA, load_e5_rows

WIDTH, HEIGHT, MARGIN = 360, 240, 8
GREY = "#8892a4"  # a contrast of 3 on white and on the dark paper


@cache
def shadow() -> geometry.PCA:
    """The two axes of greatest variance; of rows with norm 1, as `most_similar`."""
    return geometry.pca(load_e5_rows().unit, 2)


def places() -> geometry.Array:
    """Where each word stands in the drawing: (V, 2). One scale for both axes."""
    flat = shadow().coordinates * (1, -1)  # on a screen y grows downwards
    low, high = flat.min(axis=0), flat.max(axis=0)
    size = np.array([WIDTH, HEIGHT])
    scale = (size - 2 * MARGIN) / (high - low)
    centred = (flat - (low + high) / 2) * scale.min()
    return np.asarray(centred + size / 2)


def cloud() -> str:
    """A picture of all the words as dots."""
    dots = sorted({(int(x), int(y)) for x, y in places().round()})
    path = "".join(f"M{x} {y}h0" for x, y in dots)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<path d="{path}" stroke="{GREY}" stroke-width="1.4" stroke-opacity=".55" '
        'stroke-linecap="round"/></svg>\n'
    )


def packed(numbers: np.ndarray) -> str:
    """The bytes of an array, as text."""
    return b64encode(numbers.tobytes()).decode("ascii")


def table() -> dict[str, object]:
    """Words, places, and E in its own four bits: E = q · scale, block by block."""
    with np.load(DATA / "e5_rows_es.npz") as data:
        words, q, scale = data["words"], data["q"], data["scale"]
    nibbles = (q + 8).astype(np.uint8)
    return {
        "words": words.tolist(),
        "places": places().round(1).ravel().tolist(),
        "d": q.shape[1],
        "q": packed(nibbles[:, 0::2] | nibbles[:, 1::2] << 4),
        "scale": packed(scale.astype("<f4")),
    }
