"""Faults of an exercise that only show when its solution runs: what `andrea release
--check` refuses before anybody is marked with it.

The solution is the course's own, so its kernel may be asked anything: each graded cell
runs again with its values a little off (rounding edges), and with every function of
the library that a student may import in the place of the answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from andrea_grader.assemble import Plan, Step, make_reference_plan
from andrea_grader.errors import GraderError
from andrea_grader.grade import Grader
from andrea_grader.limits import Limits
from andrea_grader.master import Master, Question
from andrea_grader.reference import read_question
from andrea_grader.watched_kernel import CellResult
from andrea_grader.wrong import MIN_ROWS

# Relative; honest programs differ by far less, at four significant digits.
EDGE = 1e-5
LIMITS = Limits(cell=300, whole=900)
_SECONDS = 1  # for one function of the library in the place of an answer

_TOOLS = (
    "from andrea_lib.probe import show as _andrea_show\n"
    "_andrea = {{'__name__': 'andrea'}}\nexec({0!r}, _andrea)"
)
_OFF = (
    "_andrea_show({source!r}, {names!r}, {{n: _andrea['off'](globals()[n], {factor!r}) "
    "for n in {names!r} if n in globals()}})"
)
_ALIASES = (
    "_andrea_show('found', ['found'], {{'found': _andrea['aliases']("
    "{source!r}, {names!r}, {asked!r}, {seconds}, globals())}})"
)


def run_faults(grader: Grader, master: Master) -> Iterator[str]:
    """One Spanish line each, with the item and what to do."""
    results = grader.run(_plan(master), master)
    for question in master.questions:
        if not question.by_hand:
            yield from _question_faults(master, question, results)


def _plan(master: Master) -> Plan:
    """The reference's steps, and after each graded cell the questions about it."""
    by_item = {question.item: question for question in master.questions}
    plan = make_reference_plan(master)
    first, *rest = plan.steps
    steps = [first, Step("andrea~", "row", _tools())]
    for step in rest:
        steps.append(step)
        if step.role == "graded":
            steps += _asked(by_item[step.item])
    return replace(plan, steps=tuple(steps))


def _tools() -> str:
    path = Path(__file__).with_name("release_inside.py")
    return _TOOLS.format(path.read_text(encoding="utf-8"))


def _asked(question: Question) -> Iterator[Step]:
    values = {"source": question.graded, "names": question.names}
    for sign in (1, -1):
        code = _OFF.format(factor=1 + sign * EDGE, **values)
        yield Step(f"{question.item}~{sign}", "row", code, question.item)
    for name in question.names:
        code = _ALIASES.format(asked=name, seconds=_SECONDS, **values)
        yield Step(f"{question.item}~{name}", "row", code, question.item)


def _question_faults(
    master: Master, question: Question, results: Mapping[str, CellResult]
) -> Iterator[str]:
    item, place = question.item, f"{master.name}, {question.item}"
    if len(question.rows) < MIN_ROWS:
        yield (
            f"{place}: tiene {len(question.rows)} respuestas equivocadas. Escribe al "
            f"menos {MIN_ROWS} filas en su tabla «%%wrong {item}»."
        )
    try:
        right, _ = read_question(master, question, results)
    except GraderError as error:
        yield str(error)
        return
    shown = [results[f"{item}~{sign}"].values for sign in (1, -1)]
    yield from _edge_faults(place, right, shown)
    for name in question.names:
        yield from _alias_faults(place, name, results[f"{item}~{name}"])


def _edge_faults(
    place: str, right: str, shown: Sequence[Sequence[str]]
) -> Iterator[str]:
    """Lines that change where the answer's decimals do by a hundred thousandth."""
    lines = right.split("\n")
    changed = {
        n
        for values in shown
        for n, line in enumerate(lines)
        if "".join(values).split("\n")[n : n + 1] != [line]
    }
    if changed:
        yield (
            f"{place}: el valor {min(changed) + 1} de la nota está justo en el borde "
            "de un redondeo: una diferencia de una cienmilésima cambia su última "
            "cifra. Redondea a menos cifras con np.round, o cambia los datos."
        )


def _alias_faults(place: str, name: str, result: CellResult) -> Iterator[str]:
    found = result.values[0].strip('"') if result.values else ""
    if not result.values:
        yield f"{place}: no se pudo comprobar si {name} se puede importar."
    elif found:
        yield (
            f"{place}: se resuelve con «{name} = {found}», que se puede importar. "
            "Añade ese módulo a «oculta» en la cabecera, o pide otra cosa."
        )
