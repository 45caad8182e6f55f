"""A student's work in an exercise is never overwritten.

The generator stores the hash of what a student may have worked in: all code
cells, the text answers, and how many cells there are. Another hash means work.
"""

import hashlib
import json

from nbformat import NotebookNode

from tools.cells import is_answer
from tools.stale import BUILD, without_outputs

_CELL_METADATA = ("andrea", "deletable", "editable", "nbgrader", "tags")


def work_hash(nb: NotebookNode) -> str:
    """sha256 of code cells and text answers; line ends and last blanks aside."""
    work = [
        "\n".join(line.rstrip() for line in cell.source.splitlines()).rstrip()
        for cell in nb.cells
        if cell.cell_type == "code" or is_answer(cell)
    ]
    return hashlib.sha256(json.dumps([len(nb.cells), work]).encode()).hexdigest()


def seal_exercise(nb: NotebookNode) -> None:
    nb.metadata[BUILD] = {"work": work_hash(nb)}


def has_work(stored: NotebookNode, fresh: NotebookNode) -> bool:
    """Has anybody worked in the stored exercise? In doubt (no hash), yes."""
    written = stored.metadata.get(BUILD, {}).get("work", work_hash(fresh))
    return work_hash(stored) != written


def without_answers(nb: NotebookNode) -> NotebookNode:
    """What `--check` compares: all but answers, outputs and what Colab adds."""
    nb = without_outputs(nb)
    nb.nbformat_minor = 5
    nb.metadata = _only(nb.metadata, ("andrea", "kernelspec"))
    for cell in nb.cells:
        cell.id = cell.get("id") or cell.metadata.get("id", "")
        cell.metadata = _only(cell.metadata, _CELL_METADATA)
        if is_answer(cell):
            cell.source = ""
    return nb


def _only(metadata: NotebookNode, names: tuple[str, ...]) -> NotebookNode:
    return NotebookNode({n: metadata[n] for n in names if n in metadata})
