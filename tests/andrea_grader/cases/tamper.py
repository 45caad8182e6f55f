"""Graded cells, ids, tags and metadata that somebody changed."""

import copy
import random

from tests.andrea_grader.cases.case import BOTH, SOLVED, Draft, case
from tests.andrea_grader.masters import Json, code, text

KIND = "tamper"


def nbgrader(cell: Json) -> Json:
    found: Json = cell["metadata"]["nbgrader"]
    return found


@case(KIND, BOTH, "SAME")
def one_graded_cell_deleted(draft: Draft) -> None:
    draft.cells.remove(draft.graded()[0])


@case(KIND, BOTH, "SAME")
def graded_cells_deleted(draft: Draft) -> None:
    gone = [cell["id"] for cell in draft.graded()]
    draft.nb["cells"] = [c for c in draft.cells if c["id"] not in gone]


@case(KIND, BOTH, "SAME")
def graded_cells_trivial(draft: Draft) -> None:
    for cell in draft.graded():
        cell["source"] = "assert True\nprint('¡Correcto!')"


@case(KIND, BOTH, "SAME", slow=True)
def graded_cells_fail(draft: Draft) -> None:
    for cell in draft.graded():
        cell["source"] = "raise AssertionError('Incorrecto')"


@case(KIND, BOTH, "SAME")
def points_raised(draft: Draft) -> None:
    for cell in draft.graded():
        nbgrader(cell)["points"] = 1000
        cell["metadata"]["andrea"] = {"puntos": 1000, "mira": ""}


@case(KIND, BOTH, "SAME")
def points_that_are_none(draft: Draft) -> None:
    odd = ["cinco", None, -3, float("nan"), float("inf"), True, [], 10**400]
    for n, cell in enumerate(draft.graded()):
        nbgrader(cell)["points"] = odd[n % len(odd)]


@case(KIND, BOTH, "SAME", slow=True)
def points_on_the_answers(draft: Draft) -> None:
    """The answer cells say that they are graded cells, worth something."""
    for cell in draft.answers():
        cell["metadata"]["tags"] = ["nota"]
        nbgrader(cell).update(grade=True, points=99, solution=False, locked=True)


@case(KIND, BOTH, "SAME")
def one_grade_id_changed(draft: Draft) -> None:
    nbgrader(draft.graded()[0])["grade_id"] = "otro_id"


@case(KIND, BOTH, "SAME")
def grade_ids_swapped(draft: Draft) -> None:
    """Each graded cell is passed off as the next one."""
    graded = draft.graded()
    for cell, other in zip(graded, graded[1:] + graded[:1], strict=True):
        nbgrader(cell)["grade_id"] = other["id"]


@case(KIND, BOTH, "SAME", "Correcto.", slow=True)
def answer_ids_swapped(draft: Draft) -> None:
    """The visible first line counts, not what the metadata says."""
    answers = draft.answers()
    for cell, item in zip(answers, reversed(draft.items), strict=True):
        nbgrader(cell)["grade_id"] = cell["metadata"]["id"] = item


@case(KIND, BOTH, "SAME")
def graded_cells_doubled(draft: Draft) -> None:
    for cell in draft.graded():
        trivial = copy.deepcopy(cell) | {"source": "assert True", "id": "copia"}
        draft.cells.insert(draft.cells.index(cell) + 1, trivial)


@case(KIND, BOTH, "SAME")
def graded_cells_turned_into_text(draft: Draft) -> None:
    for cell in draft.graded():
        cell["cell_type"] = "markdown"
        del cell["outputs"], cell["execution_count"]


@case(KIND, BOTH, "SAME", elsewhere=True)
def metadata_stripped(draft: Draft) -> Json:
    """As pasted into a new notebook: only the first line tells what a cell is."""
    cells = [{k: v for k, v in c.items() if k != "id"} for c in draft.cells]
    plain = [cell | {"metadata": {}} for cell in cells]
    return {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": plain}


@case(KIND, BOTH, "SAME")
def marks_of_nbval(draft: Draft) -> None:
    tags = ["raises-exception", "nbval-skip", "nbval-ignore-output", "nbval-raises"]
    for cell in (c for c in draft.cells if c["cell_type"] == "code"):
        cell["metadata"]["tags"] = tags
        cell["source"] = f"# NBVAL_SKIP\n{text(cell)}\n# NBVAL_IGNORE_OUTPUT"


@case(KIND, BOTH, "SAME", slow=True)
def comments_for_nbval_under_the_first_line(draft: Draft) -> None:
    for cell in draft.answers():
        first, rest = text(cell).split("\n", 1)
        cell["source"] = f"{first}\n# NBVAL_SKIP\n# NBVAL_RAISES_EXCEPTION\n{rest}"


@case(KIND, BOTH, "SAME", slow=True)
def tags_that_are_no_list(draft: Draft) -> None:
    odd = [None, "nota", {"nota": 1}, [1, None], 3]
    for n, cell in enumerate(draft.cells):
        cell["metadata"]["tags"] = odd[n % len(odd)]


@case(KIND, BOTH, "SAME", slow=True)
def another_exercise_in_the_metadata(draft: Draft) -> None:
    draft.nb["metadata"]["andrea"] = {"tipo": "ejercicio", "numero": 7, "oculta": []}


@case(KIND, BOTH, "SAME", slow=True)
def nothing_hidden_in_the_metadata(draft: Draft) -> None:
    """The names of hidden modules come from the solution."""
    draft.nb["metadata"]["andrea"]["oculta"] = ["probe", "../x", None]


@case(KIND, BOTH, "SAME", slow=True)
def steps_of_the_grader_in_the_metadata(draft: Draft) -> None:
    for item, cell in zip(draft.items, draft.answers(), strict=True):
        cell["metadata"]["andrea_step"] = item


@case(KIND, BOTH, "SAME", slow=True)
def reference_of_their_own(draft: Draft) -> None:
    """A solution cell, a graded cell and a table of slips, brought by the student."""
    item, name = draft.items[0], draft.names[0]
    own = {"grade_id": f"{item}-nota", "grade": True, "points": 99}
    cells = [
        code(f"# Respuesta 0.1\n{name}_ = 3", metadata={"tags": ["respuesta"]}),
        code(f"%%graded {name}_\n3", metadata={"tags": ["nota"], "nbgrader": own}),
        code(f"%%wrong {item}\n# error: a\n# consejo: b\n{name}_ = 3"),
    ]
    draft.nb["cells"] = [*cells, *draft.cells]


@case(KIND, BOTH, "SAME")
def odd_nbgrader_metadata(draft: Draft) -> None:
    odd = [None, "x", [], {"grade_id": 7}, {"schema_version": 1, "grade": False}]
    draft.nb["cells"] += [
        code("pass", id=f"raro-{i}", metadata={"nbgrader": value, "tags": value})
        for i, value in enumerate(odd)
    ]
    draft.cells.append({"cell_type": "code"})


@case(KIND, SOLVED, "SAME", slow=True)
def text_cells_shuffled(draft: Draft) -> None:
    """All statements in another order; code stays where it is."""
    places = [n for n, c in enumerate(draft.cells) if c["cell_type"] == "markdown"]
    items = {q.item for q in draft.exercise.master.questions if q.by_hand}
    places = [n for n in places if draft.cells[n].get("id") not in items]
    order = random.Random(5).sample(places, len(places))
    cells = list(draft.cells)
    for place, other in zip(places, order, strict=True):
        draft.cells[place] = cells[other]
