"""Notebook files: the same bytes for the same content, written whole or not."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from andrea_grader.whole import write_whole

# What nbformat raises over a file that is no notebook: any of these.
UNREADABLE = (
    *(OSError, ValueError, TypeError, LookupError, AttributeError),
    nbformat.ValidationError,
)


def dumps(nb: NotebookNode) -> str:
    """The text of a notebook: sorted keys, one indentation, a final newline."""
    nbformat.validate(nb)
    return nbformat.writes(nb, version=4).rstrip("\n") + "\n"


def load(path: Path) -> NotebookNode | None:
    """The notebook of a file; None where there is none or it cannot be read."""
    try:
        return nbformat.reads(path.read_text("utf-8-sig"), as_version=4)
    except UNREADABLE:
        return None


def write(path: Path, nb: NotebookNode) -> bool:
    """Write the file at once if its bytes change; say whether they did."""
    data = dumps(nb).encode()
    if path.is_file() and path.read_bytes() == data:
        return False
    write_whole(path, data)
    return True
