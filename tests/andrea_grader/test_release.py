"""The release check: the course passes, and every fault is named with what to do."""

import copy
import json
from pathlib import Path

import pytest

from andrea_grader.cli import main
from andrea_grader.grade import Grader
from andrea_grader.master import load_masters, make_master
from andrea_grader.notebook import parse
from andrea_grader.release import file_faults
from andrea_grader.release_run import LIMITS, run_faults
from andrea_lib.probe import MIME
from tests.andrea_grader.marking import andrea, write
from tests.andrea_grader.masters import (
    ROOT,
    Item,
    Json,
    code,
    function_name,
    small,
    solved,
)

SMALL = small()
SHOWN = {"output_type": "display_data", "metadata": {}}


def as_run(solution: Json) -> Json:
    """The solution with the outputs that executing it stores."""
    nb = copy.deepcopy(solution)
    for cell in nb["cells"]:
        if cell["id"].endswith("-nota"):
            cell |= {"execution_count": 1, "outputs": [{**SHOWN, "data": {MIME: "8"}}]}
    return nb


def course(folder: Path, solution: Json, exercise: Json) -> list[str]:
    """What is found in the files of a course with this one exercise."""
    write(folder / "solutions", {"09_small": solution})
    write(folder / "exercises", {"09_small": exercise})
    masters = load_masters(folder / "solutions")
    return list(file_faults(masters, folder / "solutions", handed_out(folder)))


def handed_out(folder: Path) -> list[Path]:
    return sorted((folder / "exercises").glob("*.ipynb"))


def changed(notebook: Json, name: str, **fields: object) -> Json:
    nb = copy.deepcopy(notebook)
    next(cell for cell in nb["cells"] if cell["id"] == name).update(fields)
    return nb


def test_a_good_course_has_no_fault(tmp_path):
    assert course(tmp_path, as_run(SMALL.solution), SMALL.blank) == []


def test_the_course_s_own_files_have_no_fault(tmp_path):
    masters = load_masters(ROOT / "solutions")
    assert len(masters) == 4
    assert list(file_faults(masters, ROOT / "solutions", [])) == []


# --- what can be read -----------------------------------------------------------------

IMAGE = [{**SHOWN, "data": {"image/png": "iVBORw0KGgo=", "text/plain": "<Figure>"}}]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"execution_count": None, "outputs": []}, "nunca se ejecutó"),
        ({"outputs": [{**SHOWN, "data": {"image/png": "iVBORw0KGgo="}}]}, "imagen"),
        ({"outputs": IMAGE}, "un solo resultado"),
        ({"outputs": []}, "un solo resultado"),
        ({"outputs": [{**SHOWN, "data": {MIME: "8"}}] * 2}, "un solo resultado"),
        ({"outputs": [{**SHOWN, "data": {MIME: "8" * 4001}}]}, "pasa de 4000 letras"),
    ],
)
def test_a_reference_that_compares_nothing_is_refused(tmp_path, fields, words):
    solution = changed(as_run(SMALL.solution), "e9-2-nota", **fields)
    (fault,) = course(tmp_path, solution, SMALL.blank)
    assert "09_small, e9-2-nota" in fault
    assert words in fault


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("### BEGIN SOLUTION", "    ### BEGIN SOLUTION"),
        ("### BEGIN SOLUTION", "### BEGIN SOLUTON"),
        ("### END SOLUTION", "### END"),
        ("### END SOLUTION", "#### END SOLUTION"),
        ("### END SOLUTION\n", ""),
    ],
)
def test_a_marker_that_would_leave_the_answer_in_is_refused(tmp_path, right, wrong):
    answer = f"{SMALL.answers['e9-4']}\n".replace(right, wrong)
    solution = changed(as_run(SMALL.solution), "e9-4", source=answer)
    faults = course(tmp_path, solution, SMALL.blank)
    assert any("e9-4" in fault and "SOLUTION" in fault for fault in faults)


def test_an_answer_without_markers_is_refused(tmp_path):
    plain = "# Respuesta 9.4 (no borres esta línea)\ndef twice(values):\n    return []"
    solution = changed(as_run(SMALL.solution), "e9-4", source=plain)
    faults = course(tmp_path, solution, SMALL.blank)
    assert any("saldría entera" in fault for fault in faults)


PRINTED = [{"output_type": "stream", "name": "stdout", "text": "38400000\n"}]
LONG_LINE = "respuesta_con_nombre_largo = 38_400_000 * 1"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"outputs": PRINTED}, "guarda resultados"),
        ({"source": "# Respuesta 9.1\namount = 3"}, "no está como se entrega"),
        ({"source": SMALL.answers["e9-1"]}, "lleva celdas de la solución"),
    ],
)
def test_an_exercise_that_gives_an_answer_is_refused(tmp_path, fields, words):
    exercise = changed(SMALL.blank, "e9-1", **fields)
    (fault,) = course(tmp_path, as_run(SMALL.solution), exercise)
    assert "09_small (ejercicio), e9-1" in fault
    assert words in fault


def test_a_line_of_the_solution_anywhere_in_the_exercise_is_refused(tmp_path):
    answer = SMALL.answers["e9-1"].replace("amount =", f"{LONG_LINE}\namount =")
    solution = changed(as_run(SMALL.solution), "e9-1", source=answer)
    exercise = copy.deepcopy(SMALL.blank)
    exercise["cells"].insert(0, code(f"# pista\n{LONG_LINE}", id="pista"))
    (fault,) = course(tmp_path, solution, exercise)
    assert "pista: enseña una línea de la solución" in fault


