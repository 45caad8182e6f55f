"""What each case must get, and what must hold for any submission whatever it is."""

import re
import sys
from pathlib import Path

from andrea_grader.markers import regions
from andrea_grader.texts import number, points
from tests.andrea_grader.cases.case import CASES, Base, Case
from tests.andrea_grader.cases.run import Pair, Run
from tests.andrea_grader.masters import ROOT, Exercise, Json

LONG = 25  # a line of a solution that is shorter says nothing


def expected(case: Case, base: Base, exercise: Exercise) -> str:
    """As the table says it: points, and the question that is lost."""
    most = points(exercise.master.max_points)
    if case.expected == "BAD_FILE":
        return "a reason"
    if case.expected == "ZERO" or base == "unsolved":
        return f"0/{most}"
    if case.expected == "SAME":
        return f"{most}/{most}"
    lost = next(q for q in exercise.master.questions if q.item == last(exercise))
    left = points(exercise.master.max_points - lost.points)
    return f"{left}/{most} without {number(lost.item)}"


def got(record: Json) -> str:
    if record["status"] in ("unreadable", "wrong_exercise") and not record["points"]:
        return "a reason"
    if record["status"] != "graded":
        return str(record["status"])
    lost = [number(i["grade_id"]) for i in record["items"] if _lost(i)]
    score = f"{points(record['points'])}/{points(record['max_points'])}"
    return f"{score} without {', '.join(lost)}" if lost and record["points"] else score


def last(exercise: Exercise) -> str:
    """The last question with code."""
    return list(exercise.answers)[-1]


def _lost(item: Json) -> bool:
    return bool(item["points"] < item["max_points"])


def line(run: Run, pair: Pair) -> str:
    """A row of the table."""
    name, base = pair
    exercise, case = run.exercise, CASES[name]
    where = f"{exercise.master.number} {case.kind:<11} {name:<38} {base:<8}"
    wanted = expected(case, base, exercise)
    return f"{where} expected {wanted:<18} got {got(run.records[pair])}"


def check(run: Run, pair: Pair) -> None:
    """The verdict of the case, then what holds for every submission."""
    name, base = pair
    case, record = CASES[name], run.records[pair]
    assert got(record) == expected(case, base, run.exercise), told(record)
    page = run.page(pair)
    if base == "solved" or case.expected == "BAD_FILE":
        assert case.words in told(record)
    _check_maximum(run, record)
    _check_agreement(run, pair)
    _check_page(run.exercise, record, page)
    _check_discretion(run.exercise, page + told(record))


def told(record: Json) -> str:
    return " ".join([*record["remarks"], *(i["feedback"] for i in record["items"])])


def _check_maximum(run: Run, record: Json) -> None:
    """The solution's, whatever the submission says."""
    found = {i["grade_id"]: i["max_points"] for i in record["items"]}
    questions = run.exercise.master.questions
    asked = (
        {q.item: q.points for q in questions} if record["status"] == "graded" else {}
    )
    assert found == asked
    assert record["max_points"] == sum(asked.values())


def _check_agreement(run: Run, pair: Pair) -> None:
    record, row, suite = run.records[pair], run.rows[pair], run.suites[pair]
    sums = [points(record["points"]), points(record["max_points"])]
    assert [row["puntos"], row["máximo"]] == sums
    assert [suite["puntos"], suite["maximo"]] == sums
    for item in record["items"]:
        assert suite[f"{item['grade_id']}.puntos"] == points(item["points"])


def _check_page(exercise: Exercise, record: Json, page: str) -> None:
    """It names each lost question with its advice, and says what to do next."""
    for item in filter(_lost, record["items"]):
        assert re.search(rf"(?<![\d.]){number(item['grade_id'])}(?![\d.])", page)
        assert item["feedback"].endswith((".", "!", "?", "…", "`"))
        assert len(item["feedback"].split()) >= 5
    if record["status"] != "graded":
        assert record["remarks"]
        assert "entrega el cuaderno otra vez" in page or "entrégalo otra vez" in page


def _check_discretion(exercise: Exercise, text: str) -> None:
    """No line of a solution, no folder of this machine, no traceback."""
    for item, source in exercise.answers.items():
        for region in regions(source, where=item):
            long = [s.strip() for s in region.split("\n") if len(s.strip()) >= LONG]
            assert not [solution for solution in long if solution in text]
    places = {str(ROOT), sys.prefix, str(Path.home()), "/tmp/", "/usr/", "/sandbox"}
    assert not [place for place in places if place in text]
    assert "Traceback" not in text
