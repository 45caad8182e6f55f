"""Find what was handed in: files, and folders of any depth.

Every name in a report comes from here: the POSIX path within the argument's folder.
The list is sorted by that name and never depends on the order of a folder.
"""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from andrea_grader.errors import UsageError
from andrea_grader.folders import look_into
from andrea_grader.found import Found, printable

__all__ = ["Found", "find"]


def find(arguments: Iterable[Path], ignore: Sequence[Path] = ()) -> list[Found]:
    """All submissions, sorted by name, none of them twice.

    Where two have the same name, the folders above tell them apart. `ignore`: the
    folder of results, which may lie among the submissions.
    """
    skipped = frozenset(os.path.realpath(path) for path in ignore)
    found: dict[str, Found] = {}
    for argument in arguments:
        for one in _look(argument, skipped):
            place = os.path.join(os.path.realpath(one.path.parent), one.path.name)
            found.setdefault(place, one)
    return sorted(_apart(list(found.values())), key=lambda one: one.name)


def _look(argument: Path, skipped: frozenset[str]) -> list[Found]:
    if os.path.isdir(argument):
        return look_into(argument, skipped)
    if not os.path.exists(argument):
        raise UsageError(f"No existe «{argument}».")
    if not os.path.isfile(argument):
        raise UsageError(f"«{argument}» no es un archivo ni una carpeta.")
    return [Found(argument, printable(argument.name))]


def _apart(found: list[Found]) -> list[Found]:
    """Equal names get one folder more in front, as often as it takes."""
    for more in count(1):
        names = Counter(one.name for one in found)
        if len(names) == len(found) or more > _MOST_FOLDERS:
            return found
        found = [
            one if names[one.name] == 1 else replace(one, name=_longer(one))
            for one in found
        ]
    return found


_MOST_FOLDERS = 100


def _longer(one: Found) -> str:
    parts = printable(os.path.abspath(one.path)).split("/")
    return "/".join(parts[-1 - len(one.name.split("/")) :])
