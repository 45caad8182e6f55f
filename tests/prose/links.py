"""Where links go: keys of the bibliography, terms of the glossary, files."""

import re
from collections.abc import Iterator
from pathlib import Path

from .pages import CODE, COMMENT, Finding, named

TARGET = re.compile(r"(?m)^\(([\w-]+)\)=\s*$")
LINK = re.compile(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
KEY = re.compile(r"[a-z]+(?:19|20)\d\d[a-z]?")
SLUG = re.compile(r"[^\w\- ]")


def targets(path: Path) -> set[str]:
    """The `(name)=` targets of a page."""
    return set(TARGET.findall(path.read_text(encoding="utf-8")))


def slugs(path: Path) -> set[str]:
    """Anchors that headings make, as MyST does."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = [x.lstrip("# ").strip().lower() for x in lines if re.match(r"#{1,6} ", x)]
    return {SLUG.sub("", head).replace(" ", "-") for head in heads}


def links(path: Path) -> Iterator[tuple[str, int]]:
    """Relative links of a page (not those inside code), and their lines."""
    text = path.read_text(encoding="utf-8")
    text = CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), COMMENT.sub("", text))
    for match in LINK.finditer(text):
        if not re.match(r"[a-z]+:|//", match[1]):
            yield match[1], text.count("\n", 0, match.start()) + 1


def source_of(target: Path) -> Path:
    """The text of a page: a notebook's stands in the `.md` beside it."""
    text = target.with_suffix(".md")
    return text if target.suffix == ".ipynb" and text.exists() else target


def fault(path: Path, address: str) -> str:
    """What is wrong with a link of a page, or nothing."""
    name, _, anchor = address.partition("#")
    target = (path.parent / name).resolve() if name else path
    page = source_of(target)
    if not page.exists():
        return f"no existe {name}: quita el enlace o corrige el nombre"
    if not anchor or page.suffix != ".md" or anchor in targets(page) | slugs(page):
        return ""
    kind = "la clave" if page.name == "bibliography.md" else "el ancla"
    return f"falta {kind} ({anchor})= en {page.name}"


def broken(path: Path) -> Iterator[Finding]:
    """The links of a page that lead nowhere."""
    for address, line in links(path):
        if advice := fault(path, address):
            yield Finding(named(path), line, address, advice)
