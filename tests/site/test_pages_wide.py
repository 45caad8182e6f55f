"""Every page of the site on a wide screen, light and dark."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.looks import Mode, found, report, survey
from tools.site.discover import page_files

pytestmark = pytest.mark.browser
Record = Callable[[str, object], None]
WIDTH = 1280


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_no_page_has_a_fault(
    browser: Browser, site: Path, address: str, mode: Mode, record_property: Record
) -> None:
    """Requests, console, language, frame, anchors, accessibility, width."""
    names = page_files(site)
    faults = survey(browser, address, names, WIDTH, mode)
    record_property("informe", report(names, WIDTH, mode, faults))
    assert names
    assert found(faults) == {}
