"""Honest work with a slip, and honest work that only looks odd."""

import ast
import builtins
import copy

from tests.andrea_grader.cases.case import (
    BOTH,
    SOLVED,
    Draft,
    above,
    below,
    case,
)
from tests.andrea_grader.masters import Json, code, text

KIND = "grading"
STUB = "raise NotImplementedError()"


@case(KIND, BOTH, "SAME", elsewhere=True)
def unchanged(draft: Draft) -> None:
    """As it was handed out, or with every answer right."""


@case(KIND, SOLVED, "SAME")
def solution_itself(draft: Draft) -> Json:
    """The teacher's own notebook, to see that it works."""
    return draft.exercise.solution


@case(KIND, SOLVED, "SAME")
def stub_left_below(draft: Draft) -> None:
    """The handed-out `raise` still stands under each answer."""
    for cell in draft.answers():
        below(cell, STUB)


@case(KIND, SOLVED, "LAST", "Borra esa línea")
def stub_left_above(draft: Draft) -> None:
    """The right answer never runs."""
    above(draft.last, STUB)


@case(KIND, SOLVED, "LAST", "Python no puede leer tu celda")
def syntax_error(draft: Draft) -> None:
    below(draft.last, "if True print('hola'")


@case(KIND, SOLVED, "LAST", 'hay un número impar de `"""`', slow=True)
def open_string(draft: Draft) -> None:
    above(draft.last, 'texto = """sin cerrar')


@case(KIND, SOLVED, "SAME", slow=True)
def return_outside_a_function(draft: Draft) -> None:
    """A cell runs line by line: the answer above that line is there."""
    below(draft.last, "return 3")


@case(KIND, SOLVED, "LAST", "no conoce el signo `“`")
def pasted_from_a_word_processor(draft: Draft) -> None:
    """Typographic quotes instead of straight ones."""
    above(draft.last, "nombre = “Ana”")


@case(KIND, SOLVED, "LAST", "un espacio de los que traen las páginas web", slow=True)
def blank_that_cannot_be_seen(draft: Draft) -> None:
    """A no-break space, as web pages have it."""
    above(draft.last, "a\N{NO-BREAK SPACE}= 3")


@case(KIND, SOLVED, "SAME", elsewhere=True)
def shadowed_builtins(draft: Draft) -> None:
    """Variables called sum, list…: those that no answer needs, tests or not."""
    used = {n for source in draft.exercise.answers.values() for n in names_in(source)}
    plain = {n for n in vars(builtins) if n.islower() and n.isidentifier()}
    names = sorted(plain - used - {"__name__", "__build_class__", "__import__"})
    draft.start("".join(f"{name} = 3\n" for name in names if not name.startswith("__")))


def names_in(source: str) -> set[str]:
    return {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)}


@case(KIND, SOLVED, "SAME", slow=True)
def shadowed_modules(draft: Draft) -> None:
    """The graded cells import numpy and probe by the same names."""
    draft.before(draft.items[-1], "probe = r = V = d = E = 'otra cosa'")
    draft.end("probe = andrea_lib = ids = share = 3")


@case(KIND, SOLVED, "SAME", slow=True)
def shadowed_shell(draft: Draft) -> None:
    draft.start("display = get_ipython = exit = quit = _ = In = Out = 3")


@case(KIND, SOLVED, "SAME")
def helper_cells(draft: Draft) -> None:
    """Every answer needs a cell above it and one below it."""
    for n, (item, cell) in enumerate(zip(draft.items, draft.answers(), strict=True)):
        draft.before(item, f"def one_{n}(x):\n    return x")
        below(cell, f"one_{n}(1)")
    draft.cells.append({"cell_type": "markdown", "metadata": {}, "source": "Notas ✍️"})


@case(KIND, SOLVED, "SAME", slow=True)
def helper_below_the_answer(draft: Draft) -> None:
    """The function that an answer calls stands in the cell under it."""
    item = "e1-3" if "e1-3" in draft.items else draft.items[0]
    cell, source = draft.answer(item), draft.exercise.answers[item]
    if "return rows * d" not in source:
        return
    cell["source"] = source.replace("return rows * d", "return by(rows, d)")
    where = draft.cells.index(cell)
    draft.cells.insert(where + 1, code("def by(a, b):\n    return a * b", id="debajo"))


@case(KIND, BOTH, "SAME")
def numbers_printed(draft: Draft) -> None:
    """A number that is shown is never taken for points."""
    for cell in draft.answers():
        above(cell, "print('puntos: 100')\nprint(100)")
    for cell in draft.graded():
        cell["source"] = "print('puntos: 0')\n100.0"


