"""A class to mark: a real exercise that imports torch, and forty ways of doing it.

The same files go to both graders: notebooks as nbgrader hands them out, filled in.
"""

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from andrea_grader.master import Master, load_masters
from andrea_grader.wrong import WrongRow

ROOT = Path(__file__).parents[1]
Json = dict[str, Any]
TORCH = "import numpy as np\nimport torch"
_CRASH = "raise RuntimeError('no sé seguir')"


@dataclass(frozen=True)
class Exercise:
    """`solutions` and `exercises` are folders that hold only this exercise."""

    name: str
    solutions: Path
    exercises: Path

    @property
    def master(self) -> Master:
        return load_masters(self.solutions)[0]


def make_exercise(name: str, folder: Path, torch: bool) -> Exercise:
    """The course's exercise; with `torch` its first code cell imports torch."""
    made = Exercise(name, folder / "soluciones", folder / "ejercicios")
    for source, out in (("solutions", made.solutions), ("exercises", made.exercises)):
        notebook = read(ROOT / source / f"{name}.ipynb")
        if torch:
            cell = {"cell_type": "code", "id": "imports", "metadata": {}, "outputs": []}
            cell |= {"execution_count": None, "source": TORCH}
            notebook["cells"].insert(0, cell)
        out.mkdir(parents=True)
        write(notebook, out / f"{name}.ipynb")
    return made


def hand_in(handed_out: Path, exercise: Exercise, students: int, out: Path) -> None:
    """One file for each student, in the folders that nbgrader wants."""
    blank = read(handed_out)
    answers = list(_ways(exercise.master))
    for n in range(students):
        folder = out / f"alumno{n:03d}" / exercise.name
        folder.mkdir(parents=True)
        filled = _filled(blank, answers[n % len(answers)])
        write(filled, folder / f"{exercise.name}.ipynb")


def _ways(master: Master) -> Iterator[Mapping[str, str]]:
    """Answers by item: all right, one slip, one error, half left out, in turns."""
    cells = {c.ids[0]: c.source for c in master.notebook.cells if c.ids}
    marked = [q for q in master.questions if not q.by_hand]
    right = {q.item: cells[q.item] for q in marked}
    for question in marked:
        yield right
        for row in question.rows[:1]:
            yield right | {question.item: _wrong(right[question.item], row)}
        first_line = right[question.item].split("\n")[0]
        yield right | {question.item: f"{first_line}\n{_CRASH}"}
        yield dict(list(right.items())[: len(right) // 2])


def _wrong(right: str, row: WrongRow) -> str:
    return "\n".join([right.split("\n")[0], row.code])


def _filled(blank: Json, answers: Mapping[str, str]) -> Json:
    notebook = copy.deepcopy(blank)
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(name, cell["source"])
    return notebook


def read(path: Path) -> Json:
    content: Json = json.loads(path.read_text(encoding="utf-8"))
    return content


def write(notebook: Json, path: Path) -> None:
    path.write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
