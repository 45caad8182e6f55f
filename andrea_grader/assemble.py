"""From a submission to the notebook that runs: the student's cells in their order,
each question's graded cell from the master, nothing else.

An answer is known by its first line (`# Respuesta 1.3 …`), its grade_id, its cell id
or Colab's copy of it; never by its position. All of the student's code runs, since an
answer may need any of it, but for what can leave nothing behind: comments, and visible
checks that are as they were handed out. Only the master's graded cells are compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import nbformat
from nbformat import NotebookNode

from andrea_grader.master import Master, Question, answer_number
from andrea_grader.notebook import Cell, Notebook
from andrea_lib.probe import MIME

Role = Literal["setup", "student", "graded", "row"]
STEP = "andrea_step"

# Our own first cell, before any student code; it leaves no name behind.
_SETUP = "__import__('andrea_lib.probe').probe.prepare()"
_GRADED = (
    "from andrea_lib.probe import show as _andrea_show\n_andrea_show({0!r}, {1!r})"
)
_ROW = (
    "from andrea_lib.probe import bindings as _andrea_bindings, show as _andrea_show\n"
    "_andrea_show({0!r}, {1!r}, _andrea_bindings({2!r}, globals()))"
)


@dataclass(frozen=True)
class Step:
    """One cell that will run. `key` is unique; `item` is empty for other cells."""

    key: str
    role: Role
    source: str
    item: str = ""


@dataclass(frozen=True)
class Plan:
    """What runs, and where each answer was found (source texts, in order)."""

    steps: tuple[Step, ...]
    answers: Mapping[str, tuple[str, ...]]

    def without(self, keys: Iterable[str]) -> "Plan":
        """The same run with some of the student's cells emptied."""
        gone = set(keys)
        steps = (replace(s, source="") if s.key in gone else s for s in self.steps)
        return replace(self, steps=tuple(steps))

    def remarks(self, master: Master) -> list[str]:
        """What a teacher should know: an answer that stands more than once."""
        return [
            f"La respuesta {q.number} está {len(tries)} veces: cuenta la última."
            for q in master.questions
            if len(tries := self.written(q)) > 1
        ]

    def written(self, question: Question) -> list[str]:
        """The question's answer cells that are no longer as they were handed out."""
        found = self.answers.get(question.item, ())
        return [source for source in found if not same_code(source, question.stub)]


def claim(cell: Cell, master: Master) -> str | None:
    """The item that a cell answers. Its visible first line counts before any id."""
    known = {question.item: question.item for question in master.questions}
    numbers = {question.number: question.item for question in master.questions}
    by_line = numbers.get(answer_number(cell.source) or "")
    if by_line and cell.kind == "code":
        return by_line
    return next((known[name] for name in cell.ids if name in known), None)


def choose_master(notebook: Notebook, masters: Sequence[Master]) -> Master | None:
    """The exercise whose answers the notebook holds, else the one that it names."""

    def score(master: Master) -> tuple[int, bool]:
        found = {claim(cell, master) for cell in notebook.cells} - {None}
        named = (
            notebook.andrea.get("tipo") == "ejercicio"
            and str(notebook.andrea.get("numero")) == master.number
        )
        return len(found), named

    best = max(masters, key=score)
    return best if any(score(best)) else None


def make_plan(notebook: Notebook, master: Master) -> Plan:
    """The student's cells with the graded cells between them."""
    claims = _claims(notebook, master)
    running = _running(notebook, claims, master)
    due: dict[int | None, list[Step]] = {}
    for question in master.questions:
        if not question.by_hand:
            where = _place(question.item, claims, running)
            due.setdefault(where, []).append(_graded_step(question))
    steps = [Step("inicio", "setup", _SETUP)]
    for index in running:
        steps += due.pop(index, [])
        source, item = notebook.cells[index].source, claims.get(index, "")
        steps.append(Step(f"c{index}", "student", source, item))
    steps += [step for rest in due.values() for step in rest]
    answers: dict[str, tuple[str, ...]] = {}
    for index, item in claims.items():
        answers[item] = (*answers.get(item, ()), notebook.cells[index].source)
    return Plan(tuple(steps), answers)


