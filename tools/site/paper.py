"""The whole course as one PDF, printed by Chromium from the built site.

Cover, contents with page numbers, every page on a new sheet, links that work within
the book. The solutions stay out: a book is handed out whole. Chromium cannot tell a
heading's page before it has printed it, so the book is printed twice.
"""

import io
from html import escape
from pathlib import Path

from playwright.sync_api import Page
from pypdf import PdfReader

from tools.address import read_address
from tools.site.browser import open_browser, served
from tools.site.build import HTML
from tools.site.frame import SOLUTIONS
from tools.site.links import Page as Parsed

PDF = Path("_build/curso.pdf")
HERE = Path(__file__).parent
Place = tuple[str, str, int]
FOOT = (
    '<p style="width: 100%; margin: 0 17mm; text-align: right; font: 8pt sans-serif">'
    '<span class="pageNumber"></span></p>'
)


def reading_order(site: Path) -> list[str]:
    """The pages as the cover's menu lists them: each once, without the solutions."""
    links = Parsed(site / "index.html").links
    files = [
        link for link in links if link.endswith(".html") and (site / link).is_file()
    ]
    listed = dict.fromkeys(["index.html", *files])
    return [n for n in listed if not n.startswith((SOLUTIONS, "search"))]


def cover(title: str, author: str, address: str) -> str:
    return (
        '<section class="cover"><img src="_static/logo.svg" alt="">'
        f"<h1>{escape(title)}</h1><p>{escape(author)}</p><p>{escape(address)}</p></section>"
    )


def contents(places: list[Place], numbers: dict[str, int]) -> str:
    """The list of all sections; a number is empty as long as nobody knows it."""
    lines = "".join(
        f'<li class="level-{level}"><a href="#{escape(name)}">{escape(title)}</a>'
        f"<span>{numbers.get(name, '')}</span></li>"
        for title, name, level in places
    )
    return f'<nav class="contents"><h1>Contenido</h1><ol>{lines}</ol></nav>'


def page_numbers(pdf: bytes) -> dict[str, int]:
    """Where each place of the book lies: the number of its page, from 1."""
    reader = PdfReader(io.BytesIO(pdf))
    return {
        name.removeprefix("/"): 1 + (reader.get_destination_page_number(place) or 0)
        for name, place in reader.named_destinations.items()
    }


def _print(page: Page) -> bytes:
    return page.pdf(
        prefer_css_page_size=True, print_background=True, tagged=True, outline=True,
        display_header_footer=True, header_template="<p></p>", footer_template=FOOT,
    )  # fmt: skip


def _show_front(page: Page, front: str) -> None:
    """Put cover and contents before the first page, instead of what was there."""
    page.evaluate(
        """(html) => {
          document.querySelectorAll(".cover, .contents").forEach((old) => old.remove());
          document.body.insertAdjacentHTML("afterbegin", html);
        }""",
        front,
    )


def print_book(page: Page, names: list[str], front: str, site: str) -> bytes:
    """The open page, which lies in the site, becomes the book."""
    script = (HERE / "paper.js").read_text("utf-8")
    places: list[Place] = page.evaluate(script, {"pages": names, "site": site})
    page.add_style_tag(path=HERE / "paper.css")
    _show_front(page, front + contents(places, {}))
    numbers = page_numbers(_print(page))
    _show_front(page, front + contents(places, numbers))
    return _print(page)


def make_pdf(root: Path) -> int:
    """Write the book of the built site to _build/curso.pdf."""
    site, address = root / HTML, read_address(root).site
    if not (site / "index.html").is_file():
        print("Todavía no hay sitio: ejecuta antes `make book`.")
        return 1
    with open_browser() as browser, served(site) as server:
        page = browser.new_page(color_scheme="light")
        page.goto(f"{server}/index.html")
        title = page.title()
        author = page.get_attribute('meta[name="author"]', "content") or ""
        front = cover(title, author, address)
        book = print_book(page, reading_order(site), front, address)
    (root / PDF).write_bytes(book)
    count = len(PdfReader(io.BytesIO(book)).pages)
    print(f"{PDF}: {count} páginas, {len(book) / 1e6:.1f} MB.")
    return 0
