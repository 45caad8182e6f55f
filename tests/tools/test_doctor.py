"""Each tool that a machine lacks gives one Spanish line that says what to install.

Tools are hidden for real: the commands see folders with the others only.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clone import ROOT

COMMANDS = ("bwrap", "chromium", "git", "true")


def tools(folder: Path, *names: str) -> dict[str, str]:
    """Environment whose PATH has these programs and no others."""
    folder.mkdir()
    for name in names:
        found = shutil.which(name)
        if not found:
            pytest.skip(f"no hay {name}")
        (folder / name).symlink_to(found)
    return {"PATH": str(folder), "LC_ALL": "C.UTF-8"}


def doctor(env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.doctor"]
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8"
    )


def test_with_everything_it_says_nothing(tmp_path: Path) -> None:
    done = doctor(tools(tmp_path / "bin", *COMMANDS))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("hidden", "package"),
    [("chromium", "chromium"), ("bwrap", "bubblewrap"), ("git", "git")],
)
def test_a_missing_tool_is_named_with_its_package(
    tmp_path: Path, hidden: str, package: str
) -> None:
    env = tools(tmp_path / "bin", *(name for name in COMMANDS if name != hidden))
    done = doctor(env)
    line, ending = done.stdout.splitlines()
    assert line.startswith("Falta ")
    assert line.endswith(f": apt install {package}")
    assert ending.startswith("Las pruebas que lo necesitan")
    assert done.returncode == 0
    assert doctor(env | {"CI": "true"}).returncode == 1


def test_a_bubblewrap_that_cannot_make_a_sandbox_counts_as_missing(
    tmp_path: Path,
) -> None:
    env = tools(tmp_path / "bin", "chromium", "git")
    program(tmp_path / "bin" / "bwrap", "exit 1")
    assert "no le deja crear recintos" in doctor(env).stdout


def program(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


def make(folder: Path, python: str | Path, **env: str) -> str:
    """What `make book` says in a folder that has only what it starts from."""
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "requirements").mkdir()
    (folder / "requirements" / "site.txt").write_text("no-such-package==1\n")
    done = subprocess.run(
        ["make", "--no-print-directory", "book", f"PYTHON={python}"],
        cwd=folder, env=os.environ | env, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode
    return done.stdout


def test_without_python_make_says_which_one_it_needs(tmp_path: Path) -> None:
    said = make(tmp_path, "python-that-is-not-there")
    assert said.startswith("Hace falta Python 3.11 o posterior: apt install python3")


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    pretend = "import sys; sys.version_info = (3, 10); $2"
    old = program(tmp_path / "old", f'exec "{sys.executable}" -c "{pretend}"')
    assert make(tmp_path, old).startswith("Hace falta Python 3.11")


def test_without_venv_make_says_what_to_install_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    """Debian's python3 without python3-venv: `-m venv` fails half-way."""
    half = program(
        tmp_path / "half",
        '[ "$2" = venv ] && mkdir -p .venv/bin && exit 1',
        f'exec "{sys.executable}" "$@"',
    )
    assert "apt install python3-venv" in make(tmp_path, half)
    assert not (tmp_path / ".venv").exists()


def test_without_network_the_installation_says_so(tmp_path: Path) -> None:
    program(tmp_path / ".venv" / "bin" / "python", f'exec "{sys.executable}" "$@"')
    said = make(tmp_path, sys.executable, PIP_NO_INDEX="1", PIP_FIND_LINKS="")
    assert "Si no hay conexión a internet, repite la orden" in said
    assert not (tmp_path / ".venv" / "site.stamp").exists()
