"""Read any notebook file: what students hand in is not always a valid notebook.

nbformat refuses files that a teacher can still mark (no ids, unknown fields, the
format of before 2015), so only what marking needs is taken out, and a file that has
none of it gets a reason in Spanish.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from andrea_grader.decode import NOT_A_NOTEBOOK, UnreadableError, load
from andrea_grader.errors import why

__all__ = ["Cell", "Notebook", "UnreadableError", "parse", "read", "read_bytes"]

MAX_BYTES = 100_000_000


@dataclass(frozen=True)
class Cell:
    """One cell. `ids`: nbgrader's grade_id, the cell id, Colab's metadata.id."""

    kind: str
    source: str
    ids: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    andrea: Mapping[str, Any] = field(default_factory=dict)
    points: float = 0


@dataclass(frozen=True)
class Notebook:
    """The cells in order, and the course's own metadata of the file."""

    cells: tuple[Cell, ...]
    andrea: Mapping[str, Any]


def read(path: Path) -> Notebook:
    """Read a file, or raise UnreadableError."""
    return parse(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """What a file holds; UnreadableError where it is too large or cannot be read."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnreadableError(
                "El archivo pasa de 100 MB: borra los resultados y vuelve a guardarlo."
            )
        return path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"No se puede leer el archivo: {why(error)}.") from error


def parse(data: bytes) -> Notebook:
    """Read the bytes of a notebook, of format 4 or 3."""
    content = load(data)
    if not isinstance(content, dict):
        raise UnreadableError(NOT_A_NOTEBOOK)
    cells = content.get("cells")
    if cells is None and isinstance(content.get("worksheets"), list):
        sheets = [s for s in content["worksheets"] if isinstance(s, dict)]
        cells = [cell for sheet in sheets for cell in _list(sheet.get("cells"))]
    if not isinstance(cells, list):
        raise UnreadableError(NOT_A_NOTEBOOK)
    return Notebook(
        tuple(_cell(cell) for cell in cells if isinstance(cell, dict)),
        _dict(_dict(content.get("metadata")).get("andrea")),
    )


def _cell(raw: dict[str, Any]) -> Cell:
    metadata = _dict(raw.get("metadata"))
    nbgrader = _dict(metadata.get("nbgrader"))
    ids = (nbgrader.get("grade_id"), raw.get("id"), metadata.get("id"))
    points = nbgrader.get("points")
    return Cell(
        kind=str(raw.get("cell_type")),
        source=_text(raw.get("source", raw.get("input"))),
        ids=tuple(name for name in ids if isinstance(name, str)),
        tags=frozenset(t for t in _list(metadata.get("tags")) if isinstance(t, str)),
        andrea=_dict(metadata.get("andrea")),
        points=points if isinstance(points, int | float) else 0,
    )


def _text(value: object) -> str:
    """Source as one text with Unix line ends and nothing that cannot be sent."""
    if isinstance(value, list):
        value = "".join(line for line in value if isinstance(line, str))
    if not isinstance(value, str):
        return ""
    text = value.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    return text.encode("utf-8", "replace").decode()


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
