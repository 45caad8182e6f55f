"""What the browser tests ask of a page: one small function for each kind of fault."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    Route,
)

STRINGS = Path(__file__).with_name("frame_strings.txt")
QUESTIONS = Path(__file__).with_name("looks.js")
AXE = Axe().axe_script
RUN_AXE = """([context, options]) => axe.run(context, options).then((result) =>
  result.violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 90)}`))"""
Faults = dict[str, list[str]]
Mode = Literal["light", "dark"]
Look = Callable[[Page], list[str]]
Record = Callable[[str, object], None]


def ask(page: Page, question: str) -> list[str]:
    """The answer of looks.js; it is put into the page if it is not there."""
    if not page.evaluate("() => 'looks' in window"):
        page.evaluate(QUESTIONS.read_text("utf-8"))
    return list(page.evaluate(f"() => looks.{question}()"))


@dataclass
class Listener:
    """What a page asked for and said while it was open."""

    host: str
    faults: list[str] = field(default_factory=list)

    def attach(self, context: BrowserContext) -> None:
        """Let nothing out but requests to our server, and note the rest."""
        context.route("**/*", self._route)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        context.on("console", self._said)
        context.on("weberror", lambda e: self.faults.append(f"error {e.error}"))

    def _failed(self, request: Request) -> None:
        """What the next page cuts short has not failed: nobody was waiting for it."""
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed {request.url}")

    def _route(self, route: Route, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.netloc in (self.host, "") or parts.scheme == "data":
            route.continue_()
        else:
            self.faults.append(f"asked {request.url}")
            route.abort()

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url}")

    def _said(self, message: ConsoleMessage) -> None:
        self.faults.append(f"console {message.text}")

    def take(self) -> list[str]:
        """The faults so far; the list starts anew."""
        taken, self.faults = self.faults, []
        return taken


@contextmanager
def listened(
    browser: Browser, host: str, **options: Any
) -> Iterator[tuple[Page, Listener]]:
    """A new page, and who listens to it: only requests to `host` get out."""
    context = browser.new_context(**options)
    listener = Listener(host)
    listener.attach(context)
    try:
        yield context.new_page(), listener
    finally:
        context.close()


def language(page: Page) -> list[str]:
    found = page.locator("html").get_attribute("lang")
    return [] if found == "es" else [f"lang={found}"]


def unknown_words(page: Page) -> list[str]:
    known = set(STRINGS.read_text("utf-8").splitlines())
    return [word for word in ask(page, "frame") if word not in known]


def too_wide(page: Page) -> list[str]:
    return ask(page, "wide")


def lost_anchors(page: Page) -> list[str]:
    return ask(page, "lost")


def unreachable(page: Page) -> list[str]:
    return ask(page, "unreachable")


def violations(page: Page, leave_out: str, **options: object) -> list[str]:
    """What axe says of the page without the parts of that selector."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    context = {"exclude": [[leave_out]]}
    # It would load the style sheets again, which a page from a folder may not.
    asked = {"resultTypes": [], "preload": False, **options}
    return list(page.evaluate(RUN_AXE, [context, asked]))


def inaccessible(page: Page) -> list[str]:
    """Faults that axe finds; each question is asked where its answer may differ.

    Contrast takes most of axe's time: test_palette.py computes that of code, and
    that of text depends on the mode, not on the width. All else does not depend
    on the mode.
    """
    wide = page.evaluate("innerWidth > 1000")
    light = page.evaluate("document.documentElement.dataset.theme") == "light"
    coloured = ".highlight" if wide else "main"
    faults = violations(page, coloured, runOnly=["color-contrast"])
    if light:
        rules = {"color-contrast": {"enabled": False}}
        faults += violations(page, ".highlight", rules=rules)
    return faults


LOOKS: dict[str, Look] = {
    "lang": language,
    "frame words": unknown_words,
    "sideways scroll": too_wide,
    "anchors": lost_anchors,
    "unreachable scrolls": unreachable,
    "axe": inaccessible,
}
NETWORK = "network and console"


def survey(
    browser: Browser,
    address: str,
    names: list[str],
    width: int,
    mode: Mode,
    looks: Mapping[str, Look] = LOOKS,
) -> Faults:
    """Look at each page; the faults by kind, each with the page's name."""
    options = {"viewport": {"width": width, "height": 900}, "color_scheme": mode}
    faults: Faults = {kind: [] for kind in (NETWORK, *looks)}
    with listened(browser, urlsplit(address).netloc, **options) as (page, listener):
        for name in names:
            page.goto(f"{address}/{name}", wait_until="load")
            for kind, look in looks.items():
                faults[kind] += [f"{name}: {fault}" for fault in look(page)]
            faults[NETWORK] += [f"{name}: {fault}" for fault in listener.take()]
    return faults


def found(faults: Faults) -> Faults:
    """Only the kinds of which there are some; nothing of them is expected."""
    return {kind: some for kind, some in faults.items() if some}


def report(names: list[str], width: int, mode: Mode, faults: Faults) -> str:
    """How much was looked at, and how many faults of each kind there are."""
    counts = ", ".join(f"{len(found)} {kind}" for kind, found in faults.items())
    return f"{len(names)} pages × {width} px × {mode}: {counts}"


def assert_faultless(
    browser: Browser,
    address: str,
    names: list[str],
    width: int,
    mode: Mode,
    record_property: Record,
    looks: Mapping[str, Look] = LOOKS,
) -> None:
    """Survey the pages, note how much was looked at, and find nothing."""
    faults = survey(browser, address, names, width, mode, looks)
    where = "zip: " if address.startswith("file:") else ""
    record_property("informe", where + report(names, width, mode, faults))
    assert names
    assert found(faults) == {}
