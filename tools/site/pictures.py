"""Width, height and lazy loading for each picture: the page never jumps."""

import re
from pathlib import Path
from typing import Any

import imagesize
from docutils import nodes
from sphinx.application import Sphinx

_PICTURE = re.compile(
    r'<img\b(?P<rest>[^>]*?src="[^"]*_images/(?P<name>[^"]+)"[^>]*?)\s*/?>'
)


def with_sizes(body: str, files: dict[str, Path]) -> str:
    """The page's HTML, each picture with its size in pixels and lazy loading."""

    def complete(tag: re.Match[str]) -> str:
        width, height = map(round, imagesize.get(files[tag["name"]]))
        sides = "" if "width" in tag["rest"] else f' width="{width}" height="{height}"'
        return f'<img{tag["rest"]}{sides} loading="lazy" decoding="async">'

    return _PICTURE.sub(complete, body)


def add_sizes(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Before a page is written."""
    if "body" in context:
        images = app.builder.images
        files = {name: Path(app.srcdir) / path for path, name in images.items()}
        context["body"] = with_sizes(context["body"], files)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", add_sizes)
