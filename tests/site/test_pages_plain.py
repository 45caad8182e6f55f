"""Every page without JavaScript, and from a folder without any server."""

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.looks import LOOKS, Look, Mode, Record, assert_faultless, listened
from tools.site.discover import page_files
from tools.site.offline import FOLDER, LIMIT, ZIP, pack

pytestmark = pytest.mark.browser


def test_every_page_can_be_read_without_javascript(
    browser: Browser, site: Path, address: str, record_property: Record
) -> None:
    """Title, text, formulas, pictures and menu are there; dead buttons are not."""
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 390, "height": 844}
    )
    page, names = context.new_page(), page_files(site)
    names.remove("404.html")  # it has neither menu nor script
    for name in names:
        page.goto(f"{address}/{name}")
        assert page.locator("main h1").is_visible(), name
        assert page.locator(".menu a").first.is_visible(), name
        assert page.locator(".needs-js:visible").count() == 0, name
        for formula in page.locator("main math").all()[:3]:
            assert formula.evaluate("m => m.namespaceURI").endswith("MathML"), name
    context.close()
    record_property("informe", f"{len(names)} pages × no JavaScript: 0 unreadable")


@pytest.fixture(scope="module")
def unpacked(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a reader unpacks from the zip of `make offline`."""
    folder = tmp_path_factory.mktemp("USB de Ñandú")  # as folders are called at home
    pack(site, folder / ZIP.name)
    with zipfile.ZipFile(folder / ZIP.name) as archive:
        archive.extractall(folder)
    return folder / FOLDER


def test_the_zip_is_light_and_always_the_same(site: Path, unpacked: Path) -> None:
    made = unpacked.parent / ZIP.name
    pack(site, again := unpacked.parent / "otra.zip")
    assert again.read_bytes() == made.read_bytes()
    assert made.stat().st_size < LIMIT
    assert "index.html" in (unpacked / "LÉEME.txt").read_text("utf-8")


# axe sees the same pages when a server gives them; here it would take a minute more.
QUICK = {kind: look for kind, look in LOOKS.items() if kind != "axe"}


@pytest.mark.parametrize(
    ("width", "mode", "looks"),
    [
        (1280, "light", QUICK),
        (390, "dark", QUICK),
        pytest.param(1280, "dark", LOOKS, marks=pytest.mark.slow),
        pytest.param(390, "light", LOOKS, marks=pytest.mark.slow),
    ],
)
def test_no_page_of_the_zip_has_a_fault(
    browser: Browser,
    unpacked: Path,
    record_property: Record,
    width: int,
    mode: Mode,
    looks: dict[str, Look],
) -> None:
    """Opened by double click: nothing fails, nothing is asked for, silent console."""
    names = page_files(unpacked)
    assert "404.html" not in names
    address = unpacked.as_uri()
    assert_faultless(browser, address, names, width, mode, record_property, looks)


@pytest.mark.parametrize("word", ["función", "funcion"])
def test_the_search_of_the_zip_finds_words(
    browser: Browser, unpacked: Path, word: str
) -> None:
    with listened(browser, "") as (page, listener):
        page.goto((unpacked / "search.html").as_uri() + f"?q={word}")
        page.locator("#search-results li").first.wait_for()
        assert listener.take() == []
