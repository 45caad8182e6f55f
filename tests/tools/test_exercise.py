"""From one solution: the student's copy without it, and the solution's page."""

import pytest
from nbformat import NotebookNode

from andrea_grader.errors import SourceError
from tests.tools.conftest import ADDRESS, Course
from tools.address import Address
from tools.exercise import TEXT_STUB
from tools.notebooks import Course as Project
from tools.notebooks import Made, make


def made(course: Course, address: Address = ADDRESS) -> Made:
    return make(course.solution, Project(course.root, address))


def cells(nb: NotebookNode | None) -> dict[str, NotebookNode]:
    assert nb is not None
    return {cell.id: cell for cell in nb.cells}


def test_the_exercise_has_the_answer_cut_and_no_solution_only_cell(course):
    exercise = cells(made(course).exercise)
    assert exercise["e1-1"].source.endswith('n."""\n    raise NotImplementedError()')
    assert not {"carga", "e1-1-errores"} & set(exercise)
    text = "\n".join(cell.source for cell in exercise.values())
    assert not any(word in text for word in ("n + n", "secret", "consigo mismo"))


def test_the_solution_page_keeps_all_and_says_that_it_is_the_single_source(course):
    solution = cells(made(course).notebook)
    assert solution["1-0-1"].source.startswith("# Ejercicio 1 — solución\n\n> **Ojo.**")
    assert "solutions/01_one.md" in solution["1-0-1"].source
    assert "result = n + n" in solution["e1-1"].source
    assert solution["1-1-2"].source == "Sumar n consigo mismo es doblarlo."


def test_answers_and_graded_cells_carry_nbgraders_metadata(course):
    both = {"schema_version": 3, "cell_type": "code", "task": False}
    for nb in (made(course).notebook, made(course).exercise):
        found = cells(nb)
        assert found["e1-1"].metadata.nbgrader == both | {
            "grade_id": "e1-1", "solution": True, "grade": False, "locked": False,
        }  # fmt: skip
        assert found["e1-1-nota"].metadata.nbgrader == both | {
            "grade_id": "e1-1-nota", "solution": False, "grade": True, "locked": True,
            "points": 3,
        }  # fmt: skip


def test_a_graded_cell_of_the_exercise_only_says_what_will_be_looked_at(course):
    graded = cells(made(course).exercise)["e1-1-nota"]
    assert graded.source == "# Se mirará double con números grandes y negativos."
    assert graded.metadata.editable is False


def test_a_text_answer_is_worth_no_points_and_asks_for_own_words(course):
    text = cells(made(course).exercise)["e1-2"]
    assert text.source == TEXT_STUB
    assert text.metadata.nbgrader["points"] == 0
    assert text.metadata.nbgrader["cell_type"] == "markdown"
    assert "dos veces" in cells(made(course).notebook)["e1-2"].source


def test_pages_fold_answers_and_drop_graded_cells(course):
    solution, exercise = cells(made(course).notebook), cells(made(course).exercise)
    assert solution["e1-1"].metadata.tags == ["respuesta", "hide-cell"]
    assert solution["e1-1-errores"].metadata.tags == ["errores", "hide-cell"]
    assert solution["e1-1-nota"].metadata.tags == ["nota", "remove-cell"]
    assert exercise["e1-1"].metadata.tags == ["respuesta"]


def test_the_card_shows_difficulty_minutes_and_points(course):
    statement = cells(made(course).exercise)["1-1-1"].source
    assert "*Dificultad 2 de 5 · 1 minuto · 3 puntos*" in statement


def test_the_header_stays_for_the_grader_in_both(course):
    for nb in (made(course).notebook, made(course).exercise):
        assert nb is not None
        assert nb.metadata.andrea == {
            "tipo": "ejercicio", "numero": 1, "oculta": ["small"],
        }  # fmt: skip


def test_the_last_cell_says_how_to_get_points(course):
    last = list(cells(made(course).exercise).values())[-1]
    assert last.cell_type == "markdown"
    assert "`.venv/bin/andrea grade RUTA/01_one.ipynb --out notas`" in last.source
    assert "ruta `exercises/01_one.ipynb`" in last.source
    assert "`make grade`" in last.source


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("oculta: [small]", "oculta: [smal]", "no existe"),
        ("### BEGIN SOLUTION\n", "", "marca"),
        ("### END SOLUTION\n", "", "no se cierra"),
        ("### BEGIN SOLUTION\n", "    ### BEGIN SOLUTION\n", "sin sangría"),
        ("print(double(4))", "result = 4 + 4\nresult = n + n", "enseña un trozo"),
        (
            "print(double(4))",
            "### BEGIN SOLUTION\n1\n### END SOLUTION",
            "solo en celdas",
        ),
        ("\n+++\n\n### 1.2 ·", "\n### 1.2 ·", "no llegaría al ejercicio"),
        (":tags: [respuesta]\n", "", "nota"),
        ("nota: e1-1,", "nota: e1-2,", "`:label:` es e1-1 y"),
        (":label: e1-1\n", ":label: e2-1\n", "se llama `:label: e1-1`"),
        ("puntos: 3, ", "", "falta `puntos`"),
        ("# Respuesta 1.1 (no", "# Respuesta 1.2 (no", "primera línea"),
        (":label: e1-1-nota", ":label: e1-4-nota", "«-nota»"),
        (":andrea: {mira:", ":andrea: {mria:", "falta `:andrea: {mira"),
        ("<!-- ficha: e1-1 -->", "<!-- ficha: e1-9 -->", "falta «<!-- ficha: e1-1"),
        ("<summary>Pista 2", "<summary>Otra", "falta o sobra «<details><summary>Pista"),
        ("%%wrong e1-1", "%%wrong e1-2", "nombra e1-2. Escribe «%%wrong e1-1»"),
        ("%%wrong e1-1\n", "", "falta su tabla de errores"),
        ('    """El doble de n."""\n', "    (\n", "Python"),
    ],
)
def test_a_solution_that_could_leak_or_not_be_marked_stops_the_build(
    course, old, new, message
):
    course.change(course.solution, old, new)
    with pytest.raises(SourceError, match=message):
        made(course)


def test_even_a_solution_of_few_tokens_does_not_stand_in_the_exercise(course):
    course.change(course.solution, "    result = n + n\n    return result", "    n * 2")
    course.change(course.solution, "print(double(4))", "n = 4\nn * 2")
    with pytest.raises(SourceError, match="enseña un trozo"):
        made(course)
