"""Which cells run, in which order, and where each answer is looked for."""

import copy
import json

import pytest

from andrea_grader.assemble import choose_master, make_plan
from andrea_grader.master import make_master
from andrea_grader.notebook import parse
from tests.andrea_grader.masters import Json, code, insert_before, real, small

SMALL, REAL = small(), real()
MASTERS = (SMALL.master, REAL.master)


def plan(nb: Json):
    return make_plan(parse(json.dumps(nb).encode()), SMALL.master)


def order(nb: Json) -> list[str]:
    """Items of answer and graded cells; * for any other cell of the student's."""
    names = {"graded": "nota", "student": ""}
    return [
        f"{names[step.role]}{step.item}" or "*"
        for step in plan(nb).steps
        if step.role in names
    ]


def test_each_answer_is_marked_just_before_the_next_one():
    assert order(SMALL.answered()) == [
        *("e9-1", "notae9-1", "e9-2", "notae9-2"),
        *("e9-3", "notae9-3", "e9-4", "notae9-4"),
    ]


def test_an_answer_that_needs_a_cell_below_finds_it():
    nb = insert_before(SMALL.answered(), "e9-2", "helper = 1")
    assert order(nb)[:4] == ["e9-1", "*", "notae9-1", "e9-2"]


def test_answers_in_another_order_are_each_marked_after_their_cell():
    nb = SMALL.answered()
    nb["cells"].reverse()
    found = order(nb)
    for item in SMALL.answers:
        assert found.index(f"nota{item}") > found.index(item)
    assert found[0] == "e9-4"


def test_an_answer_that_is_nowhere_is_still_marked():
    nb = SMALL.answered()
    nb["cells"] = [c for c in nb["cells"] if c["id"] != "e9-2"]
    assert order(nb)[-2:] == ["notae9-2", "notae9-4"]
    assert "e9-2" not in plan(nb).answers


def test_a_second_try_runs_too_and_is_named():
    nb = SMALL.answered()
    again = "# Respuesta 9.1 (no borres esta línea)\namount = 7"
    nb["cells"].append(code(again, id="otra"))
    found = plan(nb)
    assert found.steps[-1].item == "e9-1"
    assert found.remarks(SMALL.master) == [
        "La respuesta 9.1 está 2 veces: cuenta la última."
    ]


@pytest.mark.parametrize("where", ["grade_id", "id", "colab", "first line"])
def test_an_answer_is_found_by_any_of_its_marks(where):
    nb = copy.deepcopy(SMALL.answered())
    for cell in nb["cells"]:
        item, source = cell.pop("id"), cell["source"]
        if where != "first line":
            cell["source"] = source.split("(no borres esta línea)")[-1].strip()
        cell["metadata"] = {
            "grade_id": {"nbgrader": {"grade_id": item}},
            "colab": {"id": item},
        }.get(where, {})
        if where == "id":
            cell["id"] = item
    assert set(plan(nb).answers) >= set(SMALL.answers)


def student_runs(nb: Json) -> list[str]:
    """What runs of the student's, in the course's first exercise."""
    steps = make_plan(parse(json.dumps(nb).encode()), REAL.master).steps
    return [step.source for step in steps if step.role == "student"]


def with_check(nb: Json, source: str) -> Json:
    """The first question's visible check says something else."""
    check = next(c for c in nb["cells"] if c["id"] == "e1-1-prueba")
    check["source"] = source
    return nb


def test_comments_and_visible_checks_as_handed_out_do_not_run():
    run = student_runs(REAL.answered())
    assert not [source for source in run if "Prueba visible" in source]
    assert not [source for source in run if "Se mirará" in source]
    assert len(run) == 2 + len(REAL.answers)  # and the two that import


@pytest.mark.parametrize(
    "changed",
    [
        "checks_e1.table_768_check(n_params_768)\nhelper = 1",
        "# Prueba visible de 1.1: ayuda, no da puntos.\nhelper = 1",
        "%timeit 1",
        '"""\n# not a comment\n"""',
    ],
)
def test_a_changed_check_runs_since_an_answer_may_need_it(changed):
    assert changed in student_runs(with_check(REAL.answered(), changed))


@pytest.mark.parametrize("before", ["seen = ", "%time "])
def test_a_check_of_the_course_that_may_leave_a_name_runs(before):
    source = f"{before}checks_e1.table_768_check(n_params_768)"
    solution = with_check(copy.deepcopy(REAL.solution), source)
    master = make_master("01", parse(json.dumps(solution).encode()))
    nb = with_check(REAL.answered(), source)
    steps = make_plan(parse(json.dumps(nb).encode()), master).steps
    assert any(step.source == source for step in steps)


def test_the_exercise_is_known_by_what_it_holds_not_by_what_it_says():
    nb = SMALL.answered()
    nb["metadata"]["andrea"] = {"tipo": "ejercicio", "numero": 1}
    assert choose_master(parse(json.dumps(nb).encode()), MASTERS) is SMALL.master


def test_an_exercise_without_any_answer_is_known_by_what_it_says():
    nb = REAL.answered()
    nb["cells"] = [code("x = 1")]
    assert choose_master(parse(json.dumps(nb).encode()), MASTERS) is REAL.master


@pytest.mark.parametrize("andrea", [{}, {"tipo": "capitulo", "numero": 1}])
def test_another_notebook_is_no_exercise(andrea):
    nb = {"cells": [code("x = 1")], "metadata": {"andrea": andrea}}
    assert choose_master(parse(json.dumps(nb).encode()), MASTERS) is None
