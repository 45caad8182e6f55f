"""Width, height and lazy loading for each picture: the page never jumps."""

import re
from pathlib import Path

import imagesize
from sphinx.application import Sphinx

from tools.site.bodies import on_body

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


def add_sizes(app: Sphinx, body: str) -> str:
    """`with_sizes` with the pictures that the builder copies."""
    images = app.builder.images
    files = {name: Path(app.srcdir) / path for path, name in images.items()}
    return with_sizes(body, files)


def setup(app: Sphinx) -> None:
    on_body(app, add_sizes)
