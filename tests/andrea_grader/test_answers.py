"""Single answers to exercise 1: what each costs, and what the student is told."""

from itertools import zip_longest

import pytest

from tests.andrea_grader.marking import feedback, lost, mark, outcomes, write
from tests.andrea_grader.masters import function_name, real

EXERCISE = real()
QUESTIONS = {question.item: question for question in EXERCISE.master.questions}
ITEMS = list(QUESTIONS)
NAMES = {item: function_name(source) for item, source in EXERCISE.answers.items()}


def first_line(item: str) -> str:
    return EXERCISE.answers[item].split("\n")[0]


def slip(item: str, n: int) -> str:
    """The answer cell of a student who makes the n-th named slip."""
    return f"{first_line(item)}\n{QUESTIONS[item].rows[n].code}"


def setting(item: str, expression: str) -> dict[str, str]:
    return {item: f"{first_line(item)}\n{NAMES[item]} = {expression}"}


# Row n of every table at once: each submission makes one named slip in every answer.
COLUMNS = list(
    zip_longest(*([n for n, _ in enumerate(q.rows)] for q in QUESTIONS.values()))
)
SLIPS = {
    f"slips-{n}": EXERCISE.answered(
        {
            item: slip(item, n)
            for item, k in zip(ITEMS, column, strict=True)
            if k is not None
        }
    )
    for n, column in enumerate(COLUMNS)
}
ROWS = [(item, n) for item in ITEMS for n in range(len(QUESTIONS[item].rows))]
ALONE = {f"alone-{item}": EXERCISE.answered({item: slip(item, 1)}) for item in ITEMS}

# Item, expression, and words of its advice (none: it counts). Two items, so that each
# notebook tries two of them.
NUMBERS: list[tuple[str, str, str | None]] = [
    ("e1-1", "38_400_000", None),
    ("e1-1", "38400000.0", None),
    ("e1-1", "__import__('numpy').int64(38_400_000)", None),
    ("e1-1", "38,4", "los decimales van con punto. Escribe `38.4`"),
    ("e1-1", "38,400,000", "la coma no separa los miles. Escribe `38_400_000`"),
    ("e1-1", "38.400.000", "con puntos ni con comas. Escribe `38_400_000`"),
    ("e1-1", "38,050,000", "Escribe `38_050_000`"),
    ("e1-1", "50.000", "los miles no se separan con punto. Escribe `50_000`"),
    ("e1-1", "50_000 + 768", "parece V + d"),
    ("e1-1", "'38400000'", "el número sin comillas."),
    ("e1-2", "204_800_000", None),
    ("e1-2", "'204,8'", "sin comillas y con punto decimal"),
    ("e1-2", "None", "Sin responder: vale None"),
    ("e1-2", "...", "Sin responder"),
    ("e1-2", "lambda: 204_800_000", "falta llamarla"),
    ("e1-2", "__import__('numpy').array([7])", "una lista o un array"),
    ("e1-2", "[204_800_000]", "una lista o un array"),
    ("e1-2", "True", "has dado True o False"),
    ("e1-2", "12", "El valor no es el que se pide"),
    ("e1-2", "print(204_800_000)", "vale None"),
]
HALF = len(NUMBERS) // 2
FORMS = {
    f"number-{n}": setting(*NUMBERS[n][:2]) | setting(*NUMBERS[n + HALF][:2])
    for n in range(HALF)
}


def cell(item: str, body: str) -> dict[str, str]:
    return {item: f"{first_line(item)}\n{body}"}


