"""Where the names of points go, so that no name hides another.

Each name tries the places around its point, nearest first, and takes the first one
that is free. Sizes are estimates in typographic points: good enough to keep 9-point
words apart without drawing them first.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

LETTER, LINE, DOT = 5.2, 11.0, 7.0  # size of a letter, of a line, of a point
Box = tuple[float, float, float, float]  # left, bottom, right, top


def places(width: float) -> Iterator[tuple[float, float]]:
    """Offsets to try: right and left of the point, ever further up and down."""
    for step in range(40):
        rise = 3 - LINE * ((step + 1) // 2) * (-1) ** step
        yield 5, rise
        yield -5 - width, rise


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share some area."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def offsets(words: Sequence[str], at: NDArray[np.float64]) -> list[tuple[float, float]]:
    """Offset of each word from its point; `at`: (n, 2), in typographic points."""
    taken: list[Box] = [
        (x - DOT / 2, y - DOT / 2, x + DOT / 2, y + DOT / 2) for x, y in at
    ]
    chosen = []
    for word, (x, y) in zip(words, at, strict=True):
        width = LETTER * len(word)
        for place in places(width):
            left, bottom = x + place[0], y + place[1]
            box = (left, bottom - 2, left + width, bottom + LINE - 3)
            if not any(overlap(box, other) for other in taken):
                break
        taken.append(box)
        chosen.append(place)
    return chosen
