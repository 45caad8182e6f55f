"""Ways of writing one value: each counts, or its form gets words of its own.

Decided once for all exercises: what a value is counts, not how it is kept. 1000.0 is
the integer 1000, "Paris" and "“París”" are París, a tuple is a list; "ano" is no año.
"""

from itertools import zip_longest

import pytest

from tests.andrea_grader.marking import feedback, lost, mark_with, outcomes, write
from tests.andrea_grader.masters import Item, made

NUMPY, TORCH = "__import__('numpy')", "__import__('torch')"


def asked(name: str, shown: str, right: str, *slips: str) -> Item:
    answer = f"### BEGIN SOLUTION\n{name} = {right}\n### END SOLUTION"
    graded = f"from andrea_lib import probe\nprobe.{shown}({name})"
    return Item(answer, name, graded, [f"{name} = {slip}" for slip in slips])


QUESTIONS = {
    "number": asked("ratio", "number", "38.4", "0.384", "3.84", "384"),
    "half": asked("half", "number", "0.5", "2", "0.25", "5"),
    "integer": asked("size", "integer", "1000", "10", "100", "10000"),
    "millions": asked("params", "integer", "38_400_000", "50_768", "768", "50_000"),
    "city": asked("city", "word", "'París'", "'Roma'", "'Lima'", "'Quito'"),
    "period": asked("period", "word", "'año'", "'mes'", "'día'", "'siglo'"),
    "queen": asked("queen", "word", "'reina'", "'rey'", "'mujer'", "'hombre'"),
    "row": asked("row", "array", "[1, 2, 3]", "[3, 2, 1]", "[1, 2]", "[0, 1, 2]"),
}
EXERCISE = made("09_forms", list(QUESTIONS.values()))
ITEMS = dict(zip(QUESTIONS, EXERCISE.answers, strict=True))
NO_TEXT = "Has dado un texto: escribe el número sin comillas"
LIST = "Se pide un solo número, y has dado una lista o un array"
CALL = "falta llamarla, con paréntesis"
THOUSANDS = (
    "los miles no se separan con puntos, comas ni espacios. Escribe `38_400_000`"
)

