"""How others find the pages: description, card, canonical address, lists, 404."""

import re
from pathlib import Path
from xml.etree import ElementTree

import imagesize
import pytest

from tools.address import read_address
from tools.site.discover import CARD, page_files, robots, sitemap

REPOSITORY = Path(__file__).resolve().parents[2]
BASE = read_address(REPOSITORY).site
MISSING = "404.html"


def head(site: Path, name: str) -> dict[str, str]:
    """What the page's `meta` and `link` elements say."""
    text = (site / name).read_text("utf-8")
    metas = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', text)
    links = re.findall(r'<link rel="(canonical)" href="([^"]*)"', text)
    return dict([*metas, *links])


def test_each_page_says_what_it_is_about_and_no_two_say_the_same(site: Path) -> None:
    names = [name for name in page_files(site) if name != MISSING]
    said = [head(site, name)["description"] for name in names]
    assert len(set(said)) == len(names) > 15
    assert min(map(len, said)) >= 60


def test_each_page_has_a_card_with_a_picture_that_exists(site: Path) -> None:
    for name in page_files(site):
        if name == MISSING:
            continue
        found = head(site, name)
        assert found["og:url"] == found["canonical"] == BASE + name
        assert found["og:description"] == found["description"]
        assert len(found["og:title"]) > 3
        assert len(found["og:image:alt"]) > 20
        assert found["twitter:card"] == "summary_large_image"
        picture = found["og:image"].removeprefix(BASE)
        assert imagesize.get(site / picture) == (1200, 630)


def test_the_card_is_light_enough_for_a_message() -> None:
    assert (REPOSITORY / CARD).stat().st_size < 300_000


def test_the_list_of_pages_names_each_page_once(site: Path) -> None:
    tree = ElementTree.parse(site / "sitemap.xml")
    listed = [place.text for place in tree.iter() if place.tag.endswith("}loc")]
    assert listed == [BASE + name for name in page_files(site) if name != MISSING]
    assert f"Sitemap: {BASE}sitemap.xml" in (site / "robots.txt").read_text("utf-8")


def test_addresses_with_accents_and_signs_are_written_as_the_web_asks() -> None:
    assert "<loc>https://a.b/n%C3%BA%26.html</loc>" in sitemap(
        "https://a.b/", ["nú&.html"]
    )
    assert robots("https://a.b/").endswith("Sitemap: https://a.b/sitemap.xml\n")


@pytest.fixture
def lost(site: Path) -> str:
    return (site / MISSING).read_text("utf-8")


def test_a_wrong_address_gets_a_spanish_page_that_needs_no_other_file(
    lost: str,
) -> None:
    assert '<html lang="es">' in lost
    assert "Esa página no existe" in lost
    assert not re.findall(r'src=|rel="stylesheet"', lost)


def test_its_links_are_whole_for_it_may_stand_at_any_depth(
    lost: str, site: Path
) -> None:
    links = re.findall(r'href="([^"]+)"', lost)
    assert all(link.startswith("https://") for link in links)
    ours = [link.removeprefix(BASE) for link in links if link.startswith(BASE)]
    assert ours == ["", "search.html"]
    assert (site / "search.html").is_file()
