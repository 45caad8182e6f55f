"""Prose out of Markdown: paragraphs without code, mathematics, targets or tags.

What is taken out leaves one mark, so that a rule about what stands before a sign
still sees that something stood there. Line numbers are those of the file.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
MARK = "\ufffc"  # stands for code, mathematics, a citation or an address
BEGIN, END = "\ue000", "\ue001"  # italics, until the paragraph is made

FENCE = re.compile(r"^(\s*>?\s*)(`{3,}|~{3,}|:{3,})(.*)$")
TITLED = {"admonition", "dropdown", "card", "grid-item-card", "tab-item"}
PROSE = TITLED | {
    *("note", "tip", "warning", "important", "seealso", "hint", "div", "figure"),
    *("grid", "grid-item", "tab-set", "list-table"),
}
OPTION = re.compile(r"^\s*:[a-z-]+:.*$")
COMMENT = re.compile(r"<!--.*?-->", re.S)
DISPLAY = re.compile(r"\$\$.*?\$\$", re.S)
CODE = re.compile(
    r"(?:\{[\w:-]+\})?(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)", re.S
)
INLINE = re.compile(r"(?<![\\$])\$(?![\s$])(?:[^$\n]|\n(?!\s*\n))+?(?<!\s)\$(?!\d)")
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
CITATION = re.compile(r"\[[^\[\]]*\]\([^)\s]*bibliography\.md#[^)\s]*\)")
ADDRESS = re.compile(
    r"<?https?://[^\s>)|]+>?|\b[\w.]+@[\w.]+\b|\b[\w.-]+\.(?:md|ipynb|py|yml|csv|json|cff)\b"
)
TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
TARGET = re.compile(r"^\([\w-]+\)=\s*$", re.M)
ITALIC = re.compile(r"(?<![\w*])\*(?![\s*])([^*\n]+(?:\n[^*\n]+)*?)(?<!\s)\*(?![\w*])")
BULLET = re.compile(r"^(?:>\s?)*\s*(?:[-*+]|\d+[.)])\s+")
QUOTE = re.compile(r"^\s*(?:>\s?)+")
HEADING = re.compile(r"^(?:>\s?)*#{1,6}\s+")


@dataclass(frozen=True)
class Paragraph:
    """One heading, list item, table row or run of lines, as it is read."""

    path: str
    text: str
    starts: tuple[int, ...]  # offset of each line in the text
    first: int  # line number of the first one
    heading: bool = False
    italics: tuple[tuple[int, int], ...] = ()  # where they begin and end

    def in_italics(self, start: int, end: int) -> bool:
        """Whether a stretch of the text lies inside italics."""
        return any(first <= start and end <= last for first, last in self.italics)

    def line(self, offset: int) -> int:
        """Line number in the file of an offset in the text."""
        return self.first + bisect_right(self.starts, offset) - 1


@dataclass(frozen=True)
class Finding:
    """Something to change: where, what stands there, what to write instead."""

    path: str
    line: int
    found: str
    advice: str
    instead: str = ""  # what to put in its place, where that is one thing

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: «{self.found}»: {self.advice}"


def _gone(match: re.Match[str], mark: str = MARK) -> str:
    """The mark and the line breaks of what is taken out."""
    return mark + "\n" * match[0].count("\n")


def _without_front_matter(lines: list[str]) -> list[str]:
    if not lines or lines[0].rstrip() != "---":
        return lines
    ends = [i for i, line in enumerate(lines) if i and line.rstrip() == "---"]
    end = ends[0] + 1 if ends else 0
    return [""] * end + lines[end:]


def _directive(info: str) -> tuple[str, str]:
    """`{name} title` → the name and the title."""
    match = re.match(r"\s*\{([\w:-]+)\}\s*(.*)", info)
    return (match[1], match[2]) if match else ("", "")


def _closes(fence: re.Match[str], opened: str) -> bool:
    """Whether a fence is the bare end of another."""
    return fence[2].startswith(opened) and not fence[3].strip()


def _without_fences(lines: list[str]) -> list[str]:
    """Code blocks emptied; of a directive with prose, title and body stay."""
    kept: list[str] = []
    stack: list[tuple[str, bool]] = []  # fence, whether its body is prose
    options = False
    for line in lines:
        fence = FENCE.match(line)
        inside_code = bool(stack) and not stack[-1][1]
        if fence and stack and _closes(fence, stack[-1][0]):
            stack.pop()
            kept.append("")
        elif fence and not inside_code:
            name, title = _directive(fence[3])
            stack.append((fence[2], name in PROSE))
            kept.append(f"# {title}" if title and name in TITLED else "")
            options = True
            continue
        else:
            hidden = inside_code or (options and bool(OPTION.match(line)))
            kept.append("" if hidden else line)
        options = options and bool(OPTION.match(line))
    return kept


def visible(text: str, keep_math: bool = False) -> str:
    """Markdown → the text that is read, same number of lines, italics marked."""
    text = "\n".join(_without_fences(_without_front_matter(text.split("\n"))))
    text = COMMENT.sub(partial(_gone, mark=""), text)
    text = CITATION.sub(_gone, CODE.sub(_gone, TARGET.sub("", text)))
    if not keep_math:
        text = INLINE.sub(_gone, DISPLAY.sub(_gone, text))
    while (plain := LINK.sub(r"\1", text)) != text:
        text = plain
    text = TAG.sub("", ADDRESS.sub(_gone, text))
    text = text.replace("&nbsp;", "\u00a0")
    text = ITALIC.sub(f"{BEGIN}\\1{END}", text.replace("**", ""))
    return re.sub(r"\\([\\`*_{}\[\]()#+.!|$-])", r"\1", text)


def _is_rule(line: str) -> bool:
    """Only dashes, bars, colons: the second row of a table, a break."""
    return bool(line.strip()) and not line.strip(" |:-+")


def _paragraph(path: str, run: list[str], first: int, heading: bool) -> Paragraph:
    """Lines in one text; the marks of italics become places."""
    starts, italics, text = [], [], ""
    for line in run:
        starts.append(len(text))
        for piece in re.split(f"([{BEGIN}{END}])", line):
            if piece == BEGIN:
                italics.append((len(text), len(text)))
            elif piece == END and italics:
                italics[-1] = (italics[-1][0], len(text))
            else:
                text += piece
        text += " "
    return Paragraph(path, text[:-1], tuple(starts), first, heading, tuple(italics))


def paragraphs(text: str, path: str, keep_math: bool = False) -> Iterator[Paragraph]:
    """The paragraphs of a Markdown text."""
    run: list[str] = []
    first = 0
    for number, line in enumerate(visible(text, keep_math).split("\n"), 1):
        heading = bool(HEADING.match(line))
        alone = heading or line.lstrip("> ").startswith("|")
        bare = HEADING.sub("", line) if heading else line
        words = QUOTE.sub("", BULLET.sub("", bare)).strip()
        empty = not words or _is_rule(words)
        if run and (empty or alone or BULLET.match(line)):
            yield _paragraph(path, run, first, heading=False)
            run = []
        if alone and not empty:
            yield _paragraph(path, [words], number, heading)
        elif not empty:
            first = first if run else number
            run.append(words)
    if run:
        yield _paragraph(path, run, first, heading=False)


def pages() -> list[Path]:
    """The Markdown that readers see: sources, pages, and what GitHub shows."""
    names = ("index.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
    folders = ("chapters", "solutions", "book")
    found = [ROOT / name for name in names]
    found += [p for f in folders for p in sorted((ROOT / f).glob("*.md"))]
    return [p for p in found if p.exists()]


def named(path: Path) -> str:
    """A file's name for a finding: from the root, if it lies in the repository."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def read(path: Path) -> list[Paragraph]:
    """Paragraphs of a page; the README's summary in English is left out."""
    text = path.read_text(encoding="utf-8").split("\n## In English")[0]
    return list(paragraphs(text, named(path)))
