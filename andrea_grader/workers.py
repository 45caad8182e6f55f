"""The other end of worker.py: start it, call it, never wait for ever, end it."""

import contextlib
import os
import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from andrea_grader.errors import GraderError

READY = "ready"
START_SECONDS = 120
LEAVE_SECONDS = 5
# This package from wherever it was imported, but last: nothing beside it may take the
# place of a module, and (-P) nothing in the current folder, which may be a class.
_ROOT = str(Path(__file__).resolve().parents[1])
_MAIN = (
    f"import sys; sys.path.append({_ROOT!r}); "
    "from andrea_grader.worker import main; main()"
)
_COMMAND = [sys.executable, "-P", "-c", _MAIN]
_BROKEN = (EOFError, OSError, pickle.UnpicklingError)

_NO_ANSWER = (
    "No se pudo corregir: el corrector dejó de responder con esta entrega y se le "
    "detuvo a los {0:.0f} s. Repite la orden para volver a intentarlo con ella."
)
_DIED = (
    "No se pudo corregir: el proceso que corregía esta entrega terminó de golpe (quizá "
    "faltó memoria). Repite la orden para volver a intentarlo con ella."
)
INTERRUPTED = "No se pudo corregir: se interrumpió la corrección."


class LostError(Exception):
    """The worker died or hung; the message is the submission's reason."""


class Worker:
    """A place for one process: started by the first call, and again after its end."""

    def __init__(self) -> None:
        self._process: _Process | None = None
        self._closed = False

    def call(self, limit: float, task: str, *arguments: object) -> Any:
        """The task's result or its exception; LostError for none within `limit` s, or
        where the process died twice (the first time may be another program's fault)."""
        for _ in range(2):
            process = self._living()
            try:
                fine, result = process.ask((task, *arguments), limit)
            except _BROKEN:
                process.kill()
                if process.late:
                    raise LostError(_NO_ANSWER.format(limit)) from None
                continue
            if not fine:
                raise result
            return result
        raise LostError(_DIED)

    def _living(self) -> "_Process":
        if self._closed:
            raise LostError(INTERRUPTED)
        if self._process is None or not self._process.lives():
            self._process = _Process()
        if self._closed:  # while it was starting
            self._process.kill()
            raise LostError(INTERRUPTED)
        return self._process

    def end(self, at_once: bool) -> None:
        """For good: ask it to leave and kill it where it does not, or kill it."""
        self._closed = True
        if self._process:
            if not at_once:
                self._process.leave()
            self._process.kill()


class _Process:
    """One life of a worker."""

    def __init__(self) -> None:
        """A worker that cannot even start is no submission's fault."""
        self.late = False
        with tempfile.TemporaryFile() as noise:
            self._popen = subprocess.Popen(
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=noise,
                env=os.environ | {"PYTHONUTF8": "1"},
                start_new_session=True,  # Ctrl-C is for the command, which ends us
            )
            try:
                with self._limit(START_SECONDS):
                    self._listen()
            except _BROKEN:
                noise.seek(0)
                said = noise.read().decode("utf-8", "replace").strip().split("\n")[-1]
                raise GraderError(
                    f"no arranca un proceso de corrección: {said}"
                ) from None

    def lives(self) -> bool:
        return self._popen.poll() is None

    def ask(self, call: tuple[object, ...], limit: float) -> tuple[bool, Any]:
        with self._limit(limit):
            self._say(call)
            return self._listen()

    def _say(self, what: object) -> None:
        assert self._popen.stdin
        self._popen.stdin.write(pickle.dumps(what))
        self._popen.stdin.flush()

    def _listen(self) -> tuple[bool, Any]:
        assert self._popen.stdout
        answer: tuple[bool, Any] = pickle.load(self._popen.stdout)
        return answer

    @contextlib.contextmanager
    def _limit(self, seconds: float) -> Iterator[None]:
        """Kill the process after so many seconds, which ends the wait for it."""
        timer = threading.Timer(seconds, self._kill_late)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def _kill_late(self) -> None:
        self.late = True
        self.kill()

    def kill(self) -> None:
        """End the process and all that it started."""
        with contextlib.suppress(psutil.Error):
            kill_descendants(psutil.Process(self._popen.pid))
        self._popen.kill()
        self._popen.wait()

    def leave(self) -> None:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._say(None)
            self._popen.wait(LEAVE_SECONDS)


def kill_descendants(process: psutil.Process) -> None:
    with contextlib.suppress(psutil.Error):
        for child in process.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                child.kill()
