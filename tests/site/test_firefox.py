"""The same site in Firefox, from a folder: a smaller set, for `make test-all`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.firefox import Firefox, find_firefox, open_firefox
from tests.site.looks import AXE, QUESTIONS, Record
from tools.site.discover import page_files

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not find_firefox(), reason="no hay Firefox: apt install firefox-esr"
    ),
]
TAB, ENTER = "\ue004", "\ue007"
CHAPTER = "chapters/00_minimum.html"
LOOKS = ("wide", "lost", "unreachable")
VIOLATIONS = """axe.run(document, {resultTypes: []}).then(({ violations }) =>
  violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 90)}`))"""
FONT = """document.fonts.ready.then(() => document.fonts.check('1em "ANDREA Mates"'))"""
# Results come one by one: all are there when no further one has come for a while.
FOUND = """new Promise((done) => { let before = 0, calm = 0;
const wait = setInterval(() => {
  const found = document.querySelectorAll("#search-results li > a");
  calm = found.length === before ? calm + 1 : 0;
  before = found.length;
  if (!before || calm < 20) return;
  clearInterval(wait);
  done([...found].map((a) => a.textContent));
}, 50); })"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with open_firefox(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.mark.parametrize("width", [1280, 320])
def test_no_page_has_a_fault(
    firefox: Firefox, site: Path, record_property: Record, width: int
) -> None:
    """Console, sideways scroll, anchors, scrolls without keyboard, axe (wide)."""
    names, faults = page_files(site), []
    firefox.resize(width, 900)
    firefox.said.clear()
    for name in names:
        firefox.goto((site / name).as_uri())
        firefox.run(f"(() => {{ {QUESTIONS.read_text('utf-8')} }})()")
        for look in LOOKS:
            faults += [f"{name}: {fault}" for fault in firefox.run(f"looks.{look}()")]
        if width == 1280:
            firefox.run(f"(() => {{ {AXE} }})()")
            faults += [f"{name}: {fault}" for fault in firefox.run(VIOLATIONS)]
    looked = f"Firefox: {len(names)} pages × {width} px × file://"
    counts = f"{len(faults)} faults, {len(firefox.said)} in the console"
    record_property("informe", f"{looked}: {counts}")
    assert faults == []
    assert firefox.said == []


def test_formulas_are_mathml_in_the_font_that_came_with_the_page(
    firefox: Firefox, site: Path
) -> None:
    firefox.goto((site / "book/notation.html").as_uri())
    assert firefox.run(FONT)
    size = "document.querySelector('main math').getBoundingClientRect().width"
    assert firefox.run(size) > 5


def test_the_first_tab_skips_to_the_content(firefox: Firefox, site: Path) -> None:
    firefox.goto((site / CHAPTER).as_uri())
    firefox.press(TAB)
    firefox.press(ENTER)
    assert firefox.run("location.hash") == "#contenido"


def test_search_finds_words_with_and_without_accents(
    firefox: Firefox, site: Path
) -> None:
    found = []
    for word in ("función", "funcion"):
        firefox.goto((site / "search.html").as_uri() + f"?q={word}")
        found.append(sorted(firefox.run(FOUND)))
    assert found[0] == found[1] != []


def test_choices_ticks_and_solutions_answer(firefox: Firefox, site: Path) -> None:
    firefox.goto((site / CHAPTER).as_uri())
    firefox.run("document.querySelector('.choose li button').click()")
    assert firefox.run("document.querySelector('.choose .reason').textContent")
    firefox.run("document.querySelector('.done').click()")
    firefox.goto((site / CHAPTER).as_uri())
    assert firefox.run("document.querySelector('.done').ariaPressed") == "true"
    firefox.goto((site / "solutions/01_lookup_tables.html").as_uri())
    firefox.run("document.querySelector('.tag_respuesta summary').click()")
    opened = "new Promise((done) => setTimeout(() => done("
    opened += "document.querySelector('.tag_respuesta pre')?.textContent), 300))"
    assert firefox.run(opened).startswith("# Respuesta 1.1")
