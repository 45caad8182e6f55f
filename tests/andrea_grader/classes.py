"""Classes of records for the reports: no notebook runs here."""

import random
from dataclasses import replace

from andrea_grader.record import Item, Record, graded, not_graded

TOPICS = ("tamaño de E", "lookup", "detective", "one-hot y producto", "gradiente de E")
ADVICE = (
    "Te ha salido V + d: la tabla tiene V filas y **cada una** lleva d números.",
    "No todos los valores son los que se piden. Se ha mirado `lookup` con negativos.",
    "La celda se detiene en `raise NotImplementedError()` (línea 3). Borra esa línea.",
)
NASTY = (
    "<script>alert(1)</script> & \"'`** \x00\x07\x1b \ud800 \ufffe \u202e "
    "]]> ${x} {{ 7*7 }}"
)


def item(n: int, outcome: str = "correct", **more: object) -> Item:
    right = outcome == "correct"
    made = Item(
        grade_id=f"e1-{n}",
        points=n if right else 0,
        max_points=0 if outcome == "pending" else n,
        outcome=outcome,  # type: ignore[arg-type]
        feedback="Correcto." if right else ADVICE[n % len(ADVICE)],
        topic=TOPICS[n % len(TOPICS)],
        checks=0 if outcome == "pending" else 5,
        checks_met=5 if right else 0,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def nasty() -> Record:
    """A record in which every text is hostile."""
    texts = dict.fromkeys(("feedback", "topic", "slip", "shown"), NASTY)
    items = [item(1), item(2, "wrong", **texts), item(3, "error", feedback=NASTY)]
    return graded(f"{NASTY}.ipynb", "01_lookup_tables", items, [NASTY])


def of_size(count: int) -> list[Record]:
    """A class whose marks, slips and bad files are those of a fixed seed."""
    choose = random.Random(5)
    records = [_student(n, choose) for n in range(count)]
    empty = not_graded("zz/sin", "no_submission", "Sin entrega: la carpeta está vacía.")
    broken = not_graded("zz/rota.ipynb", "unreadable", "El archivo está vacío.")
    return [*records, broken, empty]


def _student(n: int, choose: random.Random) -> Record:
    items = [_attempt(k, choose) for k in range(1, 6)]
    return graded(
        f"Ana Muñoz {n}_{4000 + n}_assignsubmission_file_/01_lookup_tables.ipynb",
        "01_lookup_tables",
        [*items, item(6, "pending", feedback="Pendiente de revisión.")],
        ["La respuesta 1.2 está 2 veces: cuenta la última."] if n % 7 == 0 else [],
    )


def _attempt(k: int, choose: random.Random) -> Item:
    if choose.random() < 0.9 - 0.12 * k:
        return item(k)
    outcome = choose.choice(("wrong", "wrong", "wrong", "error", "missing"))
    slip = choose.choice(("sumar en lugar de multiplicar", "contar bytes", ""))
    shown = choose.choice(("50768", "#a1b2c3d4"))
    wrong = outcome == "wrong"
    more = {"slip": slip, "shown": shown, "checks_met": 2} if wrong else {}
    return item(k, outcome, **more)
