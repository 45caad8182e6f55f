"""What the class summary learns of an answer, and what it must not learn."""

import pytest

from andrea_grader.master import Question, load_masters
from andrea_grader.tally import MAX_SHOWN, shows_variables, tally
from andrea_grader.wrong import WrongRow
from tests.andrea_grader.masters import ROOT

ROW = WrongRow("sumar en lugar de multiplicar", "Te ha salido V + d.", "n = 3")


def question(graded: str, *names: str) -> Question:
    return Question("e9-1", "9.1", 2, "", names or ("n",), graded, "", ())


def test_checks_are_the_values_that_the_graded_cell_compares():
    asked = question("f(1)\nf(2)\nf(3)", "f")
    found = tally(asked, "1\n2\n3", "1\n5\n3", {})
    assert (found["checks"], found["checks_met"]) == (3, 2)
    nothing = tally(asked, "1\n2\n3", None, {})
    assert (nothing["checks"], nothing["checks_met"], nothing["shown"]) == (3, 0, "")


def test_a_named_slip_is_named_and_a_right_answer_shows_nothing():
    asked = question("n")
    assert tally(asked, "8", "3", {"3": ROW})["slip"] == ROW.slip
    assert tally(asked, "8", "8", {"3": ROW})["shown"] == ""


@pytest.mark.parametrize(
    "graded",
    ["n", "from andrea_lib import probe\nprobe.integer(n)", "[n, probe.word(n)]"],
)
def test_the_value_of_a_variable_is_shown_short_and_in_one_line(graded):
    assert tally(question(graded), "8", "7\n9", {})["shown"] == "7 9"
    assert len(tally(question(graded), "8", "7" * 99, {})["shown"]) == MAX_SHOWN


@pytest.mark.parametrize(
    "graded",
    [
        *(
            "n(3)",
            "run(n, hidden)",
            "probe.array(n(3))",
            "n @ hidden",
            "n.call(hidden)",
        ),
        *(
            "n[hidden]",
            "x = n(3)\nx",
            "def f():\n    return n(3)\nf()",
            "probe.rng(k=n)",
        ),
    ],
)
def test_what_may_hold_a_hidden_input_is_only_a_mark_equal_for_equal_values(graded):
    one, other, third = (
        tally(question(graded), "8", value, {})["shown"] for value in ("5", "5", "6")
    )
    assert one == other != third
    assert one.startswith("#")
    assert len(one) == 9


def test_in_the_course_only_answers_that_are_values_are_shown():
    masters = load_masters(ROOT / "solutions")
    shown = {q.item for m in masters for q in m.questions if shows_variables(q)}
    called = {q.item for m in masters for q in m.questions if q.called}
    assert {"e1-1", "e1-2"} <= shown
    assert not shown & called
    assert "e3-9" not in shown