# Question, what is assigned, and words of the advice; none: it counts.
ROWS: list[tuple[str, str, str | None]] = [
    ("number", f"{TORCH}.tensor(38.4)", None),
    ("integer", f"{TORCH}.tensor(1000)", None),
    ("row", f"{TORCH}.tensor([1, 2, 3])", None),
    ("number", "38,4", "los decimales van con punto. Escribe `38.4`"),
    ("number", "'38,4'", f"{NO_TEXT} y con punto decimal, no con coma"),
    ("number", "'38.4'", NO_TEXT),
    ("number", "38.400000000000006", None),
    ("number", "39.1", "El valor no es el que se pide"),
    ("number", f"{NUMPY}.float64(38.4)", None),
    ("number", f"{NUMPY}.array([38.4])", LIST),
    ("number", f"{NUMPY}.array([38.4, 1.0])", LIST),
    ("number", "None", "Sin responder: vale None"),
    ("number", "...", "Sin responder"),
    ("number", "print(38.4)", "`print` lo muestra, pero no lo guarda"),
    ("number", "lambda: 38.4", CALL),
    ("number", f"{NUMPY}.float32(38.4)", None),
    ("number", f"{NUMPY}.longdouble('38.4')", None),
    ("number", f"{NUMPY}.array(38.4)", None),
    ("number", "__import__('decimal').Decimal('38.4')", None),
    ("number", "__import__('fractions').Fraction(192, 5)", None),
    ("number", "3.84e1", None),
    ("number", "38.4,", "sobra la coma del final"),
    ("number", "38.4 + 0j", "un valor de tipo `complex`"),
    ("number", "b'38.4'", "un valor de tipo `bytes`"),
    ("number", "(x for x in [38.4])", "un valor de tipo `generator`"),
    ("number", "{38.4}", LIST),
    ("number", "{'ratio': 38.4}", LIST),
    ("number", "float('nan')", "El valor no es el que se pide"),
    ("number", "10**400", "El valor no es el que se pide"),
    ("number", "10**5_000", "El valor no es el que se pide"),
    ("number", "'38\N{NO-BREAK SPACE}%'", NO_TEXT),
    ("number", "print", CALL),
    ("number", "38.4\nRatio = ratio\ndel ratio", "No encuentro `ratio`"),
    ("number", "0\nratió = 38.4", "El valor no es el que se pide"),
    ("half", ".5", None),
    ("half", "1 / 2", None),
    ("half", "True", "has dado True o False"),
    ("half", "0.5 if True else None", None),
    ("integer", "1_000", None),
    ("integer", "1.000", "los miles no se separan con punto. Escribe `1_000`"),
    ("integer", "1,000", "la coma no separa los miles. Escribe `1_000`"),
    ("integer", "1000.0", None),
    ("integer", "1e3", None),
    ("integer", "0x3e8", None),
    ("integer", f"{NUMPY}.int64(1000)", None),
    ("integer", "__import__('decimal').Decimal(1000)", None),
    ("integer", "1000.4", "El valor no es el que se pide"),
    ("integer", "[1000]", LIST),
    ("integer", "input", CALL),
    ("millions", "38400000.0", None),
    ("millions", "38,400,000", "la coma no separa los miles. Escribe `38_400_000`"),
    ("millions", "38.400.000", THOUSANDS),
    ("millions", "38 400 000", THOUSANDS),
    ("millions", "38\u202f400\u202f000", THOUSANDS),
    ("millions", "38,050,000", "Escribe `38_050_000`"),
    ("millions", "'38 400 000'", NO_TEXT),
    ("millions", "50.000", "los miles no se separan con punto. Escribe `50_000`"),
    ("millions", "50_000 × 768", "no conoce el signo `×` (línea 2): escribe `*`"),
    ("millions", "−38_400_000", "no conoce el signo `−` (línea 2): escribe `-`"),
    ("millions", "int(input('¿?'))", "no hay teclado"),
    ("city", "'Paris'", None),
    ("city", "'PARÍS'", None),
    ("city", "'  París \\n'", None),
    ("city", "'“París”'", None),
    ("city", "'Pari\u0301s'", None),
    ("city", "['París']", "has dado una lista: saca el elemento"),
    ("city", "París", "'París' is not defined"),
    ("city", "“París”", 'no conoce el signo `“` (línea 2): escribe `"`'),
    ("city", "b'Paris'", "Se pide un texto"),
    ("city", "75", "Se pide un texto"),
    ("city", "f'París'.lower", CALL),
    ("period", "'ano'", "El valor no es el que se pide"),
    ("period", "'AÑO'", None),
    ("period", "'an\u0303o'", None),
    ("period", "'«año»'", None),
    ("queen", "[('reina', 0.71)]", "has dado parejas (palabra, similitud)"),
    ("queen", "('reina', 0.71)", "has dado una lista: saca el elemento"),
    ("queen", "'rey'", "Es el desliz 0"),
    ("queen", "{'reina'}", "Se pide un texto"),
    ("queen", "'la reina'", "El valor no es el que se pide"),
    ("row", "(1, 2, 3)", None),
    ("row", f"{NUMPY}.array([1, 2, 3])", None),
    ("row", "range(1, 4)", "Se pide un array (o una lista)"),
    ("row", "'1, 2, 3'", "Se pide un array (o una lista)"),
    ("row", "[[1, 2, 3]]", "otra forma (`shape`)"),
    ("row", "[1.0, 2.0, 3.0]", "otra clase"),
    ("row", "[1, [2], 3]", "El valor no es el que se pide"),
    ("row", "1, 2, 3", None),
]


def cell(row: tuple[str, str, str | None]) -> dict[str, str]:
    question, expression, _ = row
    first, *_ = EXERCISE.answers[ITEMS[question]].split("\n")
    return {ITEMS[question]: f"{first}\n{QUESTIONS[question].names} = {expression}"}


BY_QUESTION = [[row for row in ROWS if row[0] == question] for question in QUESTIONS]
SHEETS = [[row for row in sheet if row] for sheet in zip_longest(*BY_QUESTION)]
WHERE = {id(row): f"hoja-{n}" for n, sheet in enumerate(SHEETS) for row in sheet}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    sheets = {
        f"hoja-{n}": EXERCISE.answered(
            {k: v for row in sheet for k, v in cell(row).items()}
        )
        for n, sheet in enumerate(SHEETS)
    }
    return mark_with(EXERCISE.master, write(tmp_path_factory.mktemp("formas"), sheets))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]}"[:60])
def test_a_value_counts_or_its_form_gets_its_own_words(records, row, record_property):
    question, expression, words = row
    record, item = records[WHERE[id(row)]], ITEMS[question]
    expected = "no points" if words else "counts"
    got = outcomes(record)[item]
    shown = " ".join(expression.split())
    note = f"{question:<9} {shown:<44.44} expected {expected:<10} got {got}"
    record_property("informe", note)
    assert (item in lost(record)) == bool(words), feedback(record)[item]
    assert (words or "Correcto.") in feedback(record)[item]
