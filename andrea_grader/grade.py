"""Mark one submission: read, assemble, run, compare, and say what was found.

Nothing that a submission does ends the grader: every file gets its record.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from andrea_grader.advice import Evidence, judge
from andrea_grader.assemble import Plan, choose_master, make_plan, make_reference_plan
from andrea_grader.culprits import fair_results
from andrea_grader.errors import GraderError, NoKernelError
from andrea_grader.found import Found
from andrea_grader.limits import Limits
from andrea_grader.master import Master
from andrea_grader.notebook import UnreadableError
from andrea_grader.plugin import Run
from andrea_grader.record import BARE, Item, Record, graded, not_graded
from andrea_grader.reference import Reference, read_reference
from andrea_grader.runner import Place, Runner
from andrea_grader.sandbox import Isolation
from andrea_grader.watched_kernel import CellResult

_log = logging.getLogger(__name__)

# With less time than this a second run cannot end.
_MIN_SECONDS = 5


@dataclass(frozen=True)
class Shared:
    """What the graders of one batch need not make again; it can be pickled.

    The place ends with the grader that shares it; references by name of exercise.
    """

    place: Place
    references: Mapping[str, Reference]


@dataclass
class Grader:
    """Marks submissions one after another; use it in a `with` statement.

    A batch makes one in its main process, calls `share` for the exercises that it has
    to mark, and gives the result to each worker, which makes its own:

        with Grader(masters, seed, secret, limits) as main:
            shared = main.share(["01_lookup_tables"])
            # in each worker, which may be any process of this machine and user:
            with Grader(masters, seed, secret, limits, shared) as worker:
                record = worker.mark(found)

    Without `shared` (another machine, a single notebook) a grader starts what it needs
    when it first needs it. A worker may be killed at any time: its kernels end with
    it, and its folder goes with the main grader's.
    """

    masters: Sequence[Master]
    seed: str
    secret: Sequence[Path] = ()
    limits: Limits = field(default_factory=Limits)
    shared: Shared | None = None

    def __enter__(self) -> "Grader":
        place = self.shared.place if self.shared else None
        self._runner = Runner(self.seed, self.secret, self.limits, place)
        self._references = dict(self.shared.references) if self.shared else {}
        return self

    def __exit__(self, *error: object) -> None:
        self._runner.close()

    @property
    def root(self) -> Path:
        """The folder in which everything happens."""
        return self._runner.root

    @property
    def isolation(self) -> Isolation:
        return self._runner.isolation

    def share(self, exercises: Iterable[str]) -> Shared:
        """Start the fork servers of these exercises and make their references."""
        chosen = set(exercises)
        found = [master for master in self.masters if master.name in chosen]
        references = {master.name: self.reference(master) for master in found}
        return Shared(self._runner.place(found), references)

    def mark(self, found: Found) -> Record:
        """The record of one submission, whatever it is."""
        if found.reason:
            return not_graded(found.name, found.status, found.reason)
        try:
            notebook = found.notebook()
            master = choose_master(notebook, self.masters)
            if master is None:
                return not_graded(found.name, "wrong_exercise", self._which())
            items, remarks = self._mark(make_plan(notebook, master), master)
            record = graded(found.name, master.name, items, remarks)
            return replace(record, isolation=self.isolation)
        except UnreadableError as error:
            return not_graded(found.name, "unreadable", str(error))
        except GraderError:
            raise
        except Exception as error:
            _log.debug("%s", found.path, exc_info=True)
            reason = f"No se pudo corregir ({type(error).__name__})."
            return not_graded(found.name, "failed", reason)

    def _which(self) -> str:
        names = ", ".join(master.name for master in self.masters)
        return (
            "No es ninguno de los ejercicios que se corrigen aquí "
            f"({names}): no tiene ninguna de sus celdas de respuesta."
        )

    def _mark(self, plan: Plan, master: Master) -> tuple[list[Item], list[str]]:
        reference = self.reference(master)
        results = self._results(plan, reference.values, master)
        items = [
            judge(Evidence.collect(question, plan, results, reference))
            for question in master.questions
        ]
        remarks = [BARE] if self.isolation == "none" else []
        return items, remarks + plan.remarks(master)

    def run(self, plan: Plan, master: Master) -> dict[str, CellResult]:
        """What each step of a plan of the course's own did."""
        return self._runner.run(plan, {}, master, self.limits).results

    @property
    def _ample(self) -> Limits:
        """For a solution, which also runs every row of its wrong-answer tables."""
        return replace(
            self.limits, cell=4 * self.limits.cell, whole=4 * self.limits.whole
        )

    def reference(self, master: Master) -> Reference:
        """The right values and the named wrong ones, made once with this seed."""
        if master.name not in self._references:
            plan = make_reference_plan(master)
            try:
                run = self._runner.run(plan, {}, master, self._ample)
            except NoKernelError as error:
                raise GraderError(f"{error}.") from error
            self._references[master.name] = read_reference(master, run.results)
        return self._references[master.name]

    def _results(
        self, plan: Plan, values: Mapping[str, str], master: Master
    ) -> dict[str, CellResult]:
        """What each step did; all runs of a submission share its time."""
        left = self.limits.whole

        def run(part: Plan, outlive: float) -> Run | None:
            nonlocal left
            if left < min(_MIN_SECONDS, self.limits.whole):
                return None
            limits = replace(self.limits, whole=left)
            found = self._runner.run(
                part, values, master, limits, min(outlive, left / 2)
            )
            left -= found.seconds
            return found

        return fair_results(plan, run)
