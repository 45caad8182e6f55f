"""A process that marks, started by workers.py: one call at a time.

It reads `(task, arguments…)` from its input and writes `(True, result)` or
`(False, exception)` to its output, both pickled; only our own supervisor is at the
other end. It ends when the input ends, whatever it is doing then: a grader that is
killed leaves nothing behind.
"""

import os
import pickle
import queue
import sys
import threading
from typing import Any, BinaryIO

import psutil

from andrea_grader import tasks
from andrea_grader.workers import READY, kill_descendants

# A cluster's worker serves whoever comes; this long without a call it ends.
IDLE_SECONDS = 1800


def main() -> None:
    inward, outward = _take_streams()
    calls: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inward, calls), daemon=True).start()
    _answer(outward, (True, READY))
    try:
        while call := calls.get(timeout=IDLE_SECONDS):
            _answer(outward, _done(call))
    except queue.Empty:
        pass
    tasks.close()


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Our own ends of the pipes; what anybody prints here goes nowhere."""
    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return inward, outward


def _listen(inward: BinaryIO, calls: "queue.SimpleQueue[tuple[Any, ...]]") -> None:
    """Take calls, also while another runs, to notice at once that nobody listens."""
    try:
        while True:
            calls.put(pickle.load(inward))
    except (EOFError, OSError, pickle.UnpicklingError):
        kill_descendants(psutil.Process())
        tasks.remove_folder()
        os._exit(0)


def _done(call: tuple[Any, ...]) -> tuple[bool, object]:
    name, *arguments = call
    try:
        return True, tasks.TASKS[name](*arguments)
    except Exception as error:
        return False, error


def _answer(outward: BinaryIO, answer: tuple[bool, object]) -> None:
    """Whole or not at all; an exception that cannot be pickled becomes its text."""
    try:
        data = pickle.dumps(answer)
    except Exception:
        data = pickle.dumps((False, RuntimeError(repr(answer[1]))))
    outward.write(data)
    outward.flush()
