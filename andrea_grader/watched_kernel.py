"""nbval's kernel, for programs that may be hostile.

What nbval's own class lacks: a kernel that dies is noticed at once (nbval waits for
the whole time limit), floods are dropped unread, messages made by hand cannot stop
the grader, and the whole notebook has a time limit too.
"""

import re
import time
from collections import deque
from dataclasses import dataclass, field
from queue import Empty
from typing import Any

from jupyter_client.manager import KernelManager
from nbval.kernel import RunningKernel

from andrea_grader.provisioner import SandboxSpecs
from andrea_grader.sandbox import Box
from andrea_lib.probe import MIME

MAX_MESSAGE = 1_000_000
MAX_VALUE = 4_000  # longer values are no answer; pytest explains them in quadratic time
MAX_INBOX = 1_000
_TICK = 0.1
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_LINE = re.compile(r"(?:Cell|<ipython-input).*\bline (\d+)")


class KernelDiedError(RuntimeError):
    """The kernel's process ended."""


@dataclass(frozen=True)
class Limits:
    """Seconds: one cell, the whole notebook, and until a new kernel answers."""

    cell: float = 15
    whole: float = 90
    start: float = 60


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
    failure: Failure | None = None
    values: list[str] = field(default_factory=list)


class WatchedKernel(RunningKernel):
    """Started in a box; `now` holds what is known of the cell that runs."""

    def __init__(self, box: Box, limits: Limits) -> None:
        self.now = CellResult()
        self.limits, self.end = limits, time.monotonic() + limits.start
        self.inbox: deque[dict[str, Any]] = deque()
        self.replied = ""
        specs = SandboxSpecs(box=box)
        self.km = KernelManager(kernel_name="andrea", kernel_spec_manager=specs)
        self.kc = self.km.client()
        try:
            self.km.start_kernel()
            self.kc.load_connection_info(self.km.get_connection_info())
            self.kc.start_channels(stdin=False, hb=False)
            self._wait_until_ready()
        except BaseException:
            self.stop()  # nbval has no handle on it yet
            raise
        self.end = time.monotonic() + limits.whole

    def _wait_until_ready(self) -> None:
        """Ask until the kernel answers on both channels."""
        while True:
            request = self.kc.kernel_info()
            try:
                self.await_reply(request, timeout=self.limits.start)
                self.await_idle(request, timeout=1)
                return
            except Empty:
                if time.monotonic() > self.end:
                    raise KernelDiedError("the kernel does not answer") from None

    def execute_cell_input(
        self, cell_input: str, allow_stdin: bool | None = None
    ) -> str:
        self.now = CellResult(started=True)
        self.replied = ""
        self.inbox.clear()
        return str(super().execute_cell_input(cell_input, allow_stdin))

    def await_reply(self, msg_id: str, timeout: float | None = None) -> None:
        """Wait for the reply to a request, and read iopub meanwhile: what a program
        publishes faster than we read would fill the memory."""
        end = min(time.monotonic() + (timeout or self.limits.cell), self.end)
        while True:
            self._read_iopub()
            message = self._receive("shell", _TICK)
            if message and message["parent_header"].get("msg_id") == msg_id:
                self._note_reply(message["content"])
                self.replied = msg_id
                return
            if message is None:
                self._check_process()
            if time.monotonic() > end:
                self.now.timed_out = True
                raise Empty

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        """The next iopub message that matters; nbval asks for no other stream.

        A flood may have pushed out the message that ends a cell (zmq drops what does
        not fit); the reply tells as much, and the kernel goes on.
        """
        end = time.monotonic() + (timeout or self.limits.cell)
        while not self.inbox:
            self._read_iopub(wait=_TICK)
            if self.inbox:
                break
            if time.monotonic() > end and self.replied:
                return _idle(self.replied)
            if time.monotonic() > end:
                raise Empty
            self._check_process()
        return self.inbox.popleft()

    def _check_process(self) -> None:
        if not self._process_lives():
            self.now.died = True
            raise KernelDiedError("the kernel died")

    def _read_iopub(self, wait: float = 0) -> None:
        """Move into the inbox what has arrived, for one tick at most."""
        end = time.monotonic() + _TICK
        while message := self._receive("iopub", 0 if self.inbox else wait):
            kept = _relevant(message)
            full = len(self.inbox) > MAX_INBOX
            if kept and not (full and kept["msg_type"] == "display_data"):
                self.inbox.append(kept)
            if time.monotonic() > end:
                return

    def _receive(self, stream: str, wait: float) -> dict[str, Any] | None:
        """One message, `_NOTHING` for one that cannot be read, None for none."""
        socket = getattr(self.kc, f"{stream}_channel").socket
        if not socket.poll(int(wait * 1000)):
            return None
        frames = socket.recv_multipart()
        if sum(map(len, frames)) > MAX_MESSAGE:
            return _NOTHING
        try:
            _, parts = self.kc.session.feed_identities(frames)
            return _checked(self.kc.session.deserialize(parts))
        except Exception:  # unsigned, malformed, made by hand: not from the kernel
            return _NOTHING

    def _note_reply(self, content: dict[str, Any]) -> None:
        """A muted traceback is missing on iopub, but not in the reply."""
        if content.get("status") == "error":
            traceback = _texts(content.get("traceback"))
            message = str(content.get("evalue", ""))
            self.now.failure = Failure(
                str(content.get("ename", "")), message, _line([*traceback, message])
            )

    def _process_lives(self) -> bool:
        return hasattr(self, "km") and bool(super().is_alive())

    def is_alive(self) -> bool:
        """nbval starts no further cell in a kernel whose time is over."""
        return self._process_lives() and time.monotonic() < self.end

    def stop(self) -> None:
        """End the process and close every socket; may be called twice.

        A context that is left open hangs the grader when it is collected.
        """
        km = self.__dict__.pop("km", None)
        if km is not None:
            self.kc.stop_channels()
            km.shutdown_kernel(now=True)
            km.context.destroy(linger=0)


_NOTHING: dict[str, Any] = {"msg_type": "", "parent_header": {}, "content": {}}


def _idle(msg_id: str) -> dict[str, Any]:
    parent, content = {"msg_id": msg_id}, {"execution_state": "idle"}
    return {"msg_type": "status", "parent_header": parent, "content": content}


def _checked(message: dict[str, Any]) -> dict[str, Any]:
    parts = {key: message[key] for key in ("parent_header", "content")}
    if not all(isinstance(part, dict) for part in parts.values()):
        return _NOTHING
    return {"msg_type": str(message["msg_type"]), **parts}


def _relevant(message: dict[str, Any]) -> dict[str, Any] | None:
    """Only the end of a cell, its error and our own kind of value."""
    content = message["content"]
    if message["msg_type"] == "status" and content.get("execution_state") == "idle":
        return message
    if message["msg_type"] == "error":
        error = {key: str(content.get(key, "")) for key in ("ename", "evalue")}
        return message | {"content": error | {"traceback": []}}
    data = content.get("data")
    value = data.get(MIME) if isinstance(data, dict) else None
    if not isinstance(value, str) or len(value) > MAX_VALUE:
        return None
    shown = {"data": {MIME: value}, "metadata": {}}
    return message | {"msg_type": "display_data", "content": shown}


def _texts(value: object) -> list[str]:
    return [str(line) for line in value] if isinstance(value, list) else []


def _line(texts: list[str]) -> int | None:
    """The line of the cell in which an error arose, from its traceback."""
    for text in texts:
        found = _LINE.search(_ANSI.sub("", text))
        if found:
            return int(found.group(1))
    return None
