"""The screen's table, results.json, notas.csv, preguntas.csv."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_grader.record import Item, Record, from_dict, graded, not_graded, to_dict
from andrea_grader.reports import to_screen, write, write_tables
from andrea_grader.tables import to_csv, to_items_csv, to_json
from tests.andrea_grader.classes import NASTY, item, nasty, of_size

ITEMS = [
    Item("e1-1", 1, 1, "correct", "Correcto."),
    Item("e1-2", 0, 3, "wrong", "Te ha salido V + d, y la tabla tiene V filas. " * 3),
    Item("e1-3", 0, 0, "pending", "Pendiente de revisión."),
]
DONE = graded("ana/1.ipynb", "01_lookup_tables", ITEMS, ["Una nota."])
BAD = not_graded("=1+1.ipynb", "unreadable", "El archivo está vacío.")
RECORDS = [BAD, DONE]
ANY_TEXT = st.text(st.characters(codec=None), max_size=30)


def rows(records: list[Record]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(records))))


def test_points_are_the_sum_of_the_items():
    assert (DONE.points, DONE.max_points, DONE.full) == (1, 4, False)
    assert (BAD.points, BAD.max_points, BAD.full) == (0, 0, False)


def test_json_and_csv_say_the_same():
    records = json.loads(to_json(RECORDS))
    assert [(r["puntos"], r["máximo"]) for r in rows(RECORDS)] == [
        (f"{record['points']:g}", f"{record['max_points']:g}") for record in records
    ]


def test_an_item_in_json_has_its_fields():
    found = json.loads(to_json([DONE]))[0]["items"][0]
    assert found.items() >= {
        ("grade_id", "e1-1"),
        ("points", 1),
        ("max_points", 1),
        ("outcome", "correct"),
        ("feedback", "Correcto."),
    }


def test_a_record_comes_back_from_json_as_it_was():
    for record in [*of_size(3), nasty()]:
        assert from_dict(json.loads(json.dumps(to_dict(record)))) == record


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"items": 3},
        {**to_dict(DONE), "items": [{"grade_id": 1}]},
        to_dict(DONE) | {"x": 1},
    ],
)
def test_anything_else_is_no_record(broken):
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_dict(broken)


def test_no_cell_of_the_csv_acts_as_a_formula():
    odd = [not_graded(f"{s}1+1", "failed", "x") for s in "=+-@＝＋"]
    odd += [not_graded(f"{s}=1", "failed", "x") for s in "\t\r\u200b\ufeff "]
    assert all(row["entrega"].startswith("'") for row in rows(odd))


def test_names_with_commas_quotes_and_line_breaks_keep_the_columns():
    odd = not_graded('a;b,"c"\nd', "failed", "una, dos")
    assert rows([odd])[0]["entrega"] == 'a;b,"c" d'


def test_what_names_other_students_is_for_the_teacher_only():
    record = replace(DONE, for_teacher=("Igual que la entrega de otra persona.",))
    assert "otra persona" in rows([record])[0]["observaciones"]


def test_every_question_of_every_submission_has_its_row():
    found = list(csv.DictReader(io.StringIO(to_items_csv(of_size(3)))))
    assert len(found) == 3 * 6
    assert {row["resultado"] for row in found} <= {
        *("bien", "otro valor", "se detiene", "no termina", "sin responder"),
        "por revisar",
    }


@given(ANY_TEXT, ANY_TEXT)
def test_any_text_keeps_the_tables_in_shape(name, words):
    record = graded(name, "x", [item(1, "wrong", feedback=words)], [words])
    table = csv.reader(io.StringIO(to_items_csv([record])))
    assert {len(row) for row in table} == {12}
    assert len(rows([record])) == 1
    data = to_json([record]).encode("utf-8", "backslashreplace")
    assert json.loads(data)[0]["submission"] == name


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


def test_the_tables_are_written_and_no_draft_stays(tmp_path):
    write_tables(RECORDS, tmp_path / "notas")
    write_tables(RECORDS, tmp_path / "notas")
    assert {p.name for p in (tmp_path / "notas").iterdir()} == {
        "results.json",
        "notas.csv",
    }
    data = (tmp_path / "notas" / "notas.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")


def test_all_files_are_written_twice_the_same_for_any_text(tmp_path):
    records = [*of_size(4), nasty()]
    written = []
    for _ in range(2):
        write(records, tmp_path)
        files = (p for p in sorted(tmp_path.rglob("*")) if p.is_file())
        written.append(
            {p.relative_to(tmp_path).as_posix(): p.read_bytes() for p in files}
        )
    assert written[0] == written[1]
    names = {name.partition("/")[0] for name in written[0]}
    assert names == {
        *("results.json", "notas.csv", "preguntas.csv", "notas.xml", "resumen.html"),
        *("comentarios", "importar"),
    }
    assert json.loads(written[0]["results.json"])[-1]["items"][1]["feedback"] == NASTY


def test_the_page_that_a_row_names_is_there(tmp_path):
    write(records := [*of_size(3), nasty(), BAD], tmp_path)
    assert all((tmp_path / row["comentarios"]).is_file() for row in rows(records))
