"""Each rule finds its bad examples and leaves its good ones alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .lint import ALL
from .pages import paragraphs
from .rules import Rule

BAD = [pytest.param(r, text, id=f"{r.name}: {text}") for r in ALL for text in r.bad]
GOOD = [pytest.param(r, text, id=f"{r.name}: {text}") for r in ALL for text in r.good]


def found(rule: Rule, text: str) -> list[str]:
    """What the rule says of a text."""
    return [str(f) for p in paragraphs(text, "página.md") for f in rule.find(p)]


@pytest.mark.parametrize(("rule", "text"), BAD)
def test_a_rule_finds_the_form_that_it_refuses(rule: Rule, text: str) -> None:
    assert found(rule, text)


@pytest.mark.parametrize(("rule", "text"), GOOD)
def test_a_rule_leaves_the_right_form_alone(rule: Rule, text: str) -> None:
    assert not found(rule, text)


@pytest.mark.parametrize(("rule", "text"), GOOD)
def test_no_rule_refuses_the_right_form_of_another(rule: Rule, text: str) -> None:
    assert not [finding for other in ALL for finding in found(other, text)]


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.name)
def test_code_and_mathematics_are_left_out(rule: Rule) -> None:
    for text in (t for t in rule.bad if "\ufffc" not in t and "`" not in t):
        assert not found(rule, f"El código `{text}` no se toca.")
        assert not found(rule, f"```\n{text}\n```")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("son 6,488,832 filas", "6\u202f488\u202f832"),
        ("son 50.000 filas", "50\u202f000"),
        ("son 8,449 filas", "8449"),
        ("el 98.9% acierta", "98.9\u00a0%"),
        ("ocupa 25.96 MB", "25.96\u00a0MB"),
        ("de 1024x768", "1024 × 768"),
        ("las GPUs", "GPU"),
    ],
)
def test_a_finding_says_what_to_write(text: str, written: str) -> None:
    said = [line for rule in ALL for line in found(rule, text)]
    assert any(f"escribe «{written}»" in line for line in said), said


def test_a_form_broken_over_two_lines_is_found_on_the_first() -> None:
    (paragraph,) = paragraphs("Uno.\nLa tabla de\nbúsqueda.", "página.md")
    lines = [f.line for rule in ALL for f in rule.find(paragraph)]
    assert lines == [2]


@given(
    st.integers(10_000, 10**15),
    st.sampled_from([",", ".", " ", "\u00a0", "\u2009", ""]),
)
def test_large_numbers_have_one_spelling(number: int, separator: str) -> None:
    right = f"{number:,}".replace(",", "\u202f")
    wrong = f"{number:,}".replace(",", separator)
    decimal = separator == "." and number < 10**6 and number % 1000
    said = [line for rule in ALL for line in found(rule, f"Son {wrong} filas.")]
    assert decimal or any(f"escribe «{right}»" in line for line in said)
    assert not [line for rule in ALL for line in found(rule, f"Son {right} filas.")]
