"""Two arrows: whatever moves the tips, the numbers are those of andrea_lib."""

from collections.abc import Callable

import pytest

from andrea_lib import geometry
from andrea_lib.show import sig
from tests.site.figures.moving import Figure, words_of

pytestmark = pytest.mark.browser
Open = Callable[..., Figure]
Pair = tuple[float, float]
START: tuple[Pair, Pair] = (3, 4), (4, 3)


def library(u: Pair, v: Pair) -> dict[str, str]:
    """What the figure must show, with the library's own functions."""
    dot = f"{float(geometry.dot(u, v)):g}".replace("-", "−")
    return {
        "norma de u": sig(float(geometry.norm(u))),
        "norma de v": sig(float(geometry.norm(v))),
        "u · v": dot,
        "coseno": sig(float(geometry.cosine(u, v))),
        "ángulo": f"{geometry.angle(u, v):.2f}°",
        "sombra de v": sig(float(geometry.dot(u, v) / geometry.norm(u))),
    }


def at(tip: Pair) -> Pair:
    """In the drawing, 20 units a step, y downwards."""
    return 20 * tip[0], -20 * tip[1]


def test_it_starts_as_the_chapter_does(open_figure: Open) -> None:
    assert open_figure("two_arrows").readings() == library(*START)


def test_the_answer_in_the_page_is_the_librarys() -> None:
    text, found = words_of("two_arrows"), library(*START)
    assert f"el producto punto es {found['u · v']}" in text
    assert f"el coseno, {found['coseno']}." in text
    assert f"que mide {found['sombra de v']}." in text
    for v in ((8, 0), (0, 6)):
        assert library(START[0], v)["sombra de v"] == found["sombra de v"]
        assert library(START[0], v)["u · v"] == found["u · v"]


def test_the_mouse_drags_both_tips(open_figure: Open) -> None:
    figure = open_figure("two_arrows")
    u, v = START
    for new_u, new_v in [
        ((3, 4), (8, 0)), ((-2.5, 1), (8, 0)), ((-2.5, 1), (5, -2)),
        ((6, -0.5), (-9, 7)), ((0.5, 0.5), (-0.5, -0.5)), ((1.5, 3.5), (-3.5, 1.5)),
    ]:  # fmt: skip
        figure.drag(at(v), at(new_v))
        figure.drag(at(u), at(new_u))
        u, v = new_u, new_v
        assert figure.readings() == library(u, v)


def test_no_tip_leaves_the_grid(open_figure: Open) -> None:
    figure = open_figure("two_arrows")
    figure.drag(at(START[1]), at((12, -9)))
    assert figure.readings() == library(START[0], (9, -7))


def test_a_finger_drags_a_tip(open_figure: Open) -> None:
    figure = open_figure(
        "two_arrows", has_touch=True, viewport={"width": 320, "height": 700}
    )
    figure.swipe(at(START[1]), at((-4, 3)))
    assert figure.readings() == library(START[0], (-4, 3))
    assert figure.page.evaluate("scrollX") == 0


def test_the_arrow_keys_move_a_tip_and_a_screen_reader_hears_it(
    open_figure: Open,
) -> None:
    figure = open_figure("two_arrows")
    tip = figure.body.get_by_role("slider", name="Punta de v")
    tip.focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown"):
        figure.page.keyboard.press(key)
    found = library(START[0], (3.5, 3.5))
    assert figure.readings() == found
    assert tip.get_attribute("aria-valuetext") == "(3.5, 3.5)"
    figure.heard(f"u · v: {found['u · v']}; coseno: {found['coseno']}")


def test_a_button_puts_an_arrow_of_the_chapter(open_figure: Open) -> None:
    figure = open_figure("two_arrows")
    figure.body.get_by_role("button", name="(−3, −4)").click()
    assert figure.readings() == library(START[0], (-3, -4))
    assert figure.body.get_by_text("Hacia lados contrarios").is_visible()


def test_an_arrow_without_direction_has_no_cosine(open_figure: Open) -> None:
    figure = open_figure("two_arrows")
    figure.drag(at(START[1]), (0, 0))
    shown = figure.readings()
    assert (shown["coseno"], shown["ángulo"]) == ("no existe", "no existe")
    assert (shown["u · v"], shown["norma de v"]) == ("0", "0")
    assert figure.body.get_by_text("v es (0, 0)").is_visible()
