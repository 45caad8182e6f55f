"""What a figure says to who cannot see it.

Spanish; names at least one value of the digest that the cell prints; no two alike;
never begins with what it is (Gráfico, Figura, Imagen): the reader is told that anyway.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .notebooks import Cell, code_cells, load, output_text
from .pages import Finding, named
from .prose_numbers import shown
from .strings import is_spanish

BEGINS = re.compile(
    r"(?:un[ao]? |la |el )?(?:gráfic[oa]|figura|imagen|diagrama|foto)\b", re.I
)
DIGEST = re.compile(r"Resumen:(.*)")
LINKED = re.compile(r"!\[([^\]]*)\]\(")
SHORTEST = 40
LONGEST = 500


@dataclass(frozen=True)
class Figure:
    """A cell that shows a picture: where, its alt text, the values of its digest."""

    path: str
    cell: str
    alt: str
    digest: tuple[str, ...]


def has_picture(cell: Cell) -> bool:
    """Whether an output of the cell is a picture."""
    kinds = {kind for o in cell["outputs"] for kind in o.get("data", {})}
    return any(kind.startswith("image/") for kind in kinds)


def digest_values(cell: Cell) -> tuple[str, ...]:
    """`Resumen: a = 1 · b = gato` → 1, gato."""
    printed = "\n".join(output_text(o) for o in cell["outputs"])
    pairs = [p for line in DIGEST.findall(printed) for p in line.split("·")]
    return tuple(p.split("=", 1)[1].strip() for p in pairs if "=" in p)


def figures(path: Path) -> Iterator[Figure]:
    """The figures of an executed notebook."""
    name = named(path)
    for cell in filter(has_picture, code_cells(load(path))):
        meta: dict[str, Any] = cell["metadata"].get("mystnb", {}).get("image", {})
        yield Figure(
            name, cell.get("id", "?"), meta.get("alt", ""), digest_values(cell)
        )


def names_a_value(alt: str, digest: tuple[str, ...]) -> bool:
    """A number of the digest as a number, or a word of it as a word."""
    numbers = shown([alt]) & shown(list(digest))
    words = [v for v in digest if not shown([v]) and v]
    return bool(numbers) or any(re.search(rf"\b{re.escape(w)}\b", alt) for w in words)


def _form(alt: str) -> Iterator[str]:
    """What to change in the words of an alt text."""
    if match := BEGINS.match(alt):
        yield f"no empieces por «{match[0]}»: di qué se compara y qué sale"
    if not SHORTEST <= len(alt) <= LONGEST:
        yield f"tiene {len(alt)} caracteres: escribe entre {SHORTEST} y {LONGEST}"
    if not is_spanish(alt):
        yield "escríbelo en español"


def faults(figure: Figure) -> Iterator[str]:
    """What to change in one alt text."""
    if not figure.alt:
        yield "falta el texto alternativo: dáselo a Picture(fig, digest, alt)"
        return
    yield from _form(figure.alt)
    if not names_a_value(figure.alt, figure.digest):
        wanted = ", ".join(figure.digest) or "no hay «Resumen: clave = valor»"
        yield f"nombra al menos un valor del resumen ({wanted})"


def of_page(path: Path) -> Iterator[Finding]:
    """Faults of the pictures that a page links; there is no digest to name."""
    text = path.read_text(encoding="utf-8")
    for match in LINKED.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        for advice in _form(match[1]):
            yield Finding(named(path), line, match[1], advice)


def findings(paths: list[Path]) -> Iterator[Finding]:
    """Faults of all figures, and alt texts that two figures share."""
    seen: dict[str, Figure] = {}
    for figure in (f for path in paths for f in figures(path)):
        where = f"{figure.path} (celda {figure.cell})"
        for advice in faults(figure):
            yield Finding(where, 0, figure.alt, advice)
        twin = seen.setdefault(figure.alt, figure)
        if figure.alt and twin is not figure:
            advice = f"es el mismo que el de la celda {twin.cell} de {twin.path}"
            yield Finding(where, 0, figure.alt, advice)
