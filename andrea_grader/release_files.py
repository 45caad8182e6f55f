"""Faults that can be read in the notebooks of a course: solutions and exercises."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from andrea_grader.assemble import same_code
from andrea_grader.cells import code_cells, has_tag
from andrea_grader.errors import SourceError, why
from andrea_grader.markers import check_markers, regions, secret_lines
from andrea_grader.master import Master
from andrea_grader.messages import MAX_VALUE
from andrea_lib.probe import MIME


def load(path: Path) -> NotebookNode:
    """A notebook of the course; SourceError where it cannot be read."""
    try:
        return nbformat.read(path, as_version=4)
    except OSError as error:
        raise SourceError(
            f"{path.name}: {why(error)}. Haz `make notebooks`."
        ) from error
    except Exception as error:
        raise SourceError(f"{path.name}: no es un cuaderno de Jupyter.") from error


def solution_faults(name: str, notebook: NotebookNode) -> Iterator[str]:
    """Markers that would leave an answer in, and references that compare nothing."""
    for cell in code_cells(notebook):
        place = f"{name}, {cell.get('id', '?')}"
        try:
            check_markers(cell.source, where=place)
            if has_tag(cell, "respuesta") and not regions(cell.source, where=place):
                yield (
                    f"{place}: no hay nada entre «### BEGIN SOLUTION» y «### END "
                    "SOLUTION»: la respuesta saldría entera en el ejercicio."
                )
        except SourceError as error:
            yield str(error)
        if has_tag(cell, "nota"):
            yield from _reference_faults(place, cell)


def _reference_faults(place: str, cell: NotebookNode) -> Iterator[str]:
    """nbval compares the stored text of a cell that ran, and nothing else."""
    values = [o.data[MIME] for o in cell.outputs if MIME in o.get("data", {})]
    if cell.execution_count is None:
        yield f"{place}: nunca se ejecutó, y así no se compara. Haz `make notebooks`."
    elif _only_images(cell):
        yield (
            f"{place}: solo muestra una imagen, y las imágenes no se comparan. Muestra "
            "valores con «%%graded»."
        )
    elif len(values) != 1 or len(cell.outputs) != 1:
        yield (
            f"{place}: debe mostrar un solo resultado, el de «%%graded». Quita lo que "
            "imprime o dibuja."
        )
    elif len("".join(values[0])) > MAX_VALUE:
        yield (
            f"{place}: su valor pasa de {MAX_VALUE} letras, y tan largo no cuenta. "
            "Muestra menos datos, o un resumen de ellos."
        )


def _only_images(cell: NotebookNode) -> bool:
    kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
    return bool(kinds) and all(kind.startswith("image/") for kind in kinds)


def exercise_faults(
    name: str, notebook: NotebookNode, masters: Mapping[str, Master]
) -> Iterator[str]:
    """What a released exercise must not hold."""
    master = masters.get(name)
    secret = set(_secret_lines(master)) if master else set()
    stubs = {q.item: q.stub for q in master.questions} if master else {}
    for cell in notebook.cells:
        place = f"{name} (ejercicio), {cell.get('id', '?')}"
        if cell.get("outputs"):
            yield (
                f"{place}: guarda resultados, y un resultado puede dar la respuesta. "
                "Un ejercicio se publica sin ellos: haz `make notebooks`."
            )
        yield from _source_faults(place, cell, secret, stubs)


def _source_faults(
    place: str, cell: NotebookNode, secret: set[str], stubs: Mapping[str, str]
) -> Iterator[str]:
    stub = stubs.get(cell.get("id", ""))
    leaked = [line for line in cell.source.split("\n") if line.strip() in secret]
    if "SOLUTION" in cell.source or cell.source.startswith(("%%graded", "%%wrong")):
        yield f"{place}: lleva celdas de la solución. Haz `make notebooks`."
    elif leaked:
        yield f"{place}: enseña una línea de la solución. Haz `make notebooks`."
    elif stub and not same_code(cell.source, stub):
        yield f"{place}: la respuesta no está como se entrega. Haz `make notebooks`."


def _secret_lines(master: Master) -> Iterator[str]:
    for cell in master.notebook.cells:
        if "respuesta" in cell.tags:
            yield from secret_lines(cell.source, where=master.name)
