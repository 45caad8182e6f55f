"""The files that Moodle and Canvas import."""

import csv
import io
from dataclasses import replace

from andrea_grader.lms import Person, best, exercises, person, to_canvas, to_moodle
from andrea_grader.record import Record, graded, not_graded
from tests.andrea_grader.classes import item, nasty, of_size

MOODLE = "Ana Muñoz_4711_assignsubmission_file_/01_lookup_tables.ipynb"
CANVAS = "munozana_LATE_4711_90210_01_lookup_tables.ipynb"


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def record(name: str, *points: bool, exercise: str = "01_lookup_tables") -> Record:
    items = [item(n, "correct" if ok else "wrong") for n, ok in enumerate(points, 1)]
    return graded(name, exercise, items, [])


def test_the_names_of_each_platform_are_recognised():
    assert person(MOODLE) == Person("Ana Muñoz", moodle="4711")
    assert person(f"grupo A/{MOODLE}") == Person("Ana Muñoz", moodle="4711")
    assert person(CANVAS) == Person("munozana", canvas="4711")
    assert person(CANVAS.replace("_LATE", "")) == Person("munozana", canvas="4711")
    assert person("ana@uni.edu/1.ipynb") == Person("ana@uni.edu")
    assert person("01_lookup_tables.ipynb") == Person("01_lookup_tables")


def test_moodle_gets_the_columns_that_its_worksheet_has():
    broken = not_graded(
        "Beto_12_assignsubmission_file_/x.ipynb", "unreadable", "Vacío."
    )
    head, ana, beto = table(
        to_moodle([record(MOODLE, True, False), broken], "01_lookup_tables")
    )
    assert {"Identificador", "Calificación", "Última modificación (calificación)"} <= {
        *head
    }
    row = dict(zip(head, ana, strict=True))
    assert row["Identificador"] == "Participante4711"
    assert (row["Calificación"], row["Calificación máxima"]) == ("1", "3")
    assert row["Comentarios de retroalimentación"].startswith("1.2: ")
    assert dict(zip(head, beto, strict=True))["Calificación"] == ""


def test_canvas_gets_its_header_the_points_possible_and_a_column_for_each_exercise():
    records = [
        record(CANVAS, True, True),
        record(CANVAS.replace("01_lookup", "02_dot"), True, exercise="02_dot"),
        record("ana@uni.edu/1.ipynb", False, True),
    ]
    head, possible, *rows = table(to_canvas(records))
    assert head == [
        "Student",
        "ID",
        "SIS Login ID",
        "Section",
        "01_lookup_tables",
        "02_dot",
    ]
    assert possible[0].strip() == "Points Possible"
    assert possible[4:] == ["3", "1"]
    assert rows == [
        ["ana@uni.edu", "", "ana@uni.edu", "", "2", ""],
        ["munozana", "4711", "", "", "3", "1"],
    ]


def test_of_several_tries_the_one_with_most_points_counts():
    tries = [
        record(f"ana/{n}.ipynb", *ok) for n, ok in enumerate([(1, 0), (1, 1), (0, 0)])
    ]
    (found,) = best(tries).values()
    assert found.points == 3


def test_nobody_is_lost_and_points_are_those_of_the_records():
    records = [*of_size(20), nasty()]
    assert exercises(records) == ["01_lookup_tables"]
    people = {person(one.submission) for one in records}
    rows = table(to_canvas(records))[2:]
    assert len(rows) == len(people)
    total = sum(one.points for one in best(records).values())
    assert sum(float(row[4] or 0) for row in rows) == total


def test_a_name_that_would_be_a_formula_is_text_here_too():
    evil = replace(record("x", True), submission="=1+1/1.ipynb")
    assert table(to_canvas([evil]))[2][0] == "'=1+1"
