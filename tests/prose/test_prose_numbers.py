"""Which numbers must be shown, and where they are looked for."""

from pathlib import Path
from typing import Any

import pytest

from .notebooks import executed, sections
from .pages import paragraphs
from .prose_numbers import claimed, missing, shown, unproved, value


def numbers(text: str) -> list[str]:
    """The numbers that a text claims."""
    return [n for p in paragraphs(text, "x", keep_math=True) for n in claimed(p)]


def notebook(*cells: tuple[str, str]) -> dict[str, Any]:
    """A notebook of Markdown sources and of printed texts."""
    made: list[dict[str, Any]] = []
    for kind, text in cells:
        if kind == "md":
            made.append({"cell_type": "markdown", "id": "a", "source": text})
        else:
            out = {"output_type": "stream", "name": "stdout", "text": [text]}
            made.append({"cell_type": "code", "source": "", "outputs": [out]})
    return {"cells": made}


def lacking(*cells: tuple[str, str]) -> list[str]:
    """The numbers of a notebook that its outputs lack."""
    return [n for s in sections(notebook(*cells)) for n, _ in missing(s)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("La tabla tiene 6\u202f488\u202f832 números.", ["6\u202f488\u202f832"]),
        ("De 0 a 8448, o 0–8448.", ["8448", "8448"]),
        ("Sale 0.0361, y el 25.96\u00a0% restante.", ["0.0361", "25.96"]),
        ("Son $8449 \\times 768 = 6\\,488\\,832$.", ["8449", "768", "6_488_832"]),
        ("Con $x_{768}$ y $\\sqrt{1024}$.", ["768", "1024"]),
        ("Sale −3.5 cada vez.", ["3.5"]),
    ],
)
def test_numbers_of_prose_and_mathematics_are_claims(text: str, wanted: list) -> None:
    assert numbers(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Hay 12 capas y 20 cabezas.",
        "En 1954, y también en 2017.",
        "Véase la sección 1.6, o las secciones 2.3 y 2.14.",
        "Se lee hasta la 2.5; en la 2.7 hará falta.",
        "¿Y con d = 4096: 1, 8 o 64?",
        "El código `E[15496]` de GPT-2, ANDREA-120M o LLaMA-2-7B en fp32.",
        "Vale 25 puntos.",
        "## 1.5 · Aprender",
        "Un MB son 10⁶ bytes.",
        "Con [Vaswani y otros, 2017](../book/bibliography.md#vaswani2017).",
    ],
)
def test_exempt_numbers_are_no_claims(text: str) -> None:
    assert not numbers(text)


def test_outputs_are_read_with_any_separator() -> None:
    text = "6_488_832, 50\u202f257\n[1024, 768] 1e-12 24 552 pares d=96 0.3610"
    wanted = ("6488832", "50257", "1024", "768", "24552", "96", "0.361")
    assert {value(n) for n in wanted} <= shown([text])


def test_a_number_is_sought_between_its_own_two_headings() -> None:
    cells = [("md", "# A\nSon 768."), ("out", "768"), ("md", "## B\nOtra vez 768.")]
    assert lacking(*cells) == ["768"]
    assert lacking(*cells, ("out", "d = 768")) == []


def test_a_part_of_a_longer_number_does_not_count() -> None:
    assert lacking(("md", "# A\nSon 768."), ("out", "7680 1768 76.8")) == ["768"]


def test_a_hash_inside_a_fence_is_no_heading() -> None:
    cells = [("md", "# A\n```\n# B\n```\nSon 768."), ("out", "768")]
    assert lacking(*cells) == []


@pytest.mark.parametrize("path", executed("chapters"), ids=lambda path: path.name)
def test_every_number_of_a_chapter_is_shown(path: Path) -> None:
    found = list(unproved(path))
    assert not found, "\n".join(map(str, found))
