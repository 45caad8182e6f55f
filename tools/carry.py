"""Carry the address of `_config.yml` to the files that cannot read it there.

Each place is a line or a marked region that is written anew from the address, so
nothing needs to know the old one. Notebooks carry it in their setup cell, the site
and the workflows ask for it when they run.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from andrea_grader.errors import SourceError
from tools.address import Address


@dataclass(frozen=True)
class Place:
    """A file, what in it depends on the address, and how that is written."""

    file: str
    pattern: str
    write: Callable[[Address], str]


BADGE = "Estado de las comprobaciones del curso: verde si pasan todas"


def badges(address: Address) -> str:
    """The README's row of links, between its two marks."""
    first = "chapters/01_lookup_tables.ipynb"
    state = f"{address.url}/actions/workflows/ci.yml"
    links = (
        f"[![{BADGE}]({state}/badge.svg)]({state})",
        f"[Leer el curso]({address.site})",
        f"[Abrir el capítulo 1 en Colab]({address.colab(first)})",
        f"[En Binder]({address.binder(first)})",
    )
    return "<!-- dirección -->\n" + " ·\n".join(links) + "\n<!-- fin -->"


PLACES = (
    Place("README.md", r"(?s)<!-- dirección -->.*?<!-- fin -->", badges),
    Place(
        "CITATION.cff",
        r"(?m)^repository-code: .*$",
        lambda address: f'repository-code: "{address.url}"',
    ),
    Place("CITATION.cff", r"(?m)^url: .*$", lambda address: f'url: "{address.site}"'),
    Place(
        "pyproject.toml",
        r"(?m)^Repository = .*$",
        lambda address: f'Repository = "{address.url}"',
    ),
    Place(
        "pyproject.toml",
        r"(?m)^Documentation = .*$",
        lambda address: f'Documentation = "{address.site}"',
    ),
)


def carried(place: Place, text: str, address: Address) -> str:
    """The file's text with this place written; a fork may have dropped the place."""
    new, times = re.subn(place.pattern, lambda _: place.write(address), text)
    if times > 1:
        raise SourceError(
            f"{place.file}: hay {times} sitios que casan con «{place.pattern}» y la "
            "dirección va en uno: deja solo el primero."
        )
    return new


def carry(root: Path, address: Address, *, only_check: bool = False) -> list[str]:
    """Write the address where it belongs; with `only_check`, say where it is old."""
    found = []
    for name in sorted({place.file for place in PLACES}):
        path = root / name
        if not path.is_file():
            continue
        old = new = path.read_text("utf-8")
        for place in PLACES:
            if place.file == name:
                new = carried(place, new, address)
        if new == old:
            continue
        found.append(f"{name}: su dirección no es la de _config.yml.")
        if not only_check:
            path.write_text(new, "utf-8", newline="\n")
            print(f"{name}: dirección puesta al día.")
    return found if only_check else []
