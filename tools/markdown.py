"""What a Markdown cell may hold: only what both the site and Colab show well."""

import re

from nbformat import NotebookNode

from andrea_grader.errors import SourceError
from tools.cells import add_tag, place

SOLUTION_ONLY = re.compile(r"\A<!-- solo-solucion -->\n?")
TEXT_ANSWER = re.compile(r"\A<!-- texto: (e\d+-\d+) -->\n?")
CARD = re.compile(r"<!-- ficha: (e\d+-\d+) -->")
# A figure that moves, in the site only: tools/site/figures.
FIGURE = re.compile(r"<!-- figura: \w+ -->")
_HEADING = re.compile(r"^#+ .*", re.MULTILINE)
_FENCE = re.compile(r"^[\s>]*(```|~~~)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FORBIDDEN = (
    (re.compile(r"^[\s>]*(```|~~~)\{"), "una directiva"),
    (re.compile(r"^\(\S+\)=\s*$"), "una etiqueta «(nombre)=»"),
    (re.compile(r"^[\s>]*:::"), "un bloque «:::»"),
    (re.compile(r"(?<![\\\w`}])\{[a-z][\w:+-]*\}`[^`]+`"), "un rol de MyST"),
    (re.compile(r"^#* *(BEGIN|END) SOLUTION"), "una marca de solución"),
)


def check_markdown(cell: NotebookNode) -> None:
    """Stop at swallowed code cells, open fences and what Colab shows as is."""
    if "```{code-cel" in cell.source:
        raise SourceError(
            f"{place(cell)}: hay una celda de código dentro de un texto. Mira que "
            "ponga «```{code-cell} ipython3» al principio de la línea y que el "
            "bloque anterior esté cerrado."
        )
    inside = False
    for line in cell.source.split("\n"):
        _check_line(cell, line, inside)
        inside ^= bool(_FENCE.match(line))
    if inside:
        raise SourceError(
            f"{place(cell)}: número impar de vallas ```; cierra la que está abierta."
        )
    _check_comments(cell)


def _check_line(cell: NotebookNode, line: str, inside: bool) -> None:
    for pattern, name in _FORBIDDEN:
        if not inside and pattern.search(line):
            raise SourceError(
                f"{place(cell)}: {name} en «{line.strip()[:50]}»: Colab no "
                "sabe mostrarlo. Usa Markdown corriente."
            )


def _check_comments(cell: NotebookNode) -> None:
    """A misspelt `solo-solucion` would show a solution: know every comment."""
    if odd := _COMMENT.search(FIGURE.sub("", CARD.sub("", cell.source))):
        raise SourceError(
            f"{place(cell)}: no conozco el comentario «{odd.group()[:50]}». Valen "
            "«<!-- ficha: e1-3 -->», «<!-- figura: two_arrows -->» y, en la primera "
            "línea, «<!-- solo-solucion -->» y «<!-- texto: e4-7 -->»."
        )


def _check_solution_only(cell: NotebookNode) -> None:
    """A question in it would never be handed out."""
    if heading := _HEADING.search(cell.source):
        raise SourceError(
            f"{place(cell)}: «{heading.group()[:50]}» está en un texto "
            "«solo-solucion» y no llegaría al ejercicio. Delante de ese título escribe "
            "una línea «+++», que empieza otra celda."
        )


def read_comment(cell: NotebookNode) -> None:
    """Turn the comment of a first line into a tag, and for a text into the id."""
    if cell.cell_type != "markdown":
        return
    if SOLUTION_ONLY.match(cell.source):
        add_tag(cell, "solo-solucion")
        cell.source = SOLUTION_ONLY.sub("", cell.source)
        _check_solution_only(cell)
    elif text := TEXT_ANSWER.match(cell.source):
        add_tag(cell, "texto")
        cell.source = TEXT_ANSWER.sub("", cell.source)
        cell.metadata["andrea"] = {"nota": text.group(1), "puntos": 0}
        cell.metadata["label"] = text.group(1)
