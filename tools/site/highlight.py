"""Half of the elements of a page are words of code without a colour: unwrap them."""

import functools
import re
from pathlib import Path

from sphinx.application import Sphinx

from tools.site.bodies import on_body

STYLES = Path("book/assets/css/notebook.css")
_BLOCK = re.compile(r"<pre>.*?</pre>", re.DOTALL)
_WORD = re.compile(r'<span class="(\w+)">([^<]*)</span>')


def coloured(css: str) -> set[str]:
    """The classes of code that the style sheet gives a colour."""
    rules = re.findall(r"\.highlight :is\(([^)]*)\)", css)
    return {name for rule in rules for name in re.findall(r"\.(\w+)", rule)}


@functools.cache
def course_colours(root: Path) -> set[str]:
    """`coloured` of the course's own style sheet."""
    return coloured((root / STYLES).read_text("utf-8"))


def unwrap(body: str, keep: set[str]) -> str:
    """The page's HTML with a span only around words of a colour of their own."""

    def word(found: re.Match[str]) -> str:
        return found[0] if found[1] in keep else found[2]

    def block(found: re.Match[str]) -> str:
        return _WORD.sub(word, found[0]).replace("<span></span>", "")

    return _BLOCK.sub(block, body)


def lighten(app: Sphinx, body: str) -> str:
    """`unwrap` with the colours of the course's style sheet."""
    return unwrap(body, course_colours(Path(app.confdir)))


def setup(app: Sphinx) -> None:
    on_body(app, lighten)
