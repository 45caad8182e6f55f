"""One style sheet and one script for all pages, made when the pages are written.

Nothing of the theme's or of an extension's own files is left in `_static`; a file
that an extension adds and that nobody has decided about is a warning.
"""

import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from tools.site import fonts
from tools.site.figures import ASSETS
from tools.site.prune import prune, words

LOGGER = logging.getLogger(__name__)
CSS = Path("book/assets/css")
JS = Path("book/assets/js")
# Cards and grids of sphinx-design; of its 48 kB little is left after pruning.
EXTENSION_STYLES = ("sphinx-design.min.css",)
STYLES = (
    *("palette", "base", "frame", "content", "boxes", "notebook", "figures", "print"),
)
# Sphinx's own: search and its settings. Then ours.
SPHINX_SCRIPTS = ("documentation_options.js", "doctools.js")
SCRIPTS = (
    *("spanish", "mode", "menu", "reading", "copy", "sealed", "choices", "progress"),
    "figures",
)
SEARCH = {"searchtools.js", "language_data.js"}
# What Jupyter Book's extensions add and our pages do without: the theme's own
# styles and scripts, copy buttons and folds (ours are smaller), running code.
UNUSED = (
    *("basic.css", "pygments.css", "sphinx-book-theme", "mystnb", "sphinx-thebe"),
    *("togglebutton", "copybutton", "clipboard", "design-tabs"),
    *("translations.js", "sphinx_highlight"),
)


def is_known(name: str) -> bool:
    """Is this file bundled, or left out on purpose?"""
    return any(word in name for word in (*SPHINX_SCRIPTS, *EXTENSION_STYLES, *UNUSED))


def drop_files(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """The page links only to our two files."""
    for kind in ("css_files", "script_files"):
        for file in context[kind]:
            name = str(getattr(file, "filename", file) or "")
            if name and not is_known(name):
                LOGGER.warning("archivo que nadie ha previsto: %s", name, location=page)
        context[kind] = []


def math_font(root: Path, pages: list[str]) -> str:
    """The formulas' font as an address; a warning names the signs it lacks."""
    wanted = fonts.signs(pages)
    absent = fonts.missing_signs(root / fonts.FONT, wanted)
    if absent:
        LOGGER.warning(
            "la fuente de las fórmulas no tiene: %s. Añádelos con `python -m "
            "tools.site.make_font` o escribe la fórmula de otro modo.",
            " ".join(sorted(absent)),
        )
    return fonts.data_uri(fonts.cut(root / fonts.FONT, wanted))


def style_sheet(root: Path, static: Path, pages: list[str], js: str) -> str:
    """All styles in one, without rules for what is not there; the font inside."""
    files = [static / name for name in EXTENSION_STYLES]
    files += [root / CSS / f"{name}.css" for name in STYLES]
    text = "\n".join(path.read_text("utf-8") for path in files if path.is_file())
    return prune(text, words([*pages, js])).replace(
        "math.woff2", math_font(root, pages)
    )


def script(root: Path, static: Path) -> str:
    """Sphinx's scripts that search needs, then ours."""
    files = [static / name for name in SPHINX_SCRIPTS]
    files += [root / JS / f"{name}.js" for name in SCRIPTS]
    return "\n".join(
        path.read_text("utf-8").replace('"use strict";', "") for path in files
    )


def clean_static(static: Path, keep: set[str]) -> None:
    """Leave in `_static` only what a page asks for."""
    for path in static.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in keep:
            path.unlink()


def write_bundles(app: Sphinx, error: Exception | None) -> None:
    """After the last page."""
    if error or app.builder.format != "html":
        return
    root, out = Path(app.confdir), Path(app.outdir)
    pages = [path.read_text("utf-8") for path in sorted(out.rglob("*.html"))]
    static = out / "_static"
    js = script(root, static)
    moving = [path.read_text("utf-8") for path in (root / ASSETS).glob("*.js")]
    css = style_sheet(root, static, [*pages, *moving], js)
    keep = {Path(name).name for name in (app.config.html_logo, app.config.html_favicon)}
    clean_static(static, SEARCH | keep)
    (static / "site.css").write_text(css, "utf-8")
    (static / "site.js").write_text(js, "utf-8")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", drop_files, priority=950)
    # Late: extensions write their own files when the build ends.
    app.connect("build-finished", write_bundles, priority=950)
