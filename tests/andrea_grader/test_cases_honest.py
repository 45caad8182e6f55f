"""Honest work on exercise 1, with slips and accidents: nobody loses what is earned."""

import pytest

from tests.andrea_grader.cases import CASES, environment, files, grading
from tests.andrea_grader.cases.run import Runs, pairs, params
from tests.andrea_grader.cases.verdict import check, line
from tests.andrea_grader.masters import real

KINDS = (environment.KIND, files.KIND, grading.KIND)
HONEST = [case for case in CASES.values() if case.kind in KINDS]


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> Runs:
    return Runs(real(), HONEST, tmp_path_factory.mktemp("honestos"))


@pytest.mark.parametrize("pair", params(HONEST))
def test_honest_work_gets_what_it_earned(runs, pair, record_property):
    record_property("informe", line(runs[pair], pair))
    check(runs[pair], pair)


def test_there_is_one_record_for_each_submission(runs):
    chosen = sorted(pairs(case for case in HONEST if not case.slow))
    run = runs["unchanged", "solved"]
    assert sorted(run.records) == sorted(run.rows) == sorted(run.suites) == chosen


def test_every_item_handed_out_gets_advice_of_its_own(runs):
    record = runs["unchanged", "unsolved"].records["unchanged", "unsolved"]
    assert record["remarks"] == []
    for item in record["items"]:
        number = item["grade_id"].replace("e", "").replace("-", ".")
        assert item["outcome"] == "missing"
        assert f"Sin responder: escribe la respuesta {number} " in item["feedback"]


def test_a_stale_copy_is_no_second_answer(runs):
    pair = "stale_copies_below", "solved"
    assert runs[pair].records[pair]["remarks"] == []
