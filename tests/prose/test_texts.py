"""Everything that a reader or a student sees keeps the rules of the prose."""

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from . import lint
from .pages import named, pages
from .strings import is_spanish, spanish


@pytest.mark.parametrize("path", pages(), ids=named)
def test_a_page_keeps_the_rules(path: Path) -> None:
    found = list(lint.of_page(path))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("path", pages(), ids=named)
def test_letters_are_composed_and_nothing_is_invisible(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert unicodedata.is_normalized("NFC", text)
    assert not set(text) & set("\u200b\u200c\u200d\u2060\ufeff\u00ad\t\r")


@pytest.mark.parametrize("path", lint.sources(), ids=named)
def test_the_spanish_in_code_cells_keeps_the_terms(path: Path) -> None:
    found = list(lint.of_code(path))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("path", lint.modules(), ids=named)
def test_the_spanish_of_a_module_keeps_the_terms(path: Path) -> None:
    found = list(lint.of_code(path))
    assert not found, "\n".join(map(str, found))


def test_producto_escalar_is_said_at_most_once_a_page() -> None:
    texts = {named(p): p.read_text(encoding="utf-8").lower() for p in pages()}
    counts = Counter({n: t.count("producto escalar") for n, t in texts.items()})
    assert not [name for name, count in counts.items() if count > 1]


def test_spanish_strings_are_told_from_english_ones() -> None:
    assert is_spanish("la fila no está en la tabla")
    assert is_spanish("¿Qué esperas?")
    assert not is_spanish("the row is not in the table")
    assert not is_spanish("utf-8 strict")


def test_messages_docstrings_and_comments_are_read_with_their_lines() -> None:
    code = (
        'def f(x):\n    """La fila de la tabal."""\n'
        "    # una nota de la casa\n"
        '    raise ValueError(f"el id {x} no está en la tabla")\n'
        '    y = "the row of the table"\n'
    )
    found = [(p.text.replace("\ufffc", "…"), p.first) for p in spanish(code, "x.py")]
    assert found == [
        ("La fila de la tabal.", 2),
        ("el id … no está en la tabla", 4),
        ("una nota de la casa", 3),
    ]
