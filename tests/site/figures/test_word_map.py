"""The map of words: lists, cosines and corners are those of andrea_lib."""

from collections.abc import Callable

import numpy as np
import pytest

from andrea_lib.show import sig
from andrea_lib.vectors import Scored, load_e5_rows
from tests.site.figures.moving import Figure, words_of
from tools.site.figures.words import places, shadow

pytestmark = pytest.mark.browser
Open = Callable[..., Figure]
NAME = "word_map"
E5 = load_e5_rows()


def written(found: Scored) -> list[str]:
    return [f"{word} {sig(cosine)}" for word, cosine in found]


def listed(figure: Figure) -> list[str]:
    items = figure.body.locator(".nearest li").all_inner_texts()
    return [" ".join(item.split()) for item in items]


def ask(figure: Figure, *words: str) -> None:
    """Fill in the boxes and send them; the answer replaces the list."""
    for box, word in zip(figure.body.locator("input").all(), words, strict=True):
        box.fill(word)
    figure.page.keyboard.press("Enter")


def expect(figure: Figure, found: Scored) -> None:
    first = figure.body.locator(".nearest li").first
    first.filter(has_text=sig(found[0][1])).wait_for()
    assert listed(figure) == written(found)


def test_it_starts_with_the_neighbours_of_music(open_figure: Open) -> None:
    assert listed(open_figure(NAME)) == written(E5.most_similar("música", topn=6))


def test_typed_words_get_the_librarys_neighbours(open_figure: Open) -> None:
    figure = open_figure(NAME)
    for typed, word in {
        "río": "río", "españa": "España", " banco ": "banco", "Rio": "río",
        "MARTES": "martes", "año": "año", "el": "el",
    }.items():  # fmt: skip
        ask(figure, typed)
        expect(figure, E5.most_similar(word, topn=6))
        title = figure.body.locator(".verdict").inner_text()
        assert title == f"Vecinas de «{word}», por coseno"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("perro", "«perro» no está: en el vocabulario de mE5 no es un solo token."),
        ("ano", "«ano» no está"),  # ñ is a letter of its own
        ("ʘ€<b>", "«ʘ€<b>» no está"),
        ("  ", "Escribe una palabra: la casilla está vacía."),
    ],
)
def test_an_unknown_word_is_said_and_nothing_else_changes(
    open_figure: Open, typed: str, answer: str
) -> None:
    figure = open_figure(NAME)
    before = listed(figure)
    ask(figure, typed)
    figure.body.locator(".verdict").filter(has_text=answer).wait_for()
    assert listed(figure) == before


def test_analogies_are_the_librarys_and_close_a_parallelogram(
    open_figure: Open,
) -> None:
    figure = open_figure(NAME)
    figure.body.get_by_role("button", name="Analogía").click()
    for a, b, c in [
        ("España", "Madrid", "Francia"),
        ("niño", "niños", "amigo"),
        ("Alemania", "alemán", "Francia"),
        ("hombre", "actor", "mujer"),
    ]:
        ask(figure, a, b, c)
        expect(figure, E5.most_similar([b, c], a, topn=6))
        sides = figure.body.locator(".sides").get_attribute("d") or ""
        corners = np.array(
            [point.split(",") for point in sides.strip("MZ").split("L")], float
        )
        drawn = places()[[E5.row(word) for word in (a, b, c)]]
        assert np.allclose(corners[[0, 1, 3]], drawn, atol=0.06)
        assert np.allclose(corners[2], drawn[1] - drawn[0] + drawn[2], atol=0.2)


def test_a_tap_on_a_dot_asks_for_its_word_and_a_neighbour_leads_on(
    open_figure: Open,
) -> None:
    figure = open_figure(NAME, has_touch=True, viewport={"width": 390, "height": 800})
    x, y = places()[E5.row("Galicia")]
    figure.page.touchscreen.tap(*figure.place(x, y))
    near = E5.most_similar("Galicia", topn=6)
    expect(figure, near)
    figure.body.locator(".nearest button").first.tap()
    expect(figure, E5.most_similar(near[0][0], topn=6))


def test_a_click_does_the_same(open_figure: Open) -> None:
    figure = open_figure(NAME)
    x, y = places()[E5.row("Galicia")]
    figure.page.mouse.click(*figure.place(x, y))
    expect(figure, E5.most_similar("Galicia", topn=6))


def test_the_keyboard_alone_gets_an_answer_that_is_read_aloud(
    open_figure: Open,
) -> None:
    figure = open_figure(NAME)
    figure.body.get_by_label("Palabra").focus()
    figure.page.keyboard.press("Control+a")
    figure.page.keyboard.type("lunes")
    figure.page.keyboard.press("Enter")
    figure.heard(", ".join(written(E5.most_similar("lunes", topn=6))))


def test_words_are_proposed_while_typing(open_figure: Open) -> None:
    figure = open_figure(NAME)
    figure.body.get_by_label("Palabra").fill("guit")
    option = figure.body.locator("datalist option[value=guitarra]")
    option.wait_for(state="attached")


def test_the_numbers_of_the_text_are_the_librarys() -> None:
    share = shadow().explained.sum()
    text = words_of(NAME)
    near = [word for word, _ in E5.most_similar("música", topn=6)]
    assert "las seis vecinas de «música»; entre ellas, canción, músico y sonido" in text
    assert {"canción", "músico", "sonido"} <= set(near)
    assert f"{100 * share:.1f} %" in text
    assert f"{len(E5)} palabras" in text
    paris = E5.most_similar(["Madrid", "Francia"], "España", topn=1)[0][0]
    assert f"«Madrid − España + Francia», la primera es {paris}" in text
