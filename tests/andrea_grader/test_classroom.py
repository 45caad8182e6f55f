"""GitHub Actions: the table of a step, and the points for Classroom's reporter."""

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from andrea_grader.errors import UsageError
from andrea_grader.github import publish, to_classroom, to_step_summary
from andrea_grader.record import Record, graded, not_graded
from tests.andrea_grader.classes import item, nasty, of_size
from tests.andrea_grader.masters import ROOT

WORKFLOW = ROOT / ".github" / "workflows" / "classroom.yml"
HALF = graded(
    "01_lookup_tables.ipynb", "01_lookup_tables", [item(1), item(2, "wrong")], []
)


def published(records: list[Record], folder: Path) -> tuple[str, str]:
    """What the two files of a step hold afterwards; they are appended to."""
    files = {"GITHUB_STEP_SUMMARY": folder / "s.md", "GITHUB_OUTPUT": folder / "o.txt"}
    for path in files.values():
        path.write_text("antes=1\n")
    publish(records, {name: str(path) for name, path in files.items()})
    summary, output = (path.read_text(encoding="utf-8") for path in files.values())
    return summary, output


def reported(output: str) -> tuple[float, float]:
    """What the reporter does: decode each runner, add up what has a maximum."""
    result = re.search(r"^result=(\S+)$", output, re.MULTILINE)
    assert result
    runner: dict[str, Any] = json.loads(base64.b64decode(result[1]))
    if not runner["max_score"]:
        return 0, 0
    return sum(test["score"] for test in runner["tests"]), runner["max_score"]


@pytest.mark.parametrize("records", [[HALF], of_size(7), [nasty()], []])
def test_the_reporter_arrives_at_the_points_and_the_maximum(tmp_path, records):
    _, output = published(records, tmp_path)
    assert output.startswith("antes=1\n")
    assert reported(output) == (
        sum(record.points for record in records),
        sum(record.max_points for record in records),
    )


def test_every_test_has_a_status_and_a_message_where_it_did_not_pass():
    runner = to_classroom([*of_size(7), nasty()])
    for test in runner["tests"]:
        assert test["status"] in {"pass", "fail", "error"}
        assert (test["status"] == "pass") == (not test["message"])
        assert isinstance(test["name"], str)


def test_an_unfinished_exercise_is_not_a_broken_run_and_an_unreadable_one_is():
    assert to_classroom([HALF])["status"] == "pass"
    broken = not_graded("rota.ipynb", "unreadable", "El archivo está vacío.")
    runner = to_classroom([HALF, broken])
    assert runner["status"] == "error"
    assert "está vacío" in runner["tests"][-1]["message"]


def test_the_points_of_a_whole_course_fit_into_a_variable(tmp_path):
    long = [item(n, "wrong", feedback="¿" * 600) for n in range(1, 11)]
    records = [graded(f"{n}.ipynb", "x", long, []) for n in range(4)]
    assert len(published(records, tmp_path)[1]) < 2**17  # what Linux takes


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)


def test_the_summary_is_a_table_that_markdown_cannot_change(tmp_path):
    summary, _ = published([HALF, nasty()], tmp_path)
    table = summary.removeprefix("antes=1\n")
    assert "2 de 9 puntos" in table
    assert "" not in table.rstrip("\n").split("\n")
    assert _Tags(table).seen <= {
        *("h2", "table", "thead", "tbody", "tr", "th", "td", "strong", "code"),
    }


def test_the_summary_names_what_was_not_marked():
    broken = not_graded("rota.ipynb", "unreadable", "El archivo está vacío.")
    assert "El archivo está vacío." in to_step_summary([broken])


def test_outside_github_the_option_says_so():
    with pytest.raises(UsageError, match="GitHub Actions"):
        publish([], {})


def test_the_workflow_gives_the_reporter_what_the_command_writes():
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    steps = workflow["jobs"]["andrea"]["steps"]
    command = next(step for step in steps if step.get("id") == "andrea")
    assert command["run"] == "make classroom"
    reporter = steps[-1]
    (runner,) = reporter["with"]["runners"].split(",")
    assert reporter["env"] == {
        f"{runner.upper()}_RESULTS": "${{ steps.andrea.outputs.result }}"
    }
    assert [step["run"] for step in steps if "run" in step] == ["make classroom"]
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^classroom:.*\n.*andrea grade exercises .*--github$", make, re.M)
