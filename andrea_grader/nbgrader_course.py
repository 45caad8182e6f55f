"""A course folder for nbgrader, made from the same solutions: `andrea release
--nbgrader CARPETA`.

    CARPETA/nbgrader_config.py
    CARPETA/source/01_lookup_tables/01_lookup_tables.ipynb

Answer cells hold the solution between markers (indented, as nbgrader wants them), each
graded cell becomes a hidden test (hidden.py) with the reference of the given seed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from andrea_grader.cells import has_tag
from andrea_grader.errors import UsageError, why
from andrea_grader.grade import Grader
from andrea_grader.hidden import digest, pack
from andrea_grader.markers import BEGIN, END, STUB, split_regions
from andrea_grader.master import Master, Question
from andrea_grader.reference import Reference
from andrea_grader.release_files import load

_CONFIG = f'''\
"""Curso de nbgrader hecho con `andrea release --nbgrader`."""

c = get_config()
c.CourseDirectory.course_id = "primera_capa"
c.ClearSolutions.code_stub = {{"python": "{STUB}"}}
c.ClearSolutions.text_stub = "*Escribe aquí tu respuesta.*"
c.Execute.timeout = 120  # segundos para cada celda
'''
_TEST = """\
# {looks_at}
### BEGIN HIDDEN TESTS
from andrea_grader.hidden import fault as _fault

_found = _fault(
{packed},
    globals(),
)
assert not _found, _found
### END HIDDEN TESTS"""
_ENDING = (
    "## Cómo conseguir los puntos\n\nGuarda el cuaderno y entrégalo donde te diga tu "
    "docente. Las comprobaciones visibles ayudan, pero **no dan puntos**: faltan las "
    "pruebas ocultas."
)
_WIDTH = 76
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def write_course(
    masters: Sequence[Master], exercises: Path, out: Path, seed: str
) -> None:
    """Make the folder; what is there of the same names is written anew."""
    with Grader(masters, seed) as grader:
        made = {m.name: _source(m, exercises, grader, seed) for m in masters}
    try:
        for name, notebook in made.items():
            path = out / "source" / name / f"{name}.ipynb"
            path.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, path)
        (out / "nbgrader_config.py").write_text(_CONFIG, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"No se puede escribir en «{out}»: {why(error)}.") from error


def _source(master: Master, exercises: Path, grader: Grader, seed: str) -> NotebookNode:
    """The exercise as handed out, with solutions and tests put back in."""
    notebook = load(exercises / f"{master.name}.ipynb")
    reference = grader.reference(master)
    solved = {i: cell.source for cell in master.notebook.cells for i in cell.ids}
    tests = {
        f"{q.item}-nota": _test(q, reference, seed)
        for q in master.questions
        if not q.by_hand
    }
    ending = {f"{master.number}-puntos": _ENDING}
    for cell in notebook.cells:
        _fill(cell, solved, tests | ending)
    notebook.metadata = nbformat.from_dict({"kernelspec": _KERNEL})
    nbformat.validate(notebook)
    return notebook


def _fill(
    cell: NotebookNode, solved: Mapping[str, str], others: Mapping[str, str]
) -> None:
    if has_tag(cell, "respuesta"):
        cell.source = indented(solved[cell.id], cell.id)
    elif has_tag(cell, "texto"):
        cell.source = solved[cell.id]
    cell.source = others.get(cell.id, cell.source)
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
    for key in ("editable", "deletable"):
        cell.metadata.pop(key, None)


def indented(source: str, where: str) -> str:
    """nbgrader puts its stub where the marker stands: move it in with its region."""
    lines: list[str] = []
    for solution, part in split_regions(source, where=where):
        if not solution:
            lines += part
            continue
        first = next(line for line in part if line.strip())
        blank = first[: len(first) - len(first.lstrip())]
        lines += [f"{blank}{BEGIN}", *part, f"{blank}{END}"]
    return "\n".join(lines)


def _test(question: Question, reference: Reference, seed: str) -> str:
    """The hidden test: what is called, the digests of the right and wrong texts."""
    looks_at = question.looks_at or "Se mirará la respuesta."
    wrong = reference.wrong[question.item]
    packed = pack(
        {
            "source": question.graded,
            "names": question.names,
            "seed": seed,
            "right": digest(reference.values[question.item]),
            "wrong": {digest(text): row.advice for text, row in wrong.items()},
            "advice": f"La respuesta {question.number} no cumple. {looks_at}",
        }
    )
    return _TEST.format(looks_at=looks_at, packed="\n".join(_quoted(packed)))


def _quoted(packed: str) -> Iterable[str]:
    return (f'    "{part}"' for part in re.findall(f".{{1,{_WIDTH}}}", packed))
