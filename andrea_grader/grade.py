"""Mark one submission: read, assemble, run, compare, and say what was found.

Nothing that a submission does ends the grader: every file gets its record.
"""

import logging
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from andrea_grader.advice import Evidence, judge
from andrea_grader.assemble import Plan, choose_master, make_plan, make_reference_plan
from andrea_grader.errors import GraderError, NoKernelError
from andrea_grader.master import Master
from andrea_grader.notebook import UnreadableError, read
from andrea_grader.plugin import run_plan
from andrea_grader.record import Item, Record, graded, not_graded
from andrea_grader.reference import Reference, read_reference
from andrea_grader.sandbox import Box, Isolation, probe_isolation
from andrea_grader.submissions import Found
from andrea_grader.watched_kernel import CellResult, Limits
from andrea_lib import probe

_log = logging.getLogger(__name__)
_LIBRARY = Path(probe.__file__).resolve().parent

# What stands in for a module that holds an answer of the exercise.
_STUB = """\
raise ImportError(
    "andrea_lib.{0} trae lo que pide este ejercicio, y aquí no se puede importar. "
    "Escribe tu propia respuesta."
)
"""
_BARE = (
    "Corregido sin aislamiento: en este equipo no funciona bubblewrap (bwrap), así que "
    "el código de la entrega se ejecutó con tus permisos."
)
# With less time than this a second run cannot end.
_MIN_SECONDS = 5


@dataclass
class Grader:
    """Marks submissions one after another; use it in a `with` statement."""

    masters: Sequence[Master]
    seed: str
    secret: Sequence[Path] = ()
    limits: Limits = field(default_factory=Limits)
    _references: dict[str, Reference] = field(default_factory=dict)
    _runs: int = 0

    def __enter__(self) -> "Grader":
        self._folder = tempfile.TemporaryDirectory(
            prefix="andrea-", dir=_short_folder()
        )
        self.root = Path(self._folder.name).resolve()
        self.isolation: Isolation = probe_isolation(self.root)
        return self

    def __exit__(self, *error: object) -> None:
        self._folder.cleanup()

    def mark(self, found: Found) -> Record:
        """The record of one submission, whatever it is."""
        if found.reason:
            return not_graded(found.name, found.status, found.reason)
        try:
            notebook = read(found.path)
            master = choose_master(notebook, self.masters)
            if master is None:
                return not_graded(found.name, "wrong_exercise", self._which())
            items, remarks = self._mark(make_plan(notebook, master), master)
            return graded(found.name, master.name, items, remarks)
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
        results = self._run(plan, reference.values, master)
        items = [
            judge(Evidence.collect(question, plan, results, reference))
            for question in master.questions
        ]
        remarks = [_BARE] if self.isolation == "none" else []
        return items, remarks + plan.remarks(master)

    def reference(self, master: Master) -> Reference:
        """The right values and the named wrong ones, made once with this seed."""
        if master.name not in self._references:
            plan = make_reference_plan(master)
            try:
                results = run_plan(plan, {}, self._box(master), self.limits)
            except NoKernelError as error:
                raise GraderError(f"{error}.") from error
            self._references[master.name] = read_reference(master, results)
        return self._references[master.name]

    def _run(
        self, plan: Plan, values: Mapping[str, str], master: Master
    ) -> dict[str, CellResult]:
        """Run; where a cell ended the kernel, run again with that answer emptied, so
        that it takes no other with it."""
        end = time.monotonic() + self.limits.whole
        results = run_plan(plan, values, self._box(master), self.limits)
        kept: dict[str, CellResult] = {}
        while guilty := _guilty(plan, results) - kept.keys():
            left = end - time.monotonic()
            if left < _MIN_SECONDS:
                break
            kept |= {key: results[key] for key in guilty}
            limits = replace(self.limits, whole=left)
            results = run_plan(plan.without(kept), values, self._box(master), limits)
        return results | kept

    def _box(self, master: Master) -> Box:
        """A new empty folder for one run."""
        self._runs += 1
        sockets = self.root / str(self._runs) / "s"
        sockets.mkdir(parents=True)
        secret = (*(path.resolve() for path in self.secret), *_installed())
        return Box(sockets, self._library(master), secret, self.seed, self.isolation)

    def _library(self, master: Master) -> Path:
        """andrea_lib without the modules that hold an answer of this exercise."""
        folder = self.root / f"lib-{master.name}"
        if not folder.exists():
            copy = folder / "andrea_lib"
            shutil.copytree(
                _LIBRARY, copy, ignore=shutil.ignore_patterns("__pycache__")
            )
            for name in master.hidden:
                stub = _STUB.format(name)
                (copy / f"{name}.py").write_text(stub, encoding="utf-8")
        return folder


def _short_folder() -> str | None:
    """Unix sockets hold 108 bytes of path."""
    return None if len(tempfile.gettempdir()) < 40 else "/tmp"


def _installed() -> tuple[Path, Path]:
    """The library with all its modules, and this package, wherever they stand."""
    return _LIBRARY, Path(__file__).resolve().parent


def _guilty(plan: Plan, results: Mapping[str, CellResult]) -> set[str]:
    """The steps after which the kernel was gone: the last that started, and all of an
    answer where its graded cell was the last. Cells that took all their time too."""
    started = [step for step in plan.steps if results[step.key].started]
    if not started or len(started) == len(plan.steps):
        return set()
    last = started[-1]
    slow = {s.key for s in started if s.role == "student" and results[s.key].timed_out}
    if last.role == "student":
        return slow | {last.key}
    answers = {s.key for s in plan.steps if s.role == "student" and s.item == last.item}
    return slow | answers | {last.key} if answers else set()
