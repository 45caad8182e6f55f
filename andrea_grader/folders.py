"""What a class folder holds: notebooks by name or by content, links, empty folders.

Left out: what editors, systems and archives leave behind. Not followed: links, to
files or to folders; each gets a row that says why, so that nobody is marked with the
work of another folder. In a copy of the whole course only `exercises/` counts.
"""

import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from andrea_grader.errors import why
from andrea_grader.found import Found, printable
from andrea_grader.notebook import MAX_BYTES

# Hidden files, office locks, emacs backups, downloads that did not end.
_LEFTOVER = re.compile(
    r"^\.|^~\$|^#.*#$|~$|\.(bak|tmp|swp|part|crdownload)$"
    r"|^(thumbs\.db|desktop\.ini|__macosx|__pycache__|node_modules|site-packages)$",
    re.IGNORECASE,
)
_COURSE = {"exercises", "solutions", "_toc.yml"}
_SAMPLE = 4096

_FOLDER_LINK = "Es un enlace a una carpeta: no se sigue. Entrega la carpeta misma."
_BROKEN = "Es un enlace a un archivo que no existe. Entrega el archivo."
_OUTSIDE = "Es un enlace a un archivo de fuera de la carpeta. Entrega el archivo."
_INSIDE = "Es un enlace a otro archivo de la clase: no se sigue. Entrega el archivo."
_NO_FILE = "No es un archivo que se pueda leer. Entrega el cuaderno (.ipynb)."


@dataclass
class _Folder:
    path: Path
    depth: int
    above: "_Folder | None"
    rows: list[Found] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    inner: list["_Folder"] = field(default_factory=list)
    holds: bool = False  # a row here or below
    filled: bool = False  # any file here or below


def look_into(root: Path, skipped: frozenset[str] = frozenset()) -> list[Found]:
    """Every notebook below `root`, and a row for each folder without one."""
    tree = list(_tree(root, skipped))
    for folder in reversed(tree):
        folder.holds = bool(folder.rows) or any(f.holds for f in folder.inner)
        folder.filled = bool(folder.files) or any(f.filled for f in folder.inner)
    found = [row for folder in tree for row in folder.rows]
    found += map(_missing, _without_notebook(tree))
    return [replace(one, name=_name(one.path, root)) for one in found]


def _name(path: Path, root: Path) -> str:
    return printable(path.relative_to(root))


def _tree(root: Path, skipped: frozenset[str]) -> Iterator[_Folder]:
    """All folders, each after the one above it; deep nesting needs no deep stack."""
    waiting = [_Folder(root, 0, None)]
    while waiting:
        folder = waiting.pop()
        _read(folder, skipped)
        yield folder
        waiting += folder.inner


def _read(folder: _Folder, skipped: frozenset[str]) -> None:
    try:
        entries = sorted(os.scandir(folder.path), key=lambda entry: entry.name)
    except OSError as error:
        reason = f"No se puede abrir la carpeta: {why(error)}."
        folder.rows.append(Found(folder.path, "", "unreadable", reason))
        return
    names = {entry.name for entry in entries}
    if names >= _COURSE:
        entries = [entry for entry in entries if entry.name == "exercises"]
    for entry in entries:
        if not _LEFTOVER.search(entry.name):
            _sort_in(entry, folder, skipped)


def _sort_in(entry: os.DirEntry[str], folder: _Folder, skipped: frozenset[str]) -> None:
    path = Path(entry.path)
    if entry.is_dir(follow_symlinks=False):
        if not (os.path.realpath(path) in skipped or _is_environment(entry.path)):
            folder.inner.append(_Folder(path, folder.depth + 1, folder))
        return
    folder.files.append(entry.name)
    if row := _row(entry, path, folder):
        folder.rows.append(row)


def _is_environment(folder: str) -> bool:
    """A virtual environment, whose packages may bring notebooks."""
    return os.path.exists(os.path.join(folder, "pyvenv.cfg"))


def _row(entry: os.DirEntry[str], path: Path, folder: _Folder) -> Found | None:
    named = ".ipynb" in entry.name.lower()
    if entry.is_symlink():
        reason = _why_no_link(path, named, folder)
        return Found(path, "", "unreadable", reason) if reason else None
    if not stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
        return Found(path, "", "unreadable", _NO_FILE) if named else None
    return Found(path, "") if named or _holds_notebook(path) else None


def _why_no_link(path: Path, named: bool, folder: _Folder) -> str:
    """Empty for a link that nobody takes for a notebook."""
    root = folder.path.parents[folder.depth - 1] if folder.depth else folder.path
    if os.path.isdir(path):
        return _FOLDER_LINK
    if not named:
        return ""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return _BROKEN
    return _INSIDE if target.is_relative_to(root.resolve()) else _OUTSIDE


def _holds_notebook(path: Path) -> bool:
    """A notebook under another name: `tarea.json`, `tarea.txt`, `tarea`."""
    try:
        with path.open("rb") as file:
            start = file.read(_SAMPLE)
            if not start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
                return False
            content = start + file.read(MAX_BYTES)
    except OSError:
        return False
    cells = b'"cells"' in content or b'"worksheets"' in content
    return cells and b'"nbformat"' in content


def _without_notebook(tree: list[_Folder]) -> Iterator[_Folder]:
    """Folders of students who handed in nothing: the topmost that hold no notebook,
    or those below it at the depth where the others' notebooks lie."""
    root = tree[0]
    if not root.holds and not root.inner:
        yield root
    depths = Counter(f.depth for f in tree if f.rows and f.above)
    usual = min(depths, key=lambda d: (-depths[d], d), default=1)
    for folder in tree:
        above = folder.above
        if above and not folder.holds and (above.holds or above is root):
            if folder.filled and not _class_like(above):
                continue  # pictures or data beside a notebook
            yield from _down_to(folder, usual)


def _class_like(folder: _Folder) -> bool:
    return not folder.rows or any(f.holds for f in folder.inner)


def _down_to(folder: _Folder, depth: int) -> Iterator[_Folder]:
    if folder.depth >= depth or not folder.inner:
        yield folder
        return
    for inner in folder.inner:
        yield from _down_to(inner, depth)


def _missing(folder: _Folder) -> Found:
    reason = "Sin entrega: la carpeta está vacía."
    if folder.filled:
        there = f" Hay: {', '.join(map(printable, folder.files[:3]))}."
        reason = "Sin entrega: no hay ningún cuaderno (.ipynb)."
        reason += there if folder.files else ""
    return Found(folder.path, "", "no_submission", reason)
