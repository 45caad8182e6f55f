"""The page that a student gets: what was right, what to look at, what remains.

It shows neither the expected values nor the hidden inputs nor a path; all of it comes
from the record, whose advice was written under the same rule (advice.py).
"""

from collections.abc import Iterable, Mapping

from andrea_grader.pages import render
from andrea_grader.record import BARE, Item, Record, Status

# What to do where nothing was marked.
_NEXT: Mapping[Status, str] = {
    "graded": "",
    "unreadable": "Corrige lo que dice arriba y entrega el cuaderno otra vez.",
    "wrong_exercise": "Comprueba qué cuaderno has subido y entrégalo otra vez.",
    "no_submission": "Si crees que entregaste, avisa a tu docente.",
    "failed": "Avisa a tu docente: el corrector no pudo terminar con este cuaderno.",
}


def to_page(record: Record) -> str:
    """One self-contained HTML page."""
    return render(
        "comentarios.html",
        record=record,
        right=_with(record.items, {"correct"}),
        wrong=_with(record.items, {"wrong", "error", "timeout", "missing"}),
        waiting=_with(record.items, {"pending"}),
        remaining=sum(item.checks - item.checks_met for item in record.items),
        next_step=_NEXT[record.status],
        remarks=[r for r in record.remarks if r != BARE],
    )


def _with(items: Iterable[Item], outcomes: set[str]) -> list[Item]:
    return [item for item in items if item.outcome in outcomes]
