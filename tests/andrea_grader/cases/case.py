"""What a case is: a notebook as it comes in, and what it must get.

A builder changes a `Draft`, a fresh copy of a notebook with every answer right
("solved") or of the one that is handed out ("unsolved"), or returns the bytes of the
file. Its name is the case's name, its docstring says what happened to the notebook.
"""

import copy
import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Literal

from tests.andrea_grader.masters import Exercise, Json, code, text

Base = Literal["solved", "unsolved"]
BOTH: tuple[Base, ...] = ("solved", "unsolved")
SOLVED: tuple[Base, ...] = ("solved",)
UNSOLVED: tuple[Base, ...] = ("unsolved",)

# SAME: what the untouched notebook gets. ZERO: no point. LAST: the last answer, where
# the damage is, loses its points and no other does. BAD_FILE: no points are invented,
# and the reason says what to do.
Expected = Literal["SAME", "ZERO", "LAST", "BAD_FILE"]


@dataclass
class Draft:
    """The notebook that a case changes."""

    exercise: Exercise
    solved: bool
    nb: Json = field(init=False)

    def __post_init__(self) -> None:
        blank = copy.deepcopy(self.exercise.blank)
        self.nb = self.exercise.answered() if self.solved else blank

    @property
    def items(self) -> list[str]:
        """The questions with code, in order."""
        return list(self.exercise.answers)

    @property
    def names(self) -> list[str]:
        """All names that the answers must define."""
        return [n for q in self.exercise.master.questions for n in q.names]

    @property
    def cells(self) -> list[Json]:
        cells: list[Json] = self.nb["cells"]
        return cells

    def answer(self, item: str) -> Json:
        return next(cell for cell in self.cells if cell.get("id") == item)

    def answers(self) -> list[Json]:
        return [self.answer(item) for item in self.items]

    @property
    def last(self) -> Json:
        return self.answer(self.items[-1])

    def graded(self) -> list[Json]:
        return [c for c in self.cells if str(c.get("id")).endswith("-nota")]

    def before(self, item: str, source: str) -> None:
        """A cell of the student's before an answer."""
        where = self.cells.index(self.answer(item))
        self.cells.insert(where, code(source, id=f"extra-{len(self.cells)}"))

    def start(self, source: str) -> None:
        """A cell before all answers."""
        self.before(self.items[0], source)

    def imports_first(self) -> None:
        """Cells that the course puts between answers, since these need them (triton),
        before all answers."""
        ends = ("", "-prueba", "-nota")
        known = {f"{item}{end}" for item in self.items for end in ends}
        first = self.cells.index(self.answer(self.items[0]))
        for cell in self.cells[first:]:
            if cell["cell_type"] == "code" and cell["id"] not in known:
                self.cells.remove(cell)
                self.cells.insert(first, cell)

    def end(self, source: str) -> None:
        """A cell below all others."""
        self.cells.append(code(source, id=f"extra-{len(self.cells)}"))

    def around(self, source: str) -> None:
        """A cell before the first answer, one before the last and one at the end."""
        self.start(source)
        self.before(self.items[-1], source)
        self.end(source)


def above(cell: Json, source: str) -> None:
    """Lines on top of an answer, under its first line."""
    first, rest = text(cell).split("\n", 1)
    cell["source"] = f"{first}\n{source}\n{rest}"


def below(cell: Json, source: str) -> None:
    cell["source"] = f"{text(cell)}\n{source}"


def dump(nb: object, **options: object) -> bytes:
    return json.dumps(nb, ensure_ascii=False, **options).encode()  # type: ignore[arg-type]


Builder = Callable[[Draft], object]


@dataclass(frozen=True)
class Case:
    """`words` stand in what the student reads; `elsewhere`: another exercise may give
    another result, so `make test` tries it on all of them; `slow`: it takes so much
    of the machine that only `make test-all` tries it."""

    name: str
    kind: str
    bases: tuple[Base, ...]
    expected: Expected
    build: Builder
    words: str = ""
    elsewhere: bool = False
    slow: bool = False

    def file(self, exercise: Exercise, base: Base) -> bytes:
        draft = Draft(exercise, base == "solved")
        made = self.build(draft)
        return made if isinstance(made, bytes) else dump(made or draft.nb)


CASES: dict[str, Case] = {}


def case(
    kind: str,
    bases: tuple[Base, ...],
    expected: Expected,
    words: str = "",
    elsewhere: bool = False,
    slow: bool = False,
) -> Callable[[Builder], Builder]:
    """Make a case of a builder."""

    def register(build: Builder) -> Builder:
        name = build.__name__
        assert name not in CASES, name
        made = Case(name, kind, bases, expected, build, words, elsewhere, slow)
        CASES[name] = made
        return build

    return register


def programs(
    kind: str,
    bases: tuple[Base, ...],
    expected: Expected,
    sources: Iterable[tuple[str, str]],
    put: Callable[[Draft, str], None],
    words: str = "",
    slow: Collection[str] = (),
) -> None:
    """Cases that only add a text of code, by name; `slow`: the names of slow ones."""
    for name, source in sources:

        def build(draft: Draft, source: str = source) -> None:
            put(draft, source)

        build.__name__ = name
        case(kind, bases, expected, words, slow=name in slow)(build)
