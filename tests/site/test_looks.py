"""A check that finds nothing proves nothing: each look finds a planted fault."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.site.looks import LOOKS, listened

pytestmark = pytest.mark.browser
GREY = '<p style="color:#999;background:#aaa">casi invisible</p>'
FAULTS = [
    ("lang", '<html lang="en"><main></main>'),
    ("frame words", "<button>Toggle sidebar</button>"),
    ("frame words", '<main><a title="Permalink">#</a></main>'),
    ("sideways scroll", '<p style="width:3000px">x</p>'),
    ("anchors", '<a href="#nada">x</a>'),
    (
        "unreachable scrolls",
        f'<main><pre style="overflow:auto">{"x" * 900}</pre></main>',
    ),
    ("axe", '<html data-theme="light"><main><img src="data:,"></main>'),
    ("axe", f'<html data-theme="dark"><main>{GREY}</main>'),
]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    yield opened
    opened.close()


@pytest.mark.parametrize(("kind", "html"), FAULTS)
def test_a_planted_fault_is_found(page: Page, kind: str, html: str) -> None:
    page.set_content(html)
    assert LOOKS[kind](page)


def test_a_telephone_still_shows_weak_contrast_in_the_frame(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    page.set_content(f'<html data-theme="dark"><header>{GREY}</header>')
    assert LOOKS["axe"](page)


@pytest.mark.parametrize(
    ("body", "noted"),
    [
        ('<img src="http://example.org/x.png">', "asked http://example.org/x.png"),
        ("<script>console.log('hola')</script>", "console hola"),
        ("<script>quizas()</script>", "error "),
        ('<img src="file:///no-existe.png">', "no-existe.png"),
    ],
)
def test_what_a_page_asks_for_and_says_is_noted(
    browser: Browser, body: str, noted: str
) -> None:
    with listened(browser, "127.0.0.1") as (page, listener):
        page.set_content(body)
        page.evaluate("1")  # what was said before is heard before the answer
        faults = listener.take()
    assert any(noted in fault for fault in faults)
