"""The real nbgrader takes the course folder and gives the points that we give.

It lives in an environment of its own (requirements/nbgrader.txt), made here.
"""

import copy
import csv
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nbformat
import pytest

from andrea_grader.hidden import digest, fault, pack
from andrea_grader.markers import BEGIN, END
from andrea_grader.nbgrader_course import indented
from andrea_lib import probe
from tests.andrea_grader.marking import andrea, mark, write
from tests.andrea_grader.masters import ROOT, Exercise, Json, real, small

EXERCISES: Mapping[str, Exercise] = {"09_small": small(), "01_lookup_tables": real()}
STUDENTS = ("nada", "todo", "mitad")


# --- the hidden test, without nbgrader ------------------------------------------------


def hidden_number(seed: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANDREA_SEED", seed)
        return int(probe.rng("x").integers(99))


def packed(right: str, wrong: Mapping[str, str]) -> str:
    return pack(
        {
            "source": "from andrea_lib import probe\nn\nprobe.rng('x').integers(99)",
            "names": ["n"],
            "seed": "otra",
            "right": digest(right),
            "wrong": {digest(text): advice for text, advice in wrong.items()},
            "advice": "La respuesta 9.1 no cumple.",
        }
    )


def test_a_hidden_test_passes_gives_the_advice_of_a_slip_or_says_what_it_looks_at():
    hidden = hidden_number("otra")
    test = packed(f"3\n{hidden}", {f"4\n{hidden}": "Has contado uno de más."})
    assert [fault(test, {"n": n}) for n in (3, 4, 5)] == [
        *("", "Has contado uno de más.", "La respuesta 9.1 no cumple."),
    ]


def test_a_hidden_test_uses_its_own_seed_and_leaves_that_of_the_course(monkeypatch):
    test = packed(f"3\n{hidden_number('otra')}", {})
    monkeypatch.setenv("ANDREA_SEED", "marzo")
    assert fault(test, {"n": 3}) == ""
    assert os.environ["ANDREA_SEED"] == "marzo"
    monkeypatch.delenv("ANDREA_SEED")
    assert fault(test, {"n": 3}) == ""
    assert "ANDREA_SEED" not in os.environ


def test_a_packed_test_shows_neither_a_call_nor_a_value():
    test = packed("38400000\n57", {})
    assert not any(word in test for word in ("38400000", "probe", "rng", "57\n"))


def test_markers_move_in_with_what_they_enclose():
    source = f"def f(x):\n{BEGIN}\n    return x\n{END}\n{BEGIN}\n\ny = f(1)\n{END}"
    assert indented(source, "e9-1") == (
        f"def f(x):\n    {BEGIN}\n    return x\n    {END}\n{BEGIN}\n\ny = f(1)\n{END}"
    )


# --- the course folder ----------------------------------------------------------------


def make_course(root: Path, exercises: Mapping[str, Exercise]) -> Path:
    """What `andrea release --nbgrader` writes for them."""
    write(root / "solutions", {n: e.solution for n, e in exercises.items()})
    write(root / "exercises", {n: _handed_out(e) for n, e in exercises.items()})
    out = root / "curso"
    done = andrea("release", "--nbgrader", out, "--solutions", root / "solutions")
    assert done.returncode == 0, done.stderr
    return out


def _handed_out(exercise: Exercise) -> Json:
    """A whole notebook: what the tests of the grader leave out is filled in."""
    nb = copy.deepcopy(exercise.blank) | {"nbformat": 4, "nbformat_minor": 5}
    for cell in nb["cells"]:
        if facts := cell["metadata"].get("nbgrader"):
            locked = facts["grade"] and not facts["solution"]
            facts |= {"locked": locked, "cell_type": cell["cell_type"]}
    return nb


def test_every_graded_cell_is_a_hidden_test_and_no_answer_is_lost(tmp_path):
    exercise = EXERCISES["09_small"]
    course = make_course(tmp_path, {"09_small": exercise})
    path = course / "source" / "09_small" / "09_small.ipynb"
    cells = {c.id: c for c in nbformat.read(path, as_version=4).cells}
    for question in exercise.master.questions:
        if question.by_hand:
            continue
        test = cells[f"{question.item}-nota"]
        assert test.metadata.nbgrader.points == question.points
        assert test.source.count("### BEGIN HIDDEN TESTS") == 1
        assert question.graded.split("\n")[-1] not in test.source
        found, answer = cells[question.item].source, exercise.answers[question.item]
        assert found.replace(" ", "") == answer.replace(" ", "")


def test_an_exercise_that_was_not_made_is_named(tmp_path):
    write(tmp_path / "solutions", {"09_small": EXERCISES["09_small"].solution})
    (tmp_path / "exercises").mkdir()
    where = ("--solutions", tmp_path / "solutions")
    done = andrea("release", "--nbgrader", tmp_path / "curso", *where)
    assert done.returncode == 1
    assert "09_small.ipynb: no existe. Haz `make notebooks`." in done.stderr


# --- the real nbgrader ----------------------------------------------------------------


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment's folder of programs."""
    root = tmp_path_factory.mktemp("entorno")
    subprocess.run([sys.executable, "-m", "venv", root], check=True)
    pip = [root / "bin" / "python", "-m", "pip", "install", "--quiet"]
    requirements = ROOT / "requirements" / "nbgrader.txt"
    subprocess.run([*pip, "-r", requirements], check=True)
    return root / "bin"


def run(nbgrader: Path, course: Path, *words: str) -> None:
    """nbgrader as a teacher calls it, in the course's folder."""
    path = os.pathsep.join([str(nbgrader), os.environ["PATH"]])
    # The course is imported from here; in a real class it is installed there.
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}
    environment["JUPYTER_PREFER_ENV_PATH"] = "1"
    done = subprocess.run(
        [nbgrader / "nbgrader", *words],
        cwd=course,
        env=environment,
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def answered(released: Path, exercise: Exercise, student: str) -> Json:
    """The released notebook with nothing, everything or every second answer."""
    nb: Json = json.loads(released.read_text(encoding="utf-8"))
    chosen = {
        "nada": [],
        "todo": [*exercise.answers],
        "mitad": [*exercise.answers][::2],
    }
    for cell in nb["cells"]:
        if cell["id"] in chosen[student]:
            cell["source"] = exercise.answers[cell["id"]]
    return nb


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, nbgrader: Path) -> Path:
    course = make_course(tmp_path_factory.mktemp("nbgrader"), EXERCISES)
    for name, exercise in EXERCISES.items():
        run(nbgrader, course, "generate_assignment", name, "--create")
        released = course / "release" / name / f"{name}.ipynb"
        for student in STUDENTS:
            folder = course / "submitted" / student / name
            write(folder, {name: answered(released, exercise, student)})
        run(nbgrader, course, "autograde", name)
        run(nbgrader, course, "generate_feedback", name)
    run(nbgrader, course, "export", "--to", "notas.csv")
    return course


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nbgrader_gives_the_points_that_we_give(graded, tmp_path):
    with (graded / "notas.csv").open(encoding="utf-8") as file:
        theirs = {
            (row["assignment"], row["student_id"]): (row["score"], row["max_score"])
            for row in csv.DictReader(file)
        }
    assert len(theirs) == len(EXERCISES) * len(STUDENTS)
    for name, exercise in EXERCISES.items():
        released = graded / "release" / name / f"{name}.ipynb"
        work = {s: answered(released, exercise, s) for s in STUDENTS}
        solutions = write(tmp_path / f"s{name}", {name: exercise.solution})
        ours = mark(write(tmp_path / name, work), "--solutions", solutions)
        for student in STUDENTS:
            record = ours[student]
            score, most = map(float, theirs[name, student])
            assert (score, most) == (record["points"], record["max_points"]), student
        assert ours["todo"]["points"] == ours["todo"]["max_points"]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_what_nbgrader_hands_out_and_sends_back_gives_no_answer_away(graded):
    for name, exercise in EXERCISES.items():
        released = (graded / "release" / name / f"{name}.ipynb").read_text("utf-8")
        for word in ("SOLUTION", "HIDDEN", "_fault", "%%graded", "%%wrong"):
            assert word not in released
        page = graded / "feedback" / "nada" / name / f"{name}.html"
        shown = page.read_text("utf-8")
        assert str(ROOT) not in shown
        for question in exercise.master.questions:
            if question.called:
                assert question.graded.split("\n")[-1] not in shown
