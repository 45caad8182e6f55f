"""Formulas: what the converter is given, and what it must not do silently."""

import re

import math_core
import pytest
from docutils import nodes
from docutils.utils import new_document
from hypothesis import given
from hypothesis import strategies as st

from tools.site.mathml import KeepPunctuation, normalise, to_mathml


def words(mathml: str) -> str:
    return re.sub(r"<[^>]+>", "", mathml)


@pytest.mark.parametrize("latex", [r"\quizas{x}", r"\frac{1}", r"\begin{cases} x"])
def test_what_cannot_be_written_is_an_error(latex: str) -> None:
    with pytest.raises(math_core.LatexError):
        to_mathml(latex, display=False)


def test_accents_within_a_formula_stay() -> None:
    shown = words(to_mathml(r"\text{según la opción}", display=True))
    assert shown.replace("\xa0", " ") == "según la opción"


def test_rows_without_an_environment_are_aligned() -> None:
    assert to_mathml(r"a &= b\\ c &= d", display=True).count("<mtr>") == 2


def test_numbered_environments_bring_no_second_number() -> None:
    latex = r"\begin{align}\label{eq:suma} a &= b\\ c &= d\end{align}"
    assert to_mathml(latex, display=True) == to_mathml(r"a &= b\\ c &= d", display=True)


def test_a_label_is_not_printed() -> None:
    assert normalise(r"x \label{eq:x}") == "x"


def test_a_formula_on_its_own_line_is_display_mathematics() -> None:
    assert 'display="block"' in to_mathml("x", display=True)
    assert 'display="block"' not in to_mathml("x", display=False)


def paragraph(before: str, after: str) -> nodes.paragraph:
    """A paragraph of a document: text, formula, text."""
    document = new_document("test")
    made = nodes.paragraph("", before, nodes.math("", "x"), nodes.Text(after))
    document += made
    KeepPunctuation(document).run()
    return made


@given(st.text("ab (¿.,;", max_size=6), st.text("ab ).,;?", max_size=6))
def test_no_sign_is_lost_around_a_formula(before: str, after: str) -> None:
    assert paragraph(before, after).astext() == f"{before}x{after}"


@pytest.mark.parametrize(
    ("before", "after", "piece"),
    [("con ", ". Y", "x."), ("(", "), y", "(x),"), ("¿", "? No", "¿x?")],
)
def test_a_sign_that_touches_a_formula_stays_with_it(
    before: str, after: str, piece: str
) -> None:
    unbroken = next(paragraph(before, after).findall(nodes.inline))
    assert unbroken.astext() == piece
    assert unbroken["classes"] == ["unbroken"]


def test_a_formula_between_spaces_is_left_alone() -> None:
    assert not list(paragraph("con ", " y").findall(nodes.inline))
