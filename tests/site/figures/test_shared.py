"""What holds for every figure: numbers, size, stillness, modes, paper, no script."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page

from andrea_lib import show
from tests.site.figures.moving import Figure
from tests.site.looks import inaccessible, too_wide
from tools.site.figures import ASSETS, COMMENT, STATIC, body, figure_names
from tools.site.figures.stills import stills

pytestmark = pytest.mark.browser
REPOSITORY = Path(__file__).resolve().parents[3]
NAMES = figure_names(REPOSITORY)
DEAD = ".figure-body :is(.controls, input):visible"
CHAPTERS = sorted((REPOSITORY / "chapters").glob("*.ipynb"))
NUMBERS = [0, 1, -1, 12.25, 12.35, -0.125, 0.5, 24, 4.8, 0.96, 99.95, 999.5, 1045.3]
NUMBERS += [1e-5 * 1.37**n * (-1) ** n for n in range(70)]


def ready(page: Page) -> None:
    """Scroll to each figure, so that its code comes."""
    for name in NAMES:
        figure = page.locator(f"[data-figure={name}]")
        figure.scroll_into_view_if_needed()
        page.locator(f"[data-figure={name}][data-ready]").wait_for()


def test_there_are_figures() -> None:
    assert NAMES


def test_numbers_are_written_as_the_library_writes_them(
    open_figure: Callable[..., Figure],
) -> None:
    page = open_figure(NAMES[0]).page
    written = page.evaluate("numbers => numbers.map((x) => ANDREA.sig(x))", NUMBERS)
    assert written == [show.sig(x) for x in NUMBERS]
    fixed = page.evaluate("numbers => numbers.map((x) => ANDREA.fixed(x, 2))", NUMBERS)
    assert fixed == [
        f"{x:.2f}".replace("-", "−").replace("−0.00", "0.00") for x in NUMBERS
    ]
    counts = [0, 999, 1024, 8449, 10_000, 6_488_832, -50_257]
    written = page.evaluate("counts => counts.map((n) => ANDREA.thousands(n))", counts)
    assert written == [show.thousands(n) for n in counts]


def test_the_picture_in_the_page_is_how_the_figure_starts(browser: Browser) -> None:
    """Else: `python -m tools.site.figures`."""
    for name, start in stills(REPOSITORY, browser).items():
        still = REPOSITORY / ASSETS / "stills" / f"{name}.html"
        assert still.read_text("utf-8") == start, name


@pytest.mark.parametrize("name", NAMES)
def test_the_code_is_small_and_names_no_other_place(name: str) -> None:
    code = (REPOSITORY / ASSETS / f"{name}.js").read_text("utf-8")
    assert len(code.encode()) < 30_000
    assert "http" not in code.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", NAMES)
def test_the_figure_stands_in_one_chapter_beside_a_picture_for_colab(
    name: str, site: Path
) -> None:
    """Colab shows no comment: a picture of the same section stands for it."""
    found = [path for path in CHAPTERS if asks_for(name, path)]
    assert len(found) == 1
    assert has_picture(name, found[0])
    page = (site / "chapters" / f"{found[0].stem}.html").read_text("utf-8")
    assert page.count(body(REPOSITORY, name)) == 1


def cells(path: Path) -> list[dict[str, object]]:
    return list(json.loads(path.read_text("utf-8"))["cells"])


def asks_for(name: str, path: Path) -> bool:
    sources = ("".join(cell["source"]) for cell in cells(path))  # type: ignore[arg-type]
    lines = (line for source in sources for line in source.split("\n"))
    return any((asked := COMMENT.match(line)) and asked[1] == name for line in lines)


def has_picture(name: str, path: Path) -> bool:
    """Is there a drawing between the headings around the comment?"""
    text = "\n".join(json.dumps(cell, ensure_ascii=False) for cell in cells(path))
    sections = re.split(r'(?:\\n|")## ', text)
    section = next(part for part in sections if f"figura: {name} " in part)
    return "image/svg+xml" in section


def test_nothing_jumps_when_the_code_arrives(browser: Browser, bench: Path) -> None:
    for width in (320, 1280):
        page = browser.new_page(viewport={"width": width, "height": 600})
        page.route("**/_static/figures/*.js", lambda route: route.abort())
        heights = "[...document.querySelectorAll('.moving')].map(f => f.offsetHeight)"
        page.goto((bench / "all-light.html").as_uri())
        before = page.evaluate(heights)
        page.unroute("**/_static/figures/*.js")
        page.reload()
        ready(page)
        assert page.evaluate(heights) == before, width
        page.close()


@pytest.mark.parametrize(
    ("theme", "width"), [("light", 1280), ("dark", 1280), ("light", 320)]
)
def test_every_figure_can_be_read_and_reached(
    browser: Browser, bench: Path, theme: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto((bench / f"all-{theme}.html").as_uri())
    ready(page)
    assert too_wide(page) == []
    assert inaccessible(page) == []
    page.close()


def test_without_javascript_the_picture_stands_and_dead_buttons_do_not(
    browser: Browser, site: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for path in CHAPTERS:
        names = [name for name in NAMES if asks_for(name, path)]
        if names:
            page.goto((site / "chapters" / f"{path.stem}.html").as_uri())
        for name in names:
            figure = page.locator(f"#figura-{name}")
            assert figure.locator("svg").first.is_visible()
            assert figure.locator("figcaption").inner_text()
            assert figure.locator(DEAD).count() == 0
    context.close()


def test_paper_shows_the_figure_without_its_buttons(
    browser: Browser, bench: Path
) -> None:
    page = browser.new_page()
    page.goto((bench / "all-light.html").as_uri())
    ready(page)
    page.emulate_media(media="print")
    assert page.locator(".moving svg:visible").count() >= len(NAMES)
    assert page.locator(DEAD).count() == 0
    page.close()


@pytest.mark.parametrize("name", NAMES)
def test_in_its_chapter_a_figure_comes_when_the_reader_does(
    browser: Browser, site: Path, name: str
) -> None:
    """Nothing of it is loaded with the page; then it, from here, and silently."""
    path = next(path for path in CHAPTERS if asks_for(name, path))
    page = browser.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(unquote(request.url)))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((site / "chapters" / f"{path.stem}.html").as_uri())
    assert not [url for url in asked if STATIC.as_posix() in url]
    page.locator(f"#figura-{name}").scroll_into_view_if_needed()
    page.locator(f"[data-figure={name}][data-ready]").wait_for()
    page.close()
    ours = (site.resolve().as_uri(), "data:")
    assert said == []
    assert [url for url in asked if not url.startswith(ours)] == []
