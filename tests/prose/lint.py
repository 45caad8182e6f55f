"""All rules on all texts; the findings of a file."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from . import marks, strings
from .pages import MARK, ROOT, Finding, Paragraph, pages, read
from .rules import Rule
from .spelling import misspelt
from .terms import TERMS
from .typography import RULES
from .voice import VOICE

ALL = (*RULES, *TERMS, *VOICE)
# Here italics are titles and terms in other languages, not emphasis.
FOREIGN_ITALICS = ("book/bibliography.md", "book/glossary.md")


def of_paragraph(
    paragraph: Paragraph, rules: Iterable[Rule] = ALL
) -> Iterator[Finding]:
    """Rules, paired signs and capitals of one paragraph."""
    for rule in rules:
        yield from rule.find(paragraph)
    yield from marks.unpaired(paragraph)
    yield from marks.capitals(paragraph)


def without_italics(paragraph: Paragraph) -> Paragraph:
    """A paragraph without the foreign titles or terms that it quotes."""
    text = paragraph.text
    for start, end in paragraph.italics:
        text = text[:start] + MARK * (end - start) + text[end:]
    return replace(paragraph, text=text, italics=())


def of_page(path: Path) -> Iterator[Finding]:
    """Findings of the prose of a Markdown page."""
    for paragraph in read(path):
        if paragraph.path in FOREIGN_ITALICS:
            paragraph = without_italics(paragraph)
        yield from of_paragraph(paragraph)
        yield from misspelt(paragraph, names_free="bibliography" in paragraph.path)


def of_code(path: Path) -> Iterator[Finding]:
    """Findings of the Spanish in a module, or in the cells of a source."""
    code = strings.names(path)
    for paragraph in strings.of_file(path):
        for rule in (*TERMS, *VOICE):
            yield from (f for f in rule.find(paragraph) if f.found not in code)
        yield from misspelt(paragraph, names_free=True, code=code)


def modules() -> list[Path]:
    """Modules whose Spanish a student may see; the corpus's sentences are data."""
    folders = ("andrea_lib", "andrea_grader")
    found = [p for f in folders for p in sorted((ROOT / f).glob("*.py"))]
    return [p for p in found if not p.name.startswith("corpus")]


def sources() -> list[Path]:
    """Pages that have code cells."""
    return [p for p in pages() if p.parent.name in ("chapters", "solutions")]
