"""Dials of positions: vectors and dot products are those of andrea_lib."""

from collections.abc import Callable

import numpy as np
import pytest

from andrea_lib import positions
from andrea_lib.show import sig
from tests.site.figures.moving import Figure, words_of
from tools.site.figures.data import SEED

pytestmark = pytest.mark.browser
Open = Callable[..., Figure]
NAME, D = "position_dials", 16
Q, K = np.random.default_rng(SEED).normal(size=(2, 1, D)).round(2)


def library(way: str, n: int, distance: int) -> tuple[dict[str, str], str]:
    """The list and the first numbers of the query, by the library's functions."""
    m = n + distance
    if way == "RoPE":
        one, other = positions.rope(Q, [m])[0], positions.rope(K, [n])[0]
    else:
        one, other = positions.sinusoidal([m, n], D)
    values = {
        "posición de la consulta": str(m),
        "posición de la clave": str(n),
        "producto punto": sig(float(one @ other)),
    }
    return values, f"({', '.join(sig(float(x)) for x in one[:4])}, …)"


def shows(figure: Figure, way: str, n: int, distance: int) -> bool:
    values, begins = library(way, n, distance)
    verdict = figure.body.locator(".verdict").inner_text()
    return figure.readings() == values and begins in verdict


def test_it_starts_at_5_and_8(open_figure: Open) -> None:
    assert shows(open_figure(NAME), "Sinusoides", 5, 3)


def test_both_ways_agree_with_the_library_everywhere(open_figure: Open) -> None:
    figure = open_figure(NAME)
    where, apart = figure.body.get_by_role("slider").all()
    for way in ("Sinusoides", "RoPE"):
        figure.body.get_by_role("button", name=way).click()
        for n, distance in [(0, 0), (0, 63), (63, 63), (17, 5), (40, 44), (63, 0)]:
            where.fill(str(n))
            apart.fill(str(distance))
            assert shows(figure, way, n, distance), (way, n, distance)


def test_moving_both_positions_leaves_the_dot_product(open_figure: Open) -> None:
    figure = open_figure(NAME)
    figure.body.get_by_role("button", name="RoPE").click()
    seen = set()
    for n in (0, 7, 31, 63):
        figure.body.get_by_label("Posición de la clave").fill(str(n))
        seen.add(figure.readings()["producto punto"])
    assert len(seen) == 1


def test_the_keys_move_a_slider_and_a_screen_reader_hears_it(
    open_figure: Open,
) -> None:
    figure = open_figure(NAME)
    figure.body.get_by_label("Distancia").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End"):
        figure.page.keyboard.press(key)
    values, _ = library("Sinusoides", 5, 63)
    assert figure.readings() == values
    figure.heard(f"A distancia 63, producto punto: {values['producto punto']}.")


@pytest.mark.parametrize("touch", [False, True])
def test_mouse_and_finger_move_a_slider(open_figure: Open, touch: bool) -> None:
    figure = open_figure(NAME, has_touch=touch)
    apart = figure.body.get_by_label("Distancia")
    box = apart.bounding_box()
    assert box
    end = box["x"] + box["width"] - 2, box["y"] + box["height"] / 2
    (figure.page.touchscreen.tap if touch else figure.page.mouse.click)(*end)
    assert apart.input_value() == "63"
    assert shows(figure, "Sinusoides", 5, 63)


def test_the_answer_in_the_page_is_the_librarys() -> None:
    notes = {s: library("RoPE", 0, s)[0]["producto punto"] for s in range(64)}
    best = max(notes, key=lambda s: float(notes[s].replace("−", "-")))
    text = words_of(NAME)
    assert f"a distancia 0 sale {notes[0]}" in text
    assert f"a distancia {best}, con {notes[best]}." in text
    first = [library("Sinusoides", 0, s)[0]["producto punto"] for s in range(64)]
    assert first[0] == max(first) == "8.00"
    assert "vale d/2, que es 8;" in text
