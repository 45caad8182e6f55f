"""Every change of the kernels that matters is noticed by the examination."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.andrea_lib.gather_add_mutant_table import MUTANTS

ROOT = Path(__file__).parents[2]
# A wrong number, or a touch of memory that is not ours. Not a mutant that cannot run.
NOTICED = {"AssertionError", "SIGSEGV", "SIGBUS"}


@pytest.fixture(scope="module")
def ends(tmp_path_factory):
    """How each examination ended; one program runs them all."""
    folder = str(tmp_path_factory.mktemp("mutants"))
    command = [sys.executable, "-m", "tests.andrea_lib.gather_add_mutants", folder]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_real_kernels_pass_every_part(ends):
    assert {part: ends[part]["none"] for part in ends} == dict.fromkeys(ends, "alive")


@pytest.mark.parametrize(
    ("part", "mutant"), [(part, name) for part in MUTANTS for name in MUTANTS[part]]
)
def test_a_mutant_dies(ends, part, mutant):
    assert ends[part][mutant] in NOTICED
