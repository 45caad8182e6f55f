"""Every notebook as on Colab: setup cell first, alone in an empty folder.

One file, so that one worker uses the stand-in: its tests install into it, in order.
"""

import copy
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from tests.colab import inside
from tests.colab.conftest import Colab
from tests.colab.standin import FACTS, OWN, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.notebooks]
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
EXERCISES = sorted((ROOT / "exercises").glob("*.ipynb"))
# Hides Triton from every import, as on Windows and macOS.
NO_TRITON = "import sys\nsys.modules['triton'] = None\n"


def name(path: Path) -> str:
    return path.stem


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def setup_of(path: Path) -> NotebookNode:
    """A notebook with nothing but another's setup cell."""
    cells = [cell for cell in read(path).cells if cell.id == "preparacion"]
    return new_notebook(cells=copy.deepcopy(cells))


def errors(nb: NotebookNode) -> list[tuple[str, str, str]]:
    """Cell, type and message of every error."""
    return [
        (cell.id, output.ename, output.evalue)
        for cell in nb.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]


def printed(cell: NotebookNode) -> str:
    return "".join(out.text for out in cell.outputs if out.output_type == "stream")


def solved(path: Path) -> NotebookNode:
    """The exercise with the solution's answers written into it."""
    nb, solution = read(path), read(ROOT / "solutions" / path.name)
    answers = {c.id: c.source for c in solution.cells if _is_answer(c)}
    for cell in nb.cells:
        cell.source = answers.get(cell.id, cell.source)
    return nb


def _is_answer(cell: NotebookNode) -> bool:
    return "respuesta" in cell.metadata.get("tags", [])


def test_without_network_the_setup_cell_says_so_and_installs_nothing(
    bare: Colab,
) -> None:
    before = bare.versions()
    offline = Colab(bare.env, bare.folder, bare.folder / "nowhere")
    ((_, kind, message),) = errors(offline.run(setup_of(CHAPTERS[0])))
    assert kind == "ImportError"
    assert "Comprueba que hay conexión a internet y repite esta celda" in message
    assert bare.versions() == before


@pytest.fixture(scope="module")
def colab(bare: Colab) -> Colab:
    """The stand-in after one setup cell; installing changed no other package."""
    before = bare.versions()
    assert "andrea-course" not in before
    done = bare.run(setup_of(EXERCISES[0]))
    assert not errors(done)
    after = bare.versions()
    assert after.pop("andrea-course")
    assert after == before
    return bare


def test_the_setup_cell_ends_with_versions_device_and_minutes(colab: Colab) -> None:
    versions = colab.versions()
    found = printed(colab.run(setup_of(CHAPTERS[0])).cells[0]).splitlines()[-3:]
    for package in ("numpy", "triton", "matplotlib"):
        assert f" · {package} {versions[package]}" in found[0]
    assert found[1].startswith(("Dispositivo: CPU", "Dispositivo: GPU"))
    assert "minutos" in found[2]


