"""From what happened to one answer to its outcome and one piece of advice in Spanish.

The verdict is nbval's; here only the words are chosen. They name the slip, say what
to do next, and show neither the expected value nor the hidden inputs: of a graded
cell only the type of an exception, of the student's own cell its message too.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from andrea_grader.assemble import Plan
from andrea_grader.forms import form_advice
from andrea_grader.master import Question
from andrea_grader.overuse import failure_words, limit_words
from andrea_grader.record import Item, Outcome
from andrea_grader.reference import Reference
from andrea_grader.syntax import clean, syntax_words
from andrea_grader.tally import tally
from andrea_grader.watched_kernel import CellResult, Failure
from andrea_grader.wrong import WrongRow
from andrea_lib.probe import unknown_name

Verdict = tuple[Outcome, str]

# A statement says it beforehand.
_LOOKS_AT = re.compile(r"^Se mirará(n?)")


@dataclass(frozen=True)
class Evidence:
    """All that is known about one answer."""

    question: Question
    found: bool
    written: tuple[str, ...]
    cells: tuple[CellResult, ...]
    graded: CellResult
    reference: str
    wrong: Mapping[str, WrongRow]

    @classmethod
    def collect(
        cls,
        question: Question,
        plan: Plan,
        results: Mapping[str, CellResult],
        reference: Reference,
    ) -> "Evidence":
        item = question.item
        own = (s for s in plan.steps if s.role == "student" and s.item == item)
        return cls(
            question=question,
            found=item in plan.answers,
            written=tuple(plan.written(question)),
            cells=tuple(results[step.key] for step in own),
            graded=results.get(item, CellResult()),
            reference=reference.values.get(item, ""),
            wrong=reference.wrong.get(item, {}),
        )

    @property
    def value(self) -> str | None:
        """What the graded cell showed: one text, or nothing that counts."""
        return self.graded.values[0] if len(self.graded.values) == 1 else None

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Expected and shown, line by line."""
        shown = (self.value or "").split("\n")
        return list(zip_longest(self.reference.split("\n"), shown, fillvalue=""))


def judge(evidence: Evidence) -> Item:
    """Points only for nbval's "passed"; otherwise the first rule that has words."""
    question, passed = evidence.question, evidence.graded.passed
    if question.by_hand:
        words = "Pendiente de revisión: la leerá tu docente."
        return Item(question.item, 0, 0, "pending", words, question.topic)
    verdict: Verdict = ("correct", "Correcto.") if passed else _verdict(evidence)
    earned, most = question.points if passed else 0, question.points
    facts = tally(question, evidence.reference, evidence.value, evidence.wrong)
    return Item(question.item, earned, most, *verdict, question.topic, **facts)


def _verdict(evidence: Evidence) -> Verdict:
    found = (rule(evidence) for rule in _RULES)
    return next(filter(None, found), _other_value(evidence))


def _named_slip(evidence: Evidence) -> Verdict | None:
    row = evidence.wrong.get(evidence.value or "")
    return ("wrong", row.advice) if row else None


def _over_a_limit(evidence: Evidence) -> Verdict | None:
    return limit_words(evidence.question.number, evidence.cells, evidence.graded)


def _not_found(evidence: Evidence) -> Verdict | None:
    if evidence.found:
        return None
    number = evidence.question.number
    return "missing", (
        f"No encuentro la respuesta {number}. Su celda empieza por «# Respuesta "
        f"{number} (no borres esta línea)»: escribe otra vez esa línea encima de tu "
        "respuesta."
    )


def _not_answered(evidence: Evidence) -> Verdict | None:
    if evidence.written:
        return None
    return "missing", (
        f"Sin responder: escribe la respuesta {evidence.question.number} en su celda, "
        "en lugar de `raise NotImplementedError()`."
    )


def _cell_failed(evidence: Evidence) -> Verdict | None:
    failures = [cell.failure for cell in evidence.cells if cell.failure]
    return ("error", _failure_words(failures[-1], evidence)) if failures else None


