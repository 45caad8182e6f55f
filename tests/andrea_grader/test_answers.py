"""Wrong answers to exercise 1: what each costs, and what the student is told."""

from itertools import zip_longest

import pytest

from tests.andrea_grader.marking import feedback, lost, mark, outcomes, write
from tests.andrea_grader.masters import real

EXERCISE = real()
QUESTIONS = {question.item: question for question in EXERCISE.master.questions}
ITEMS = list(QUESTIONS)


def first_line(item: str) -> str:
    return EXERCISE.answers[item].split("\n")[0]


def slip(item: str, n: int) -> str:
    """The answer cell of a student who makes the n-th named slip."""
    return f"{first_line(item)}\n{QUESTIONS[item].rows[n].code}"


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
    "shadows": (
        cell("e1-3", f"sorted = 3\n{PARAMS}return sorted([V * d])[0]"),
        "error",
        "se llama como una función de Python",
    ),
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
        "No todos los valores son los que se piden. Se ha mirado n_embedding",
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
    folder = tmp_path_factory.mktemp("respuestas") / "clase"
    return mark(write(folder, SLIPS | ALONE | ODD))


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
