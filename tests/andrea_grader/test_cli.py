"""The command: its words, its exit status, its files."""

import json
import subprocess
import sys

import pytest

from tests.andrea_grader.marking import andrea, write
from tests.andrea_grader.masters import ROOT, code, small

SMALL = small()


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A solutions folder with the small exercise, and a class."""
    root = tmp_path_factory.mktemp("curso")
    write(root / "solutions", {"09_small": SMALL.solution})
    half = SMALL.answered({"e9-4": SMALL.blank["cells"][6]["source"]})
    write(
        root / "clase",
        {
            "buena": SMALL.answered(),
            "media": half,
            "vacía": b"",
            "otra": {"cells": [code("x = 1")], "metadata": {}},
        },
    )
    (root / "clase" / "sin entrega").mkdir()
    return root


@pytest.fixture(scope="module")
def marked(course):
    arguments = ("--solutions", course / "solutions", "--out", course / "notas")
    return andrea("grade", course / "clase", *arguments)


@pytest.fixture(scope="module")
def records(course, marked):
    return json.loads((course / "notas" / "results.json").read_text(encoding="utf-8"))


def test_every_submission_has_a_record_and_the_status_is_0(marked, records):
    assert marked.returncode == 0, marked.stderr
    assert {r["submission"]: (r["status"], r["points"]) for r in records} == {
        "buena.ipynb": ("graded", 8),
        "media.ipynb": ("graded", 6),
        "otra.ipynb": ("wrong_exercise", 0),
        "sin entrega": ("no_submission", 0),
        "vacía.ipynb": ("unreadable", 0),
    }


def test_a_text_waits_for_the_teacher_and_is_worth_no_points(records):
    text = records[0]["items"][-1]
    assert (text["grade_id"], text["outcome"]) == ("e9-5", "pending")
    assert (text["points"], text["max_points"]) == (0, 0)
    assert "docente" in text["feedback"]


def test_records_are_sorted_and_the_table_has_a_row_each(course, records):
    names = [record["submission"] for record in records]
    assert names == sorted(names)
    table = (course / "notas" / "notas.csv").read_text(encoding="utf-8-sig")
    assert [line.split(",")[0] for line in table.splitlines()[1:]] == names


def test_what_cannot_be_marked_is_told_why(records):
    reasons = {
        r["submission"]: r["remarks"] for r in records if r["status"] != "graded"
    }
    assert "vacío" in reasons["vacía.ipynb"][0]
    assert "09_small" in reasons["otra.ipynb"][0]


def test_the_screen_speaks_spanish(marked):
    assert "buena.ipynb · 8 de 8 puntos" in marked.stdout
    assert "Corregidas: 2 de 5." in marked.stdout


def test_nothing_is_written_beside_the_submissions(course, marked):
    assert {path.name for path in (course / "clase").iterdir()} == {
        *("buena.ipynb", "media.ipynb", "otra.ipynb", "vacía.ipynb", "sin entrega"),
    }


@pytest.mark.parametrize(("name", "status"), [("buena", 0), ("media", 1)])
def test_full_points_can_be_required(course, name, status):
    done = andrea(
        *("grade", course / "clase" / f"{name}.ipynb", "--require-full"),
        *("--out", course / "otras", "--solutions", course / "solutions"),
    )
    assert done.returncode == status, done.stderr


def test_the_solution_earns_all_points_with_any_seed(tmp_path):
    solution = ROOT / "solutions" / "01_lookup_tables.ipynb"
    for seed in ((), ("--seed", "2031: «ñ»")):
        done = andrea("grade", solution, "--out", tmp_path, "--require-full", *seed)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_command_itself_brings_nothing_that_runs_notebooks():
    script = "import andrea_grader.cli, sys; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", script], text=True).split()
    assert "andrea_grader.marking" in loaded
    assert not {"pytest", "nbval", "IPython", "torch"} & set(loaded)


def test_help_is_in_spanish(tmp_path):
    for arguments in (("--help",), ("grade", "--help")):
        done = andrea(*arguments)
        assert done.returncode == 0
        assert done.stdout.startswith("uso: andrea")
        for english in ("usage", "options", "positional", "show this"):
            assert english not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "falta"),
        (("grade",), "falta"),
        (("grade", "x.ipynb"), "--out"),
        (("grade", "no_existe.ipynb", "--out", "notas"), "No existe"),
        (("grade", ".", "--out"), "falta el valor de --out"),
        (("grade", ".", "--out", "notas", "--rapido"), "no conozco: --rapido"),
        (("grade", ".", "--out", "notas", "--jobs", "0"), "'0' no vale para --jobs"),
        (("grade", ".", "--out", "notas", "--jobs", "x"), "'x' no vale para --jobs"),
        (("grade", ".", "--out", "lleno/notas"), "no es una carpeta"),
        (("corrige",), "no conozco 'corrige'"),
        (
            ("grade", ".", "--out", "notas", "--solutions", "nada"),
            "No existe la carpeta",
        ),
        (("grade", ".", "--out", "notas", "--solutions", "."), "ningún ejercicio"),
        (("grade", ".", "--out", "lleno"), "No se puede escribir"),
    ],
)
def test_wrong_usage_is_told_in_spanish_with_status_2(tmp_path, arguments, words):
    (tmp_path / "lleno").write_text("un archivo")
    done = andrea(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_course_whose_solution_gives_no_value_is_status_1(tmp_path):
    broken = json.loads(json.dumps(SMALL.solution).replace("ratio = 38.4", "pass"))
    for cell in broken["cells"]:
        if cell["id"] == "e9-2-nota":
            cell["source"] = cell["source"].replace("(ratio)", "(open)")
    write(tmp_path / "solutions", {"09_small": broken})
    write(tmp_path / "clase", {"una": SMALL.answered()})
    options = ("--out", tmp_path / "n", "--solutions", tmp_path / "solutions")
    done = andrea("grade", tmp_path / "clase", *options)
    assert done.returncode == 1
    assert "el corrector falló: 09_small" in done.stderr


def test_a_table_that_cannot_be_written_is_told_in_spanish(course, tmp_path):
    (tmp_path / "notas" / "notas.csv").mkdir(parents=True)
    options = ("--out", tmp_path / "notas", "--solutions", course / "solutions")
    done = andrea("grade", course / "clase" / "otra.ipynb", *options)
    assert done.returncode == 1
    assert "no se puede seguir: " in done.stderr
    assert "Traceback" not in done.stderr