def _failure_words(failure: Failure, evidence: Evidence) -> str:
    where = f" (línea {failure.line})" if failure.line else ""
    if failure.name == "NotImplementedError":
        return (
            "La celda se detiene en `raise NotImplementedError()`"
            f"{where} y lo que sigue no se ejecuta. Borra esa línea."
        )
    if failure.name in ("SyntaxError", "IndentationError", "TabError"):
        return syntax_words(failure, where, "\n".join(evidence.written))
    if words := failure_words(f"{failure.name}: {failure.message}"):
        return f"Tu celda se detiene{where}: {words}"
    if failure.name == "StdinNotImplementedError":
        return f"Aquí no hay teclado: en lugar de `input()`{where} escribe el valor."
    words = f": {clean(failure.message)}" if failure.message.strip() else "."
    return (
        f"Tu celda se detiene con {failure.name}{where}{words} "
        "Reinicia el núcleo, ejecuta todo desde arriba y corrige esa línea."
    )


def _no_value(evidence: Evidence) -> Verdict | None:
    if evidence.value is not None:
        return None
    if not evidence.graded.started:
        return "timeout", (
            "Al cuaderno se le acabó el tiempo antes de llegar a la respuesta "
            f"{evidence.question.number}: busca la celda anterior que más tarda."
        )
    return "error", (
        f"La respuesta {evidence.question.number} no llega a dar un valor. Reinicia el "
        "núcleo, ejecuta todo desde arriba y mira dónde se detiene."
    )


def _missing_name(evidence: Evidence) -> Verdict | None:
    for expected, shown in evidence.lines:
        unknown = unknown_name(shown)
        if shown != expected and unknown in evidence.question.names:
            return "missing", (
                f"No encuentro `{unknown}`: la respuesta debe llamarse justo así."
            )
    return None


def _call_failed(evidence: Evidence) -> Verdict | None:
    for expected, shown in evidence.lines:
        if shown == expected or not shown.startswith("!"):
            continue
        kind = shown[1:].partition(":")[0]
        if kind == "NotImplementedError":
            return "error", (
                "Tu función todavía llega a `raise NotImplementedError()`: borra esa "
                "línea."
            )
        if words := failure_words(shown):
            stops = "Con datos que no has visto, tu respuesta se detiene"
            return "error", f"{stops}: {words}"
        if shown.endswith("object is not callable"):
            return "error", (
                "Tu función llama a algo que no es una función. ¿Alguna variable tuya "
                "se llama como una función de Python (`list`, `sum`, `int`…)? Cámbiale "
                "el nombre."
            )
        return "error", (
            f"Con datos que no has visto, tu respuesta se detiene con {kind}. "
            f"{_hint(evidence)}"
        )
    return None


def _odd_form(evidence: Evidence) -> Verdict | None:
    for expected, shown in evidence.lines:
        if shown != expected:
            return form_advice(expected, shown, evidence.question, evidence.written)
    return None


def _other_value(evidence: Evidence) -> Verdict:
    """How many hidden checks are met stands beside it, on the page and in the table."""
    if len(evidence.lines) == 1:
        return "wrong", f"El valor no es el que se pide. {_hint(evidence)}"
    return "wrong", f"No todos los valores son los que se piden. {_hint(evidence)}"


def _hint(evidence: Evidence) -> str:
    looks_at = evidence.question.looks_at.strip()
    if not looks_at:
        return "Vuelve a leer el enunciado y las pistas."
    looked = _LOOKS_AT.sub(r"Se ha\1 mirado", looks_at.rstrip("."))
    return f"{looked}. Vuelve a leer el enunciado y las pistas."


_RULES: tuple[Callable[[Evidence], Verdict | None], ...] = (
    _named_slip,
    _over_a_limit,
    _not_found,
    _not_answered,
    _cell_failed,
    _no_value,
    _missing_name,
    _call_failed,
    _odd_form,
)
