"""From records to what people read: pure functions, and two files written at once.

The screen's table is for whoever marks; results.json for programs; notas.csv for a
spreadsheet (UTF-8 with a BOM, no cell that acts as a formula, no date).
"""

import csv
import io
import json
import os
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from andrea_grader.record import Item, Record

STATUS = {
    "graded": "corregido",
    "unreadable": "no se puede leer",
    "wrong_exercise": "no es este ejercicio",
    "no_submission": "sin entrega",
    "failed": "no se pudo corregir",
}
_MARKS = {"correct": "✓", "pending": "…"}
# More submissions than this: one line each, the details stand in results.json.
DETAILED = 8
WIDTH = 88


def to_json(records: Sequence[Record]) -> str:
    """A list of records, in their order."""
    return json.dumps([asdict(r) for r in records], ensure_ascii=False, indent=1) + "\n"


def to_csv(records: Sequence[Record]) -> str:
    """One row each: submission, exercise, status, points, maximum, remarks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["entrega", "ejercicio", "estado", "puntos", "máximo", "observaciones"]
    )
    for r in records:
        row = [r.submission, r.exercise, STATUS[r.status], *_points(r)]
        writer.writerow([_no_formula(x) for x in [*row, " ".join(r.remarks)]])
    return text.getvalue()


def _points(record: Record) -> tuple[str, str]:
    return f"{record.points:g}", f"{record.max_points:g}"


def _no_formula(text: str) -> str:
    """One line; an apostrophe makes a text of what a spreadsheet would run."""
    line = "".join(c if c.isprintable() else " " for c in text)
    return f"'{line}" if line.lstrip().startswith(("=", "+", "-", "@")) else line


def to_screen(records: Sequence[Record]) -> str:
    """The table in Spanish; with every item where there are few submissions."""
    detailed = len(records) <= DETAILED
    blocks = [_detail(record) if detailed else _summary(record) for record in records]
    graded = [record for record in records if record.status == "graded"]
    end = f"Corregidas: {len(graded)} de {len(records)}."
    return "\n".join([*blocks, end])


def _summary(record: Record) -> str:
    points, maximum = _points(record)
    where = f"{points:>6} / {maximum:<6}" if record.status == "graded" else " " * 15
    words = "" if record.status == "graded" else STATUS[record.status]
    return f"{where} {_one_line(record.submission)}  {words}".rstrip()


def _detail(record: Record) -> str:
    points, maximum = _points(record)
    head = f"{_one_line(record.submission)} · {STATUS[record.status]}"
    if record.status == "graded":
        head = f"{_one_line(record.submission)} · {points} de {maximum} puntos"
    lines = [head, "─" * min(len(head), WIDTH)]
    for item in record.items:
        lines += _item_lines(item)
    lines += [line for remark in record.remarks for line in _wrapped(remark, "  ")]
    return "\n".join([*lines, ""])


def _item_lines(item: Item) -> list[str]:
    mark = _MARKS.get(item.outcome, "✗")
    score = f"{item.points:g}/{item.max_points:g}"
    return _wrapped(item.feedback, f"  {mark} {item.grade_id:<7}{score:>6}  ")


def _wrapped(text: str, first: str) -> list[str]:
    plain = " ".join(text.replace("**", "").split())
    lines = textwrap.wrap(
        plain,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
    )
    return lines or [first.rstrip()]


def _one_line(name: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in name)


def write(records: Sequence[Record], folder: Path) -> None:
    """results.json and notas.csv, each whole or as it was before."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "results.json", to_json(records).encode("utf-8"))
    _write(folder / "notas.csv", to_csv(records).encode("utf-8-sig"))


def _write(path: Path, data: bytes) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)
