"""The whole way, with real kernels: executed, repeatable, only what changed."""

import re

import nbformat
import pytest
from nbformat import NotebookNode

from tests.tools.conftest import Course
from tools import execute
from tools.notebooks import main

pytestmark = pytest.mark.notebooks


def read(path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def cell(path, name: str) -> NotebookNode:
    return next(c for c in read(path).cells if c.id == name)


def write_answer(course: Course, text: str = "def double(n): return 2 * n") -> None:
    nb = read(course.exercise)
    next(c for c in nb.cells if c.id == "e1-1").source += text
    nbformat.write(nb, course.exercise)


@pytest.fixture
def chapter(course: Course):
    """The executed chapter."""
    return course.chapter.with_suffix(".ipynb")


def test_notebooks_are_executed_and_numbered_and_two_builds_are_equal_bytes(built):
    chapter = built.chapter.with_suffix(".ipynb")
    assert cell(chapter, "doble").outputs[0].data["text/plain"] == "42"
    counts = [c.execution_count for c in read(chapter).cells if c.cell_type == "code"]
    assert counts == [1, 2]
    files = sorted(built.root.rglob("*.ipynb"))
    before = [file.read_bytes() for file in files]
    for file in files:
        file.unlink()
    assert main([]) == 0
    assert [file.read_bytes() for file in files] == before
    assert len(files) == 3


def test_an_exercise_holds_no_outputs_and_all_files_are_valid(built):
    for file in built.root.rglob("*.ipynb"):
        nbformat.validate(read(file))
    code = [c for c in read(built.exercise).cells if c.cell_type == "code"]
    assert not any(c.outputs or c.execution_count for c in code)


def test_what_has_not_changed_is_left_alone_and_passes_the_check(built, capsys):
    assert main([]) == 0
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("chapter", "double(21)", "double(22)"),
        ("module", "2 * n", "n + n"),
        ("data", "1 2 3", "1 2 4"),
    ],
)
def test_a_change_of_code_module_or_data_is_stale_and_executed_again(
    built, capsys, file, old, new
):
    built.change(getattr(built, file), old, new)
    assert main(["--check", "chapters"]) == 1
    assert "chapters/01_one.ipynb: sus resultados no son" in capsys.readouterr().err
    assert main(["chapters"]) == 0
    assert "chapters/01_one.ipynb: ejecutado" in capsys.readouterr().out
    assert main(["--check", "chapters"]) == 0


def test_a_change_of_text_is_stale_and_taken_over_without_executing(built, capsys):
    built.change(built.chapter, "Empieza así.", "Empieza de otra manera.")
    assert main(["--check"]) == 1
    assert "su texto no es el de 01_one.md" in capsys.readouterr().err
    assert main([]) == 0
    assert "rehecho sin ejecutar" in capsys.readouterr().out
    assert "otra manera" in built.chapter.with_suffix(".ipynb").read_text("utf-8")
    assert main(["--check"]) == 0


def test_outputs_cleared_by_hand_are_stale(built, chapter):
    nb = read(chapter)
    for one in nb.cells:
        one.update({"outputs": []} if one.cell_type == "code" else {})
    nbformat.write(nb, chapter)
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert cell(chapter, "doble").outputs


def test_a_change_of_the_statement_is_carried_to_the_exercise(built, capsys):
    built.change(built.solution, "Qué hay que hacer.", "Qué hay que pensar.")
    assert main(["--check"]) == 1
    assert "exercises/01_one.ipynb: no es el que sale" in capsys.readouterr().err
    assert main([]) == 0
    assert "pensar" in cell(built.exercise, "1-0-1").source


def test_a_students_answer_is_kept_even_if_the_statement_changes(built, capsys):
    write_answer(built)
    before = built.exercise.read_bytes()
    assert main(["--check"]) == 0
    built.change(built.solution, "Qué hay que hacer.", "Qué hay que pensar.")
    assert main([]) == 0
    assert "tiene respuestas o cambios tuyos; no lo toco" in capsys.readouterr().out
    assert built.exercise.read_bytes() == before


