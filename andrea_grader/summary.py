"""The page of the teacher: how a class did, what was hard, which slips came back.

Pictures are SVG in the page, each with its text alternative and the same numbers in a
table; names and answers are escaped like all text of a submission.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median

from andrea_grader.pages import plural, render
from andrea_grader.record import Item, Outcome, Record
from andrea_grader.tables import PAGES, STATUS
from andrea_grader.texts import file_name, number, points

# How the programs of the submissions were kept apart, best first.
ISOLATION = {
    "forkserver": "en bubblewrap, con un servidor de núcleos",
    "bubblewrap": "en bubblewrap, con un núcleo nuevo cada vez",
    "none": "sin aislamiento, con tus permisos",
}
BINS = 5
MOST = 5  # wrong answers shown for each question


@dataclass(frozen=True)
class WrongAnswer:
    """Equal wrong answers: what they are and how many gave them."""

    words: str
    count: int


@dataclass(frozen=True)
class Question:
    """One item over all submissions."""

    number: str
    topic: str
    right: int
    count: int
    wrong: tuple[WrongAnswer, ...]

    @property
    def percent(self) -> int:
        return round(100 * self.right / self.count)


@dataclass(frozen=True)
class Exercise:
    """All marked submissions of one exercise."""

    name: str
    totals: tuple[float, ...]
    most: float
    questions: tuple[Question, ...]

    @property
    def bins(self) -> list[tuple[str, int]]:
        """How many submissions reached which part of the points, from 0 to 100 %."""
        step = 100 // BINS
        found = Counter(_bin(total, self.most) for total in self.totals)
        last = BINS - 1
        return [
            (f"{n * step}–{(n + 1) * step - (n != last)}\N{NO-BREAK SPACE}%", found[n])
            for n in range(BINS)
        ]

    @property
    def hardest(self) -> list[Question]:
        return sorted(self.questions, key=lambda q: q.percent)

    @property
    def words(self) -> str:
        """The text alternative of the distribution."""
        bars = "; ".join(f"{name}: {count}" for name, count in self.bins)
        return f"Entregas por parte de los puntos conseguida. {bars}."

    @property
    def middle(self) -> str:
        return (
            f"Media {points(round(mean(self.totals), 1))} y mediana "
            f"{points(median(self.totals))} de {points(self.most)} puntos, "
            f"en {plural(len(self.totals), 'entrega', 'entregas')}."
        )


def _bin(total: float, most: float) -> int:
    return min(int(BINS * total / most), BINS - 1) if most else 0


def to_summary(records: Sequence[Record]) -> str:
    """One self-contained HTML page."""
    return render(
        "resumen.html",
        exercises=collect(records),
        rows=[(record, file_name(record.submission)) for record in records],
        folder=PAGES,
        marked=sum(record.status == "graded" for record in records),
        statuses=STATUS,
        isolation=_isolation(records),
    )


def _isolation(records: Iterable[Record]) -> str:
    """«en bubblewrap, con un servidor de núcleos (40)»"""
    found = Counter(record.isolation for record in records)
    used = (f"{words} ({found[k]})" for k, words in ISOLATION.items() if found[k])
    return "; ".join(used)


def collect(records: Iterable[Record]) -> list[Exercise]:
    by_name: dict[str, list[Record]] = {}
    for record in records:
        if record.status == "graded":
            by_name.setdefault(record.exercise, []).append(record)
    return [_exercise(name, by_name[name]) for name in sorted(by_name)]


def _exercise(name: str, records: Sequence[Record]) -> Exercise:
    by_item: dict[str, list[Item]] = {}
    for record in records:
        for item in record.items:
            if item.outcome != "pending":
                by_item.setdefault(item.grade_id, []).append(item)
    return Exercise(
        name,
        tuple(record.points for record in records),
        max(record.max_points for record in records),
        tuple(_question(grade_id, items) for grade_id, items in by_item.items()),
    )


def _question(grade_id: str, items: Sequence[Item]) -> Question:
    right = sum(item.outcome == "correct" for item in items)
    wrong = _wrong_answers(item for item in items if item.outcome != "correct")
    return Question(number(grade_id), items[0].topic, right, len(items), wrong)


def _wrong_answers(items: Iterable[Item]) -> tuple[WrongAnswer, ...]:
    """The most common first; functions that agree with no other count as one row."""
    found = Counter(map(_name, items))
    alone = [name for name, count in found.items() if _same("") in name and count == 1]
    for name in alone:
        found[_OTHERS] += found.pop(name)
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(WrongAnswer(*pair) for pair in ranked[:MOST])


def _name(item: Item) -> str:
    """The named slip, else what was shown, else what happened."""
    if item.slip:
        return item.slip
    if item.outcome != "wrong":
        return _HAPPENED[item.outcome]
    return _same(item.shown) if item.shown.startswith("#") else f"`{item.shown}`"


def _same(mark: str) -> str:
    return f"otro resultado, el mismo en todas ellas {mark}"


_OTHERS = "otro resultado, distinto en cada entrega"
_HAPPENED: Mapping[Outcome, str] = {
    "missing": "sin responder, o con otro nombre",
    "error": "la respuesta se detiene con un error",
    "timeout": "la respuesta no termina a tiempo",
}