def _claims(notebook: Notebook, master: Master) -> dict[int, str]:
    """Which cell answers what: code cells; a cell turned into text by a slip of the
    keyboard only where there is no other."""
    found = {i: claim(cell, master) for i, cell in enumerate(notebook.cells)}
    coded = {found[i] for i, cell in enumerate(notebook.cells) if cell.kind == "code"}
    return {
        i: item
        for i, item in found.items()
        if item and (notebook.cells[i].kind == "code" or item not in coded)
    }


def _running(
    notebook: Notebook, claims: Mapping[int, str], master: Master
) -> list[int]:
    """The cells that run: code, and answers; of an answer that stands twice not the
    copy that still is as it was handed out."""
    stubs = {q.item: q.stub for q in master.questions}
    texts = {q.item for q in master.questions if q.by_hand}
    stale = {
        i
        for i, item in claims.items()
        if same_code(notebook.cells[i].source, stubs[item])
    }
    written = {item for i, item in claims.items() if i not in stale}
    return [
        i
        for i, cell in enumerate(notebook.cells)
        if (i in claims or (cell.kind == "code" and not _idle(cell, master)))
        and claims.get(i) not in texts
        and not (i in stale and claims[i] in written)
    ]


def _idle(cell: Cell, master: Master) -> bool:
    """Whether no answer can need it."""
    lines = [line.strip() for line in cell.source.splitlines()]
    commented = all(line.startswith("#") or not line for line in lines)
    return commented or any(same_code(cell.source, check) for check in master.checks)


def _place(item: str, claims: Mapping[int, str], running: Sequence[int]) -> int | None:
    """The next question's answer cell, before which `item` is marked."""
    own = [i for i in running if claims.get(i) == item]
    if not own:
        return None
    later = (i for i in running if i > own[-1] and claims.get(i) not in (None, item))
    return min(later, default=None)


def same_code(one: str, other: str) -> bool:
    """Equal but for blanks at the ends of lines and empty lines."""

    def lines(text: str) -> list[str]:
        return [line.rstrip() for line in text.splitlines() if line.strip()]

    return lines(one) == lines(other)


def _graded_step(question: Question) -> Step:
    source = _GRADED.format(question.graded, question.names)
    return Step(question.item, "graded", source, question.item)


def make_reference_plan(master: Master) -> Plan:
    """The solution's own cells, and after each graded cell its wrong answers."""
    rows = {q.item: list(_row_steps(q)) for q in master.questions}
    steps: list[Step] = []
    for step in make_plan(master.notebook, master).steps:
        steps += [step] + (rows[step.item] if step.role == "graded" else [])
    steps = [s for s in steps if not s.source.startswith(("%%graded", "%%wrong"))]
    return Plan(tuple(steps), {})


def _row_steps(question: Question) -> Iterator[Step]:
    for n, row in enumerate(question.rows):
        source = _ROW.format(question.graded, question.names, row.code)
        yield Step(row_key(question.item, n), "row", source, question.item)


def row_key(item: str, n: int) -> str:
    return f"{item}#{n}"


def to_notebook(plan: Plan, references: Mapping[str, str]) -> NotebookNode:
    """The file that nbval reads; it compares the cells that have a reference."""
    steps = enumerate(plan.steps)
    cells = [_code_cell(n, step, references.get(step.item)) for n, step in steps]
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    nb: NotebookNode = nbformat.from_dict(content)
    nbformat.validate(nb)
    return nb


def _code_cell(n: int, step: Step, reference: str | None) -> dict[str, object]:
    """A plain cell: nbformat's own function would check each of them by itself."""
    compared = step.role == "graded" and reference is not None
    shown = {"output_type": "display_data", "metadata": {}, "data": {MIME: reference}}
    return {
        "cell_type": "code",
        "id": f"p{n}",
        "metadata": {STEP: step.key},
        "source": step.source,
        "execution_count": 1 if compared else None,
        "outputs": [shown] if compared else [],
    }
