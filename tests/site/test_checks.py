"""The checks that stop a build: links, Colab addresses, leaks, failed cells."""

from pathlib import Path

import pytest

from andrea_grader.markers import long_lines
from tests.site import sample_book as book
from tools.address import Address
from tools.site.frame import describe, page_contents
from tools.site.leaks import find_leaks
from tools.site.links import colab_fault, find_broken
from tools.site.outputs import failed_cells, last_words, without_outputs
from tools.site.sealed import seal

ADDRESS = Address("https://github.com/Escuela/curso", "main")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with one solution and its exercise, and an empty site."""
    (tmp_path / "_config.yml").write_text(
        "repository: {url: https://github.com/Escuela/curso, branch: main}\n"
    )
    book.write(tmp_path, "solutions/01", book.exercise(book.SOLVED))
    book.write(tmp_path, "exercises/01", book.handed_out())
    (tmp_path / "site" / "exercises").mkdir(parents=True)
    return tmp_path


def publish(root: Path, name: str, html: str) -> None:
    path = root / "site" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, "utf-8")


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("a.html#año", None),
        ("a.html#a%C3%B1o", None),
        ("a.html#ano", "no existe ese lugar en la página"),
        ("b.html", "no existe ese archivo"),
        ("#aquí", "no existe ese lugar en la página"),
        ("https://example.org/", None),
        ("mailto:a@example.org", None),
    ],
)
def test_a_link_is_followed_to_its_file_and_place(
    root: Path, link: str, fault: str | None
) -> None:
    publish(root, "a.html", '<h2 id="año">Año</h2>')
    publish(root, "c.html", f'<a href="{link}">x</a>')
    found = list(find_broken(root / "site", root))
    assert found == ([f"c.html: enlace roto «{link}»: {fault}"] if fault else [])


def test_a_missing_picture_or_script_is_a_broken_link(root: Path) -> None:
    publish(root, "a.html", '<img src="x.svg"><script src="y.js"></script>')
    assert len(list(find_broken(root / "site", root))) == 2


@pytest.mark.parametrize(
    ("place", "good"),
    [
        ("Escuela/curso/blob/main/exercises/01.ipynb", True),
        ("Escuela/curso/blob/main/exercises/02.ipynb", False),
        ("Escuela/curso/blob/master/exercises/01.ipynb", False),
        ("otra/curso/blob/main/exercises/01.ipynb", False),
        ("Escuela/curso/blob/main/solutions", False),
    ],
)
def test_colab_must_find_the_notebook(root: Path, place: str, good: bool) -> None:
    link = f"https://colab.research.google.com/github/{place}"
    assert (colab_fault(link, ADDRESS, root) is None) == good


def test_addresses_follow_the_configuration() -> None:
    assert ADDRESS.site == "https://escuela.github.io/curso/"
    assert ADDRESS.colab("exercises/01.ipynb").endswith(
        "/github/Escuela/curso/blob/main/exercises/01.ipynb"
    )


@pytest.mark.parametrize(
    "name",
    ["chapters/01.html", "searchindex.js", "exercises/01.html", "solutions/01.html"],
)
def test_a_solution_line_that_can_be_read_is_a_leak(root: Path, name: str) -> None:
    publish(root, name, f"<pre>{book.SECRET.replace('*', '&#42;')}</pre>"
            if name.endswith("html") else f'"{book.SECRET}"')  # fmt: skip
    assert [leak.split(":")[0] for leak in find_leaks(root / "site", root)] == [name]


def test_a_sealed_solution_is_no_leak(root: Path) -> None:
    sealed = f'<div data-sealed="{seal(f"<pre>{book.SECRET}</pre>")}"></div>'
    publish(root, "solutions/01.html", sealed)
    assert list(find_leaks(root / "site", root)) == []


def test_a_students_answer_is_no_leak_in_the_students_page_only(root: Path) -> None:
    worked = book.handed_out()
    worked.cells[-1].source = book.STUDENTS
    book.write(root, "exercises/01", worked)
    publish(root, "exercises/01.html", f"<pre>{book.SECRET}</pre>")
    publish(root, "chapters/01.html", f"<pre>{book.SECRET}</pre>")
    leaks = list(find_leaks(root / "site", root))
    assert [leak.split(":")[0] for leak in leaks] == ["chapters/01.html"]


def test_short_lines_are_chance() -> None:
    assert long_lines("return E[ids]\n    return total / number_of_rows  # media") == {
        "return total / number_of_rows  # media"
    }


def test_of_a_traceback_the_type_and_the_message_are_left() -> None:
    frames = "\n".join(book.error("id 9 fuera\nde la tabla")["traceback"])
    assert last_words(frames) == "IndexError: id 9 fuera\nde la tabla"


def test_a_failed_cell_is_found_unless_it_was_meant_to_fail() -> None:
    meant = book.code("a", "E[9]", book.error(), tags=["raises-exception"])
    failed = book.code("b", "E[9]", book.error())
    assert failed_cells(book.notebook(meant)) == []
    assert failed_cells(book.notebook(meant, failed)) == [
        "b: IndexError: id 9 fuera de la tabla"
    ]


@pytest.mark.parametrize("broken", ["", "{", "[]", "<html>", '{"cells": 3}'])
def test_a_students_unreadable_notebook_becomes_a_page_that_says_so(
    broken: str,
) -> None:
    assert "no se puede leer" in without_outputs(broken)


def test_the_contents_of_a_page_leave_its_title_out() -> None:
    inner = '<ul>\n<li><a href="#a">A</a></li>\n</ul>'
    title = '<ul>\n<li><a href="#">T</a>'
    assert page_contents(f"{title}{inner}\n</li>\n</ul>\n") == inner
    assert page_contents(f"{title}</li>\n</ul>\n") == ""


def test_a_page_without_text_has_no_description() -> None:
    assert describe(None) == ""
