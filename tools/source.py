"""Read a MyST source into a notebook: our ids, our setup cell, nothing odd.

jupytext only reads here, one way. It makes random ids at each reading, so every
cell gets the id that its author wrote (`:label:`) or `<chapter>-<section>-<n>`.
"""

import re
from collections import Counter
from pathlib import Path

import jupytext
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from andrea_grader.errors import SourceError
from tools.address import Address
from tools.cells import place
from tools.markdown import check_markdown, read_comment
from tools.setup_cell import LABEL, TAGS, setup_source

FOLDERS = {"capitulo": "chapters", "ejercicio": "solutions"}
KNOWN_TAGS = {
    *("respuesta", "prueba", "nota", "errores", "solo-solucion", "texto"),
    *("nbval-ignore-output", "raises-exception"),
    *("hide-input", "hide-output", "hide-cell"),
}
_CELL_KEYS = {"label", "tags", "andrea"}
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# "## Title", "## 1.3 · Title", and in exercises "### 1.3 · Title".
_SECTION = re.compile(r"^(?:##|###(?= \w+\.\d)) (?:\w+\.(\d+))?", re.MULTILINE)
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
# Without a version: the file must not depend on the machine that wrote it.
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}


def read_source(path: Path, address: Address) -> NotebookNode:
    """The notebook of a source, not yet executed; stops at anything odd."""
    text = path.read_text("utf-8-sig").replace("\r\n", "\n")
    try:
        nb = jupytext.reads(text, fmt="md:myst")
    except Exception as error:
        raise SourceError(f"no puedo leer la fuente: {error}") from error
    header = _check_header(nb, path)
    nb.nbformat, nb.nbformat_minor = 4, 5
    nb.metadata = NotebookNode(
        andrea=header, kernelspec=dict(KERNEL), language_info=dict(LANGUAGE)
    )
    _insert_setup(nb, address)
    for cell in nb.cells:
        read_comment(cell)
    _name_cells(nb)
    for cell in nb.cells:
        _check_cell(cell)
    return nb


def _check_header(nb: NotebookNode, path: Path) -> NotebookNode:
    header = nb.metadata.get("andrea") or NotebookNode()
    folder = FOLDERS.get(str(header.get("tipo")))
    if "numero" not in header or folder != path.parent.name:
        raise SourceError(
            "la cabecera no dice bien qué es: escribe `andrea: {tipo: capitulo, "
            "numero: 1}` en chapters/ o `andrea: {tipo: ejercicio, numero: 1, "
            "oculta: [...]}` en solutions/."
        )
    return header


def _insert_setup(nb: NotebookNode, address: Address) -> None:
    if not nb.cells or nb.cells[0].cell_type != "markdown":
        raise SourceError("lo primero debe ser texto: un título «# …».")
    cell = new_code_cell(setup_source(address), metadata={"tags": list(TAGS)})
    cell.metadata["label"] = LABEL
    nb.cells.insert(1, cell)


def _name_cells(nb: NotebookNode) -> None:
    """Give every cell its id; two equal ids stop the build."""
    section, counts, seen = 0, Counter[int](), set[str]()
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            for number in _SECTION.findall(cell.source):
                section = int(number) if number else section + 1
        label = cell.metadata.pop("label", None)
        if label is None:
            counts[section] += 1
            label = f"{nb.metadata.andrea['numero']}-{section}-{counts[section]}"
        cell.id = str(label)
        if not _ID.fullmatch(cell.id) or len(cell.id) > 64 or cell.id in seen:
            raise SourceError(
                f"{place(cell)}: su `:label:` está repetido o no vale (minúsculas, "
                "cifras y guiones, 64 como mucho)."
            )
        seen.add(cell.id)


def _check_cell(cell: NotebookNode) -> None:
    tags = set(cell.metadata.get("tags", []))
    unknown = (set(cell.metadata) - _CELL_KEYS) | (tags - KNOWN_TAGS - set(TAGS))
    if unknown:
        names = ", ".join(sorted(map(str, unknown)))
        raise SourceError(
            f"{place(cell)}: no conozco «{names}». Opciones: label, tags, andrea; "
            f"etiquetas: {', '.join(sorted(KNOWN_TAGS))}."
        )
    if cell.cell_type == "markdown":
        check_markdown(cell)
