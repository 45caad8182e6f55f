"""pytest plugin: each copy of a notebook gets a kernel with one function broken.

A copy `x.ipynb` lies beside `x.mutant`, whose text says what to break ("module:name
way"; empty: nothing). nbval starts one kernel a file, and a kernel runs the start-up
files of IPYTHONDIR, so that is where the breaking is done. The first cell whose output
differs settles a copy; the rest of it is skipped. Each worker leaves its results in
`killed-WORKER.json`.
"""

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STARTUP = """\
import sys
sys.path.insert(0, {root!r})
from tests.chapters.spoil import install
sys.path.pop(0)
install({target!r}, {way!r})
"""
_killed: dict[str, str] = {}  # name of the copy → label of the cell that differs
_passed: dict[str, list[str]] = {}  # name of the copy → labels of the cells that pass


def profile(copy: Path) -> Path:
    """The IPython folder of a copy, with its start-up file."""
    folder = copy.with_suffix(".ipython")
    startup = folder / "profile_default" / "startup"
    if not folder.exists():
        startup.mkdir(parents=True)
        what = copy.with_suffix(".mutant").read_text(encoding="utf-8").split()
        if what:
            text = STARTUP.format(root=str(ROOT), target=what[0], way=what[1])
            (startup / "00-mutant.py").write_text(text, encoding="utf-8")
    return folder


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before nbval starts the kernel of a file: its profile; after a kill: nothing."""
    if item.path.stem in _killed:
        pytest.skip("ya es distinto")
    os.environ["IPYTHONDIR"] = str(profile(item.path))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """Note the cells that pass, and the first one that differs."""
    report = yield
    if report.failed:
        _killed.setdefault(item.path.stem, item.cell["id"])
    elif report.when == "call" and report.passed:
        _passed.setdefault(item.path.stem, []).append(item.cell["id"])
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave the result where the test that started this run finds it."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    out = Path(os.environ["ANDREA_KILLED"]) / f"killed-{worker}.json"
    result = {"killed": _killed, "passed": _passed}
    out.write_text(json.dumps(result), encoding="utf-8")
