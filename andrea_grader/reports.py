"""From records to what people read: the screen's table, and all files of a marking.

    results.json, notas.csv, preguntas.csv    for programs and spreadsheets (tables.py)
    notas.xml                                 JUnit (junit.py)
    resumen.html                              for the teacher (summary.py)
    comentarios/NOMBRE.html                   for each student (feedback.py)
    importar/moodle-….csv, importar/canvas.csv                       (lms.py)

Each file is written whole or stays as it was.
"""

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from andrea_grader.feedback import to_page
from andrea_grader.junit import to_junit
from andrea_grader.lms import exercises, to_canvas, to_moodle
from andrea_grader.record import Item, Record
from andrea_grader.summary import to_summary
from andrea_grader.tables import PAGES, STATUS, to_csv, to_items_csv, to_json
from andrea_grader.texts import file_name, points
from andrea_grader.whole import write_whole

_MARKS = {"correct": "✓", "pending": "…"}
# More submissions than this: one line each, the details stand in results.json.
DETAILED = 8
WIDTH = 88


def to_screen(records: Sequence[Record]) -> str:
    """The table in Spanish; with every item where there are few submissions."""
    detailed = len(records) <= DETAILED
    blocks = [_detail(record) if detailed else _summary(record) for record in records]
    graded = [record for record in records if record.status == "graded"]
    end = f"Corregidas: {len(graded)} de {len(records)}."
    return "\n".join([*blocks, end])


def _summary(record: Record) -> str:
    earned, most = points(record.points), points(record.max_points)
    where = f"{earned:>6} / {most:<6}" if record.status == "graded" else " " * 15
    words = "" if record.status == "graded" else STATUS[record.status]
    return f"{where} {_one_line(record.submission)}  {words}".rstrip()


def _detail(record: Record) -> str:
    head = f"{_one_line(record.submission)} · {STATUS[record.status]}"
    if record.status == "graded":
        head = f"{_one_line(record.submission)} · {_score(record)}"
    lines = [head, "─" * min(len(head), WIDTH)]
    for item in record.items:
        lines += _item_lines(item)
    lines += [line for remark in record.remarks for line in _wrapped(remark, "  ")]
    return "\n".join([*lines, ""])


def _score(record: Record) -> str:
    return f"{points(record.points)} de {points(record.max_points)} puntos"


def _item_lines(item: Item) -> list[str]:
    mark = _MARKS.get(item.outcome, "✗")
    score = f"{points(item.points)}/{points(item.max_points)}"
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
    """All files. Pages of submissions that are gone stay where they are."""
    write_tables(records, folder)
    for name, data in _others(records):
        write_whole(folder / name, data)


def write_tables(records: Sequence[Record], folder: Path) -> None:
    """results.json and notas.csv: enough to lose nothing while others are marked."""
    # A lone surrogate becomes an escape, which is what JSON writes for it too.
    write_whole(folder / "results.json", to_json(records).encode("utf-8", _ESCAPE))
    write_whole(folder / "notas.csv", _spreadsheet(to_csv(records)))


_ESCAPE = "backslashreplace"


def _others(records: Sequence[Record]) -> Iterator[tuple[str, bytes]]:
    yield "preguntas.csv", _spreadsheet(to_items_csv(records))
    yield "notas.xml", to_junit(records)
    yield "resumen.html", to_summary(records).encode()
    yield "importar/canvas.csv", _spreadsheet(to_canvas(records))
    for name in exercises(records):
        table = to_moodle(records, name)
        yield f"importar/moodle-{name}.csv", _spreadsheet(table)
    for record in records:
        yield f"{PAGES}/{file_name(record.submission)}", to_page(record).encode()


def _spreadsheet(text: str) -> bytes:
    return text.encode("utf-8-sig", _ESCAPE)
