"""How each figure starts, drawn by its own code in a browser."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tools.site.figures import ASSETS, STATIC, figure_names, write_files

LOADER = Path("book/assets/js/figures.js")
PAGE = """<!doctype html><html lang="es" data-content_root="./"><meta charset="utf-8">
<div data-figure="{name}"></div><script>{loader}</script></html>"""


def start(page: Page, root: Path, folder: Path, name: str) -> str:
    """The HTML of a figure that nobody has touched, one element a line."""
    loader = (root / LOADER).read_text("utf-8")
    path = folder / f"{name}.html"
    path.write_text(PAGE.format(name=name, loader=loader), "utf-8")
    page.goto(path.as_uri())
    page.locator("[data-ready]").wait_for(state="attached")
    inner = page.locator("[data-figure]").inner_html()
    return inner.replace("><", ">\n<") + "\n"


def stills(root: Path, browser: Browser) -> dict[str, str]:
    """Name → HTML, from the files as they are now."""
    page = browser.new_page()
    with tempfile.TemporaryDirectory() as folder:
        names = figure_names(root)
        write_files(root, Path(folder) / STATIC, names)
        found = {name: start(page, root, Path(folder), name) for name in names}
    page.close()
    return found


def write_stills(root: Path, browser: Browser) -> None:
    folder = root / ASSETS / "stills"
    folder.mkdir(exist_ok=True)
    for name, text in stills(root, browser).items():
        (folder / f"{name}.html").write_text(text, "utf-8")
