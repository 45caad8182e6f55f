"""What a GitHub Actions step writes: the table of its summary, and the points that
GitHub Classroom's reporter reads.

The reporter (classroom-resources/autograding-grading-reporter) takes an environment
variable for each runner: JSON in base64 with `max_score` and a list of `tests`; it
adds up the tests' `score`. It wants ASCII names of runners, and any test that did not
pass needs a message.
"""

import base64
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from andrea_grader.errors import UsageError
from andrea_grader.pages import render
from andrea_grader.record import Item, Record
from andrea_grader.tables import STATUS
from andrea_grader.texts import legal, number, points

VERSION = 1


def to_step_summary(records: Sequence[Record]) -> str:
    """A table as HTML without blank lines, in which Markdown has no say."""
    earned, most = _sums(records)
    head = f"{points(earned)} de {points(most)} puntos"
    text = render("paso.html", records=records, marked=head, statuses=STATUS)
    return "\n".join(line for line in text.splitlines() if line.strip()) + "\n"


def to_classroom(records: Sequence[Record]) -> dict[str, Any]:
    """One runner for all records: a test for each question.

    Its status says whether everything could be marked: "fail" would turn the run red
    for each exercise that is not finished yet.
    """
    marked = all(record.status == "graded" for record in records)
    return {
        "version": VERSION,
        "status": "pass" if marked else "error",
        "max_score": _sums(records)[1],
        "tests": [test for record in records for test in _tests(record)],
    }


def _sums(records: Sequence[Record]) -> tuple[float, float]:
    return sum(r.points for r in records), sum(r.max_points for r in records)


def _tests(record: Record) -> list[dict[str, Any]]:
    if record.items:
        return [_test(item) for item in record.items if item.outcome != "pending"]
    words = f"{record.submission}: {' '.join(record.remarks)}"
    return [_entry(record.submission, "error", 0, words)]


def _test(item: Item) -> dict[str, Any]:
    name = " · ".join(filter(None, (number(item.grade_id), item.topic)))
    right = item.outcome == "correct"
    status = "pass" if right else "error" if item.outcome == "error" else "fail"
    return _entry(name, status, item.points, "" if right else item.feedback)


def _entry(name: str, status: str, score: float, message: str) -> dict[str, Any]:
    """What a runner of Classroom says of a test."""
    return {
        "name": legal(name),
        "status": status,
        "score": score,
        "message": legal(message),
        "test_code": "",
        "filename": "",
        "line_no": 0,
        "execution_time": "0s",
    }


def publish(records: Sequence[Record], step: Mapping[str, str] = os.environ) -> None:
    """Append to the files that GitHub gives a step: its summary, its output."""
    try:
        summary = Path(step["GITHUB_STEP_SUMMARY"])
        output = Path(step["GITHUB_OUTPUT"])
    except KeyError as error:
        raise UsageError("--github solo sirve dentro de GitHub Actions.") from error
    data = json.dumps(to_classroom(records), ensure_ascii=False).encode()
    with summary.open("a", encoding="utf-8") as file:
        file.write(to_step_summary(records))
    with output.open("a", encoding="utf-8") as file:
        file.write(f"result={base64.b64encode(data).decode()}\n")