@case(KIND, SOLVED, "SAME")
def functions_that_print(draft: Draft) -> None:
    """Prints, warnings and errors' text from inside the answers."""
    noise = (
        "    import sys, warnings\n    print('x' * 100_000)\n"
        "    sys.stderr.write('aviso')\n    warnings.warn('ojo')"
    )
    for cell in (c for c in draft.answers() if "@triton.jit" not in text(c)):
        lines = text(cell).split("\n")
        where = next(
            (n for n, line in enumerate(lines) if line == "### BEGIN SOLUTION"), 0
        )
        if lines[where + 1].startswith("    "):
            cell["source"] = "\n".join(
                [*lines[: where + 1], noise, *lines[where + 1 :]]
            )


@case(KIND, SOLVED, "SAME")
def stale_copies_below(draft: Draft) -> None:
    """Each answer stands twice; the lower copy still is as it was handed out."""
    _stale(draft, 1)


@case(KIND, SOLVED, "SAME", slow=True)
def stale_copies_above(draft: Draft) -> None:
    _stale(draft, 0)


def _stale(draft: Draft, shift: int) -> None:
    stubs = {q.item: q.stub for q in draft.exercise.master.questions}
    for item, cell in zip(draft.items, draft.answers(), strict=True):
        copied = copy.deepcopy(cell) | {"source": stubs[item], "id": f"{item}-copia"}
        draft.cells.insert(draft.cells.index(cell) + shift, copied)


@case(KIND, SOLVED, "SAME")
def answers_in_cells_of_their_own(draft: Draft) -> None:
    """The answer cells stay as they were; the answers stand under them."""
    stubs = {q.item: q.stub for q in draft.exercise.master.questions}
    for item, cell in zip(draft.items, draft.answers(), strict=True):
        written = text(cell).split("\n", 1)[1]
        where = draft.cells.index(cell)
        draft.cells.insert(where + 1, code(written, id=f"mia-{item}"))
        cell["source"] = stubs[item]


@case(KIND, SOLVED, "SAME", slow=True)
def all_answers_in_one_cell(draft: Draft) -> None:
    """Everything in a cell at the top; the answer cells are gone."""
    draft.imports_first()
    sources = [text(cell) for cell in draft.answers()]
    first = min(draft.cells.index(cell) for cell in draft.answers())
    gone = {str(item) for item in draft.items}
    kept = [c for c in draft.cells if c.get("id") not in gone]
    joined = "\n".join(source.split("\n", 1)[1] for source in sources)
    kept.insert(first, code(f"{text(draft.answer(draft.items[0]))}\n{joined}"))
    draft.nb["cells"] = kept


@case(KIND, SOLVED, "SAME", slow=True)
def cells_in_reverse_order(draft: Draft) -> None:
    draft.imports_first()
    answers = draft.answers()
    places = sorted(draft.cells.index(cell) for cell in answers)
    for place, cell in zip(places, reversed(answers), strict=True):
        draft.cells[place] = cell


@case(KIND, SOLVED, "SAME")
def answers_without_their_first_line(draft: Draft) -> None:
    for cell in draft.answers():
        cell["source"] = text(cell).split("\n", 1)[1]


@case(KIND, SOLVED, "SAME")
def first_line_below_other_comments(draft: Draft) -> None:
    """A title of Colab's, a coding line, an empty line; no id is left."""
    tops = ("#@title Mi respuesta", "# -*- coding: utf-8 -*-", "", "\n# Ana, grupo 2\n")
    for n, cell in enumerate(draft.answers()):
        cell |= {"source": f"{tops[n % 4]}\n{text(cell)}", "id": f"x{n}"}
        cell["metadata"] = {}


@case(KIND, SOLVED, "SAME")
def answers_under_cell_magics(draft: Draft) -> None:
    magics = (
        "%%time",
        "%%capture",
        "%%capture salida\n%matplotlib inline",
        "%%prun -q",
    )
    for n, cell in enumerate(draft.answers()[:3]):
        cell["source"] = f"{magics[n]}\n{text(cell)}"


@case(KIND, SOLVED, "SAME")
def answers_turned_into_text(draft: Draft) -> None:
    """A slip of the keyboard made Markdown or raw text of the answer cells."""
    for n, cell in enumerate(draft.answers()):
        cell["cell_type"] = ("markdown", "raw")[n % 2]


@case(KIND, SOLVED, "SAME", slow=True)
def own_tests(draft: Draft) -> None:
    """The student's own assert fails below each answer that is right."""
    for cell in draft.answers():
        below(cell, "assert 2 + 2 == 5, 'no me sale'")


@case(KIND, SOLVED, "SAME", slow=True)
def own_graded_cells(draft: Draft) -> None:
    for n, item in enumerate(draft.items):
        draft.before(item, f"%load_ext andrea_lib.probe\nmio_{n} = {n}")
        draft.before(item, f"%%graded mio_{n}\nmio_{n}")
