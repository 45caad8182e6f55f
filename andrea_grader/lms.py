"""Files that Moodle and Canvas import.

Moodle: one grading worksheet for each exercise, with the Spanish column names that
its importer looks for (Identificador, Calificación, Última modificación); columns that
it does not know are ignored. Canvas: one gradebook, its five columns first, then a
column for each exercise and the row of points possible.

Who handed in what is read from the names that each platform gives when all
submissions are downloaded; elsewhere the first folder stands for the person.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from andrea_grader.record import Record
from andrea_grader.tables import to_rows
from andrea_grader.texts import number, points

# «Ana García_4711_assignsubmission_file_» (also with a group in front of the name).
_MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_file_?")
# «garciaana_LATE_4711_90210_ejercicio.ipynb»: user, then the file's own number.
_CANVAS = re.compile(r"(?P<name>[^_]+)(?:_LATE)?_(?P<id>\d+)_\d+_.+")
MOODLE = ("Identificador", "Nombre completo", "Calificación", "Calificación máxima")
MOODLE_END = ("Última modificación (calificación)", "Comentarios de retroalimentación")
CANVAS = ("Student", "ID", "SIS Login ID", "Section")


@dataclass(frozen=True, order=True)
class Person:
    """Who handed in: a name, and the platform's number where it is known."""

    name: str
    moodle: str = ""
    canvas: str = ""


def person(submission: str) -> Person:
    """The platform's own names; else the first folder, else the file."""
    parts = PurePosixPath(submission).parts
    for part in parts:
        if found := _MOODLE.fullmatch(part):
            return Person(found["name"], moodle=found["id"])
        if found := _CANVAS.fullmatch(part):
            return Person(found["name"], canvas=found["id"])
    return Person(parts[0] if len(parts) > 1 else PurePosixPath(submission).stem)


def best(records: Iterable[Record]) -> dict[tuple[Person, str], Record]:
    """Of the tries of one person at one exercise, the first with most points."""
    found: dict[tuple[Person, str], Record] = {}
    for record in records:
        key = person(record.submission), record.exercise
        if record.status == "graded" and (
            key not in found or record.points > found[key].points
        ):
            found[key] = record
    return found


def exercises(records: Iterable[Record]) -> list[str]:
    return sorted({r.exercise for r in records if r.status == "graded"})


def to_moodle(records: Sequence[Record], exercise: str) -> str:
    """A row for everybody; who has no marked submission keeps an empty grade."""
    found = best(records)
    rows: list[Sequence[str]] = [(*MOODLE, *MOODLE_END)]
    for one in _people(records):
        record = found.get((one, exercise))
        known = f"Participante{one.moodle}" if one.moodle else ""
        rows.append((known, one.name, *_marks(record), "", _advice(record)))
    return to_rows(rows)


def _marks(record: Record | None) -> tuple[str, str]:
    return (points(record.points), points(record.max_points)) if record else ("", "")


def _advice(record: Record | None) -> str:
    items = record.items if record else ()
    wrong = [i for i in items if i.points < i.max_points]
    return " ".join(f"{number(i.grade_id)}: {i.feedback}" for i in wrong)


def to_canvas(records: Sequence[Record]) -> str:
    """Points by person and exercise; the second row holds the points possible."""
    names, found = exercises(records), best(records)
    most = {record.exercise: points(record.max_points) for record in found.values()}
    rows: list[Sequence[str]] = [(*CANVAS, *names)]
    rows.append(("    Points Possible", "", "", "", *(most[name] for name in names)))
    for one in _people(records):
        login = "" if one.canvas else one.name
        marks = (found.get((one, name)) for name in names)
        texts = (points(record.points) if record else "" for record in marks)
        rows.append((one.name, one.canvas, login, "", *texts))
    return to_rows(rows)


def _people(records: Iterable[Record]) -> list[Person]:
    return sorted({person(record.submission) for record in records})
