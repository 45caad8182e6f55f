"""What helps others to find the pages: the page for a wrong address, the list of all
pages for search engines, and the picture that stands beside a shared link."""

import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sphinx.application import Sphinx

CARD = Path("book/assets/card.png")
# A page that a search engine has no use for.
UNLISTED = {"404.html"}


def missing_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """GitHub Pages shows 404.html wherever an address leads nowhere."""
    yield "404", {"title": "Esa página no existe"}, "404.html"


def page_files(site: Path) -> list[str]:
    """All pages of the built site, relative to it."""
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


def sitemap(base: str, names: list[str]) -> str:
    """The list of pages as https://www.sitemaps.org asks for it."""
    listed = (name for name in names if name not in UNLISTED)
    places = "".join(
        f"<url><loc>{escape(base + quote(name))}</loc></url>\n" for name in listed
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{places}</urlset>\n"
    )


def robots(base: str) -> str:
    """Everybody may read everything."""
    return f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n"


def write_lists(app: Sphinx, error: Exception | None) -> None:
    """After the last page, and after `_static` was cleaned."""
    if error or app.builder.format != "html":
        return
    site, base = Path(app.outdir), app.config.html_baseurl
    shutil.copyfile(Path(app.confdir) / CARD, site / "_static" / CARD.name)
    (site / "sitemap.xml").write_text(sitemap(base, page_files(site)), "utf-8")
    (site / "robots.txt").write_text(robots(base), "utf-8")


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", missing_page)
    app.connect("build-finished", write_lists, priority=960)
