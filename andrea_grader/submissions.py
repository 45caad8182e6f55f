"""Find the notebooks in what was handed in: a file, or a folder of any depth."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from andrea_grader.errors import UsageError
from andrea_grader.record import Status


@dataclass(frozen=True)
class Found:
    """A notebook file, or (with `reason`) something that cannot be marked."""

    path: Path
    name: str
    status: Status = "graded"
    reason: str = ""


def find(arguments: Iterable[Path]) -> list[Found]:
    """All submissions, sorted by name: the POSIX path within the argument's folder.

    Where two arguments hold the same name, their own names stand in front.
    """
    found: list[tuple[Path, Found]] = []
    for argument in arguments:
        if not argument.exists():
            raise UsageError(f"No existe «{argument}».")
        here = (
            _walk(argument) if argument.is_dir() else [Found(argument, argument.name)]
        )
        found += [(argument, one) for one in here]
    names = Counter(one.name for _, one in found)
    unique = [
        one if names[one.name] == 1 else replace(one, name=_longer(argument, one))
        for argument, one in found
    ]
    return sorted(map(_printable, unique), key=lambda one: one.name)


def _longer(argument: Path, one: Found) -> str:
    return (argument / one.name if argument.is_dir() else argument).as_posix()


def _printable(one: Found) -> Found:
    """A name that is no text (it happens on Linux) cannot be written to a report."""
    return replace(one, name=one.name.encode("utf-8", "backslashreplace").decode())


def _walk(root: Path) -> Iterator[Found]:
    """Notebooks at any depth; links are not followed into folders."""
    holding: set[Path] = set()
    folders: list[Path] = []
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith((".", "__")))
        folders.append(Path(folder))
        for file in filter(_is_notebook, files):
            path = Path(folder, file)
            holding |= {path.parent, *path.parent.parents}
            yield _checked(path, root)
    direct = {f for f in folders if any(map(_is_notebook, _names(f)))}
    for folder_path in folders:
        above = folder_path.parent
        inside = folder_path != root and (above in direct or above not in holding)
        if folder_path not in holding and not inside:
            yield Found(
                folder_path,
                folder_path.relative_to(root).as_posix(),
                "no_submission",
                "No entregó: la carpeta no tiene ningún cuaderno (.ipynb).",
            )


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb") and not name.startswith((".", "~$"))


def _checked(path: Path, root: Path) -> Found:
    name = path.relative_to(root).as_posix()
    target = path.resolve()
    if not target.is_relative_to(root.resolve()):
        reason = "Es un enlace a un archivo de fuera de la carpeta: entrega el archivo."
        return Found(path, name, "unreadable", reason)
    if not target.is_file():
        return Found(path, name, "unreadable", "No es un archivo que se pueda leer.")
    return Found(path, name)
