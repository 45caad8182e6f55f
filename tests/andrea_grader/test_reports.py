"""The screen's table, results.json and notas.csv."""

import csv
import io
import json

from andrea_grader.record import Item, Record, graded, not_graded
from andrea_grader.reports import to_csv, to_json, to_screen, write

ITEMS = [
    Item("e1-1", 1, 1, "correct", "Correcto."),
    Item("e1-2", 0, 3, "wrong", "Te ha salido V + d, y la tabla tiene V filas. " * 3),
    Item("e1-3", 0, 0, "pending", "Pendiente de revisión."),
]
DONE = graded("ana/1.ipynb", "01_lookup_tables", ITEMS, ["Una nota."])
BAD = not_graded("=1+1.ipynb", "unreadable", "El archivo está vacío.")
RECORDS = [BAD, DONE]


def rows(records: list[Record]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(records))))


def test_points_are_the_sum_of_the_items():
    assert (DONE.points, DONE.max_points, DONE.full) == (1, 4, False)
    assert (BAD.points, BAD.max_points, BAD.full) == (0, 0, False)


def test_json_and_csv_say_the_same():
    records = json.loads(to_json(RECORDS))
    assert [set(record) for record in records] == [
        {"submission", "exercise", "status", "points", "max_points", "items", "remarks"}
    ] * 2
    assert [(r["puntos"], r["máximo"]) for r in rows(RECORDS)] == [
        (f"{record['points']:g}", f"{record['max_points']:g}") for record in records
    ]


def test_an_item_in_json_has_its_five_fields():
    item = json.loads(to_json([DONE]))[0]["items"][0]
    assert item == {
        "grade_id": "e1-1",
        "points": 1,
        "max_points": 1,
        "outcome": "correct",
        "feedback": "Correcto.",
    }


def test_no_cell_of_the_csv_acts_as_a_formula():
    odd = [not_graded(f"{s}1+1", "failed", "x") for s in ("=", "+", "-", "@", "\t=")]
    assert all(row["entrega"].startswith("'") for row in rows(odd))


def test_names_with_commas_quotes_and_line_breaks_keep_the_columns():
    odd = not_graded('a;b,"c"\nd', "failed", "una, dos")
    assert rows([odd])[0]["entrega"] == 'a;b,"c" d'


def test_the_screen_names_each_item_and_wraps_its_advice():
    shown = to_screen(RECORDS)
    assert "ana/1.ipynb · 1 de 4 puntos" in shown
    assert "=1+1.ipynb · no se puede leer" in shown
    assert "✓ e1-1" in shown
    assert "✗ e1-2" in shown
    assert "Corregidas: 1 de 2." in shown
    assert all(len(line) <= 88 for line in shown.split("\n"))


def test_a_class_gets_one_line_each():
    shown = to_screen([DONE] * 30)
    assert len(shown.split("\n")) == 31


def test_both_files_are_written_and_no_draft_stays(tmp_path):
    write(RECORDS, tmp_path / "notas")
    write(RECORDS, tmp_path / "notas")
    assert {p.name for p in (tmp_path / "notas").iterdir()} == {
        "results.json",
        "notas.csv",
    }
    data = (tmp_path / "notas" / "notas.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
