"""What an exercise asks, read from its solution notebook.

Points, graded cells, wrong-answer tables and the maximum come from here and from
nowhere else; the submission has no say in them.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from andrea_grader.errors import GraderError, UsageError
from andrea_grader.notebook import Cell, Notebook, UnreadableError, read
from andrea_grader.wrong import WrongRow, wrong_item, wrong_rows

_GRADED = re.compile(r"%%graded[ \t]+([^\n]+)\n(.*)", re.DOTALL)
# A solution region as handed out: one `raise`, indented as the region's first line.
_REGION = re.compile(
    r"^### BEGIN SOLUTION\n\s*?([ \t]*)\S.*?^### END SOLUTION$",
    re.MULTILINE | re.DOTALL,
)
# The first line of an answer cell; magics (%%time) and comments (Colab's #@title) may
# stand above it.
_NUMBER = re.compile(
    r"(?:[ \t]*(?:[%#][^\n]*)?\n)*?[ \t]*#[ \t]*respuesta\s+(\d+\.\d+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Question:
    """One item: its answer cell as handed out and the hidden calls that mark it."""

    item: str
    number: str
    points: float
    stub: str
    names: tuple[str, ...]
    graded: str
    looks_at: str
    rows: tuple[WrongRow, ...]
    topic: str = ""

    @property
    def by_hand(self) -> bool:
        """Free text: the teacher reads it, no points."""
        return not self.graded

    @property
    def called(self) -> frozenset[str]:
        """Those of the names that the graded cell calls: the student's functions."""
        calls = (
            n.func for n in ast.walk(ast.parse(self.graded)) if isinstance(n, ast.Call)
        )
        found = {f.id for f in calls if isinstance(f, ast.Name)}
        return frozenset(found & set(self.names))


@dataclass(frozen=True)
class Master:
    """An exercise: its solution notebook and its questions in order."""

    name: str
    number: str
    hidden: tuple[str, ...]
    notebook: Notebook
    questions: tuple[Question, ...]
    checks: tuple[str, ...] = ()  # visible checks that only call something

    @property
    def max_points(self) -> float:
        return sum(question.points for question in self.questions)


def answer_number(source: str) -> str | None:
    """'# Respuesta 1.3 (no borres esta línea)' → '1.3'."""
    found = _NUMBER.match(source)
    return found.group(1) if found else None


def load_masters(folder: Path) -> tuple[Master, ...]:
    """Every exercise of a solutions folder, in order of name."""
    found = [_load(path) for path in sorted(folder.glob("*.ipynb"))]
    masters = tuple(master for master in found if master)
    if not masters:
        raise UsageError(
            f"No hay ningún ejercicio resuelto en «{folder}». Con --solutions CARPETA "
            "se dice dónde están (la carpeta solutions/ del curso)."
        )
    return masters


def _load(path: Path) -> Master | None:
    try:
        notebook = read(path)
        if notebook.andrea.get("tipo") != "ejercicio":
            return None
        return make_master(path.stem, notebook)
    except (UnreadableError, ValueError) as error:
        raise GraderError(f"{path.name}: {error}") from error


def make_master(name: str, notebook: Notebook) -> Master:
    """Read the questions of a solution notebook; ValueError where it is incomplete."""
    by_id = {cell.ids[0]: cell for cell in notebook.cells if cell.ids}
    tables = {wrong_item(cell.source): cell.source for cell in notebook.cells}
    answers = [c for c in notebook.cells if c.tags & {"respuesta", "texto"} and c.ids]
    return Master(
        name=name,
        number=str(notebook.andrea.get("numero", "")),
        hidden=tuple(map(str, notebook.andrea.get("oculta") or ())),
        notebook=notebook,
        questions=tuple(_question(cell, by_id, tables) for cell in answers),
        checks=tuple(c.source for c in notebook.cells if _only_calls(c)),
    )


def _only_calls(cell: Cell) -> bool:
    """Whether it is a visible check that leaves no name behind; a magic may."""
    if "prueba" not in cell.tags:
        return False
    try:
        statements = ast.parse(cell.source).body
    except SyntaxError:
        return False
    return all(isinstance(statement, ast.Expr) for statement in statements)


def _question(
    answer: Cell, by_id: Mapping[str, Cell], tables: Mapping[str | None, str]
) -> Question:
    item = answer.ids[0]
    number = answer_number(answer.source) or item.removeprefix("e").replace("-", ".")
    topic = str(answer.andrea.get("tema", ""))
    if "texto" in answer.tags:
        return Question(item, number, 0, "", (), "", "", (), topic)
    cell = by_id.get(f"{item}-nota")
    graded = _GRADED.match(cell.source) if cell else None
    if not cell or not graded:
        raise ValueError(f"falta la celda de nota de {item} («%%graded nombre …»).")
    return Question(
        item=item,
        number=number,
        points=cell.points,
        stub=_REGION.sub(r"\1raise NotImplementedError()", answer.source),
        names=tuple(graded.group(1).split()),
        graded=graded.group(2),
        looks_at=str(cell.andrea.get("mira", "")),
        rows=tuple(wrong_rows(tables.get(item, ""))),
        topic=topic,
    )
