"""What comes in: honest work, slips, tricks, broken files, runaway programs.

case.py                                 what a case is, and the notebook it changes
grading.py, surroundings.py             honest work, with a slip or without
environment.py, files.py, odd_files.py  other places, damaged and odd files
tamper.py, tricks.py, forgeries.py      attempts at points
resources.py                            what ends, blocks or floods the kernel
run.py, verdict.py                      mark them, and look at what comes out
"""

from tests.andrea_grader.cases import (
    environment,
    files,
    forgeries,
    grading,
    odd_files,
    resources,
    surroundings,
    tamper,
    tricks,
)
from tests.andrea_grader.cases.case import CASES

__all__ = [
    "CASES",
    "environment",
    "files",
    "forgeries",
    "grading",
    "odd_files",
    "resources",
    "surroundings",
    "tamper",
    "tricks",
]
