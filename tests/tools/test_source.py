"""Sources become cells with our ids; anything odd stops the build in Spanish."""

import pytest
from nbformat import NotebookNode

from andrea_grader.errors import SourceError
from tests.tools.conftest import ADDRESS, CHAPTER, Course
from tools.source import read_source

CELL = "\n```{code-cell} ipython3\n:label: otra\n1\n```\n"


def read(course: Course, text: str) -> NotebookNode:
    course.chapter.write_text(text, "utf-8")
    return read_source(course.chapter, ADDRESS)


def test_a_cell_has_its_label_as_id_or_one_made_of_chapter_section_and_number(course):
    nb = read(course, CHAPTER + "\n+++\n\nOtro texto.\n")
    ids = [cell.id for cell in nb.cells]
    assert ids == ["1-0-1", "preparacion", "doble", "1-1-1", "1-1-2"]


def test_a_new_section_leaves_the_ids_of_the_others_alone(course):
    extra = CHAPTER.replace("Empieza así.", "Empieza así.\n\n+++\n\nY sigue.")
    assert read(course, extra).cells[-1].id == "1-1-1"


def test_a_numbered_heading_gives_its_number_to_the_ids_of_its_section(course):
    headings = ["## 1.3 · Tres", "### 1.4 · Ejercicio", "### Parte", "## Cifras"]
    nb = read(course, CHAPTER + "".join(f"\n+++\n\n{line}\n" for line in headings))
    assert [cell.id for cell in nb.cells[4:]] == ["1-3-1", "1-4-1", "1-4-2", "1-5-1"]


def test_the_setup_cell_follows_the_first_text_with_the_same_bytes_everywhere(course):
    chapter = read_source(course.chapter, ADDRESS).cells[1]
    exercise = read_source(course.solution, ADDRESS).cells[1]
    assert chapter == exercise
    assert f"git+{ADDRESS.url}@{ADDRESS.branch}" in chapter.source
    assert chapter.metadata.tags == ["setup", "nbval-ignore-output", "hide-cell"]


def test_the_metadata_name_neither_jupytext_nor_a_version(course):
    nb = read(course, CHAPTER)
    assert set(nb.metadata) == {"andrea", "kernelspec", "language_info"}
    assert "version" not in nb.metadata.language_info


def test_a_source_with_a_byte_order_mark_and_windows_line_ends_reads_the_same(course):
    plain = read(course, CHAPTER)
    course.chapter.write_bytes(CHAPTER.replace("\n", "\r\n").encode("utf-8-sig"))
    assert read_source(course.chapter, ADDRESS) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CELL + CELL, "repetido"),
        (CELL.replace("otra", "preparacion"), "repetido"),
        (CELL.replace("otra", "Con Espacio"), "minúsculas"),
        (CELL.replace(":label:", ":lable:"), "no conozco «lable»"),
        (CELL.replace(":label: otra", ":tags: [solo-solucon]"), "solo-solucon"),
        (CELL.replace(":label: otra", ":tags: respuesta"), "no puedo leer"),
        (CELL.replace(":label: otra", ":andrea: {nota: [}"), "no puedo leer"),
        (CELL.replace("code-cell", "code-cel"), "celda de código dentro"),
        ("\n```python\n1\n" + CELL, "celda de código dentro"),
        ("\n> ```\n> 1\n\n+++\n", "impar de vallas"),
        ("\n```{note}\nhola\n```\n", "directiva"),
        ("\n(aqui)=\n## Sección\n", "etiqueta"),
        ("\n:::{note}\nhola\n:::\n", "bloque"),
        ("\nMira {ref}`aqui`.\n", "rol de MyST"),
        ("\n### BEGIN SOLUTION\n", "marca de solución"),
        ("\n+++\n\n<!-- solo-solucon -->\nSecreto\n", "no conozco el comentario"),
        ("\n+++\n\n<!-- figuras: two_arrows -->\n", "no conozco el comentario"),
        ("\n+++\n\nTexto\n<!-- solo-solucion -->\n", "no conozco el comentario"),
    ],
)
def test_what_is_odd_in_a_source_stops_the_build(course, text, message):
    with pytest.raises(SourceError, match=message):
        read(course, CHAPTER + text)


@pytest.mark.parametrize(
    "text",
    [
        "\nEl conjunto `{a}` y el `{b}`.\n",
        "\n$$\\text{según `x`}$$\n",
        "\n```text\n:::\n(x)=\n```\n",
    ],
)
def test_what_only_resembles_myst_is_let_through(course, text):
    assert text.strip() in read(course, CHAPTER + text).cells[-1].source


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tipo: capitulo", "tipo: ejercicio"),
        ("numero: 1", "numro: 1"),
        ("andrea: {", "andrea: ["),
        ("# Un capítulo\n\nEmpieza así.\n", ""),
    ],
)
def test_a_wrong_header_or_no_title_stops_the_build(course, old, new):
    with pytest.raises(SourceError):
        read(course, CHAPTER.replace(old, new))
