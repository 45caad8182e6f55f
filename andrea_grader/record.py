"""The result of one submission, as written to results.json."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Outcome = Literal["correct", "wrong", "error", "timeout", "missing", "pending"]
Status = Literal["graded", "unreadable", "wrong_exercise", "no_submission", "failed"]

# The one remark that is not for the student.
BARE = (
    "Corregido sin aislamiento: en este equipo no funciona bubblewrap (bwrap), así que "
    "el código de la entrega se ejecutó con tus permisos."
)


@dataclass(frozen=True)
class Item:
    """One question: e1-3 and what its answer earned.

    `slip` and `shown` are for the teacher only.
    """

    grade_id: str
    points: float
    max_points: float
    outcome: Outcome
    feedback: str
    topic: str = ""  # what the question is about: "n_embedding"
    checks: int = 0  # hidden checks: values that the graded cell compares
    checks_met: int = 0
    slip: str = ""  # the row of the wrong-answer table, where one was recognised
    shown: str = ""  # equal for equal wrong answers; never what a hidden input gave


@dataclass(frozen=True)
class Record:
    """One submission. Points and maximum are the sums of its items."""

    submission: str
    exercise: str
    status: Status
    points: float
    max_points: float
    items: tuple[Item, ...]
    remarks: tuple[str, ...]
    isolation: str = ""  # how the kernel was locked in; empty where none ran
    for_teacher: tuple[str, ...] = ()  # names other submissions: never in feedback

    @property
    def full(self) -> bool:
        return self.status == "graded" and self.points == self.max_points


def graded(
    submission: str, exercise: str, items: Sequence[Item], remarks: Sequence[str]
) -> Record:
    points = sum(item.points for item in items)
    maximum = sum(item.max_points for item in items)
    return Record(
        submission, exercise, "graded", points, maximum, tuple(items), tuple(remarks)
    )


def not_graded(submission: str, status: Status, reason: str) -> Record:
    """No points are invented: the reason says what to do."""
    return Record(submission, "", status, 0, 0, (), (reason,))


def to_dict(record: Record) -> dict[str, Any]:
    return asdict(record)


def from_dict(data: Mapping[str, Any]) -> Record:
    """What `to_dict` gave; KeyError, TypeError or ValueError for anything else."""
    items = tuple(Item(**item) for item in data["items"])
    lines = {key: tuple(data[key]) for key in ("remarks", "for_teacher")}
    record = Record(**{**data, "items": items, **lines})
    texts = [record.submission, record.exercise, record.status, *record.remarks]
    texts += record.for_teacher
    numbers = [record.points, record.max_points]
    for item in items:
        texts += [item.grade_id, item.outcome, item.feedback, item.topic]
        numbers += [item.points, item.max_points]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("a text is not a text")
    if not all(isinstance(number, int | float) for number in numbers):
        raise ValueError("a number is not a number")
    return record
