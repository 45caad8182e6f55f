"""Half of the elements of a page are words of code without a colour: unwrap them."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

STYLES = Path("book/assets/css/notebook.css")
_BLOCK = re.compile(r"<pre>.*?</pre>", re.DOTALL)
_WORD = re.compile(r'<span class="(\w+)">([^<]*)</span>')


def coloured(css: str) -> set[str]:
    """The classes of code that the style sheet gives a colour."""
    rules = re.findall(r"\.highlight :is\(([^)]*)\)", css)
    return {name for rule in rules for name in re.findall(r"\.(\w+)", rule)}


def unwrap(body: str, keep: set[str]) -> str:
    """The page's HTML with a span only around words of a colour of their own."""

    def word(found: re.Match[str]) -> str:
        return found[0] if found[1] in keep else found[2]

    def block(found: re.Match[str]) -> str:
        return _WORD.sub(word, found[0]).replace("<span></span>", "")

    return _BLOCK.sub(block, body)


def lighten(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Before a page is written."""
    if "body" in context:
        css = (Path(app.confdir) / STYLES).read_text("utf-8")
        context["body"] = unwrap(context["body"], coloured(css))


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", lighten)