@pytest.mark.parametrize("name", ["e1-2", "e1-1-prueba", None])
def test_work_in_a_text_a_check_or_a_new_cell_is_kept_too(built, capsys, name):
    nb = read(built.exercise)
    if name is None:
        nb.cells.append(nbformat.v4.new_code_cell("mi_prueba = 1"))
    else:
        next(c for c in nb.cells if c.id == name).source += "mío"
    nbformat.write(nb, built.exercise)
    before = built.exercise.read_bytes()
    assert main([]) == 0
    assert built.exercise.read_bytes() == before
    assert "no lo toco" in capsys.readouterr().out


def test_an_exercise_that_was_only_run_is_no_work(built, capsys):
    nb = read(built.exercise)
    first = next(c for c in nb.cells if c.id == "preparacion")
    first.outputs = [nbformat.v4.new_output("stream", text="Python")]
    first.execution_count = 1
    nbformat.write(nb, built.exercise)
    assert main(["--check"]) == 0
    assert main([]) == 0
    assert "no lo toco" not in capsys.readouterr().out


def test_an_exercise_saved_by_colab_passes_the_check(built):
    nb = read(built.exercise)
    nb.metadata["colab"] = {"provenance": []}
    for one in nb.cells:
        one.metadata["id"] = one.pop("id")
    nb.nbformat_minor = 0
    nbformat.write(nb, built.exercise)
    assert main(["--check"]) == 0


def test_an_answer_without_our_metadata_is_kept(built):
    write_answer(built)
    nb = read(built.exercise)
    del nb.metadata["andrea_build"]
    nbformat.write(nb, built.exercise)
    before = built.exercise.read_bytes()
    assert main([]) == 0
    assert built.exercise.read_bytes() == before


def test_an_exercise_that_cannot_be_read_is_left_alone_and_reported(built, capsys):
    built.exercise.write_text("{roto", "utf-8")
    assert main([]) == 0
    assert built.exercise.read_text("utf-8") == "{roto"
    assert "no lo toco" in capsys.readouterr().out
    assert main(["--check"]) == 1


def test_a_failing_cell_stops_with_file_cell_and_error_and_writes_nothing(
    course, chapter, capsys
):
    course.change(course.chapter, "double(21)", "1 / 0")
    assert main([]) == 1
    error = capsys.readouterr().err
    assert "chapters/01_one.md: celda doble" in error
    assert "falla con ZeroDivisionError: division by zero" in error
    assert not chapter.exists()
    assert course.exercise.exists(), "the other sources are built all the same"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import time\ntime.sleep(60)", "celda doble .* no acaba en 1 s"),
        ("import os\nos._exit(1)", "celda doble .* el núcleo de Jupyter ha muerto"),
    ],
)
def test_a_cell_that_never_ends_or_kills_its_kernel_is_named(
    course, monkeypatch, capsys, code, message
):
    monkeypatch.setattr(execute, "CELL_SECONDS", 1)
    course.change(course.chapter, "double(21)", code)
    assert main(["chapters"]) == 1
    assert re.search(message, capsys.readouterr().err)


def test_a_cell_that_should_fail_and_does_not_stops_the_build(course, capsys):
    course.change(course.chapter, ":label: doble", ":tags: [raises-exception]")
    assert main(["chapters"]) == 1
    assert "no falla" in capsys.readouterr().err


def test_a_solution_that_fails_makes_no_exercise(course):
    course.change(course.solution, "secret_tool = 7", "secret_tool = nada")
    assert main(["solutions"]) == 1
    assert not course.exercise.exists()


def test_an_error_on_purpose_is_kept_without_paths(course, chapter):
    course.change(course.module, "    return", "    raise OSError(n)\n    return")
    course.change(course.chapter, ":label: doble", ":tags: [raises-exception]")
    assert main(["chapters"]) == 0
    (output,) = cell(chapter, "1-0-2").outputs
    assert (output.ename, output.evalue) == ("OSError", "21")
    assert str(course.root) not in chapter.read_text("utf-8")


