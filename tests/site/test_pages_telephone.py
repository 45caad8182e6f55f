"""Every page of the site on a telephone, light and dark, and on the narrowest one."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.looks import Mode, Record, assert_faultless, too_wide
from tools.site.discover import page_files

pytestmark = pytest.mark.browser
WIDTH = 390
UNFOLD = "for (const box of document.querySelectorAll('main details')) box.open = true"


# Wide pages are looked at in both modes on every change; what differs here is width.
@pytest.mark.parametrize(
    "mode", ["light", pytest.param("dark", marks=pytest.mark.slow)]
)
def test_no_page_has_a_fault(
    browser: Browser, site: Path, address: str, mode: Mode, record_property: Record
) -> None:
    """Requests, console, language, frame, anchors, accessibility, width."""
    names = page_files(site)
    assert_faultless(browser, address, names, WIDTH, mode, record_property)


def test_no_page_scrolls_sideways_on_the_narrowest_telephone(
    browser: Browser, site: Path, address: str, record_property: Record
) -> None:
    """320 px, the width that WCAG asks for; also with everything unfolded."""
    page = browser.new_page(viewport={"width": 320, "height": 640})
    wide, names = [], page_files(site)
    for name in names:
        page.goto(f"{address}/{name}", wait_until="load")
        page.evaluate(UNFOLD)
        wide += [name for _ in too_wide(page)]
    page.close()
    record_property(
        "informe", f"{len(names)} pages × 320 px: {len(wide)} sideways scroll"
    )
    assert wide == []
