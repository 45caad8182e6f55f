"""Mark many submissions with any executor, each written down when it is ready.

The executor only decides where `supervisor.mark` runs: threads here (each has its own
watched process), the processes of a pool, the machines of a Dask cluster.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass

from andrea_grader import supervisor
from andrea_grader.errors import GraderError, UsageError
from andrea_grader.found import Found
from andrea_grader.record import Record, not_graded
from andrea_grader.store import Store

TICK_SECONDS = 1
_FAILED = (
    "No se pudo corregir ({0}). Repite la orden para volver a intentarlo con esta "
    "entrega."
)
_BROKEN = (
    "el lugar donde se corrige ha dejado de funcionar ({0}). Lo ya corregido está "
    "guardado: repite la orden para seguir"
)
_Jobs = dict["Future[Record]", Found]


@dataclass(frozen=True)
class Marked:
    """A submission's record; `digest` is equal for files of equal bytes, empty for
    what is no file; `again` is True where it was already marked before this run."""

    record: Record
    digest: str
    again: bool


@dataclass(frozen=True)
class Batch:
    """`course` is a packed Course. `at_once`: so many submissions are handed to the
    executor and are in memory."""

    course: bytes
    store: Store
    executor: Executor
    at_once: int

    def run(
        self, found: Iterable[Found], tick: Callable[[str], None] = lambda name: None
    ) -> Iterator[Marked]:
        """All submissions: at once those that are known, and each of the others as
        soon as it is ready and written. Every second `tick` hears which one has been
        waited for the longest."""
        new: list[Found] = []
        for one in found:
            loaded = one.load()
            if record := self._known(loaded):
                yield self._marked(loaded, record, again=not loaded.reason)
            else:
                new.append(one)
        yield from self._run(new, tick)

    def _run(
        self, new: Iterable[Found], tick: Callable[[str], None]
    ) -> Iterator[Marked]:
        jobs: _Jobs = {}
        try:
            for one in map(Found.load, new):
                while len(jobs) >= self.at_once:
                    yield from self._collect(jobs, tick)
                jobs[self._submit(one)] = one
            while jobs:
                yield from self._collect(jobs, tick)
        finally:
            for future in jobs:
                future.cancel()

    def _known(self, one: Found) -> Record | None:
        """Of what cannot be marked, and of what is marked already."""
        if one.reason:
            return not_graded(one.name, one.status, one.reason)
        return self.store.get(one)

    def _submit(self, one: Found) -> "Future[Record]":
        try:
            return self.executor.submit(supervisor.mark, self.course, one)
        except RuntimeError as error:  # a pool that broke takes no more
            raise GraderError(_BROKEN.format(type(error).__name__)) from error

    def _collect(self, jobs: _Jobs, tick: Callable[[str], None]) -> Iterator[Marked]:
        """Wait until one or more are ready."""
        while not (ready := wait(jobs, TICK_SECONDS, FIRST_COMPLETED).done):
            tick(next(iter(jobs.values())).name)
        for future in ready:
            one = jobs.pop(future)
            yield self._marked(one, _outcome(future, one))

    def _marked(self, one: Found, record: Record, again: bool = False) -> Marked:
        if not again:
            self.store.put(one, record)
        data = one.data
        digest = "" if data is None else hashlib.sha256(data).hexdigest()
        return Marked(record, digest, again)


def _outcome(future: "Future[Record]", one: Found) -> Record:
    """What the executor gave; where it failed, that is this submission's record."""
    try:
        return future.result()
    except (GraderError, UsageError):
        raise
    except ImportError as error:
        raise GraderError(
            f"donde se corrige falta un paquete ({error.name})"
        ) from error
    except (Exception, CancelledError) as error:
        reason = _FAILED.format(type(error).__name__)
        return not_graded(one.name, "failed", reason)
