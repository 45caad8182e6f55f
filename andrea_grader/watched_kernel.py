"""nbval's kernel, for programs that may be hostile.

What nbval's own class lacks: a kernel that dies is noticed at once (nbval waits for
the whole time limit), floods are dropped unread, messages made by hand cannot stop
the grader, and the whole notebook has a time limit too.
"""

import contextlib
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import Empty
from typing import Any, NoReturn, cast

import zmq
from jupyter_client.manager import KernelManager
from nbval.kernel import RunningKernel

from andrea_grader.limits import Limits, Stopwatch, Watch
from andrea_grader.messages import (
    NOTHING,
    TOO_LONG,
    checked,
    idle,
    line,
    relevant,
    texts,
)
from andrea_grader.provisioner import SandboxProvisioner, SandboxSpecs
from andrea_grader.sandbox import Box

__all__ = ["CellResult", "Failure", "KernelDiedError", "Limits", "WatchedKernel"]

MAX_MESSAGE = 1_000_000
MAX_INBOX = 1_000
_TICK = 0.1
_SOON = 0.02  # within which iopub follows the reply, once it is listened to
_SEND_MS = 2_000


class KernelDiedError(RuntimeError):
    """The kernel's process ended."""


@dataclass(frozen=True)
class Failure:
    """A cell's own error: type, message, line within the cell."""

    name: str
    message: str
    line: int | None


@dataclass
class CellResult:
    """What happened to one cell. `passed` is nbval's verdict and decides points."""

    passed: bool = False
    started: bool = False
    timed_out: bool = False
    died: bool = False
    excess: str = ""  # the limit that ended the kernel: "memory" or "processes"
    too_long: bool = False
    failure: Failure | None = None
    values: list[str] = field(default_factory=list)


