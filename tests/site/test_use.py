"""What a reader does: keyboard, menu, search, light and dark, copying, Colab."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tools.address import read_address
from tools.site.links import Page as Parsed
from tools.site.links import colab_fault

pytestmark = pytest.mark.browser
REPOSITORY = Path(__file__).resolve().parents[2]
CHAPTER = "chapters/00_minimum.html"
MOVING = "chapters/02_dot_products.html"
# Numbers all that Tab must reach; then which of them has the focus, and is it seen?
USABLE = """() => {
  const all = "a[href], button, input, summary, [tabindex='0']";
  const usable = [...document.querySelectorAll(all)].filter((part) =>
    part.checkVisibility({ visibilityProperty: true }) && part.tabIndex >= 0
    && !part.closest("[inert]") && !part.disabled);
  usable.forEach((part, place) => { part.dataset.place = place; });
  return usable.length;
}"""
FOCUSED = """() => {
  const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
  const seen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  return [Number(document.activeElement.dataset.place), seen];
}"""


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    opened = browser.new_page(base_url=address + "/")
    yield opened
    opened.close()


def results(page: Page, word: str) -> set[str]:
    """The titles of the pages that the search finds."""
    page.goto(f"search.html?q={word}")
    page.get_by_text("Páginas encontradas").wait_for()
    return set(page.locator("#search-results li > a").all_inner_texts())


def test_the_first_tab_skips_to_the_content(page: Page) -> None:
    page.goto(CHAPTER)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Saltar al contenido"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "contenido"


def test_search_finds_words_with_and_without_accents(page: Page) -> None:
    assert results(page, "función") == results(page, "funcion") != set()


def enliven(page: Page) -> None:
    """Wake the figures that move: they take the focus once they have been near."""
    for figure in page.locator("[data-figure]").all():
        figure.scroll_into_view_if_needed()
        figure.and_(page.locator("[data-ready]")).wait_for()


def test_every_page_can_be_operated_with_the_tab_key(page: Page) -> None:
    """Tab goes once around the page: skip link first, then all that can be used, in
    the order of the page, without a trap and without a thing that hides."""
    page.emulate_media(reduced_motion="reduce")  # the focus is in sight at once
    for name, width in ((CHAPTER, 1280), (CHAPTER, 390), (MOVING, 1280)):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(name)
        enliven(page)
        usable = page.evaluate(USABLE)
        reached = []
        for _ in range(usable):
            page.keyboard.press("Tab")
            reached.append(page.evaluate(FOCUSED))
        assert [place for place, seen in reached] == list(range(usable)), name
        assert all(seen for place, seen in reached), name


def test_search_says_in_spanish_that_nothing_was_found(page: Page) -> None:
    page.goto("search.html?q=zzyzx")
    page.get_by_text("Ninguna página tiene todas esas palabras").wait_for()


def test_ctrl_k_goes_to_the_search_box_and_enter_searches(page: Page) -> None:
    page.goto(CHAPTER)
    page.keyboard.press("Control+k")
    page.keyboard.type("tabla")
    page.keyboard.press("Enter")
    page.get_by_text("Páginas encontradas").wait_for()
    assert page.url.endswith("search.html?q=tabla")


def test_the_mode_button_turns_and_the_choice_stays(page: Page) -> None:
    theme = "document.documentElement.dataset.theme"
    page.goto(CHAPTER)
    before = page.evaluate(theme)
    page.get_by_role("button", name="Cambiar entre claro y oscuro").click()
    after = page.evaluate(theme)
    page.goto("index.html")
    assert {before, after} == {"light", "dark"}
    assert page.evaluate(theme) == after


def test_the_menu_on_a_telephone_opens_closes_and_gives_the_focus_back(
    page: Page,
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(CHAPTER)
    button, menu = page.get_by_role("button", name="Menú"), page.locator("#menu")
    assert not menu.is_visible()
    button.click()
    assert menu.is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Portada"
    page.keyboard.press("Escape")
    assert not menu.is_visible()
    assert button.evaluate("b => b === document.activeElement")


def test_a_cell_can_be_copied(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(CHAPTER)
    cell = page.locator(".cell_input .highlight:visible").first
    cell.hover()
    cell.get_by_role("button", name="Copiar").click()
    cell.get_by_text("Copiado").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == cell.locator("pre").inner_text().strip()


def test_the_copy_button_is_no_part_of_the_code(page: Page) -> None:
    page.goto(CHAPTER)
    assert "Copiar" not in page.locator(".cell_input pre").first.inner_text()


def test_paper_shows_what_is_folded_and_no_frame(page: Page) -> None:
    page.goto(CHAPTER)
    page.emulate_media(media="print")
    assert not page.locator(".top").is_visible()
    assert not page.locator("#menu").is_visible()
    assert page.locator("main h1").is_visible()


def test_formulas_use_the_font_that_came_with_the_page(page: Page) -> None:
    page.goto("book/notation.html")
    assert page.evaluate(
        "document.fonts.ready.then(() => document.fonts.check('1em \"ANDREA Mates\"'))"
    )


def test_notebook_pages_offer_colab_and_solutions_offer_nothing(site: Path) -> None:
    address = read_address(REPOSITORY)
    for path in sorted(site.glob("*/*.html")):
        links = [link for link in Parsed(path).links if "colab" in link]
        folder = path.parent.name
        assert bool(links) == (folder in ("chapters", "exercises")), path.name
        for link in links:
            assert colab_fault(link, address, REPOSITORY) is None
            assert link.endswith(f"/blob/{address.branch}/{folder}/{path.stem}.ipynb")
        if folder == "solutions":
            assert "download" not in path.read_text("utf-8")


def test_no_source_of_a_solution_lies_in_the_site(site: Path) -> None:
    assert not (site / "_sources" / "solutions").exists()


def test_every_picture_has_its_own_description_and_its_size(
    page: Page, site: Path
) -> None:
    seen: dict[str, str] = {}
    for path in sorted(site.glob("**/*.html")):
        name = path.relative_to(site).as_posix()
        page.goto(name)
        for picture in page.locator("main img").all():
            alt = picture.get_attribute("alt") or ""
            assert len(alt) > 20, name
            assert not re.match(r"(Gráfic|Figura|Imagen)", alt), alt
            assert picture.get_attribute("width"), name
            assert picture.get_attribute("height"), name
            source = picture.get_attribute("src") or ""
            assert seen.setdefault(alt, source) == source, f"two pictures: {alt}"
    assert seen
