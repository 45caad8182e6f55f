"""When is a notebook out of date? A key of all that its outputs depend on.

The key covers the code cells, the project's modules that they import, the data
files and how we execute. Text cells do not change outputs: those are compared
with the source as they are, and changing them costs no execution. Neither does the
repository's address in the setup cell.
"""

import copy
import hashlib
import json
from pathlib import Path

from nbformat import NotebookNode

from andrea_grader.cells import code_cells, has_tag
from tools import execute
from tools.imports import reached_files
from tools.setup_cell import without_address

BUILD = "andrea_build"


def key(nb: NotebookNode, root: Path) -> str:
    """sha256 of code, modules, data and pipeline that make the outputs."""
    cells = [[c.id, _code(c), c.metadata.get("tags", [])] for c in code_cells(nb)]
    sources = [c.source for c in code_cells(nb) if not has_tag(c, "setup")]
    files = reached_files(sources, root)
    if files:
        files |= {f for f in (root / "andrea_lib" / "data").rglob("*") if f.is_file()}
    digest = hashlib.sha256(json.dumps(cells).encode())
    digest.update(Path(execute.__file__).read_bytes())
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"{file.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def _code(cell: NotebookNode) -> str:
    return without_address(cell.source) if has_tag(cell, "setup") else str(cell.source)


def outputs_hash(nb: NotebookNode) -> str:
    """sha256 of all outputs: cleared or edited ones are out of date too."""
    shown = [[c.get("execution_count"), c.get("outputs")] for c in code_cells(nb)]
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def seal(nb: NotebookNode, made_from: str) -> None:
    nb.metadata[BUILD] = {"key": made_from, "outputs": outputs_hash(nb)}


def has_outputs_of(stored: NotebookNode | None, made_from: str) -> bool:
    """Do the stored outputs belong to this key, untouched since?"""
    if stored is None:
        return False
    expected = {"key": made_from, "outputs": outputs_hash(stored)}
    return stored.metadata.get(BUILD) == expected


def without_outputs(nb: NotebookNode) -> NotebookNode:
    """What the source alone decides: no outputs, nothing copied from them."""
    nb = copy.deepcopy(nb)
    nb.metadata.pop(BUILD, None)
    for cell in code_cells(nb):
        cell.outputs, cell.execution_count = [], None
        cell.metadata.pop("mystnb", None)
    return nb


def move_outputs(stored: NotebookNode, fresh: NotebookNode) -> None:
    """Give the outputs of a notebook to one with the same code cells."""
    for old, new in zip(code_cells(stored), code_cells(fresh), strict=True):
        new.outputs, new.execution_count = old.outputs, old.execution_count
