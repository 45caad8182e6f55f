"""Citations, terms and files that links name."""

import re
from pathlib import Path

import pytest

from . import links
from .pages import ROOT, named, pages

BIBLIOGRAPHY = ROOT / "book/bibliography.md"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A folder with a chapter and a bibliography."""
    (tmp_path / "bibliography.md").write_text("(he2016)=\n**He**\n\n## Dos cosas\n")
    (tmp_path / "uno.md").write_text("# Uno\n")
    (tmp_path / "uno.ipynb").write_text("{}")
    return tmp_path


@pytest.mark.parametrize(
    "address",
    ["bibliography.md#he2016", "uno.ipynb", "bibliography.md#dos-cosas", "#uno"],
)
def test_a_link_that_arrives_is_left_alone(book: Path, address: str) -> None:
    assert links.fault(book / "uno.md", address) == ""


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("bibliography.md#he2015", "he2015"),
        ("dos.ipynb", "no existe dos.ipynb"),
        ("#tres", "tres"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(
    book: Path, address: str, word: str
) -> None:
    assert word in links.fault(book / "uno.md", address)


def test_links_in_code_are_no_links(book: Path) -> None:
    page = book / "dos.md"
    page.write_text("`[a](b.md)`\n[c](d.md) [e](https://f.g)\n")
    assert list(links.links(page)) == [("d.md", 2)]


def test_keys_of_the_bibliography_are_author_and_year_once_each() -> None:
    found = re.findall(r"(?m)^\((.+)\)=", BIBLIOGRAPHY.read_text(encoding="utf-8"))
    assert found
    assert len(found) == len(set(found))
    assert not [key for key in found if not links.KEY.fullmatch(key)]


def test_each_entry_is_headed_by_the_author_and_year_of_its_key() -> None:
    text = BIBLIOGRAPHY.read_text(encoding="utf-8")
    entries = re.findall(r"(?m)^\(([a-z]+)(\d{4})[a-z]?\)=\n\*\*(.+?)\*\*", text)
    assert len(entries) == len(links.targets(BIBLIOGRAPHY))
    for author, year, head in entries:
        assert head.lower().startswith(author), head
        assert year in head, head


@pytest.mark.parametrize("path", pages(), ids=named)
def test_links_of_a_page_arrive(path: Path) -> None:
    found = list(links.broken(path))
    assert not found, "\n".join(map(str, found))
