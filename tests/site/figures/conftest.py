"""Pages that hold one figure each, with the site's own style sheet and code."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.figures.moving import Figure
from tools.site.figures import STATIC, figure_names, markup

REPOSITORY = Path(__file__).resolve().parents[3]
PAGE = """<!doctype html>
<html lang="es" class="js" data-content_root="./" data-theme="{theme}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Figuras</title><link rel="stylesheet" href="_static/site.css">
<body><main><h1>Figuras</h1>{figures}</main><script>{loader}</script></body></html>"""


def write_page(folder: Path, name: str, figures: str, theme: str) -> None:
    loader = (REPOSITORY / "book/assets/js/figures.js").read_text("utf-8")
    page = PAGE.format(theme=theme, figures=figures, loader=loader)
    (folder / f"{name}-{theme}.html").write_text(page, "utf-8")


@pytest.fixture(scope="session")
def bench(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with NAME-light.html for each figure, and `all` in both modes."""
    folder = tmp_path_factory.mktemp("figures")
    shutil.copytree(site / STATIC, folder / STATIC)
    shutil.copy(site / "_static/site.css", folder / "_static")
    whole = {name: markup(REPOSITORY, name) for name in figure_names(REPOSITORY)}
    for name, figure in whole.items():
        write_page(folder, name, figure, "light")
    for theme in ("light", "dark"):
        write_page(folder, "all", "".join(whole.values()), theme)
    return folder


@pytest.fixture
def open_figure(browser: Browser, bench: Path) -> Iterator[Callable[..., Figure]]:
    """open_figure("two_arrows", has_touch=True…): the figure, ready to be moved."""
    opened: list[Figure] = []

    def opener(name: str, **options: object) -> Figure:
        opened.append(Figure.open(browser, bench, name, **options))
        return opened[-1]

    yield opener
    for figure in opened:
        figure.page.context.close()
        assert figure.said == []  # an empty console, nothing failed
