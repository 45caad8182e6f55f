"""Tables for programs (JSON) and for spreadsheets (CSV): pure functions of records.

No date, no cell that acts as a formula, no line break inside a cell; the order is that
of the records. The files are UTF-8; those for spreadsheets begin with a BOM.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from andrea_grader.record import Outcome, Record, Status, to_dict
from andrea_grader.texts import file_name, points

STATUS: dict[Status, str] = {
    "graded": "corregido",
    "unreadable": "no se puede leer",
    "wrong_exercise": "no es este ejercicio",
    "no_submission": "sin entrega",
    "failed": "no se pudo corregir",
}
OUTCOME: dict[Outcome, str] = {
    "correct": "bien",
    "wrong": "otro valor",
    "error": "se detiene",
    "timeout": "no termina",
    "missing": "sin responder",
    "pending": "por revisar",
}
PAGES = "comentarios"
_HEAD = ("entrega", "ejercicio", "estado", "puntos", "máximo", "observaciones", PAGES)
_ITEM_HEAD = (
    *("entrega", "ejercicio", "pregunta", "tema", "puntos", "máximo", "resultado"),
    *("comprobaciones", "cumplidas", "error reconocido", "valor", "consejo"),
)


def to_json(records: Sequence[Record]) -> str:
    """A list of records, in their order."""
    return json.dumps(list(map(to_dict, records)), ensure_ascii=False, indent=1) + "\n"


def to_csv(records: Sequence[Record]) -> str:
    """A row for each submission; the last column names its page of comments."""
    return to_rows([_HEAD, *map(_row, records)])


def _row(record: Record) -> Sequence[str]:
    return (
        *(record.submission, record.exercise, STATUS[record.status]),
        *(points(record.points), points(record.max_points)),
        " ".join((*record.remarks, *record.for_teacher)),
        f"{PAGES}/{file_name(record.submission)}",
    )


def to_items_csv(records: Sequence[Record]) -> str:
    """A row for each question of each submission."""
    rows = [
        (
            *(record.submission, record.exercise, item.grade_id, item.topic),
            *(points(item.points), points(item.max_points), OUTCOME[item.outcome]),
            *(
                str(item.checks),
                str(item.checks_met),
                item.slip,
                item.shown,
                item.feedback,
            ),
        )
        for record in records
        for item in record.items
    ]
    return to_rows([_ITEM_HEAD, *rows])


def to_rows(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV, each cell made harmless."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [cell(value) for value in row] for row in rows
    )
    return text.getvalue()


def cell(text: str) -> str:
    """One line; an apostrophe makes a text of what a spreadsheet would run."""
    line = "".join(c if c.isprintable() else " " for c in text)
    # Wide signs (＝) count as the plain ones in some spreadsheets.
    first = normalize("NFKC", line.lstrip()[:1])
    return f"'{line}" if first in _FORMULA else line


_FORMULA = ("=", "+", "-", "@")