@pytest.mark.parametrize(
    "code",
    ["print(double.__code__.co_filename)", "import warnings\nwarnings.warn('¡ojo!')"],
)
def test_a_path_of_this_machine_in_an_output_stops_the_build(course, capsys, code):
    course.change(course.chapter, "double(21)", code)
    assert main(["chapters"]) == 1
    assert "enseña una ruta de esta máquina" in capsys.readouterr().err


FIGURE = """
from IPython.display import display
for alt in {alts}:
    display({{"image/svg+xml": "<svg/>"}}, raw=True,
            metadata={{"image/svg+xml": {{"alt": alt}}}})
"""


def test_the_alt_text_of_a_figure_goes_to_its_cell(course, chapter):
    course.change(course.chapter, "double(21)", FIGURE.format(alts=["La norma: 1"]))
    assert main(["chapters"]) == 0
    assert cell(chapter, "doble").metadata.mystnb == {"image": {"alt": "La norma: 1"}}
    assert main(["--check", "chapters"]) == 0


@pytest.mark.parametrize("alts", [[""], ["Una", "Dos"]])
def test_a_figure_without_alt_text_or_two_in_a_cell_stop_the_build(
    course, alts, capsys
):
    course.change(course.chapter, "double(21)", FIGURE.format(alts=alts))
    assert main(["chapters"]) == 1
    assert "texto alternativo" in capsys.readouterr().err


@pytest.mark.parametrize("graded", ["pass", "print(1); 2", "'x' * 5000"])
def test_a_graded_cell_that_nbval_could_not_compare_stops_the_build(
    course, graded, capsys
):
    known = 'from andrea_lib import probe; probe._last[:] = [("double(3)", ["double"])]'
    asked = "%%graded double\ndouble(-3)\ndouble(10**9)"
    course.change(course.solution, asked, f"{known}\n{graded}")
    assert main(["solutions"]) == 1
    assert "un solo valor" in capsys.readouterr().err


def test_a_graded_cell_names_what_it_does_not_know(course, capsys):
    course.change(course.solution, "double(10**9)", "double(np.int64(3))")
    assert main(["solutions"]) == 1
    error = capsys.readouterr().err
    assert "e1-1-nota" in error
    assert "la celda de nota no conoce «np»: solo ve double y lo que" in error


def test_two_exercises_of_one_number_are_refused(course, capsys):
    twin = course.solution.with_name("02_two.md")
    twin.write_text(course.solution.read_text("utf-8"), "utf-8")
    assert main(["solutions"]) == 1
    assert "`numero: 1` es también el de 02_two.md" in capsys.readouterr().err


def test_an_option_picks_sources_by_source_notebook_or_exercise(course, capsys):
    assert main(["exercises/01_one.ipynb", "--check"]) == 1
    error = capsys.readouterr().err
    assert "exercises/01_one.ipynb: falta" in error
    assert "chapters" not in error
    assert main(["chapters/02_none.md"]) == 1
    assert "no existe 02_none.md" in capsys.readouterr().err


@pytest.mark.parametrize("config", [None, "title: x\n", "repository: {url: x}\n", "["])
def test_without_the_repositorys_address_it_says_what_to_write(course, config, capsys):
    (course.root / "_config.yml").unlink()
    if config:
        (course.root / "_config.yml").write_text(config, "utf-8")
    assert main([]) == 1
    assert "_config.yml" in capsys.readouterr().err


def test_lint_names_the_line_of_the_source(course, capsys):
    (course.root / "pyproject.toml").write_text("[tool.ruff]\n", "utf-8")
    assert main(["--lint"]) == 0
    course.change(course.chapter, "double(21)", "%time 1\nunknown_name")
    lines = course.chapter.read_text("utf-8").split("\n")
    capsys.readouterr()
    assert main(["--lint"]) == 1
    where = f"chapters/01_one.md:{lines.index('unknown_name') + 1}:1: F821"
    assert where in capsys.readouterr().out
