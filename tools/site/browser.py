"""The stock Chromium, driven through playwright: for screenshots and for tests."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from andrea_grader.errors import SourceError
from tools.site.serve import make_server

NAMES = ("chromium", "chromium-browser", "google-chrome")
# No sandbox: continuous integration runs as root. The rest keeps it silent.
OPTIONS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def find_browser() -> str:
    """The path of the browser that this machine has."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        raise SourceError("falta Chromium. En Debian o Ubuntu: apt install chromium")
    return found


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_browser(), args=OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a server of that folder, without the last slash."""
    server = make_server(site, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