LOOKUP = EXERCISE.answers["e1-5"].split("\n", 1)[1]
RAISE = "raise NotImplementedError()"
PARAMS = "def n_embedding(V, d, T=None, tied=True):\n    "
# A change of one answer, its outcome, and words of its advice. Changes of different
# answers go into one notebook (see ODD).
SINGLE: dict[str, tuple[dict[str, str], str, str]] = {
    "stub_above": (cell("e1-5", f"{RAISE}\n{LOOKUP}"), "error", "Borra esa línea"),
    "stub_inside": (
        cell("e1-5", LOOKUP.replace("### BEGIN SOLUTION", f"    {RAISE}")),
        "error",
        f"todavía llega a `{RAISE}`",
    ),
    "syntax": (cell("e1-5", "def lookup(E, ids:\n    pass"), "error", "línea 2"),
    "renamed": (
        cell("e1-5", LOOKUP.replace("lookup", "Lookup")),
        "missing",
        "No encuentro `lookup`",
    ),
    "prints": (cell("e1-3", f"{PARAMS}print(V * d)"), "wrong", "termina con `return`"),
    "crashes": (cell("e1-3", f"{PARAMS}return V['x']"), "error", "con TypeError"),
    "cell_fails": (cell("e1-2", "n_params_4096 = filas * 4"), "error", "'filas' is"),
    "asks": (cell("e1-2", "n_params_4096 = int(input())"), "error", "no hay teclado"),
    "leaks": (
        cell("e1-3", f"{PARAMS}raise ValueError(repr((V, d)))"),
        "error",
        "se detiene con ValueError",
    ),
    "shape": (
        cell("e1-8", "def table_gradient(ids, G, V):\n    return G[0]"),
        "wrong",
        "otra forma (`shape`)",
    ),
    "partly": (
        cell("e1-3", f"{PARAMS}return V * d if T is None and tied else 7"),
        "wrong",
        "De 5 comprobaciones ocultas cumple 1",
    ),
    "erased": ({"e1-2": "# nada"}, "missing", "`n_params_4096`"),
}


def place(name: str) -> str:
    """The n-th odd answer to a question goes into the n-th notebook."""
    (item,) = SINGLE[name][0]
    same = [other for other, (change, *_) in SINGLE.items() if item in change]
    return f"odd-{same.index(name)}"


WHERE = {name: place(name) for name in SINGLE}
ODD = {
    where: EXERCISE.answered(
        {
            item: source
            for name, (change, *_) in SINGLE.items()
            if WHERE[name] == where
            for item, source in change.items()
        }
    )
    for where in sorted(set(WHERE.values()))
}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    forms = {name: EXERCISE.answered(change) for name, change in FORMS.items()}
    folder = tmp_path_factory.mktemp("respuestas") / "clase"
    return mark(write(folder, SLIPS | ALONE | forms | ODD))


@pytest.mark.parametrize(("item", "n"), ROWS)
def test_each_named_slip_gets_its_own_advice(records, item, n):
    row = QUESTIONS[item].rows[n]
    assert feedback(records[f"slips-{n}"])[item] == row.advice
    assert outcomes(records[f"slips-{n}"])[item] == "wrong"


@pytest.mark.parametrize("item", ITEMS)
def test_one_wrong_answer_costs_its_own_points_only(records, item):
    record = records[f"alone-{item}"]
    assert lost(record) == {item}
    assert record["points"] == 25 - QUESTIONS[item].points


@pytest.mark.parametrize("n", range(len(NUMBERS)), ids=[text for _, text, _ in NUMBERS])
def test_a_number_counts_or_its_form_gets_its_own_words(records, n):
    record, (item, _, words) = records[f"number-{n % HALF}"], NUMBERS[n]
    assert (item in lost(record)) == bool(words)
    assert (words or "Correcto.") in feedback(record)[item]


@pytest.mark.parametrize("name", SINGLE)
def test_one_odd_answer_gets_its_outcome_and_its_words(records, name):
    change, outcome, words = SINGLE[name]
    (item,) = change
    record = records[WHERE[name]]
    assert item in lost(record)
    assert outcomes(record)[item] == outcome
    assert words in feedback(record)[item]


def test_an_answer_cannot_publish_the_hidden_inputs(records):
    words = feedback(records[WHERE["leaks"]])["e1-3"]
    assert not any(character.isdigit() for character in words)


@pytest.mark.parametrize("item", ITEMS)
def test_advice_never_holds_the_expected_value(records, item):
    solution = EXERCISE.answers[item]
    for record in records.values():
        words = feedback(record)[item]
        assert "38_400_000" not in words or "Escribe `38_400_000`" in words
        assert not any(
            line.strip() in words
            for line in solution.split("\n")[2:]
            if len(line.strip()) > 25
        )
