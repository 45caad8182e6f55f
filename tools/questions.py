"""Each question of an exercise is whole: its card, two hints and, after its graded
cell, its own table of wrong answers. What is missing here would be missed by students.
"""

from nbformat import NotebookNode

from andrea_grader.cells import has_tag
from andrea_grader.errors import SourceError
from andrea_grader.wrong import wrong_item
from tools.cells import place
from tools.markdown import CARD

_HINTS = [f"<details><summary>Pista {n}</summary>" for n in (1, 2)]


def check_questions(nb: NotebookNode) -> None:
    """Stop at a question that lacks a piece or holds another one's."""
    statement = item = ""
    tables: set[str] = set()
    answers = [cell for cell in nb.cells if has_tag(cell, "respuesta")]
    for cell in nb.cells:
        if cell.cell_type == "markdown" and not has_tag(cell, "solo-solucion"):
            statement = cell.source
        if has_tag(cell, "respuesta"):
            item = cell.id
            _check_statement(cell, statement)
        if named := wrong_item(cell.source):
            _check_table(cell, named, item)
            tables.add(named)
    for cell in answers:
        if cell.id not in tables:
            raise SourceError(
                f"{place(cell)}: falta su tabla de errores, una celda que empieza por "
                f"«%%wrong {cell.id}», detrás de la celda de nota."
            )


def _check_statement(answer: NotebookNode, statement: str) -> None:
    if CARD.findall(statement) != [answer.id]:
        raise SourceError(
            f"{place(answer)}: en su enunciado, el texto de justo encima, falta "
            f"«<!-- ficha: {answer.id} -->», o está la ficha de otra."
        )
    for hint in _HINTS:
        if statement.count(hint) != 1:
            raise SourceError(
                f"{place(answer)}: su enunciado lleva dos pistas, y falta o sobra "
                f"«{hint}»."
            )


def _check_table(cell: NotebookNode, named: str, item: str) -> None:
    if named != item:
        raise SourceError(
            f"{place(cell)}: está detrás de la pregunta {item or '(ninguna)'} y su "
            f"primera línea nombra {named}. Escribe «%%wrong {item}»."
        )
