"""Attempts at points on exercise 1: what is not earned is not got, nothing is lost."""

import pytest

from tests.andrea_grader.cases import CASES, tamper, tricks
from tests.andrea_grader.cases.run import Runs, params
from tests.andrea_grader.cases.verdict import check, line
from tests.andrea_grader.masters import real

TRICKS = [case for case in CASES.values() if case.kind in (tamper.KIND, tricks.KIND)]


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> Runs:
    return Runs(real(), TRICKS, tmp_path_factory.mktemp("trucos"))


@pytest.mark.parametrize("pair", params(TRICKS))
def test_no_trick_earns_or_costs_a_point(runs, pair, record_property):
    record_property("informe", line(runs[pair], pair))
    check(runs[pair], pair)
