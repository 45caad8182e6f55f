"""What a build makes of a small book, and what stops it."""

import html
import re
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from tests.site import sample_book as book
from tools.site.build import HTML

FAULTS = """\
## Enlaces

[A ninguna parte](../book/notation.md#no-existe) y <a href="nada.html">a nada</a>.

[Otro curso](https://colab.research.google.com/github/otro/curso/blob/main/x.ipynb)

> **Elige.** ¿Qué le falta a esta pregunta?
>
> 1. Una razón.
> 2. Nada.

Una orden que no existe, $\\quizas{x}$, y un signo que la fuente no tiene, $\\text{字}$.
"""


def run(root: Path) -> subprocess.CompletedProcess[str]:
    """`python -m tools.site build` in that book."""
    command = [sys.executable, "-m", "tools.site", "build"]
    env = {"PYTHONPATH": str(book.REPOSITORY), "PATH": str(Path(sys.executable).parent)}
    return subprocess.run(
        command, cwd=root, env=env, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("good") / "book"
    book.write_book(root)
    done = run(root)
    assert done.returncode == 0, done.stderr
    assert "El sitio está listo. Para abrirlo" in done.stdout
    return root / HTML


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All that a build said about a book with one fault of each kind."""
    root = tmp_path_factory.mktemp("faulty") / "book"
    book.write_book(root)
    leak = book.code("fuga", f"def f(vocabulary_size, model_width):\n    {book.SECRET}")
    broken = book.code("rota", "E[9]", book.error("sin permiso"))
    page = book.chapter(new_markdown_cell(FAULTS), leak, broken)
    book.write(root, "chapters/01_sample", page)
    book.write(root, "exercises/01_sample", book.handed_out(book.SOLVED))
    done = run(root)
    assert done.returncode == 1
    assert "El sitio no se construyó" in done.stdout
    return done.stderr


@pytest.mark.parametrize(
    "said",
    [
        "celda que falló: rota: IndexError: sin permiso",
        "local id not found in doc 'book/notation': 'no-existe'",
        "enlace roto «nada.html»: no existe ese archivo",
        "otro/curso/blob/main/x.ipynb»: no es el repositorio y la rama de _config.yml",
        "fórmula que el sitio no sabe escribir",
        "«Elige»: hacen falta dos listas numeradas: las opciones y sus razones",
        "la fuente de las fórmulas no tiene: 字",
        "chapters/01_sample.html: enseña la solución",
        "_sources/chapters/01_sample.ipynb: enseña la solución",
        "exercises/01_sample.html: enseña la solución",
    ],
)
def test_a_fault_stops_the_build_and_is_named(faulty: str, said: str) -> None:
    assert said in faulty


def test_an_error_on_purpose_stops_nothing(faulty: str) -> None:
    assert "falla: IndexError" not in faulty


def students_copy() -> NotebookNode:
    """Solved, with an error left in it, and saved by Colab: widgets, no language."""
    worked = book.handed_out()
    worked.cells[-1].source = book.STUDENTS
    widget = {"application/vnd.jupyter.widget-view+json": {"model_id": "a"}}
    shown = new_output("display_data", data=widget)
    worked.cells[-1].outputs = [book.error("mi error"), shown]
    worked.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}
    del worked.metadata["language_info"], worked.metadata["kernelspec"]
    return worked


def test_a_students_own_answers_and_errors_stop_nothing(tmp_path: Path) -> None:
    """Even where the answer equals the solution, word for word."""
    root = tmp_path / "book"
    book.write_book(root)
    book.write(root, "exercises/01_sample", students_copy())
    done = run(root)
    assert done.returncode == 0, done.stderr
    page = (root / HTML / "exercises/01_sample.html").read_text("utf-8")
    assert "vocabulary_size" in page
    assert "mi error" not in page


def test_the_index_is_the_cover_itself(good: Path) -> None:
    page = (good / "index.html").read_text("utf-8")
    assert "Qué vas a construir" in page
    assert 'http-equiv="refresh"' not in page.lower()


def test_no_page_shows_a_traceback_but_its_last_words(good: Path) -> None:
    page = (good / "chapters/01_sample.html").read_text("utf-8")
    assert "IndexError: id 9 fuera de la tabla" in page
    assert "Traceback" not in page


def test_solutions_are_folded_and_named(good: Path) -> None:
    page = (good / "solutions/01_sample.html").read_text("utf-8")
    assert '<details class="admonition hide' in page
    assert "Mostrar la solución" in page
    assert "BEGIN SOLUTION" not in page


def test_the_answer_lies_sealed_in_its_page_without_markers(good: Path) -> None:
    page = (good / "solutions/01_sample.html").read_text("utf-8")
    assert book.SECRET not in html.unescape(re.sub("<[^>]+>", "", page))
    (code,) = re.findall('data-sealed="([^"]+)"', page)
    answer = html.unescape(re.sub("<[^>]+>", "", b64decode(code).decode()))
    assert answer.strip() == book.STUDENTS.strip()
    assert "/blob/main/solutions/01_sample.ipynb" in page


def test_what_answers_a_prediction_is_folded_and_nothing_else_is(good: Path) -> None:
    page = (good / "chapters/01_sample.html").read_text("utf-8")
    (bet,) = re.findall('<details class="bet">.*?</details>', page, re.DOTALL)
    assert "(4, 6488832)" in bet


def test_only_our_style_sheet_and_script_are_left(good: Path) -> None:
    assert {path.name for path in (good / "_static").iterdir()} == {
        *("site.css", "site.js", "searchtools.js", "language_data.js"),
        *("logo.svg", "favicon.svg", "card.png"),
    }


def test_a_page_asks_for_no_other_script_or_style(good: Path) -> None:
    page = (good / "chapters/01_sample.html").read_text("utf-8")
    assert page.count('<link rel="stylesheet"') == 1
    assert page.count(' src="') - page.count("<img") == 1


def test_cards_keep_their_styles_and_the_rest_of_them_goes(good: Path) -> None:
    styles = (good / "_static/site.css").read_text("utf-8")
    assert ".sd-card" in styles
    assert ".sd-btn" not in styles


def test_pictures_have_size_and_load_late(good: Path) -> None:
    page = (good / "chapters/01_sample.html").read_text("utf-8")
    assert 'width="480" height="240" loading="lazy" decoding="async"' in page


def test_the_line_that_heads_an_exercise_has_its_style(good: Path) -> None:
    page = (good / "exercises/01_sample.html").read_text("utf-8")
    assert '<p class="effort"><span class="level-2">Dificultad 2 de 5</span>' in page
    assert "<span>5 minutos</span><span>3 puntos</span>" in page


def test_all_boxes_are_there_and_a_plain_quotation_stays(good: Path) -> None:
    page = (good / "chapters/01_sample.html").read_text("utf-8")
    for kind in ("predict", "verify", "choose", "remember", "careful", "further"):
        assert f"box {kind}" in page
    assert page.count("<blockquote>") == 1
    assert "Una cita cualquiera" in page


def test_each_section_of_a_notebook_can_be_marked_and_no_other_page(good: Path) -> None:
    marks = {
        name: re.findall('data-section="([^"]+)"', (good / name).read_text("utf-8"))
        for name in ("chapters/01_sample.html", "solutions/01_sample.html")
    }
    assert marks == {
        "chapters/01_sample.html": [
            "las-cajas-que-aspecto-tienen",
            "un-apartado-con-n",
        ],
        "solutions/01_sample.html": [],
    }
