"""A copy of the repository as it is now, without history: what somebody downloads."""

import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", "_build", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis",
    "node_modules", "notas", "downloads",
)  # fmt: skip


def clone(folder: Path) -> Path:
    """The copy, with no environment: as after unpacking a download."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT, dirs_exist_ok=True)
    return folder


def installed_clone(folder: Path) -> dict[str, str]:
    """The copy, as `make install` leaves it; returns the environment to use it in.

    Its `.venv` is the one that runs the tests, and make takes it as up to date; the
    course that Python imports is the copy.
    """
    (clone(folder) / ".venv").symlink_to(sys.prefix)
    found, programs = shutil.which("make"), folder / ".venv-bin"
    assert found, "falta make"
    programs.mkdir()
    old = "-o .venv/full.stamp -o .venv/site.stamp"
    (programs / "make").write_text(f'#!/bin/sh\nexec {found} {old} "$@"\n')
    (programs / "make").chmod(0o755)
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    return os.environ | {"PATH": path, "PYTHONPATH": str(folder)}
