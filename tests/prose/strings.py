"""Spanish strings in Python: messages, docstrings, what cells print, comments."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from .pages import MARK, Paragraph, named, paragraphs

QUOTED = re.compile(r"(?<!\w)(['\"])[^'\"\n]*\1(?!\w)")  # data, not prose
ACCENT = re.compile(r"[áéíóúñ¿¡]")
SPANISH = re.compile(
    r"\b(?:el|la|l[ao]s|lo|del?|al|que|una?|y|en|es|se|por|con|para|hay|su|más|est[áa]"
    r"|cada|sin|como|son|o|si|ni|ya|tu|te|qué|entre)\b",
    re.IGNORECASE,
)
ENGLISH = re.compile(
    r"\b(?:the|of|and|to|in|is|for|not|that|with|it|on|as|by|are|be|this|from|or|an"
    r"|at|has|must|each|its|which|when|than|where|only)\b",
    re.IGNORECASE,
)
CELL = re.compile(
    r"(?ms)^(?P<fence>`{3,})\{code-cell\}[^\n]*\n(?P<code>.*?)^(?P=fence)\s*$"
)


def is_spanish(text: str) -> bool:
    """More Spanish than English little words; without any, an accent decides."""
    spanish, english = len(SPANISH.findall(text)), len(ENGLISH.findall(text))
    return spanish > english or (english == 0 and bool(ACCENT.search(text.lower())))


def _text(node: ast.AST) -> str | None:
    """A literal string, its computed parts replaced by a mark."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(v) or MARK for v in node.values)
    return None


def _literals(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """String literals and their lines; parts of an f-string not again."""
    inner = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if part is not node
    }
    for node in ast.walk(tree):
        text = _text(node)
        if text is not None and id(node) not in inner:
            yield text, node.lineno  # type: ignore[attr-defined]


def _tokens(code: str) -> list[tokenize.TokenInfo]:
    """The tokens of some code, as far as it can be read."""
    found: list[tokenize.TokenInfo] = []
    with suppress(tokenize.TokenError, IndentationError):
        found.extend(tokenize.generate_tokens(io.StringIO(code).readline))
    return found


def _comments(code: str) -> Iterator[tuple[str, int]]:
    """Comments and their lines."""
    for token in _tokens(code):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("#: "), token.start[0]


def spanish(code: str, path: str, first: int = 1) -> Iterator[Paragraph]:
    """Paragraphs of the Spanish strings and comments of some Python code."""
    try:
        literals = list(_literals(ast.parse(code)))
    except SyntaxError:
        literals = []
    for text, line in literals + list(_comments(code)):
        if " " in text.strip() and is_spanish(text):
            for p in paragraphs(QUOTED.sub(MARK, text), path):
                at = first + line - 2 + p.first
                yield replace(p, first=at)


def _code(path: Path) -> Iterator[tuple[str, int]]:
    """The code of a module, or of each cell of a source, and its first line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield text, 1
        return
    for match in CELL.finditer(text):
        lines = match["code"].split("\n")
        code = "\n".join("" if x.startswith(("%", ":", "!")) else x for x in lines)
        yield code, text.count("\n", 0, match.start("code")) + 1


def names(path: Path) -> frozenset[str]:
    """The names in a file's code, and the parts of the long ones."""
    tokens = [t for code, _ in _code(path) for t in _tokens(code)]
    found = {t.string for t in tokens if t.type == tokenize.NAME}
    return frozenset(part for name in found for part in (name, *name.split("_")))


def of_file(path: Path) -> Iterator[Paragraph]:
    """The Spanish of a module, or of the code cells of a source."""
    for code, first in _code(path):
        yield from spanish(code, named(path), first)
