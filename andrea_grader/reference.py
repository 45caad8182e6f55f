"""The right values and the named wrong ones, made by running the solution."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from andrea_grader.assemble import row_key
from andrea_grader.errors import GraderError
from andrea_grader.master import Master, Question
from andrea_grader.watched_kernel import CellResult
from andrea_grader.wrong import WrongRow, check_rows
from andrea_lib.probe import unknown_name

# What may hold a "<" and still be a value: texts and the lines of errors.
_FREE_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|^!.*$', re.MULTILINE)


@dataclass(frozen=True)
class Reference:
    """By item: the expected text, and the rows of its wrong-answer table by theirs."""

    values: Mapping[str, str]
    wrong: Mapping[str, Mapping[str, WrongRow]]


def read_reference(master: Master, results: Mapping[str, CellResult]) -> Reference:
    """Take the values out of the solution's run; refuse what could not mark anyone."""
    values: dict[str, str] = {}
    wrong: dict[str, dict[str, WrongRow]] = {}
    for question in master.questions:
        if question.by_hand:
            continue
        right, rows = read_question(master, question, results)
        values[question.item], wrong[question.item] = right, rows
    return Reference(values, wrong)


def read_question(
    master: Master, question: Question, results: Mapping[str, CellResult]
) -> tuple[str, dict[str, WrongRow]]:
    """The right text of one graded cell, and its wrong rows by theirs."""
    item = question.item
    right = _value(master, item, results[item])
    keys = [row_key(item, n) for n in range(len(question.rows))]
    texts = [_value(master, item, results[key]) for key in keys]
    _check(master, question, right, texts)
    return right, dict(zip(texts, question.rows, strict=True))


def _value(master: Master, item: str, result: CellResult) -> str:
    if len(result.values) != 1:
        why = f": {result.failure.name}" if result.failure else ""
        raise GraderError(
            f"{master.name}: la solución no da un valor en la nota de {item}{why}. "
            "Un valor de más de 4000 letras no cuenta."
        )
    return result.values[0]


def _check(master: Master, question: Question, right: str, wrong: list[str]) -> None:
    """A value shown as `<tipo>` is never compared: any other of its type would do."""
    if "<" in _FREE_TEXT.sub("", right):
        raise GraderError(
            f"{master.name}: la nota de {question.item} muestra algo que no es un dato "
            "o es demasiado largo."
        )
    if missing := unknown_name(right):
        raise GraderError(
            f"{master.name}: la nota de {question.item} no conoce «{missing}». "
            "Impórtalo o defínelo en esa misma celda."
        )
    try:
        check_rows(list(question.rows), right, wrong)
    except ValueError as error:
        raise GraderError(f"{master.name}, {question.item}: {error}") from error
