"""What a class summary needs to know of an answer beside its outcome."""

import ast
import hashlib
from collections.abc import Mapping
from typing import TypedDict

from andrea_grader.master import Question
from andrea_grader.wrong import WrongRow

MAX_SHOWN = 60


class Tally(TypedDict):
    checks: int
    checks_met: int
    slip: str
    shown: str


def tally(
    question: Question, expected: str, value: str | None, wrong: Mapping[str, WrongRow]
) -> Tally:
    """Hidden checks (lines of the graded cell) and how the answer misses them."""
    lines = expected.split("\n")
    shown = (value or "").split("\n")
    met = sum(a == b for a, b in zip(lines, shown, strict=False))
    row = wrong.get(value or "")
    return Tally(
        checks=len(lines),
        checks_met=met,
        slip=row.slip if row else "",
        shown="" if value is None or value == expected else _key(question, value),
    )


def _key(question: Question, value: str) -> str:
    """The value where the graded cell only shows variables; elsewhere, where it may
    hold hidden inputs, a mark that is equal for equal values."""
    if not shows_variables(question):
        return f"#{hashlib.sha256(value.encode('utf-8', 'replace')).hexdigest()[:8]}"
    line = " ".join(value.split())
    return line if len(line) <= MAX_SHOWN else f"{line[: MAX_SHOWN - 1]}…"


def shows_variables(question: Question) -> bool:
    """Does nothing in the graded cell meet the answer but `probe` and the screen?"""
    names = set(question.names)
    return all(
        _is_shown(statement.value) if isinstance(statement, ast.Expr) else False
        for statement in ast.parse(question.graded).body
        if any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(statement))
    )


def _is_shown(value: ast.expr) -> bool:
    """`n`, `[n, m]`, `probe.integer(n)`."""
    if isinstance(value, ast.List | ast.Tuple):
        return all(map(_is_shown, value.elts))
    if isinstance(value, ast.Call) and not value.keywords:
        return _is_probe(value.func) and all(map(_is_shown, value.args))
    return isinstance(value, ast.Name)


def _is_probe(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "probe"
    )
