"""Marking in processes that may die or hang, watched by threads of this one.

`mark` is what an executor's thread or process runs, here or in a cluster. It takes
the thread's own worker from this process's `Station`; the worker has a hard limit on
each call, and one that dies or does not answer is killed with all that it started.
"""

import threading
from typing import Any

from andrea_grader.course import unpack
from andrea_grader.found import Found
from andrea_grader.record import Record, not_graded
from andrea_grader.workers import INTERRUPTED, START_SECONDS, LostError, Worker


class Station:
    """The workers of this process for one class: one for each thread that marks, and
    an owner, which makes what all of them share (references, fork servers)."""

    def __init__(self, course: bytes) -> None:
        self.course = course
        self.limit = unpack(course).limits.deadline
        self._owner = Worker()
        self._asking = threading.Lock()
        self._own = threading.local()
        self._workers: list[Worker] = []
        self._opening = threading.Lock()
        self._ended = False

    def mark(self, found: Found) -> Record:
        """The record of one submission; one that says so where a worker was lost."""
        try:
            exercise: str = self._call("exercise_of", found)
            shared = self._shared(exercise) if exercise else b""
            record: Record = self._call("mark", found, shared)
            return record
        except LostError as lost:
            return not_graded(found.name, "failed", str(lost))

    def _call(self, task: str, *arguments: object) -> Any:
        return self._worker().call(self.limit, task, self.course, *arguments)

    def _worker(self) -> Worker:
        """The calling thread's own."""
        with self._opening:
            if self._ended:
                raise LostError(INTERRUPTED)
            if not hasattr(self._own, "worker"):
                self._own.worker = Worker()
                self._workers.append(self._own.worker)
            worker: Worker = self._own.worker
            return worker

    def _shared(self, exercise: str) -> bytes:
        """Asked for each time: an owner that was lost has begun anew."""
        limit = START_SECONDS + self.limit
        with self._asking:
            shared: bytes = self._owner.call(limit, "share", self.course, exercise)
            return shared

    def end(self, at_once: bool) -> None:
        """The owner last: the others' kernels are its server's."""
        with self._opening:
            self._ended = True
        for worker in [*self._workers, self._owner]:
            worker.end(at_once)


_stations: dict[bytes, Station] = {}
_opening = threading.Lock()


def mark(course: bytes, found: Found) -> Record:
    """Mark one submission in a watched process. `course` is a packed Course."""
    with _opening:
        if course not in _stations:
            _stations[course] = Station(course)
        station = _stations[course]
    return station.mark(found)


def end(course: bytes, at_once: bool = False) -> None:
    """End this process's workers for a class."""
    with _opening:
        station = _stations.pop(course, None)
    if station:
        station.end(at_once)
