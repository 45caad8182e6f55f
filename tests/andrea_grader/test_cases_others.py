"""The cases on exercises 2 to 4: those that an exercise may decide, at night all."""

from functools import cache

import pytest

from andrea_grader.limits import Limits
from tests.andrea_grader.cases import CASES
from tests.andrea_grader.cases.run import Runs, params
from tests.andrea_grader.cases.verdict import check, line
from tests.andrea_grader.masters import real

NAMES = ("02_dot_products", "03_positions", "04_residual_stream")
LIMITS = Limits(cell=6, whole=60, memory=1_200_000_000)
DIFFERENT = [case for case in CASES.values() if case.elsewhere]
REST = [case for case in CASES.values() if not case.elsewhere]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """By exercise, and whether all the others too."""

    @cache
    def chosen(name: str, rest: bool) -> Runs:
        cases, where = REST if rest else DIFFERENT, tmp_path_factory.mktemp("otros")
        return Runs(real(name), cases, where, LIMITS)

    return chosen


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pair", params(DIFFERENT))
def test_a_case_gets_what_it_must_in_any_exercise(runs, name, pair, record_property):
    run = runs(name, rest=False)[pair]
    record_property("informe", line(run, pair))
    check(run, pair)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pair", params(REST, slow=True))
def test_every_other_case_does_too(runs, name, pair, record_property):
    run = runs(name, rest=True)[pair]
    record_property("informe", line(run, pair))
    check(run, pair)