def test_a_notebook_of_no_exercise_is_looked_at_too(tmp_path):
    loose = {"cells": [code("1", id="b", outputs=PRINTED)], "metadata": {}}
    write(
        tmp_path / "exercises", {"suelto": loose | {"nbformat": 4, "nbformat_minor": 5}}
    )
    write(tmp_path / "exercises", {"roto": b"{"})
    write(tmp_path / "solutions", {"09_small": as_run(SMALL.solution)})
    masters = load_masters(tmp_path / "solutions")
    found = list(file_faults(masters, tmp_path / "solutions", handed_out(tmp_path)))
    assert ["suelto (ejercicio), b" in fault for fault in found] == [False, True]
    assert "roto.ipynb: no es un cuaderno" in found[0]


# --- what must run --------------------------------------------------------------------


def item(answer: str, graded: str, *slips: str) -> Item:
    region = f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION"
    return Item(region, function_name(answer), graded, slips)


COSINE = "def cosine(a, b):\n    return float(a @ b / (a @ a) ** 0.5 / (b @ b) ** 0.5)"
VECTORS = "import numpy as np\na, b = np.array([1.0, 2, 4]), np.array([3.0, 1, 1])\n"
FAULTY = {
    "e9-1": (item("x = 0.5", "x", "x = 1", "x = 2", "x = 3"), None),
    "e9-2": (item("x = 0.12345", "x", "x = 1", "x = 2", "x = 3"), "borde"),
    "e9-3": (item("x = 3", "x", "x = 1", "x = 2"), "tiene 2 respuestas equivocadas"),
    "e9-4": (item("x = 3", "x", "x = 1", "x = 3", "x = 2"), "da lo mismo que"),
    "e9-5": (item("x = 3", "'a' * 4100 + str(x)", *"xyz"), "4000 letras"),
    "e9-6": (item("x = 3", "open\nx", "x = 1", "x = 2", "x = 4"), "no es un dato"),
    "e9-7": (
        item(
            COSINE,
            f"{VECTORS}cosine(a, b)\ncosine(a, a)\ncosine(b, -a)",
            *(f"def cosine(a, b):\n    return {n}" for n in (7, 8, 9)),
        ),
        "cosine = andrea_lib.geometry.cosine",
    ),
    "e9-8": (item("x = 3", "np.ones(x)", "x = 1", "x = 2", "x = 4"), "no conoce «np»"),
}


@pytest.fixture(scope="module")
def found() -> list[str]:
    """All of them in one exercise and one run."""
    solution = solved([one for one, _ in FAULTY.values()])
    master = make_master("09_small", parse(json.dumps(solution).encode()))
    with Grader([master], "andrea", (), LIMITS) as grader:
        return list(run_faults(grader, master))


@pytest.mark.parametrize("name", FAULTY)
def test_what_only_shows_when_the_solution_runs_is_refused(found, name):
    words = FAULTY[name][1]
    faults = [fault for fault in found if f" {name}" in fault]
    assert len(faults) == (words is not None)
    assert all(words in fault for fault in faults)


@pytest.mark.slow
@pytest.mark.notebooks
def test_the_command_passes_the_whole_course(tmp_path):
    """Exercises may hold somebody's answers: those handed out are made anew."""
    from tools.address import read_address
    from tools.files import write as write_notebook
    from tools.notebooks import Course, make

    for source in sorted((ROOT / "solutions").glob("*.md")):
        made = make(source, Course(ROOT, read_address(ROOT))).exercise
        assert made is not None
        write_notebook(tmp_path / f"{source.stem}.ipynb", made)
    done = andrea("release", "--check", "--exercises", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ejercicios listos: 4" in done.stdout


# --- the command ----------------------------------------------------------------------


def test_the_command_names_each_fault_and_exits_with_1(tmp_path):
    solution = as_run(solved([FAULTY["e9-1"][0]]))
    exercise = changed(SMALL.blank, "e9-2", outputs=PRINTED)
    write(tmp_path / "solutions", {"09_small": solution})
    write(tmp_path / "exercises", {"09_small": exercise})
    done = andrea("release", "--check", "--solutions", tmp_path / "solutions")
    assert done.returncode == 1, done.stderr
    (fault,) = done.stdout.splitlines()
    assert fault.startswith("✗ 09_small (ejercicio), e9-2: guarda resultados")


def test_one_exercise_alone_can_be_looked_at(tmp_path):
    solution = as_run(solved([FAULTY["e9-1"][0]]))
    write(tmp_path / "solutions", {"09_small": solution, "10_other": solution})
    write(tmp_path / "exercises", {"09_small": SMALL.blank})
    where = ("--solutions", tmp_path / "solutions")
    done = andrea("release", "--check", *where, "solutions/09_small.ipynb")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ejercicios listos: 1, con 1 preguntas." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "di qué hacer"),
        (("--check", "07_nada"), "No hay ningún ejercicio «07_nada». Hay: 01_lookup"),
        (("--check", "--solutions", "nada"), "No existe la carpeta"),
        (("--check", "--exercises", "nada"), "dila con --exercises"),
        (("--nbgrader",), "falta el valor de --nbgrader"),
    ],
)
def test_wrong_usage_is_told_in_spanish_with_status_2(capsys, arguments, words):
    assert main(["release", *arguments]) == 2
    assert words in capsys.readouterr().err
