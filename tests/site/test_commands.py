"""`serve` and `screenshots`: what `python -m tools.site` does beside building."""

import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import imagesize
import pytest

from tools.site.browser import served
from tools.site.build import HTML
from tools.site.discover import page_files
from tools.site.screenshots import WAYS, photograph
from tools.site.serve import serve


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository whose site has one page."""
    site = tmp_path / HTML
    site.mkdir(parents=True)
    (site / "index.html").write_text("<title>t</title><h1>Hola, ñandú</h1>", "utf-8")
    return tmp_path


def test_the_server_gives_the_page(root: Path) -> None:
    with served(root / HTML) as address, urllib.request.urlopen(address) as answer:
        assert "ñandú" in answer.read().decode("utf-8")


def test_without_a_site_both_commands_say_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve(tmp_path, 0) == 1
    assert photograph(tmp_path, tmp_path / "pictures") == 1
    assert capsys.readouterr().out.count("make book") == 2


@pytest.mark.browser
def test_every_page_is_photographed_in_every_way(root: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:  # the other tests' browser owns this thread
        assert pool.submit(photograph, root, tmp_path / "pictures").result() == 0
    widths = {
        path.stem: imagesize.get(path)[0]
        for path in (tmp_path / "pictures").glob("*.png")
    }
    assert page_files(root / HTML) == ["index.html"]
    assert widths == {
        f"index-{way}": options["viewport"]["width"] for way, options in WAYS.items()
    }
