"""`make pdf`: the whole course as a book, read back page by page."""

import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from tools.site.paper import contents, cover, print_book, reading_order

pytestmark = [pytest.mark.slow, pytest.mark.browser]
PUBLISHED = "https://escuela.github.io/curso/"
LINE = re.compile(r"^(.+?) ?(\d+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def book(browser: Browser, site: Path, address: str) -> PdfReader:
    page = browser.new_page()
    page.goto(f"{address}/index.html")
    front = cover("El título del libro", "Quien lo escribe", PUBLISHED)
    made = print_book(page, reading_order(site), front, PUBLISHED)
    page.close()
    return PdfReader(io.BytesIO(made))


def titles(book: PdfReader) -> dict[str, int]:
    """Title → the page that the contents send to; only what has its own line."""
    first = next(n for n, p in enumerate(book.pages) if "Contenido" in p.extract_text())
    pages = (book.pages[n].extract_text() for n in (first, first + 1))
    return {title.strip(): int(n) for title, n in LINE.findall("\n".join(pages))}


def test_the_cover_comes_first_and_the_solutions_stay_out(
    book: PdfReader, site: Path
) -> None:
    assert "El título del libro" in book.pages[0].extract_text()
    names = reading_order(site)
    assert names[0] == "index.html"
    assert len(names) == len(set(names)) > 10
    assert not [name for name in names if name.startswith("solutions")]


def test_each_chapter_starts_on_a_new_page_where_the_contents_say(
    book: PdfReader,
) -> None:
    chapters = {t: n for t, n in titles(book).items() if re.match(r"\d(·b)? · ", t)}
    assert len(chapters) == 5
    for title, number in chapters.items():
        assert book.pages[number - 1].extract_text().startswith(title)


def test_no_link_of_the_book_leads_to_a_file(book: PdfReader) -> None:
    targets = set()
    for page in book.pages:
        for note in page.get("/Annots") or []:
            action = note.get_object().get("/A", {})
            targets.add(str(action.get("/URI", "")).split(":")[0])
    assert targets <= {"", "https", "http"}
    assert not [name for name in book.named_destinations if "html#" in name]


def test_what_is_folded_is_printed_and_what_only_a_screen_needs_is_not(
    book: PdfReader,
) -> None:
    text = "\n".join(page.extract_text() for page in book.pages)
    assert "Ver las razones" in text
    assert "Las diferencias se quedan en la mitad" in text  # a reason
    for absent in ("Apartado leído", "Ya he apostado", "Copiar\n", "Abrir en Colab\n"):
        assert absent not in text


def test_the_book_has_an_outline_and_can_be_read_aloud(book: PdfReader) -> None:
    assert len(book.outline) > 10
    assert book.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert book.trailer["/Root"]["/Lang"].startswith("es")


def test_titles_are_written_as_text() -> None:
    listed = contents([("V < d & más", "a", 1)], {"a": 7})
    assert "V &lt; d &amp; más</a><span>7</span>" in listed
    assert "<span></span>" in contents([("x", "b", 2)], {})
