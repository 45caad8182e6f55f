"""Every page of the site on a wide screen, light and dark."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.looks import Mode, Record, assert_faultless
from tools.site.discover import page_files

pytestmark = pytest.mark.browser
WIDTH = 1280


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_no_page_has_a_fault(
    browser: Browser, site: Path, address: str, mode: Mode, record_property: Record
) -> None:
    """Requests, console, language, frame, anchors, accessibility, width."""
    names = page_files(site)
    assert_faultless(browser, address, names, WIDTH, mode, record_property)
