"""Read any notebook file: what students hand in is not always a valid notebook.

nbformat refuses files that a teacher can still mark (no ids, unknown fields, the
format of before 2015), so only what marking needs is taken out, and a file that has
none of it gets a reason in Spanish.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MAX_BYTES = 100_000_000
_HTML = ("<!doctype", "<html", "<?xml")


class UnreadableError(Exception):
    """The file is no notebook; the message says why and what to do."""


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
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnreadableError(
                "El archivo pasa de 100 MB: borra los resultados y vuelve a guardarlo."
            )
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableError(
            f"No se puede leer el archivo: {error.strerror}."
        ) from error
    return parse(data)


def parse(data: bytes) -> Notebook:
    """Read the bytes of a notebook, of format 4 or 3, with or without a BOM."""
    content = _load(_decode(data))
    if not isinstance(content, dict):
        raise UnreadableError(_NOT_A_NOTEBOOK)
    cells = content.get("cells")
    if cells is None and isinstance(content.get("worksheets"), list):
        sheets = [s for s in content["worksheets"] if isinstance(s, dict)]
        cells = [cell for sheet in sheets for cell in _list(sheet.get("cells"))]
    if not isinstance(cells, list):
        raise UnreadableError(_NOT_A_NOTEBOOK)
    return Notebook(
        tuple(_cell(cell) for cell in cells if isinstance(cell, dict)),
        _dict(_dict(content.get("metadata")).get("andrea")),
    )


_NOT_A_NOTEBOOK = (
    "El archivo no es un cuaderno de Jupyter. Descárgalo otra vez como «.ipynb»."
)


def _decode(data: bytes) -> str:
    if not data.strip():
        raise UnreadableError(
            "El archivo está vacío. Guarda el cuaderno y entrégalo otra vez."
        )
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(_NOT_A_NOTEBOOK) from error


def _load(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(_why_not(text)) from error


def _why_not(text: str) -> str:
    if "<<<<<<< " in text and ">>>>>>> " in text:
        return (
            "El archivo tiene marcas de un conflicto de git (<<<<<<<, =======, "
            ">>>>>>>). Elige una de las dos versiones y guárdalo otra vez."
        )
    if text.lstrip().lower().startswith(_HTML):
        return (
            "El archivo es una página web, no el cuaderno. En Colab: Archivo → "
            "Descargar → Descargar .ipynb."
        )
    if text.lstrip().startswith("{"):
        return (
            "El cuaderno está cortado o dañado (no es JSON completo). Guárdalo y "
            "entrégalo otra vez."
        )
    return _NOT_A_NOTEBOOK


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
