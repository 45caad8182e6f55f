"""What a command costs: its wall time, its processor time and its memory, with all the
processes that it starts, wherever they end up."""

import contextlib
import resource
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

_TICK = 0.2
_ROUNDS = 5  # memory is asked for in every fifth tick: it takes longer


@dataclass(frozen=True)
class Cost:
    """Seconds of the clock and of the processors, bytes at the highest moment, and the
    share of the processors' time that other programs took meanwhile."""

    wall: float
    cpu: float
    memory: int
    others: float


@dataclass
class _Watcher:
    """Looks at a process and all its descendants five times a second.

    Kernels of a fork server live shorter than that: for them the server's own account
    of ended children counts.
    """

    root: psutil.Process
    own: dict[tuple[int, float], float] = field(default_factory=dict)
    memory: int = 0

    def look(self, with_memory: bool) -> None:
        found = [self.root, *_below(self.root)]
        servers = [p for p in found if _is_server(p)]
        below = {child.pid for server in servers for child in _below(server)}
        for process in (p for p in found if p.pid not in below):
            with contextlib.suppress(psutil.Error):  # it has ended meanwhile
                times = process.cpu_times()
                spent = times.user + times.system
                if process in servers:
                    spent += times.children_user + times.children_system
                self.own[process.pid, process.create_time()] = spent
        if with_memory:
            self.memory = max(self.memory, sum(map(_bytes, found)))


def _is_server(process: psutil.Process) -> bool:
    """The fork server itself, not bubblewrap around it."""
    try:
        words = process.cmdline()
        return "/zygote.py" in words and "bwrap" not in words[0]
    except (psutil.Error, IndexError):
        return False


def _below(process: psutil.Process) -> Sequence[psutil.Process]:
    try:
        found: Sequence[psutil.Process] = process.children(recursive=True)
        return found
    except psutil.Error:
        return []


def _bytes(process: psutil.Process) -> int:
    """Memory with what is shared counted once."""
    try:
        return int(process.memory_full_info().pss)
    except psutil.Error:
        return 0


def run(
    command: Sequence[str], folder: Path, env: Mapping[str, str], log: Path
) -> Cost:
    """Run it; what it says goes to `log`. RuntimeError where it fails."""
    before, start, reaped = _machine(), time.monotonic(), _reaped()
    with log.open("w", encoding="utf-8") as file:
        process = psutil.Popen(
            command, cwd=folder, env=dict(env), stdout=file, stderr=subprocess.STDOUT
        )
        watcher = _Watcher(process)
        ended = threading.Event()
        thread = threading.Thread(target=_watch, args=(watcher, ended))
        thread.start()
        status = process.wait()
        wall = time.monotonic() - start
        ended.set()
        thread.join()
    if status:
        said = log.read_text(encoding="utf-8", errors="replace")[-2_000:]
        raise RuntimeError(f"{command[0]} ended with {status}: {said}")
    cpu = max(sum(watcher.own.values()), _reaped() - reaped)
    others = max(0.0, _machine() - before - cpu)
    return Cost(wall, cpu, watcher.memory, others / (wall * (psutil.cpu_count() or 1)))


def _watch(watcher: _Watcher, ended: threading.Event) -> None:
    tick = 0
    while not ended.wait(_TICK):
        tick += 1
        watcher.look(tick % _ROUNDS == 0)


def _reaped() -> float:
    """Processor time of our children that have ended, and of theirs."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def _machine() -> float:
    """Seconds of processor time that all programs have had."""
    times = psutil.cpu_times()
    return float(times.user + times.system + times.nice)
