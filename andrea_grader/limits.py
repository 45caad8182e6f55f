"""How much a submission may take, and how much of it another program took away."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# A machine that others keep busy lets a cell wait; longer than this many times its
# limit nobody waits.
PATIENCE = 4
_SMALLEST = 2  # processes of the sandbox itself


@dataclass(frozen=True)
class Limits:
    """Seconds: one cell, the whole submission, and until a new kernel answers.

    Time in which the kernel was ready to run and the machine did not let it (see
    `Watch.kept_waiting`) does not count, up to PATIENCE times the limit. `memory` in
    bytes, of each process and of all together; `processes` at once.
    """

    cell: float = 15
    whole: float = 90
    start: float = 60
    memory: int = 2_000_000_000
    processes: int = 64
    file: int = 100_000_000

    @property
    def deadline(self) -> float:
        """Seconds after which a submission has ended for certain, on any machine; a
        grader that still has not answered then hangs and may be killed."""
        return PATIENCE * self.whole + self.start + 30

    @property
    def rlimits(self) -> dict[str, int]:
        """What the system enforces by itself, for each process.

        Of memory DATA: torch reserves far more addresses than it uses. The number of
        processes counts all kernels of a user and nothing for root, so it is only a
        brake for what `Watch.excess` ends.
        """
        return {
            "RLIMIT_DATA": self.memory,
            "RLIMIT_FSIZE": self.file,
            "RLIMIT_CORE": 0,
            "RLIMIT_NPROC": 16 * self.processes,
        }


@dataclass(frozen=True)
class Watch:
    """Looks from outside at the processes of a kernel: `proc` is where they are listed,
    `alone` whether no others are (that is, whether the kernel is in a sandbox)."""

    proc: Path
    kernel: str
    alone: bool = True

    def kept_waiting(self) -> float:
        """Seconds in which the kernel could have run, and others had the processor."""
        try:
            return int(self._read(self.kernel, "schedstat").split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0

    def excess(self, limits: Limits) -> str:
        """Which limit all processes together exceed: "processes", "memory" or ""."""
        try:
            numbers = [name for name in os.listdir(self.proc) if name.isdigit()]
        except OSError:
            return ""
        if not self.alone:
            return ""
        if len(numbers) > limits.processes + _SMALLEST:
            return "processes"
        if self._pages(numbers) * _PAGE < limits.memory:
            return ""
        return "memory" if self._own(numbers) > limits.memory else ""

    def _pages(self, numbers: list[str]) -> int:
        """Resident pages; what several processes share counts for each: too much."""
        words = (self._look(number, "statm").split() for number in numbers)
        return sum(int(word[1]) for word in words if word)

    def _own(self, numbers: list[str]) -> int:
        """Bytes, with what is shared counted once; slow, so only asked when needed."""
        lines = "\n".join(self._look(n, "smaps_rollup") for n in numbers).splitlines()
        words = [line.split() for line in lines if line.startswith(("Pss:", "SwapPss"))]
        return sum(int(word[1]) * 1024 for word in words)

    def _look(self, number: str, name: str) -> str:
        """Empty for a process that has ended meanwhile."""
        try:
            return self._read(number, name)
        except OSError:
            return ""

    def _read(self, number: str, name: str) -> str:
        return (self.proc / number / name).read_text(encoding="ascii")


class Stopwatch:
    """Seconds that a kernel has had: without those in which the machine was busy with
    other programs, so that nobody loses points to a neighbour; within reason."""

    def __init__(
        self, watch: Watch, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._watch, self._clock = watch, clock
        self._began, self._waited = clock(), watch.kept_waiting()

    def seconds(self) -> float:
        wall = self._clock() - self._began
        waited = self._watch.kept_waiting() - self._waited
        return max(wall - waited, wall / PATIENCE)


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
