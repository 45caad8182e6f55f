"""The last cell of an exercise says how to get points: each way is tried.

A notebook as Colab saves it: nbformat 4.0, ids in the metadata, its own keys.
"""

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import nbformat
import pytest
import yaml
from nbformat import NotebookNode

from tests.clone import ROOT, installed_clone

pytestmark = [pytest.mark.slow, pytest.mark.notebooks]
NAME = "01_lookup_tables.ipynb"


def saved_by_colab() -> dict[str, Any]:
    """The exercise with the solution's answers, as Colab writes it."""
    exercise = nbformat.read(ROOT / "exercises" / NAME, as_version=4)
    solution = nbformat.read(ROOT / "solutions" / NAME, as_version=4)
    answers = {cell.id: cell.source for cell in solution.cells if _is_answer(cell)}
    cells = []
    for cell in json.loads(nbformat.writes(exercise))["cells"]:
        name = cell.pop("id")
        cell["metadata"]["id"] = name
        cell["source"] = answers.get(name, "".join(cell["source"])).splitlines(True)
        cells.append(cell)
    metadata = {"colab": {"provenance": []}, "kernelspec": exercise.metadata.kernelspec}
    return {"nbformat": 4, "nbformat_minor": 0, "metadata": metadata, "cells": cells}


def _is_answer(cell: NotebookNode) -> bool:
    return "respuesta" in cell.metadata.get("tags", [])


def last_cell() -> str:
    nb = nbformat.read(ROOT / "exercises" / NAME, as_version=4)
    return str(nb.cells[-1].source)


def save(path: Path) -> None:
    path.write_text(json.dumps(saved_by_colab(), ensure_ascii=False), "utf-8")


def earned(results: Path) -> dict[str, float]:
    """Points of each submission of a `results.json`."""
    records = json.loads(results.read_text("utf-8"))
    return {record["submission"]: record["points"] for record in records}


def test_a_downloaded_notebook_is_marked_by_the_command_of_the_last_cell(
    tmp_path: Path,
) -> None:
    env = installed_clone(tmp_path / "curso")
    downloads = tmp_path / "Descargas de Ana"
    downloads.mkdir()
    save(downloads / NAME)
    (command,) = re.findall(r"`(\.venv/bin/andrea grade .*?)`", last_cell())
    words = [word.replace("RUTA", str(downloads)) for word in shlex.split(command)]
    subprocess.run(words, cwd=tmp_path / "curso", env=env, check=True)
    found = earned(tmp_path / "curso" / "notas" / "results.json")
    assert list(found.values()) == [25]


def test_a_notebook_saved_to_a_fork_is_marked_by_its_workflow(tmp_path: Path) -> None:
    """What the workflow runs, in the copy to which Colab saved the notebook."""
    env = installed_clone(tmp_path / "fork")
    (place,) = set(re.findall(r"ruta `(.*?)`", last_cell()))
    save(tmp_path / "fork" / place)
    text = (ROOT / ".github" / "workflows" / "classroom.yml").read_text("utf-8")
    steps = [
        step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]
    ]
    summary = tmp_path / "summary.md"
    env |= {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(tmp_path / "out")}
    for step in steps:
        if "run" in step and not step["run"].startswith("make install"):
            done = subprocess.run(
                ["bash", "-e", "-c", step["run"]],
                cwd=tmp_path / "fork", env=env, capture_output=True, encoding="utf-8",
            )  # fmt: skip
            assert done.returncode == 0, done.stdout + done.stderr
    assert "25" in summary.read_text("utf-8")


def test_make_grade_marks_what_was_saved_in_the_exercises(tmp_path: Path) -> None:
    env = installed_clone(tmp_path / "curso")
    save(tmp_path / "curso" / "exercises" / NAME)
    assert "`make grade`" in last_cell()
    done = subprocess.run(
        ["make", "grade"],
        cwd=tmp_path / "curso", env=env, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{NAME} · 25 de 25 puntos" in done.stdout
