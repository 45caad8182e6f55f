"""Row lookup: tokens, ids and rows are the library's, whatever is typed."""

from collections.abc import Callable

import numpy as np
import pytest

from andrea_lib.embedding import lookup
from andrea_lib.show import thousands
from andrea_lib.tokenizer import gpt2
from tests.site.figures.moving import Figure, words_of
from tools.site.figures.rows import LIMIT, D, V, newborn

pytestmark = pytest.mark.browser
Open = Callable[..., Figure]
NAME, NUMBERS = "row_lookup", 4
TEXTS = [
    "Hola mundo!",
    "gato, gato y Gato",
    "El pingüino comió jamón en Logroño",
    "¿Qué? ¡Año nuevo!  2026",
    "   tres   blancos   ",
    "I'm, they'll, don't, HE'S",
    "cien 100 mil 1000 ½ ٣",
    "ñ \u006e\u0303 á \u0061\u0301",
    "🦙 emoji 👩‍🔬 y 日本語",
    "a\u00a0b\u2003c\ufeffd\u0085e",
    "<b>&amp;</b> \\n {}",
    "x" * 60,
]


@pytest.fixture(scope="module")
def E() -> np.ndarray:
    return newborn()


def visible(text: str) -> str:
    return "".join("␣" if c == " " else "⏎" if c == "\x85" else c for c in text)


def library(text: str, E: np.ndarray) -> list[list[str]]:
    """Token, id and first numbers of its row, as the library gives them."""
    tokens = gpt2()
    ids = tokens.encode(text)
    rows = lookup(E, ids) if ids else []
    return [
        [visible(tokens.token(i)), str(i), written(row)]
        for i, row in zip(ids, rows, strict=True)
    ]


def written(row: np.ndarray) -> str:
    numbers = (f"{x:.3f}".replace("-", "−") for x in row[:NUMBERS].astype(float))
    return ", ".join(x.replace("−0.000", "0.000") for x in numbers) + ", …"


def shown(figure: Figure) -> list[list[str]]:
    """The table, cell by cell."""
    return list(
        figure.body.locator("tbody").evaluate(
            "body => [...body.rows].map(r => [...r.cells].map(c => c.textContent))"
        )
    )


def write(figure: Figure, text: str) -> None:
    """Type it and wait for its answer (the first one brings the merges)."""
    before = figure.body.locator("tbody").element_handle()
    figure.body.get_by_label("Texto").fill(text)
    figure.page.wait_for_function("table => !table.isConnected", arg=before)


def test_it_starts_with_the_greeting(open_figure: Open, E: np.ndarray) -> None:
    assert shown(open_figure(NAME)) == library("Hola mundo!", E)


def test_every_text_gets_the_librarys_tokens_ids_and_rows(
    open_figure: Open, E: np.ndarray
) -> None:
    figure = open_figure(NAME)
    for text in TEXTS:
        write(figure, text)
        found = library(text, E)
        assert shown(figure) == found, text
        assert figure.readings() == {
            "tokens": str(len(found)),
            "filas distintas": str(len({line[1] for line in found})),
            "forma de x": f"({len(found)}, {D})",
        }


def test_any_row_of_the_table_can_be_made_alone(
    open_figure: Open, E: np.ndarray
) -> None:
    """First, last, and the largest merge: the counter starts at the right place."""
    figure = open_figure(NAME)
    for id in (0, 255, 256, 50_255):
        text = gpt2().token(id)
        if gpt2().encode(text) == [id]:
            write(figure, f"{text}")
            assert shown(figure) == library(text, E)


def test_the_newborn_table_has_the_size_that_the_chapter_asks_for(
    E: np.ndarray,
) -> None:
    assert E.shape == (V, D) == (gpt2().vocab_size, 768)
    assert np.abs(E).max() <= LIMIT
    assert np.linalg.norm(E[:1000], axis=1) == pytest.approx(1, abs=0.1)


def test_an_empty_text_reads_no_row(open_figure: Open) -> None:
    figure = open_figure(NAME)
    write(figure, "")
    assert shown(figure) == [["Sin texto no hay tokens, ni filas que leer."]]
    assert figure.readings()["forma de x"] == "(0, 768)"


@pytest.mark.parametrize("touch", [False, True])
def test_mouse_or_finger_and_keys_write_and_a_screen_reader_hears_the_tokens(
    open_figure: Open, E: np.ndarray, touch: bool
) -> None:
    figure = open_figure(NAME, has_touch=touch, viewport={"width": 390, "height": 900})
    box = figure.body.get_by_label("Texto")
    if touch:
        box.tap()
    else:
        box.click()
    figure.page.keyboard.press("End")
    figure.page.keyboard.type(" río")
    figure.heard(" · ".join(gpt2().pieces("Hola mundo! río")))
    assert shown(figure) == library("Hola mundo! río", E)


def test_the_answer_in_the_page_is_the_tokenizers() -> None:
    text = words_of(NAME)
    ids = gpt2().encode("gato, gato y Gato")
    assert (len(ids), len(set(ids))) == (8, 6)
    assert gpt2().pieces("gato, gato y Gato").count("ato") == 3
    assert "Son 8 tokens y 6 filas distintas: la fila de «ato» se lee tres" in text
    assert f"Hola mundo! son {len(gpt2().encode('Hola mundo!'))} tokens" in text
    assert f"{thousands(V)} × {D}" in text
