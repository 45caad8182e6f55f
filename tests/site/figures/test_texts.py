"""The words and colours of the figures keep the rules of the course."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prose.lint import of_paragraph
from tests.prose.pages import MARK, paragraphs
from tests.prose.spelling import misspelt
from tests.prose.strings import is_spanish
from tests.site.figures.moving import ASSETS
from tests.site.test_palette import AA, contrast, modes

TEXT = re.compile(r'"([^"\n]+)"|`([^`]+)`')
FILES = sorted([*ASSETS.glob("*.html"), *ASSETS.glob("*.js")])
# Whatever draws or writes on the page; lines and dots need 3, letters 4.5.
COLOURS = ("ink", "soft", "link", "careful", "predict", "remember")


def as_markdown(path: Path) -> Iterator[str]:
    """What a reader reads in the file, one paragraph after the other."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        text = re.sub(r"</?code>", "`", text.replace("{body}", ""))
        yield from re.sub(r"<[^>]+>", "", text).split("\n")
    for pair in TEXT.findall(text) if path.suffix == ".js" else ():
        found = re.sub(r"\$\{[^}]*\}", MARK, "".join(pair))
        yield from [found] if is_spanish(found) else []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_a_figure_says_keeps_the_rules_of_the_prose(path: Path) -> None:
    text = "\n\n".join(as_markdown(path))
    found = [
        fault
        for paragraph in paragraphs(text, path.name)
        for fault in (*of_paragraph(paragraph), *misspelt(paragraph))
    ]
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_colour_of_a_drawing_can_be_told_from_the_paper(mode: str) -> None:
    palette = modes()[mode]
    for colour in COLOURS:
        for ground in ("paper", "ground"):
            assert contrast(palette[colour], palette[ground]) >= AA, (colour, ground)
