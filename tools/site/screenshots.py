"""A picture of every page: wide, on a telephone, dark, on paper."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tools.site.browser import open_browser, served
from tools.site.build import HTML
from tools.site.discover import page_files

# Options of a browser's context. A4 at 96 dots per inch is 794 wide.
WAYS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 900}},
    "telephone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "print": {"viewport": {"width": 794, "height": 1123}},
}


def _photograph_all(browser: Browser, way: str, site: Path, folder: Path) -> None:
    context = browser.new_context(**WAYS[way])
    page = context.new_page()
    with served(site) as address:
        for name in page_files(site):
            page.goto(f"{address}/{name}", wait_until="networkidle")
            page.emulate_media(media="print" if way == "print" else "screen")
            page.evaluate(_LOAD_PICTURES)
            target = (
                folder / f"{name.removesuffix('.html').replace('/', '-')}-{way}.png"
            )
            page.screenshot(path=target, full_page=True)
            print(target)
    context.close()


# Pictures out of sight are loaded late; a picture of the whole page needs them all.
_LOAD_PICTURES = """async () => {
  const pictures = [...document.images];
  pictures.forEach((picture) => { picture.loading = "eager"; });
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
}"""


def photograph(root: Path, folder: Path) -> int:
    """Write DIR/PAGE-WAY.png for each page of the built site."""
    site = root / HTML
    if not (site / "index.html").is_file():
        print("Todavía no hay sitio: ejecuta antes `make book`.")
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with open_browser() as browser:
        for way in WAYS:
            _photograph_all(browser, way, site, folder)
    return 0