class WatchedKernel(RunningKernel):
    """Started in a box; `now` holds what is known of the cell that runs, `died_after`
    the seconds after which the kernel ended by itself."""

    def __init__(self, box: Box) -> None:
        self.now = CellResult()
        self.limits = box.limits
        self.died_after: float | None = None
        self.inbox: deque[dict[str, Any]] = deque()
        self.replied = ""
        self.ready = False
        specs = SandboxSpecs(box=box)
        self.km = KernelManager(kernel_name="andrea", kernel_spec_manager=specs)
        self.km.context.sndtimeo = _SEND_MS
        self.kc = self.km.client()
        try:
            self.km.start_kernel()
            self.place = cast(SandboxProvisioner, self.km.provisioner)
            self.watch: Watch = self.place.watch
            self.whole = Stopwatch(self.watch)
            self.kc.load_connection_info(self.km.get_connection_info())
            self.kc.start_channels(stdin=False, hb=False)
            self._wait_until_ready()
            self.place.seal()
        except BaseException:
            self.stop()  # nbval has no handle on it yet
            raise
        self.whole, self.ready = Stopwatch(self.watch), True
        self.began = time.monotonic()

    def _wait_until_ready(self) -> None:
        """Until the kernel answers on both channels: what it shows before we listen to
        iopub is lost, so it is asked again. The reply alone does not tell that."""
        while True:
            request = self.kc.kernel_info()
            try:
                self.await_reply(request, timeout=self.limits.start)
                self.replied = ""
                self.await_idle(request, timeout=_SOON)
                return
            except Empty:
                if self.whole.seconds() > self.limits.start:
                    raise KernelDiedError("the kernel does not answer") from None

    def execute_cell_input(
        self, cell_input: str, allow_stdin: bool | None = None
    ) -> str:
        self.now = CellResult(started=True)
        self.replied = ""
        self.inbox.clear()
        with self._reachable():
            return str(super().execute_cell_input(cell_input, allow_stdin))

    def interrupt(self) -> None:
        with self._reachable():
            super().interrupt()

    @contextlib.contextmanager
    def _reachable(self) -> Iterator[None]:
        """A program that writes nonsense to its own sockets closes ours; then nothing
        can be sent any more, and without a limit that would be waited for."""
        try:
            yield
        except zmq.Again:
            self.place.end()
            self._lose()

    def await_reply(self, msg_id: str, timeout: float | None = None) -> None:
        """Wait for the reply to a request, and read iopub meanwhile: what a program
        publishes faster than we read would fill the memory."""
        cell = Stopwatch(self.watch)
        while True:
            self._read_iopub()
            message = self._receive("shell", _TICK)
            if message and message["parent_header"].get("msg_id") == msg_id:
                self._note_reply(message["content"])
                self.replied = msg_id
                return
            self._check_process()
            if cell.seconds() > (timeout or self.limits.cell) or self._late():
                self.now.timed_out = True
                raise Empty

    def _late(self) -> bool:
        """Whether the time of the whole submission is over."""
        return self.ready and self.whole.seconds() > self.limits.whole

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        """The next iopub message that matters; nbval asks for no other stream.

        A flood may have pushed out the message that ends a cell (zmq drops what does
        not fit); the reply tells as much, and the kernel goes on.
        """
        limit = timeout or self.limits.cell
        end = time.monotonic() + limit
        while not self.inbox:
            self._read_iopub(wait=min(_TICK, limit))
            if self.inbox:
                break
            if time.monotonic() > end and self.replied:
                return idle(self.replied)
            if time.monotonic() > end:
                raise Empty
            self._check_process()
        return self.inbox.popleft()

    def _check_process(self) -> None:
        """Raise where the kernel has ended; end it where it takes too much."""
        self.now.excess = self.watch.excess(self.limits) if self.ready else ""
        if self.now.excess:
            self.place.end()
        elif self._process_lives():
            return
        self._lose()

    def _lose(self) -> NoReturn:
        self.now.died = True
        if self.ready:
            self.died_after = time.monotonic() - self.began
        raise KernelDiedError("the kernel died")

    def outlive(self, seconds: float) -> None:
        """Wait until so long after the start: a program may end its kernel later."""
        left = self.began + seconds - time.monotonic()
        if self._process_lives() and left > 0 and self.place.ended_within(left):
            self.died_after = time.monotonic() - self.began

    def _read_iopub(self, wait: float = 0) -> None:
        """Move into the inbox what has arrived, for one tick at most."""
        end = time.monotonic() + _TICK
        while message := self._receive("iopub", 0 if self.inbox else wait):
            kept = relevant(message)
            full = len(self.inbox) > MAX_INBOX
            if kept is TOO_LONG:
                self.now.too_long = True
            elif kept and not (full and kept["msg_type"] == "display_data"):
                self.inbox.append(kept)
            if time.monotonic() > end:
                return

    def _receive(self, stream: str, wait: float) -> dict[str, Any] | None:
        """One message, `NOTHING` for one that cannot be read, None for none."""
        socket = getattr(self.kc, f"{stream}_channel").socket
        if not socket.poll(int(wait * 1000)):
            return None
        frames = socket.recv_multipart()
        if sum(map(len, frames)) > MAX_MESSAGE:
            return TOO_LONG
        try:
            _, parts = self.kc.session.feed_identities(frames)
            return checked(self.kc.session.deserialize(parts))
        except Exception:  # unsigned, malformed, made by hand: not from the kernel
            return NOTHING

    def _note_reply(self, content: dict[str, Any]) -> None:
        """A muted traceback is missing on iopub, but not in the reply."""
        if content.get("status") == "error":
            traceback = texts(content.get("traceback"))
            message = str(content.get("evalue", ""))
            self.now.failure = Failure(
                str(content.get("ename", "")), message, line([*traceback, message])
            )

    def _process_lives(self) -> bool:
        return hasattr(self, "km") and bool(super().is_alive())

    def is_alive(self) -> bool:
        """nbval starts no further cell in a kernel whose time is over."""
        return self._process_lives() and not self._late()

    def stop(self) -> None:
        """End the process and close every socket; may be called twice.

        A context that is left open hangs the grader when it is collected.
        """
        km = self.__dict__.pop("km", None)
        if km is not None:
            self.kc.stop_channels()
            km.shutdown_kernel(now=True)
            km.context.destroy(linger=0)