def test_a_second_setup_cell_installs_nothing(colab: Colab) -> None:
    """Its git leads nowhere now: installing would fail."""
    offline = Colab(colab.env, colab.folder, colab.folder / "nowhere")
    assert not errors(offline.run(setup_of(CHAPTERS[1])))


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_a_chapter_gives_its_stored_outputs(
    colab: Colab, tmp_path: Path, path: Path
) -> None:
    before = colab.versions()
    alone = shutil.copy(path, tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--nbval"]
    command += [f"--nbval-sanitize-with={ROOT / 'tests' / 'sanitize.cfg'}", str(alone)]
    done = subprocess.run(
        [*command, f"--rootdir={tmp_path}", "-p", "no:cacheprovider"],
        cwd=tmp_path, env=colab.variables, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:]
    assert "skipped" not in done.stdout.splitlines()[-1]
    assert colab.versions() == before


@pytest.mark.parametrize("path", EXERCISES, ids=name)
def test_an_exercise_as_handed_out_stops_only_at_what_is_to_be_written(
    colab: Colab, path: Path
) -> None:
    found = errors(colab.run(read(path)))
    answers = {cell.id for cell in read(path).cells if _is_answer(cell)}
    assert {kind for _, kind, _ in found} <= {"NotImplementedError", "NameError"}
    assert {cell for cell, kind, _ in found if kind == "NameError"} <= answers | {
        f"{answer}-prueba" for answer in answers
    }


@pytest.mark.parametrize("path", EXERCISES, ids=name)
def test_a_solved_exercise_passes_its_visible_checks(colab: Colab, path: Path) -> None:
    before = colab.versions()
    done = colab.run(solved(path))
    assert not errors(done)
    checks = [printed(c) for c in done.cells if "prueba" in c.metadata.get("tags", [])]
    assert checks
    assert all("✗" not in text and "✓" in text for text in checks)
    assert colab.versions() == before


@pytest.fixture
def no_triton(colab: Colab, tmp_path: Path) -> dict[str, str]:
    """Environment of kernels in which Triton cannot be imported."""
    shutil.copytree(colab.env / "ipython", tmp_path, dirs_exist_ok=True)
    startup = tmp_path / "profile_default" / "startup" / "01-no-triton.py"
    startup.write_text(NO_TRITON)
    return {"IPYTHONDIR": str(tmp_path)}


def unwanted(nb: NotebookNode) -> list[tuple[str, str, str]]:
    """Errors of cells that are not there to fail."""
    wanted = {
        c.id for c in nb.cells if "raises-exception" in c.metadata.get("tags", [])
    }
    return [error for error in errors(nb) if error[0] not in wanted]


@pytest.mark.parametrize(
    "path", [p for p in CHAPTERS if not p.stem.startswith("03b")], ids=name
)
def test_without_triton_every_other_chapter_runs(
    colab: Colab, no_triton: dict[str, str], path: Path
) -> None:
    assert not unwanted(colab.run(read(path), no_triton))


def test_without_triton_the_kernel_page_says_why_and_where_its_outputs_are_from(
    colab: Colab, no_triton: dict[str, str]
) -> None:
    (page,) = (path for path in CHAPTERS if path.stem.startswith("03b"))
    done = colab.run(read(page), no_triton)
    (where,) = (cell for cell in done.cells if cell.id == "donde")
    assert "solo existe para Linux" in printed(where)
    assert "los dio su intérprete" in printed(where)
    assert "En Colab puedes repetirlos" in printed(where)
    first, *later = unwanted(done)
    assert first[1] == "ModuleNotFoundError"
    assert "triton" in first[2]
    assert {kind for _, kind, _ in later} <= {"NameError", "ModuleNotFoundError"}


def test_without_triton_only_the_kernel_question_says_that_it_needs_linux(
    colab: Colab, no_triton: dict[str, str]
) -> None:
    (path,) = (path for path in EXERCISES if path.stem.startswith("03"))
    first, *later = unwanted(colab.run(solved(path), no_triton))
    assert first[1] == "ImportError"
    assert "solo existe para Linux" in first[2]
    assert all(cell.startswith("e3-9") for cell, _, _ in (first, *later))


def test_the_weekly_check_reports_a_cell_that_fails(
    colab: Colab, tmp_path: Path
) -> None:
    cells = [new_code_cell("1 / 0"), new_code_cell("x = 1")]
    path = tmp_path / "wrong.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    (found,) = inside.failures(path, tmp_path, colab.variables)
    assert found.endswith("ZeroDivisionError: division by zero")
    assert any(line.startswith("jax: 0.7.2 → ") for line in inside.moved())


def test_the_stand_in_has_colabs_versions(colab: Colab) -> None:
    versions = colab.versions()
    assert {n: versions[n] for n in OWN} == {n: FACTS["packages"][n] for n in OWN}
