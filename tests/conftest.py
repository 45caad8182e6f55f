"""Rules for all tests: no skip in continuous integration, one place for them."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("course", deadline=None)  # time never decides a test
settings.load_profile("course")
CI = bool(os.environ.get("CI"))
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The only one of this process: a second one cannot be opened beside it."""
    from tools.site.browser import open_browser  # not where only the library is

    with open_browser() as opened:
        yield opened


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests are skipped where there is no browser, never in CI."""
    if BROWSER or CI:
        return
    reason = "no hay Chromium: apt install chromium"
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """A skip in CI hides a missing tool, so there it fails."""
    report = yield
    if CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"saltada en integración continua: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests recorded as `informe`: how much they looked at, what they found."""
    kinds = ("passed", "failed")
    reports = [r for kind in kinds for r in terminalreporter.getreports(kind)]
    noted = [each for report in reports for each in report.user_properties]
    lines = [text for name, text in noted if name == "informe"]
    if lines:
        terminalreporter.section("informe")
    for line in lines:
        terminalreporter.line(line)
