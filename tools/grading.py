"""nbgrader's metadata (schema 3), made from what the author wrote in `:andrea:`.

`e1-3` is the answer cell, `e1-3-nota` its graded cell: the points stand once,
beside the answer.
"""

import re
from typing import Any

from nbformat import NotebookNode

from andrea_grader.cells import has_tag
from andrea_grader.errors import SourceError
from tools.cells import add_tag, place
from tools.markdown import CARD
from tools.questions import check_questions

_ITEM = re.compile(r"e(\w+)-(\d+)")


def mark_items(nb: NotebookNode) -> None:
    """Write the metadata of answers and graded cells, and each item's card."""
    answers = {c.id: c for c in nb.cells if has_tag(c, "respuesta")}
    graded = {c.id: c for c in nb.cells if has_tag(c, "nota")}
    for cell in answers.values():
        _check_answer(cell, nb.metadata.andrea["numero"])
    _check_pairs(answers, graded)
    check_questions(nb)
    for item, cell in answers.items():
        cell.metadata["nbgrader"] = _schema(cell, item, solution=True)
        other = graded[f"{item}-nota"]
        points = cell.metadata["andrea"]["puntos"]
        other.metadata["nbgrader"] = _schema(other, other.id, points=points)
        add_tag(other, "remove-cell")
    for cell in nb.cells:
        _mark_text(cell)
        _fill_cards(cell, answers)


def _schema(
    cell: NotebookNode,
    grade_id: str,
    *,
    solution: bool = False,
    points: int | None = None,
) -> dict[str, Any]:
    """Points make a cell graded; a graded cell that is no answer is locked."""
    grade = points is not None
    data: dict[str, Any] = {
        "schema_version": 3,
        "grade_id": grade_id,
        "cell_type": cell.cell_type,
        "task": False,
        "grade": grade,
        "solution": solution,
        "locked": grade and not solution,
    }
    return data | ({"points": points} if grade else {})


def _mark_text(cell: NotebookNode) -> None:
    if has_tag(cell, "texto"):
        cell.metadata["nbgrader"] = _schema(cell, cell.id, solution=True, points=0)


def _check_answer(cell: NotebookNode, number: object) -> None:
    facts = cell.metadata.get("andrea", {})
    item = _ITEM.fullmatch(cell.id)
    if not item or item.group(1) != str(number):
        raise SourceError(
            f"{place(cell)}: en el ejercicio {number} una respuesta se llama "
            f"`:label: e{number}-1`, `e{number}-2`…"
        )
    if facts.get("nota") != cell.id:
        raise SourceError(
            f"{place(cell)}: su `:label:` es {cell.id} y en `:andrea:` pone "
            f"`nota: {facts.get('nota')}`. Escribe lo mismo en los dos sitios."
        )
    for key in ("puntos", "dificultad", "minutos"):
        if not isinstance(facts.get(key), int):
            raise SourceError(f"{place(cell)}: falta `{key}` (un entero) en :andrea:.")
    first = f"# Respuesta {item.group(1)}.{item.group(2)} (no borres esta línea)"
    if cell.source.split("\n")[0] != first:
        raise SourceError(f"{place(cell)}: la primera línea debe ser «{first}».")


def _check_pairs(
    answers: dict[str, NotebookNode], graded: dict[str, NotebookNode]
) -> None:
    for name in graded.keys() ^ {f"{item}-nota" for item in answers}:
        raise SourceError(
            f"{name}: cada respuesta (etiqueta `respuesta`) tiene una celda de nota "
            "(etiqueta `nota`) con su mismo nombre y «-nota» detrás, y al revés."
        )
    for cell in graded.values():
        if not cell.metadata.get("andrea", {}).get("mira"):
            raise SourceError(
                f'{place(cell)}: falta `:andrea: {{mira: "Se mirará …"}}`.'
            )


def _fill_cards(cell: NotebookNode, answers: dict[str, NotebookNode]) -> None:
    """Replace `<!-- ficha: e1-3 -->` by difficulty, minutes and points."""
    if cell.cell_type != "markdown":
        return
    for item in CARD.findall(cell.source):
        if item not in answers:
            raise SourceError(f"{place(cell)}: ficha de {item}, que no existe.")
    cell.source = CARD.sub(lambda match: _card(answers[match.group(1)]), cell.source)


def _card(answer: NotebookNode) -> str:
    facts = answer.metadata["andrea"]
    minutes, points = facts["minutos"], facts["puntos"]
    return (
        f"*Dificultad {facts['dificultad']} de 5 · "
        f"{minutes} minuto{'s' * (minutes != 1)} · "
        f"{points} punto{'s' * (points != 1)}*"
    )
