"""Every link, anchor, picture and Colab address of the built site leads somewhere."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

from tools.address import Address, read_address

COLAB = re.compile(r"https://colab\.research\.google\.com/")


@dataclass
class Page(HTMLParser):
    """What a page offers (ids) and what it asks for (links, files)."""

    path: Path
    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        source = "href" if tag in ("a", "link") else "src"
        if source in given:
            self.links.append(given[source])


def read_pages(site: Path) -> dict[Path, Page]:
    return {
        path.resolve(): Page(path.resolve()) for path in sorted(site.rglob("*.html"))
    }


def colab_fault(link: str, address: Address, root: Path) -> str | None:
    """A Colab address must name this repository, its branch, and a notebook."""
    start = address.colab("")
    notebook = unquote(link.removeprefix(start))
    if not link.startswith(start):
        return "no es el repositorio y la rama de _config.yml"
    if not notebook.endswith(".ipynb") or not (root / notebook).is_file():
        return "no existe ese cuaderno"
    return None


def local_fault(link: str, page: Page, pages: dict[Path, Page]) -> str | None:
    """A link within the site must lead to a file, and to an id in it."""
    parts = urlsplit(link)
    target = (page.path.parent / unquote(parts.path)).resolve()
    target = page.path if not parts.path else target
    if not target.is_file():
        return "no existe ese archivo"
    anchor = normalize("NFC", unquote(parts.fragment))
    known = pages[target].ids if target in pages else set()
    if (
        anchor
        and target in pages
        and anchor not in {normalize("NFC", i) for i in known}
    ):
        return "no existe ese lugar en la página"
    return None


def find_broken(site: Path, root: Path) -> Iterator[str]:
    """One Spanish line for each link of the site that leads nowhere."""
    address, pages = read_address(root), read_pages(site)
    for page in pages.values():
        for link in page.links:
            parts = urlsplit(link)
            if COLAB.match(link):
                fault = colab_fault(link, address, root)
            elif parts.scheme or parts.netloc:
                continue
            else:
                fault = local_fault(link, page, pages)
            if fault:
                name = page.path.relative_to(site.resolve()).as_posix()
                yield f"{name}: enlace roto «{link}»: {fault}"
