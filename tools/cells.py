"""What every step of the pipeline says and asks of a cell."""

from nbformat import NotebookNode

from andrea_grader.cells import has_tag


def place(cell: NotebookNode) -> str:
    """How errors name a cell: its id and how it begins."""
    lines = [line for line in cell.source.split("\n") if line.strip()]
    first = lines[0].strip() if lines else "vacía"
    return f"celda {cell.id} («{first[:50]}»)"


def add_tag(cell: NotebookNode, tag: str) -> None:
    if not has_tag(cell, tag):
        cell.metadata["tags"] = [*cell.metadata.get("tags", []), tag]


def is_answer(cell: NotebookNode) -> bool:
    """A cell in which a student writes: code (`respuesta`) or text (`texto`)."""
    return has_tag(cell, "respuesta") or has_tag(cell, "texto")
