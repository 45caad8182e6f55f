"""Signs that open and close, and capital letters: what one pattern cannot see."""

import re
from collections.abc import Iterator
from functools import cache

from .pages import Finding, Paragraph, pages, read
from .spelling import common

PAIRS = {"?": "¿", "!": "¡", "»": "«", "”": "“", ")": "(", "]": "["}
OPENS = {opening: closing for closing, opening in PAIRS.items()}
LIST_MARK = re.compile(r"(?:^|\s)\(?(?:\d+|[a-z])$")
AFTER_COLON = re.compile(r"(?<!\d):\s+[¿¡]?([A-ZÁÉÍÓÚÑ][a-záéíóúüñ]+)(?!\w)")
SENTENCE_START = re.compile(r"(?:^|[.?!·—])[\W\d]*(?:\d[a-z]\W+)?$")
WORD = re.compile(r"(?<![\w-])[A-ZÁÉÍÓÚÑ][a-záéíóúüñ]+(?!\w)")


def unpaired(paragraph: Paragraph) -> Iterator[Finding]:
    """Signs without their partner; “” only inside «»."""
    text, path = paragraph.text, paragraph.path
    open_at: dict[str, list[int]] = {opening: [] for opening in OPENS}
    for at, sign in enumerate(text):
        if sign in OPENS:
            if sign == "“" and not open_at["«"]:
                yield Finding(path, paragraph.line(at), sign, "por fuera van «»")
            open_at[sign].append(at)
        elif sign in PAIRS:
            opening = PAIRS[sign]
            if open_at[opening]:
                open_at[opening].pop()
            elif not _closes_a_list_mark(text, at):
                yield Finding(path, paragraph.line(at), sign, f"falta {opening} antes")
    for opening, places in open_at.items():
        for at in places:
            advice = f"falta {OPENS[opening]} después"
            yield Finding(path, paragraph.line(at), opening, advice)


def _closes_a_list_mark(text: str, at: int) -> bool:
    """The parenthesis of «a)» or «1)» has no partner."""
    return text[at] == ")" and bool(LIST_MARK.search(text[:at]))


@cache
def titles() -> tuple[str, ...]:
    """The pages' titles, which keep their capital wherever they are named."""
    heads = [p.text for page in pages() for p in read(page)[:1]]
    return tuple(head.split(" · ")[-1] for head in heads)


def capitals(paragraph: Paragraph) -> Iterator[Finding]:
    """Common words with a capital after a colon, or inside a heading."""
    for match in AFTER_COLON.finditer(paragraph.text):
        named = paragraph.text.startswith(titles(), match.start(1))
        if common(match[1]) and not named:
            advice = f"tras dos puntos, «{match[1].lower()}»"
            where = paragraph.line(match.start(1))
            yield Finding(paragraph.path, where, match[0].strip(), advice)
    if paragraph.heading:
        yield from _heading_capitals(paragraph)


def _heading_capitals(paragraph: Paragraph) -> Iterator[Finding]:
    """Only the first word of a heading (after its number) has a capital."""
    for match in WORD.finditer(paragraph.text):
        starts = SENTENCE_START.search(paragraph.text[: match.start()])
        if starts or not common(match[0]):
            continue
        advice = f"en un título, «{match[0].lower()}»"
        where = paragraph.line(match.start())
        yield Finding(paragraph.path, where, match[0], advice)
