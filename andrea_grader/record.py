"""The result of one submission, as written to results.json."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["correct", "wrong", "error", "timeout", "missing", "pending"]
Status = Literal["graded", "unreadable", "wrong_exercise", "no_submission", "failed"]


@dataclass(frozen=True)
class Item:
    """One question: e1-3 and what its answer earned."""

    grade_id: str
    points: float
    max_points: float
    outcome: Outcome
    feedback: str


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
