"""Any file gives a record, whatever somebody or something has done to it."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from andrea_grader.assemble import Plan, choose_master, make_plan, to_notebook
from andrea_grader.feedback import to_page
from andrea_grader.found import Found
from andrea_grader.grade import Grader
from andrea_grader.junit import to_junit
from andrea_grader.limits import Limits
from andrea_grader.master import answer_number
from andrea_grader.notebook import UnreadableError, parse
from andrea_grader.record import Record, from_dict, to_dict
from andrea_grader.tables import to_csv, to_json
from tests.andrea_grader.masters import small
from tests.andrea_grader.spoiled import SOURCES, VALUES, files, notebooks

SMALL = small()
ANSWERED = SMALL.answered()
REFERENCES = {question.item: "1" for question in SMALL.master.questions}
EXTRA = settings(max_examples=2_000)
# Shrinking runs a kernel for each try: a failing example is shown as it was found.
KERNEL = settings(
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def plan_of(data: bytes) -> Plan | None:
    """What would run; None for a file with a reason, or of no exercise."""
    try:
        notebook = parse(data)
    except UnreadableError:
        return None
    master = choose_master(notebook, [SMALL.master])
    return make_plan(notebook, master) if master else None


def check_plan(data: bytes) -> None:
    """Each question is marked once, by the solution's call, and nbval can read it."""
    plan = plan_of(data)
    if plan is None:
        return
    for step in plan.steps:
        step.source.encode()  # no half letters
    graded = [step for step in plan.steps if step.role == "graded"]
    asked = [q for q in SMALL.master.questions if not q.by_hand]
    assert sorted(step.item for step in graded) == [q.item for q in asked]
    assert len({step.key for step in plan.steps}) == len(plan.steps)
    by_item = {q.item: q.graded for q in asked}
    assert all(repr(by_item[step.item]) in step.source for step in graded)
    plan.remarks(SMALL.master)
    json.dumps(to_notebook(plan, REFERENCES)).encode()


@given(files(ANSWERED))
def test_a_spoiled_file_is_planned_or_has_a_reason(data):
    check_plan(data)


@given(st.binary(max_size=200))
@example(b"\xff\xfe")
@example(b"\xef\xbb\xbf")
@example(b"[" * 100_000)
@example(b'{"cells": [' + b"[" * 100_000)
@example(b'{"cells": 1e999}')
@example(b'{"cells": [' + b"9" * 5_000 + b"]}")
def test_any_bytes_are_planned_or_have_a_reason(data):
    check_plan(data)


@given(VALUES)
def test_any_json_is_planned_or_has_a_reason(value):
    check_plan(json.dumps(value).encode())


@pytest.mark.slow
@EXTRA
@given(files(ANSWERED))
def test_very_many_spoiled_files_are_planned_or_have_a_reason(data):
    check_plan(data)


@pytest.mark.slow
@EXTRA
@given(st.binary())
def test_very_many_bytes_are_planned_or_have_a_reason(data):
    check_plan(data)


@given(st.text("#%respuesta 1.3\n\t", max_size=60) | SOURCES)
def test_any_source_has_an_answers_number_or_none(source):
    number = answer_number(source)
    assert number is None or number in source


@pytest.fixture(scope="module")
def grader():
    with Grader([SMALL.master], "azar", limits=Limits(cell=5, whole=30)) as grader:
        yield grader


def check_record(grader: Grader, data: bytes) -> None:
    """A record of the usual kind, whose reports can be read."""
    record = grader.mark(Found(Path("x.ipynb"), "x.ipynb", data=data))
    assert record.status in ("graded", "unreadable", "wrong_exercise"), record.remarks
    most = SMALL.master.max_points if record.status == "graded" else 0
    assert 0 <= record.points <= record.max_points == most
    assert record.points == sum(item.points for item in record.items)
    check_reports(record)


def check_reports(record: Record) -> None:
    assert from_dict(json.loads(json.dumps(to_dict(record)))) == record
    assert ET.fromstring(to_junit([record])).attrib["tests"]
    assert json.loads(to_json([record]))[0]["points"] == record.points
    assert to_csv([record]).count("\n") == 2
    assert to_page(record).encode()


def as_bytes(nb: object) -> bytes:
    return json.dumps(nb).encode()


@settings(KERNEL, max_examples=12)
@given(notebooks(ANSWERED).map(as_bytes))
def test_a_spoiled_notebook_gets_a_record(grader, data):
    check_record(grader, data)


@pytest.mark.slow
@settings(KERNEL, max_examples=300)
@given(files(ANSWERED))
def test_very_many_spoiled_files_get_a_record(grader, data):
    check_record(grader, data)
