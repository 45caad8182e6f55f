"""A solution's source as its questions, and a namespace in which they can be tried.

Nothing of the grader runs here: the cells are executed as a reader's notebook would,
so a failure points at the source and not at the marking.
"""

import contextlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from andrea_grader.cells import has_tag
from andrea_grader.markers import cut_regions
from andrea_grader.wrong import WrongRow, wrong_rows
from andrea_lib import probe
from tools.address import read_address
from tools.exercise import make_exercise
from tools.grading import mark_items
from tools.source import read_source

ROOT = Path(__file__).parents[2]
SEEDS = ("andrea", "otra semilla")
Space = dict[str, Any]
_GRADED = re.compile(r"%%graded ([^\n]+)\n(.*)", re.DOTALL)


@dataclass(frozen=True)
class Item:
    """One graded question, as its author wrote it."""

    item: str
    statement: str
    answer: str
    facts: dict[str, Any]
    check: str
    names: tuple[str, ...]
    graded: str
    rows: tuple[WrongRow, ...]

    @property
    def stub(self) -> str:
        """The answer as a student gets it."""
        return cut_regions(self.answer, where=self.item)


def sources() -> list[Path]:
    return sorted((ROOT / "solutions").glob("*.md"))


@cache
def notebook(source: Path) -> NotebookNode:
    """The cells before anything runs, with cards and points."""
    base = read_source(source, read_address(ROOT))
    mark_items(base)
    return base


def handed_out(source: Path) -> NotebookNode:
    return make_exercise(notebook(source), f"{source.stem}.ipynb")


@cache
def items(source: Path) -> tuple[Item, ...]:
    return tuple(_items(notebook(source).cells))


def _items(cells: list[NotebookNode]) -> Iterator[Item]:
    by_id = {cell.id: cell for cell in cells}
    statement = ""
    for cell in cells:
        if cell.cell_type == "markdown" and not has_tag(cell, "solo-solucion"):
            statement = cell.source
        if not has_tag(cell, "respuesta"):
            continue
        graded = _GRADED.fullmatch(by_id[f"{cell.id}-nota"].source)
        assert graded, cell.id
        yield Item(
            item=cell.id,
            statement=statement,
            answer=cell.source,
            facts=dict(cell.metadata["andrea"]),
            check=by_id[f"{cell.id}-prueba"].source,
            names=tuple(graded[1].split()),
            graded=graded[2],
            rows=tuple(wrong_rows(by_id[f"{cell.id}-errores"].source)),
        )


def tools_of(source: Path) -> Space:
    """What the exercise gives: its own cells without a tag, in order."""
    space: Space = {"__name__": "__main__"}
    for cell in notebook(source).cells:
        if cell.cell_type == "code" and not cell.metadata.get("tags"):
            exec(cell.source, space)
    return space


def solved(source: Path) -> Space:
    """The namespace after every answer of the solution."""
    space = tools_of(source)
    for item in items(source):
        exec(item.answer, space)
    return space


def shown(item: Item, space: Space) -> str:
    """What the graded cell shows."""
    return "\n".join(probe.values(item.graded, item.names, space))


def visible(item: Item, space: Space) -> str:
    """What the visible check prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(item.check, space)
    return out.getvalue()
