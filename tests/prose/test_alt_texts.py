"""The rule for alt texts, and the alt texts of the executed notebooks."""

import json
from pathlib import Path

import pytest

from .alt_texts import Figure, faults, figures, findings, of_page
from .lint import ALL, of_paragraph
from .notebooks import executed
from .pages import pages, paragraphs
from .spelling import misspelt

GOOD = "Normas de las filas de E con tres anchos: con d = 768 la media es 0.999."


def said(alt: str, *digest: str) -> list[str]:
    """The faults of an alt text."""
    return list(faults(Figure("x.ipynb", "a", alt, digest)))


def cell(alt: str, printed: str) -> dict:
    """A cell with a picture, a digest and an alt text."""
    picture = {"output_type": "display_data", "data": {"image/svg+xml": "<svg/>"}}
    text = {"output_type": "stream", "name": "stdout", "text": printed}
    meta = {"mystnb": {"image": {"alt": alt}}} if alt else {}
    return {
        "cell_type": "code",
        "id": "fig",
        "metadata": meta,
        "outputs": [picture, text],
    }


def test_a_good_alt_text_passes() -> None:
    assert said(GOOD, "0.999") == []
    assert said("Vecinas de gato: perro queda la primera de las tres.", "perro") == []


@pytest.mark.parametrize("start", ["Gráfico de ", "Figura con ", "Una imagen de "])
def test_it_does_not_begin_with_what_it_is(start: str) -> None:
    assert any("no empieces" in fault for fault in said(start + GOOD, "0.999"))


def test_it_names_a_value_of_the_digest() -> None:
    assert any("0.998" in fault for fault in said(GOOD, "0.998"))
    assert any("resumen" in fault for fault in said(GOOD))


def test_it_is_spanish_and_neither_short_nor_endless() -> None:
    assert any(
        "español" in f for f in said("The rows of the table in two sizes: 3", "3")
    )
    assert any("caracteres" in f for f in said("Filas: 3", "3"))
    assert any("caracteres" in f for f in said(GOOD * 20, "0.999"))


def test_pictures_without_alt_text_and_twins_are_found(tmp_path: Path) -> None:
    same = cell(GOOD, "Resumen: media = 0.999 · d = 768\n")
    path = tmp_path / "uno.ipynb"
    path.write_text(json.dumps({"cells": [same, same, cell("", "")]}))
    assert [f.advice.split()[0] for f in findings([path])] == ["es", "falta"]


def test_every_figure_says_what_it_shows() -> None:
    found = list(findings(executed("chapters", "solutions")))
    assert not found, "\n".join(map(str, found))


def test_pictures_of_the_pages_say_what_they_show() -> None:
    found = [finding for path in pages() for finding in of_page(path)]
    assert not found, "\n".join(map(str, found))


def test_alt_texts_keep_the_rules_of_the_prose() -> None:
    paths = executed("chapters", "solutions")
    all_figures = [f for path in paths for f in figures(path)]
    said = [p for f in all_figures for p in paragraphs(f.alt, f"{f.path} ({f.cell})")]
    # An alt text is heard, not broken into lines: its spaces may be plain.
    rules = [rule for rule in ALL if not rule.name.startswith("espacio ante")]
    found = [f for p in said for f in (*of_paragraph(p, rules), *misspelt(p))]
    assert not found, "\n".join(map(str, found))
