"""What a reader does while reading: bets, chooses, ticks off, opens a solution."""

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page

from andrea_grader.markers import BEGIN, END

pytestmark = pytest.mark.browser
REPOSITORY = Path(__file__).resolve().parents[2]
CHAPTER = "chapters/00_minimum.html"
SOLUTION = "solutions/03_positions"
READ = "localStorage.getItem('leido')"
REFUSE = """Object.defineProperty(window, "localStorage", {
  get() { throw new Error("refused"); },
})"""


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address + "/")
    opened = context.new_page()
    opened.on("pageerror", lambda error: pytest.fail(str(error)))
    yield opened
    context.close()


def test_the_result_of_a_cell_waits_for_the_bet(page: Page) -> None:
    page.goto(CHAPTER)
    bet = page.locator("details.bet").first
    shown = bet.locator(".cell_output")
    assert not shown.is_visible()
    bet.locator("summary").focus()
    page.keyboard.press("Enter")
    assert shown.is_visible()


def test_on_paper_every_bet_is_open(page: Page) -> None:
    page.goto(CHAPTER)
    page.emulate_media(media="print")
    assert page.locator("details.bet .cell_output").first.is_visible()
    assert not page.locator("details.bet summary").first.is_visible()


def test_a_result_of_one_line_wraps_and_an_aligned_one_does_not(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("chapters/03_positions.html")
    cut = "pre => pre.some(p => p.scrollWidth > p.clientWidth)"
    summaries = page.locator(".cell_output pre", has_text="Resumen: ")
    assert summaries.count() > 3
    assert not summaries.evaluate_all(cut)
    assert page.locator(".cell_output pre").evaluate_all(cut)


def test_each_choice_answers_with_its_own_reason(page: Page) -> None:
    page.goto(CHAPTER)
    box = page.locator(".choose").first
    reasons = box.locator("details li").all_text_contents()
    choices = box.locator("ol").first.locator(":scope > li")
    for number, reason in enumerate(reasons):
        choices.nth(number).get_by_role("button").press("Enter")
        assert choices.nth(number).locator("[role=status]").text_content() == reason
        right = "right" in (choices.nth(number).get_attribute("class") or "")
        assert right == reason.startswith("Sí")
    assert box.locator("li.right").count() == 1


def test_without_javascript_choices_and_reasons_can_be_read(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{address}/{CHAPTER}")
    box = plain.locator(".choose").first
    assert box.locator("ol").first.locator("li").count() == 3
    box.locator("summary").click()
    assert box.locator("details li").last.is_visible()
    context.close()


def test_every_chapter_asks_at_least_two_questions(site: Path) -> None:
    for path in sorted((site / "chapters").glob("*.html")):
        assert path.read_text("utf-8").count('class="box choose') >= 2, path.name


def test_a_section_that_was_read_stays_marked_also_in_the_menu(page: Page) -> None:
    page.goto(CHAPTER)
    tick = page.get_by_role("button", name="Apartado leído").first
    tick.click()
    page.reload()
    assert tick.get_attribute("aria-pressed") == "true"
    assert page.locator(".page-contents a.read").count() == 1
    page.goto("index.html")
    marked = page.locator(f'.menu a[href="{CHAPTER}"]')
    assert marked.get_attribute("data-progress") == "1 de 4"
    page.goto(CHAPTER)
    tick.click()
    assert page.locator(".page-contents a.read").count() == 0
    assert page.evaluate(READ) == '{"chapters/00_minimum":{"read":[],"of":4}}'


def test_a_browser_that_keeps_nothing_still_marks_until_the_page_closes(
    page: Page,
) -> None:
    page.add_init_script(REFUSE)
    page.goto(CHAPTER)
    tick = page.get_by_role("button", name="Apartado leído").first
    tick.click()
    assert tick.get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("kept", ["{", "3", "[]", '{"chapters/00_minimum": 3}'])
def test_marks_that_something_else_wrote_break_nothing(page: Page, kept: str) -> None:
    page.add_init_script(f"localStorage.setItem('leido', {kept!r})")
    page.goto(CHAPTER)
    tick = page.get_by_role("button", name="Apartado leído").first
    tick.click()
    assert tick.get_attribute("aria-pressed") == "true"


def answers(notebook: str) -> list[str]:
    """The answer cells of a solution, without the markers."""
    nb = nbformat.read(REPOSITORY / f"{notebook}.ipynb", as_version=4)
    cells = (c for c in nb.cells if "respuesta" in c.metadata.get("tags", []))
    return [
        "\n".join(line for line in cell.source.split("\n") if line not in (BEGIN, END))
        for cell in cells
    ]


def test_opening_a_solution_shows_all_of_it_in_colour_and_to_copy(page: Page) -> None:
    page.goto(f"{SOLUTION}.html")
    cells = page.locator(".tag_respuesta")
    expected = answers(SOLUTION)
    assert page.locator(".tag_respuesta pre").count() == 0
    for number, answer in enumerate(expected):
        cells.nth(number).locator("summary").click()
        shown = cells.nth(number).locator("pre")
        assert (shown.text_content() or "").strip() == answer.strip()
    assert page.locator(".tag_respuesta .k").first.is_visible()
    assert cells.first.get_by_role("button", name="Copiar").count() == 1
    assert cells.count() == len(expected) > 5


def test_a_printed_page_of_solutions_has_the_answers(page: Page) -> None:
    page.goto(f"{SOLUTION}.html")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator(".tag_respuesta pre").first.is_visible()
    assert page.locator("[data-sealed]").count() == 0
