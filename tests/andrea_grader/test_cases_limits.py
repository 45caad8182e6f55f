"""Answers that end, block or flood the kernel, with limits that are soon reached."""

from pathlib import Path

import pytest

from andrea_grader.limits import Limits
from tests.andrea_grader.cases import CASES, resources
from tests.andrea_grader.cases.run import Runs, params
from tests.andrea_grader.cases.verdict import check, line
from tests.andrea_grader.masters import real

RUNAWAY = [case for case in CASES.values() if case.kind == resources.KIND]
LIMITS = Limits(cell=3, whole=40, memory=1_200_000_000)


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> Runs:
    return Runs(real(), RUNAWAY, tmp_path_factory.mktemp("límites"), LIMITS)


@pytest.mark.parametrize("pair", params(RUNAWAY))
def test_a_runaway_answer_costs_itself_and_no_other(runs, pair, record_property):
    record_property("informe", line(runs[pair], pair))
    check(runs[pair], pair)


def test_nothing_that_was_started_lives_on(runs):
    assert runs["threads_and_child_left", "solved"].records
    commands = [p.read_bytes() for p in Path("/proc").glob("[0-9]*/cmdline")]
    assert not [c for c in commands if resources.MARK.encode() in c]
