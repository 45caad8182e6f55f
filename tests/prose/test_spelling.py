"""The dictionary, the list of own words, and what neither has."""

import pytest

from .pages import paragraphs
from .spelling import CLASSES, WORDS, knows, misspelt, own_words


def wrong(text: str) -> list[str]:
    """The words of a text that are not right."""
    return [f.found for p in paragraphs(text, "página.md") for f in misspelt(p)]


@pytest.mark.parametrize(
    "text",
    ["la tabal", "vectóres", "el Embeding", "aprendisaje", "the row", "Tritón Vasvani"],
)
def test_a_misspelt_word_is_found(text: str) -> None:
    assert wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ejecútala, descárgalo, comprobémoslo, ensancharlas y detenla.",
        "un vector one-hot del tokenizador de GPT-2",
        "la proyección de salida (*unembedding*), el lote (*batch size*)",
        "los LLM y la GPU",
        "Embeddings y tokens.",
        "el código `tabal` y $vectóres$",
    ],
)
def test_right_words_pass(text: str) -> None:
    assert not wrong(text)


def test_the_list_is_short_sorted_and_classed() -> None:
    lines = WORDS.read_text(encoding="utf-8").splitlines()
    words = [line.split("\t")[0] for line in lines]
    assert len(lines) <= 300
    assert words == sorted(set(words), key=lambda w: (w.lower(), w))
    assert {line.split("\t")[1] for line in lines} <= set(CLASSES)


def test_the_list_holds_nothing_that_the_dictionary_has() -> None:
    own = own_words().items()
    assert not [word for word, kind in own if kind != "name" and knows(word)]
