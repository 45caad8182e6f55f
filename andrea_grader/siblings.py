"""What a teacher should know of submissions side by side: tries of one person, and
files that are equal. Nobody is left out and nobody's points change: each notebook has
its row, and the remark, which names the others, is for the teacher alone."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from andrea_grader.batch import Marked
from andrea_grader.record import Record

# A student's own folder holds few tries; with more it is the folder of a group.
MAX_TRIES = 3
MAX_NAMED = 5

# "Copia de X", "X (1)", "X-Copy1", "X - copia", "X.ipynb.txt" are all X.
_COPY = re.compile(
    r"^(copia de|copy of)\s+|\s*\(\d+\)$|[-_ ]+(copy|copia)\s*\d*$"
    r"|\.(ipynb|json|txt)$",
    re.IGNORECASE,
)


def settle(marked: Iterable[Marked]) -> list[Record]:
    """The records in order of name, with what only the whole class can tell."""
    known = sorted(marked, key=lambda one: one.record.submission)
    notes: dict[str, list[str]] = defaultdict(list)
    for name, words in [*_tries([m.record for m in known]), *_twins(known)]:
        notes[name].append(words)
    return [
        replace(m.record, for_teacher=tuple(notes[m.record.submission])) for m in known
    ]


def _tries(records: Sequence[Record]) -> Iterator[tuple[str, str]]:
    groups: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in filter(lambda r: r.status == "graded", records):
        folder = str(PurePosixPath(record.submission).parent)
        groups[folder, record.exercise].append(record)
    for (folder, _), together in groups.items():
        for tries in _same_person(folder, together):
            where = "Hay" if folder == "." else f"En «{folder}» hay"
            words = (
                f"{where} {len(tries)} cuadernos de este ejercicio que podrían ser "
                f"intentos de una misma persona: {_list(tries)}. Se han corregido "
                "todos, cada uno con su fila: decide cuál cuenta."
            )
            yield from ((one.submission, words) for one in tries)


def _same_person(folder: str, records: list[Record]) -> Iterator[list[Record]]:
    """All in a folder of its own; else those whose names differ by a copy's mark."""
    if folder != "." and 1 < len(records) <= MAX_TRIES:
        yield records
        return
    alike: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        alike[_without_marks(PurePosixPath(record.submission).name)].append(record)
    yield from (group for group in alike.values() if len(group) > 1)


def _without_marks(name: str) -> str:
    """'Copia de tarea (1).ipynb' → 'tarea'."""
    while (shorter := _COPY.sub("", name)) not in (name, ""):
        name = shorter
    return name.casefold()


def _list(records: Sequence[Record]) -> str:
    named = [
        f"«{PurePosixPath(r.submission).name}» ({r.points:g} puntos)"
        for r in records[:MAX_NAMED]
    ]
    return ", ".join(named) + _more(records)


def _twins(marked: Sequence[Marked]) -> Iterator[tuple[str, str]]:
    """Byte for byte the same file; untouched notebooks are, and do not count."""
    equal: dict[str, list[Record]] = defaultdict(list)
    for one in marked:
        if one.digest and one.record.points:
            equal[one.digest].append(one.record)
    for group in (group for group in equal.values() if len(group) > 1):
        named = ", ".join(f"«{r.submission}»" for r in group[:MAX_NAMED])
        words = f"Son el mismo archivo, byte a byte: {named}{_more(group)}."
        yield from ((record.submission, words) for record in group)


def _more(records: Sequence[Record]) -> str:
    more = len(records) - MAX_NAMED
    return f" y {more} más" if more > 0 else ""
