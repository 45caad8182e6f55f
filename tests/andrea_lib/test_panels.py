"""Figures of several panels: drawn as SVG, with digest and alt text."""

import numpy as np
import pytest

from andrea_lib import panels

TEXT = {"digest": {"total": 3}, "alt": "Dos dibujos que suman {total}."}


def pictures():
    two = {"uno": np.eye(3), "dos": np.ones((3, 3))}
    yield panels.heatmaps(two, xlabel="x", ylabel="y", **TEXT)
    yield panels.heatmaps(two, xlabel="x", ylabel="y", limits=(0, 1), **TEXT)
    yield panels.paths({"uno": np.eye(2), "dos": np.ones((4, 2))}, **TEXT)
    yield panels.dials([1.0, 0.1], 4, **TEXT)
    yield panels.stacked({"a": [("x", 1.0), ("y", 2.0)]}, xlabel="MB", **TEXT)


@pytest.mark.parametrize("picture", list(pictures()), ids=range(5))
def test_a_panel_is_a_picture_with_its_digest_and_alt_text(picture) -> None:
    assert picture.summary == "Resumen: total = 3"
    assert picture.alt == "Dos dibujos que suman 3."
    assert picture.svg().startswith("<svg")


def test_the_same_panels_give_the_same_bytes() -> None:
    one, two = (list(pictures())[2].svg() for _ in range(2))
    assert one == two


def test_a_stacked_bar_is_as_long_as_its_parts_together() -> None:
    picture = panels.stacked({"a": [("x", 1.0), ("y", 2.0)]}, xlabel="MB", **TEXT)
    bars = picture.fig.axes[0].patches
    assert bars[-1].get_x() + bars[-1].get_width() == 3
