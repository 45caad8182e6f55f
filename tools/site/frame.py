"""What stands around each page: its notebook, its description, its own contents."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import translators

from tools.address import Address, read_address

# Pages of solutions are read last: nothing invites to run or download them.
SOLUTIONS = "solutions/"
# What Sphinx's Spanish catalogue lacks. The rest of the frame is in theme/layout.html.
STRINGS = {
    "Link to this heading": "Enlace a este apartado",
    "Link to this image": "Enlace a esta figura",
    "Link to this table": "Enlace a esta tabla",
    "Link to this code": "Enlace a este código",
    "Link to this term": "Enlace a este término",
    "Link to this definition": "Enlace a esta definición",
}


class _Spanish:
    """The last catalogue that Sphinx asks."""

    def gettext(self, message: str) -> str:
        return STRINGS.get(message, message)


def blob_url(address: Address, path: str) -> str:
    """The address at which GitHub shows a file of the repository."""
    return f"{address.url}/blob/{quote(address.branch)}/{quote(path)}"


def configure(app: Sphinx, config: Config) -> None:
    """The address stands in `repository`; the theme takes no options of others."""
    config.html_theme_options = {}
    config.html_baseurl = read_address(Path(app.confdir)).site
    translator = translators["general", "sphinx"]
    translator.add_fallback(_Spanish())  # type: ignore[arg-type]


def describe(doctree: nodes.document | None, length: int = 155) -> str:
    """The first paragraph of some length, cut at a word: what a search engine shows."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else []
    texts = (" ".join(found.astext().split()) for found in paragraphs)
    text = next((text for text in texts if len(text) >= 60), "")
    if len(text) <= length:
        return text
    return text[:length].rsplit(" ", 1)[0].rstrip(",.;:") + "…"


def page_contents(toc: str) -> str:
    """The list of the page's sections, without the page's own title above it."""
    inner = re.search(r"</a>\s*(<ul>.*</ul>)\s*</li>\s*</ul>\s*\Z", toc, re.DOTALL)
    return inner[1] if inner else ""


def notebook_of(app: Sphinx, page: str) -> str | None:
    """The notebook that a page offers to open, relative to the repository."""
    if page not in app.env.found_docs or page.startswith(SOLUTIONS):
        return None
    source = Path(app.env.doc2path(page))
    return f"{page}.ipynb" if source.suffix == ".ipynb" else None


def fill_frame(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Before a page is written: what theme/layout.html asks for."""
    address = read_address(Path(app.confdir))
    notebook = notebook_of(app, page)
    context["repository_url"] = address.url
    context["site_url"] = address.site
    context["card_url"] = f"{address.site}_static/card.png"
    context["notebook"] = notebook
    context["colab_url"] = address.colab(notebook) if notebook else None
    context["description"] = describe(doctree)
    context["page_contents"] = page_contents(context.get("toc", ""))


def setup(app: Sphinx) -> None:
    app.add_html_theme("andrea", str(Path(__file__).parent / "theme"))
    app.connect("config-inited", configure)
    # After every extension that came with Jupyter Book has had its say.
    app.connect("html-page-context", fill_frame, priority=900)
