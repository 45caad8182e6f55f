"""Figures that move: `<!-- figura: two_arrows -->` in a text becomes one.

The comment shows nothing in Colab, where the picture of the cell above stands for
the figure. In the site, `book/assets/figures/` holds for each figure

- NAME.html, its question and its text for those who do not see it move;
- NAME.js, plain JavaScript without modules, so that it also runs from a folder;
- stills/NAME.html, how it starts: written by `python -m tools.site.figures` and put
  into the page, so that without JavaScript, on paper, and before the code arrives
  the same picture stands there, and nothing jumps.

The numbers come from `andrea_lib` when the site is built: `data.py`.
"""

import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from tools.site.figures.data import FILES

LOGGER = logging.getLogger(__name__)
ASSETS = Path("book/assets/figures")
STATIC = Path("_static/figures")
COMMENT = re.compile(r"\A\s*<!-- figura: (\w+) -->\s*\Z")


def figure_names(root: Path) -> list[str]:
    return sorted(path.stem for path in (root / ASSETS).glob("*.html"))


def body(root: Path, name: str) -> str:
    """The part that moves; inert, because nothing hears its buttons yet."""
    still = root / ASSETS / "stills" / f"{name}.html"
    inner = still.read_text("utf-8").strip() if still.is_file() else ""
    return f'<div class="figure-body" data-figure="{name}" inert>{inner}</div>'


def markup(root: Path, name: str) -> str:
    """The whole figure as HTML."""
    frame = (root / ASSETS / f"{name}.html").read_text("utf-8")
    return frame.replace("{body}", body(root, name))


class MovingFigures(SphinxTransform):
    """Each comment that asks for a figure is replaced by it."""

    default_priority = 790

    def apply(self, **_: object) -> None:
        root = Path(self.app.confdir)
        for raw in list(self.document.findall(nodes.raw)):
            asked = COMMENT.match(raw.astext())
            if asked and asked[1] in figure_names(root):
                raw.replace_self(nodes.raw("", markup(root, asked[1]), format="html"))
            elif asked:
                LOGGER.warning("no hay ninguna figura «%s»", asked[1], location=raw)


def write_files(root: Path, folder: Path, names: list[str]) -> None:
    """Code and data of those figures."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*names, "shared"):
        shutil.copy(root / ASSETS / f"{name}.js", folder)
        for file, make in FILES.get(name, {}).items():
            (folder / file).write_text(make(), "utf-8")


def shown(root: Path, site: Path) -> list[str]:
    """The figures that stand in some page of the built site."""
    pages = [path.read_text("utf-8") for path in site.rglob("*.html")]
    return [
        name
        for name in figure_names(root)
        if any(f'data-figure="{name}"' in page for page in pages)
    ]


def add_files(app: Sphinx, error: Exception | None) -> None:
    """After the last page."""
    root, out = Path(app.confdir), Path(app.outdir)
    if not error and app.builder.format == "html" and (names := shown(root, out)):
        write_files(root, out / STATIC, names)


def setup(app: Sphinx) -> None:
    app.add_transform(MovingFigures)
    # Later than the bundles, which empty `_static`.
    app.connect("build-finished", add_files, priority=960)
