"""GitHub's workflows, Binder and the dev container do what `make` does, and no more."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.clone import ROOT

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
TARGETS = set(re.findall(r"(?m)^([a-z][a-z-]*):", (ROOT / "Makefile").read_text()))
MAKE = re.compile(r"make ([a-z-]+)((?: [A-Z]+=\S+)*)")
ACTIONLINT = Path(sys.executable).parent / "actionlint"


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
        yield from job["steps"]


def commands(path: Path) -> list[str]:
    """The command lines of a workflow."""
    found = [step["run"] for step in steps(path) if "run" in step]
    return [
        line.strip() for text in found for line in text.splitlines() if line.strip()
    ]


def fault(command: str) -> str:
    """What is wrong with a command of a workflow: it calls make, or .ci/run."""
    if command == ".ci/run":
        return "" if (ROOT / command).is_file() else "no such file"
    called = MAKE.fullmatch(command)
    if not called:
        return "calls something else than make"
    return "" if called[1] in TARGETS else f"no target {called[1]}"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_make_and_every_target_exists(path: Path) -> None:
    assert commands(path) or any("uses" in step for step in steps(path))
    assert [f"{c}: {fault(c)}" for c in commands(path) if fault(c)] == []


@pytest.mark.parametrize("command", ["make nothing", "pytest tests", "make book; ls"])
def test_a_command_that_does_not_exist_is_found(command: str) -> None:
    assert fault(command)


PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("book/*.md"), *ROOT.glob("*/README.md")])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_names_only_targets_that_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    code = re.findall(r"`([^`\n]+)`|(?m:^(make .*))", text)
    lines = [inline or line for inline, line in code]
    named = {m[1] for m in map(re.compile(r"make ([a-z-]+)").match, lines) if m}
    assert named <= TARGETS


def test_the_workflows_are_the_ones_that_the_course_needs() -> None:
    assert {"ci", "pages", "canary"} <= {path.stem for path in WORKFLOWS}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [ACTIONLINT, "-no-color", "-shellcheck=", "-pyflakes="]
    files = sorted((folder / ".github" / "workflows").glob("*.yml"))
    return subprocess.run(
        [*command, *files], cwd=folder, capture_output=True, text=True
    )


def test_actionlint_has_nothing_to_say() -> None:
    done = lint(ROOT)
    assert (done.stdout, done.returncode) == ("", 0)


def test_actionlint_would_say_something(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / ".github" / "workflows")
    ci = tmp_path / ".github" / "workflows" / "ci.yml"
    ci.write_text(ci.read_text().replace("matrix.python", "matrix.pyton"))
    assert "pyton" in lint(tmp_path).stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_belongs_to_whatever_repository_it_is_in(path: Path) -> None:
    """A fork changes no workflow: the address is asked for, not written."""
    text = path.read_text("utf-8")
    assert "github.com/" not in text.replace("https://github.com/en", "")
    assert "permissions:" in text


def test_jupyter_book_2_is_never_proposed() -> None:
    text = (ROOT / ".github" / "dependabot.yml").read_text("utf-8")
    (pip,) = (
        each
        for each in yaml.safe_load(text)["updates"]
        if each["package-ecosystem"] == "pip"
    )
    ignored = {each["dependency-name"]: each["versions"] for each in pip["ignore"]}
    assert ignored["jupyter-book"] == [">=2"]
    assert {folder.strip("/") for folder in pip["directories"]} == {"", "requirements"}


def test_binder_installs_the_same_lock_as_everybody() -> None:
    folder = ROOT / ".binder"
    lines = (folder / "requirements.txt").read_text().splitlines()
    wanted = [line.removeprefix("-r ") for line in lines if line.startswith("-r ")]
    assert [(folder / name).resolve() for name in wanted] == [
        ROOT / "requirements.txt",
        ROOT / "requirements" / "lab.in",
    ]
    assert (folder / "postBuild").stat().st_mode & 0o111
    python = (folder / "runtime.txt").read_text().strip()
    assert f'python-version = "{python.removeprefix("python-")}"' in (
        ROOT / "pyproject.toml"
    ).read_text("utf-8")


def test_the_dev_container_is_made_by_make() -> None:
    text = (ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8")
    container = json.loads(text)
    assert fault(container["postCreateCommand"]) == ""
    for package in ("chromium", "bubblewrap"):
        assert package in container["onCreateCommand"]
