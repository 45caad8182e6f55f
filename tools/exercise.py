"""From a solution's notebook: the student's exercise, and the solution's page."""

import ast
import copy
import io
import textwrap
import tokenize
from collections.abc import Iterator

from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from andrea_grader.cells import code_cells, has_tag
from andrea_grader.errors import SourceError
from andrea_grader.markers import cut_regions, regions
from tools.cells import add_tag, is_answer, place

TEXT_STUB = "*Escribe aquí tu respuesta.*"
# This many equal code tokens in a row are no chance: the solution has leaked.
RUN = 5
_LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT,
    tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
_CLOSING = """\
## Cómo conseguir los puntos

Las comprobaciones de este cuaderno ayudan, pero **no dan puntos**: faltan las \
pruebas ocultas. Elige un camino:

1. **Solo con Colab y una cuenta de GitHub.** La primera vez, haz tu copia (*fork*) \
del curso en GitHub y, en su pestaña *Actions*, acepta que se ejecuten los flujos de \
trabajo. Después, aquí: *Archivo → Guardar una copia en GitHub*, en tu copia, rama \
`main`, ruta `exercises/{name}`. Al guardar, un flujo de trabajo lo corrige; la nota y \
los consejos salen en la pestaña *Actions*.
2. **Con el cuaderno descargado.** *Archivo → Descargar → Descargar .ipynb*. En un \
equipo con el curso, desde su carpeta: `.venv/bin/andrea grade RUTA/{name} --out notas`.
3. **Con el curso en tu equipo.** Guarda tus respuestas en `exercises/{name}` y \
ejecuta `make grade`.
"""
_NOTICE = """\
> **Ojo.** Esta es la solución. Su archivo de texto, `solutions/{stem}.md`, es la \
única fuente de este ejercicio: enunciado, pistas, respuesta, puntos y consejos se \
cambian allí, y `make notebooks` vuelve a hacer esta página y el cuaderno de \
`exercises/`."""


def check_solutions(nb: NotebookNode) -> None:
    """Every answer holds a closed region, and no other cell holds a marker."""
    for cell in code_cells(nb):
        found = regions(cell.source, where=place(cell))
        if bool(found) != has_tag(cell, "respuesta"):
            raise SourceError(
                f"{place(cell)}: la solución va entre «### BEGIN SOLUTION» y «### END "
                "SOLUTION», y solo en celdas con la etiqueta `respuesta`."
            )


def make_solution(base: NotebookNode, stem: str) -> NotebookNode:
    """The page of the worked solution: says what it is; the long parts folded."""
    nb = copy.deepcopy(base)
    title, _, rest = nb.cells[0].source.partition("\n")
    notice = _NOTICE.format(stem=stem)
    nb.cells[0].source = f"{title} — solución\n\n{notice}\n{rest}".rstrip("\n")
    for cell in nb.cells:
        if has_tag(cell, "respuesta") or has_tag(cell, "errores"):
            add_tag(cell, "hide-cell")
    return nb


def make_exercise(base: NotebookNode, name: str) -> NotebookNode:
    """The student's copy: answers cut, graded cells locked and empty of code."""
    nb = copy.deepcopy(base)
    nb.cells = [c for c in nb.cells if not _solution_only(c)]
    for cell in nb.cells:
        _hide_solution(cell)
    ending = new_markdown_cell(_CLOSING.format(name=name).rstrip("\n"))
    ending.id = f"{nb.metadata.andrea['numero']}-puntos"
    nb.cells.append(ending)
    check_no_leak(base, nb)
    return nb


def _solution_only(cell: NotebookNode) -> bool:
    return has_tag(cell, "solo-solucion") or has_tag(cell, "errores")


def _hide_solution(cell: NotebookNode) -> None:
    if has_tag(cell, "texto"):
        cell.source = TEXT_STUB
    elif has_tag(cell, "respuesta"):
        cell.source = cut_regions(cell.source, where=place(cell))
        _check_python(cell)
    elif has_tag(cell, "nota"):
        text = cell.metadata["andrea"]["mira"]
        cell.source = "\n".join(f"# {line}" for line in textwrap.wrap(text, 86))
        cell.metadata["editable"] = False
    if is_answer(cell) or has_tag(cell, "nota"):
        cell.metadata["deletable"] = False


def _plain(source: str) -> str:
    """Python without IPython's magics."""
    return TransformerManager().transform_cell(source)


def _check_python(cell: NotebookNode) -> None:
    try:
        ast.parse(_plain(cell.source))
    except SyntaxError as error:
        raise SourceError(
            f"{place(cell)}: sin la solución queda Python que no se puede leer "
            f"({error.msg}, línea {error.lineno})."
        ) from error


def _tokens(source: str, where: str) -> list[str]:
    """Code tokens, without layout and comments."""
    lines = io.StringIO(_plain(source)).readline
    try:
        found = list(tokenize.generate_tokens(lines))
    except (tokenize.TokenError, SyntaxError) as error:
        raise SourceError(f"{where}: no puedo leer su Python: {error}.") from error
    return [token.string for token in found if token.type not in _LAYOUT]


def _runs(tokens: list[str], length: int) -> Iterator[tuple[str, ...]]:
    for start in range(len(tokens) - length + 1):
        yield tuple(tokens[start : start + length])


def check_no_leak(base: NotebookNode, exercise: NotebookNode) -> None:
    """No output, and no run of 5 code tokens of a region outside the statement."""
    shown = [(cell, _tokens(cell.source, place(cell))) for cell in code_cells(exercise)]
    for cell in (c for c in exercise.cells if c.get("outputs")):
        raise SourceError(f"{place(cell)}: un ejercicio no lleva resultados.")
    for answer in (c for c in code_cells(base) if has_tag(c, "respuesta")):
        for region in regions(answer.source, where=place(answer)):
            secret = _tokens(textwrap.dedent(region), place(answer))
            length = min(RUN, len(secret))
            for cell, tokens in shown:
                common = set(_runs(secret, length)) & set(_runs(tokens, length))
                if common:
                    raise SourceError(
                        f"{place(cell)}: el ejercicio enseña un trozo de la solución "
                        f"de {answer.id}: «{' '.join(min(common))}»."
                    )
