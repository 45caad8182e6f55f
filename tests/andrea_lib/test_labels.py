"""Names of points: close to their point, and none over another."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib.labels import LETTER, LINE, offsets, overlap

WORDS = ["Portugal", "Italia", "España", "Francia", "París", "Roma"]
spots = st.lists(
    st.tuples(st.floats(0, 300), st.floats(0, 200)), min_size=6, max_size=6
)


def boxes(at: np.ndarray) -> list[tuple[float, float, float, float]]:
    """The boxes of the names, as they are drawn."""
    found = []
    for word, (x, y), (dx, dy) in zip(WORDS, at, offsets(WORDS, at), strict=True):
        left, bottom = x + dx, y + dy - 2
        right = left + LETTER * len(word)
        found.append((left, bottom, right, bottom + LINE - 1))
    return found


@given(spots)
def test_no_name_hides_another(at: list[tuple[float, float]]) -> None:
    assert not any(overlap(a, b) for a, b in combinations(boxes(np.array(at)), 2))


def test_names_of_points_far_apart_stand_just_to_the_right() -> None:
    at = np.array([(0, 100 * i) for i in range(6)], dtype=float)
    assert set(offsets(WORDS, at)) == {(5, 3)}


def test_a_name_in_the_way_goes_to_the_left_before_it_climbs() -> None:
    at = np.array([(0.0, 0.0), (20.0, 0.0)])
    (first, second) = offsets(["Francia", "Roma"], at)
    assert first[0] < 0  # the second point is in the way on the right
    assert second == (5, 3)


def test_a_box_that_only_touches_another_does_not_overlap_it() -> None:
    assert overlap((0, 0, 2, 2), (1, 1, 3, 3))
    assert not overlap((0, 0, 2, 2), (2, 0, 4, 2))
