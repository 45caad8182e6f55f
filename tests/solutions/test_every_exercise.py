"""What holds for every graded question of every exercise."""

import re
from pathlib import Path

import pytest

from andrea_grader.cells import code_cells, has_tag
from andrea_grader.markers import regions
from andrea_grader.wrong import check_rows
from andrea_lib import canonical, probe
from andrea_lib.checks import HIDDEN, MISSING
from tests.solutions import exercise
from tests.solutions.exercise import Item

SOURCES = exercise.sources()
# A teacher's own exercise may be worth what its teacher likes.
OWN = [path for path in SOURCES if path.stem[:2] in ("01", "02", "03", "04")]
QUESTIONS = [(source, item) for source in SOURCES for item in exercise.items(source)]
question = pytest.mark.parametrize(
    ("source", "item"), QUESTIONS, ids=[item.item for _, item in QUESTIONS]
)
each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
DIGITS_ONLY = re.compile(r"[\s_\u202f\u00a0]+(?=\d)")


@pytest.mark.parametrize("source", OWN, ids=lambda path: path.stem)
def test_the_points_of_an_exercise_of_the_course_sum_to_25(source: Path):
    assert sum(item.facts["puntos"] for item in exercise.items(source)) == 25


@question
def test_a_question_has_two_hints_and_a_card(source: Path, item: Item):
    assert item.statement.count("<details><summary>Pista 1</summary>") == 1
    assert item.statement.count("<details><summary>Pista 2</summary>") == 1
    assert 1 <= item.facts["dificultad"] <= 5
    assert f"*Dificultad {item.facts['dificultad']} de 5 · " in item.statement
    assert item.facts["minutos"] > 0
    assert item.facts["puntos"] > 0


@question
@pytest.mark.parametrize("seed", exercise.SEEDS)
def test_the_solution_gives_values_that_nobody_guesses(source, item, seed, monkeypatch):
    monkeypatch.setenv("ANDREA_SEED", seed)
    lines = exercise.shown(item, exercise.solved(source)).split("\n")
    assert not [line for line in lines if line.startswith(("!", "<"))]
    assert len("".join(lines)) < 4000
    assert not set(lines) <= {"True", "False", "None"}


@question
def test_other_seeds_give_functions_other_inputs(source, item, monkeypatch):
    space = exercise.solved(source)
    texts = set()
    for seed in exercise.SEEDS:
        monkeypatch.setenv("ANDREA_SEED", seed)
        texts.add(exercise.shown(item, space))
    is_function = any(callable(space[name]) for name in item.names)
    assert len(texts) == (len(exercise.SEEDS) if is_function else 1)


@question
@pytest.mark.parametrize("change", [1 - 1e-5, 1 + 1e-5])
def test_no_value_is_near_a_rounding_edge(source, item, change, monkeypatch):
    space = exercise.solved(source)
    for seed in exercise.SEEDS:
        monkeypatch.setenv("ANDREA_SEED", seed)
        right = exercise.shown(item, space)
        with monkeypatch.context() as patch:
            write = canonical._WRITERS[float]
            patch.setitem(
                canonical._WRITERS,
                float,
                lambda x, depth, w=write: w(x * change, depth),
            )
            assert exercise.shown(item, space) == right


@question
@pytest.mark.parametrize("seed", exercise.SEEDS)
def test_each_slip_is_wrong_and_unlike_the_others(source, item, seed, monkeypatch):
    monkeypatch.setenv("ANDREA_SEED", seed)
    space = exercise.solved(source)
    texts = [exercise.shown(item, probe.bindings(row.code, space)) for row in item.rows]
    assert len(item.rows) >= 3
    check_rows(list(item.rows), exercise.shown(item, space), texts)


@question
def test_each_slip_has_its_own_advice_without_the_value(source, item):
    advice = [DIGITS_ONLY.sub("", row.advice) for row in item.rows]
    assert len(set(advice)) == len(advice)
    values = exercise.shown(item, exercise.solved(source)).split("\n")
    for value in values:
        assert not [words for words in advice if len(value) > 2 and value in words]


@question
def test_the_visible_check_accepts_the_solution(source, item):
    text = exercise.visible(item, exercise.solved(source))
    assert "✗" not in text
    assert "✓" in text
    assert HIDDEN in text


@question
def test_the_visible_check_advises_on_each_slip_in_one_line_each(source, item):
    for row in item.rows:
        space = probe.bindings(row.code, exercise.solved(source))
        text = exercise.visible(item, space)
        wrong = [line for line in text.splitlines() if line.startswith("✗")]
        assert wrong, row.slip
        assert all(" → " in line and len(line) < 220 for line in wrong), text
        assert HIDDEN in text


@question
def test_what_is_handed_out_is_named_as_missing(source, item):
    """A function says so in its check; a value is not even defined."""
    space = exercise.solved(source)
    if any(callable(space[name]) for name in item.names):
        exec(item.stub, space)
        assert exercise.visible(item, space).strip() == MISSING
    else:
        with pytest.raises(NotImplementedError):
            exec(item.stub, space)


@each_source
def test_the_handed_out_notebook_holds_no_output_and_no_solution(source: Path):
    exercise_notebook = exercise.handed_out(source)
    text = "\n".join(cell.source for cell in exercise_notebook.cells)
    assert not [c for c in code_cells(exercise_notebook) if c.outputs]
    assert "%%graded" not in text
    assert "%%wrong" not in text
    assert "SOLUTION" not in text
    for cell in exercise.notebook(source).cells:
        if has_tag(cell, "solo-solucion"):
            assert cell.source not in text
        if has_tag(cell, "respuesta"):
            for region in regions(cell.source, where=cell.id):
                assert region not in text
