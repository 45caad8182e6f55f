"""Wrong-answer tables: their text, and the magic that tries them."""

import pytest

from andrea_grader import wrong
from andrea_grader.wrong import WrongRow, wrong_item, wrong_rows
from andrea_lib import probe
from tests.shell import own_shell

TABLE = """\
%%wrong e1-1
# error: sumar
# consejo: Parece V + d. La tabla tiene V filas
# y **cada una** lleva d números.
n = 10 + 3

# error: elevar
# consejo: Te ha salido d × d.
d = 3
n = d * d
# error: rendirse
# consejo: Escribe el número.
n = None"""


def test_a_table_is_read_row_by_row():
    assert wrong_item(TABLE) == "e1-1"
    assert wrong_rows(TABLE) == [
        WrongRow(
            "sumar",
            "Parece V + d. La tabla tiene V filas y **cada una** lleva d números.",
            "n = 10 + 3",
        ),
        WrongRow("elevar", "Te ha salido d × d.", "d = 3\nn = d * d"),
        WrongRow("rendirse", "Escribe el número.", "n = None"),
    ]


def test_the_first_line_may_be_left_out():
    assert wrong_rows(TABLE.split("\n", 1)[1]) == wrong_rows(TABLE)
    assert wrong_item("n = 3") is None
    assert wrong_rows("") == []


@pytest.mark.parametrize(
    "table",
    [
        "n = 3",
        "# error: a\nn = 3",
        "# error: a\n# consejo: b",
        "# error:\n# consejo: b\nn = 1",
    ],
)
def test_a_row_without_slip_advice_or_code_is_refused(table):
    with pytest.raises(ValueError, match=r"error|consejo"):
        wrong_rows(table)


@pytest.fixture(scope="module")
def shell():
    with own_shell(probe, wrong) as shell:
        yield shell


@pytest.fixture
def graded(shell):
    shell.run_cell("n = 30")
    shell.run_cell_magic("graded", "n", "n\n")
    return shell


def table(shell, text: str = TABLE) -> None:
    shell.run_cell_magic("wrong", "e1-1", text.split("\n", 1)[1])


def test_the_magic_shows_every_slip_and_its_advice(graded, capsys):
    capsys.readouterr()
    table(graded)
    shown = capsys.readouterr().out
    assert shown.count("✗") == 3
    assert "Te ha salido d × d." in shown


def test_the_magic_leaves_the_answer_as_it_is(graded):
    table(graded)
    assert graded.user_ns["n"] == 30


def test_a_row_that_gives_the_right_answer_is_refused(graded):
    graded.run_cell("n = 13")
    with pytest.raises(
        ValueError, match="«sumar» da lo mismo que la respuesta correcta"
    ):
        table(graded)


def test_a_row_that_defines_another_name_is_refused(graded):
    with pytest.raises(ValueError, match="La fila «sumar» no define n: escribe"):
        table(graded, TABLE.replace("n = 10 + 3", "m = 10 + 3"))


def test_two_rows_that_give_the_same_are_refused(graded):
    row = "# error: {}\n# consejo: c\nn = 1\n"
    with pytest.raises(ValueError, match="«b» da lo mismo que la fila «a»"):
        graded.run_cell_magic("wrong", "e1-1", "".join(map(row.format, "abc")))


def test_fewer_than_three_rows_are_refused(graded):
    with pytest.raises(ValueError, match="al menos 3"):
        graded.run_cell_magic("wrong", "e1-1", "# error: a\n# consejo: b\nn = 1")
