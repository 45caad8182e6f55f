"""Every page without JavaScript, and from a folder without any server."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.looks import Listener
from tools.site.screenshots import page_names

pytestmark = pytest.mark.browser
Record = Callable[[str, object], None]


def test_every_page_can_be_read_without_javascript(
    browser: Browser, site: Path, address: str, record_property: Record
) -> None:
    """Title, text, formulas, pictures and menu are there; dead buttons are not."""
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 390, "height": 844}
    )
    page, names = context.new_page(), page_names(site)
    for name in names:
        page.goto(f"{address}/{name}")
        assert page.locator("main h1").is_visible(), name
        assert page.locator(".menu a").first.is_visible(), name
        assert page.locator(".needs-js:visible").count() == 0, name
        for formula in page.locator("main math").all()[:3]:
            assert formula.evaluate("m => m.namespaceURI").endswith("MathML"), name
    context.close()
    record_property("informe", f"{len(names)} pages × no JavaScript: 0 unreadable")


def test_the_site_works_from_a_folder(
    browser: Browser, site: Path, record_property: Record
) -> None:
    """Opened from file://: no failed request, silent console, search included."""
    context = browser.new_context()
    listener = Listener("")
    listener.attach(context)
    page, names = context.new_page(), page_names(site)
    for name in names:
        # A picture that is left half loaded would count as a failed request.
        page.goto((site / name).as_uri(), wait_until="networkidle")
    page.goto((site / "search.html").as_uri() + "?q=tabla")
    page.locator("#search-results li").first.wait_for()
    faults = listener.take()
    context.close()
    record_property("informe", f"{len(names)} pages × file://: {len(faults)} faults")
    assert faults == []
