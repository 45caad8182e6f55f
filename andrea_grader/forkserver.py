"""The grader's side of the fork server: start it, and ask it for kernels.

The server (zygote.py) listens on a Unix socket in the grader's folder, so any process
of this machine and user that knows its address can ask for a kernel.
"""

import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from andrea_grader.errors import NoKernelError
from andrea_grader.limits import Watch
from andrea_grader.sandbox import (
    KERNEL_OPTIONS,
    WORK,
    WORK_BYTES,
    Box,
    python_folders,
    start_wrapped,
    wrap_server,
)
from andrea_grader.zygote import SEAL, SEALED

_SOURCE = Path(__file__).with_name("zygote.py")
_CREDENTIALS = 2  # SCM_CREDENTIALS: the number of the process that sent a message


class ForkServer:
    """One running server; `address` is what a kernel is asked for with."""

    def __init__(self, address: Path, box: Box, modules: Sequence[str]) -> None:
        """`box.sockets` is the folder that holds the folders of all runs."""
        self.address = address
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            listener.bind(str(address))
            listener.listen()
            settings = _settings(listener.fileno(), box, modules)
            self.process, self._inner = start_wrapped(
                wrap_server(_SOURCE, json.dumps(settings), box),
                box,
                stdin=subprocess.PIPE,  # its end tells the server to leave
                pass_fds=[listener.fileno()],
            )

    def close(self) -> None:
        """End it and every kernel that it has forked: the first process of a
        namespace takes all others with it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._inner or self.process.pid, signal.SIGKILL)
        self.process.communicate()
        self.address.unlink(missing_ok=True)


def _settings(listener: int, box: Box, modules: Sequence[str]) -> dict[str, object]:
    runs = str(box.sockets)
    hidden = ["/tmp"] if runs.startswith("/tmp/") else ["/tmp", runs]
    visible = [str(p) for p in (*python_folders(), box.library) if p.exists()]
    return {
        "listener": listener,
        "modules": list(modules),
        "runs": runs,
        "work": WORK,
        "work_bytes": WORK_BYTES,
        "hidden": hidden,
        "kept": sorted({p for p in visible if p.startswith("/tmp/")}),
        "rlimits": box.limits.rlimits,
        "processes": 4 * box.limits.processes,
        "arguments": list(KERNEL_OPTIONS),
    }


class ForkedProcess:
    """A kernel of the server's, as far as jupyter_client needs a subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, address: Path, folder: str) -> None:
        self.returncode: int | None = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
            self._socket.settimeout(60)
            self._socket.connect(str(address))
            self._socket.send(folder.encode())
            self.pid = self._hear_of_start()
        except OSError as error:
            self._socket.close()
            raise NoKernelError(
                f"el servidor de núcleos no contesta ({error})"
            ) from None

    def _hear_of_start(self) -> int:
        """The kernel's number here; another number is valid in its namespace."""
        words, extra, *_ = self._socket.recvmsg(4096, socket.CMSG_SPACE(12))
        if words != b"ready":
            raise OSError(words.decode("utf-8", "replace") or "se cerró")
        (pid,) = [struct.unpack("3i", d)[0] for _, k, d in extra if k == _CREDENTIALS]
        return int(pid)

    @property
    def watch(self) -> Watch:
        return Watch(Path(f"/proc/{self.pid}/root/proc"), "1")

    def seal(self) -> None:
        """From now on the kernel cannot write to its folder; the sockets stay."""
        self._socket.send(SEAL)
        self._hear(10)

    def poll(self) -> int | None:
        if self.returncode is None:
            self._hear(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._hear(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("kernel", timeout or 0)
        return self.returncode

    def _hear(self, timeout: float | None) -> None:
        """The keeper's last message is how the kernel ended; without it, both died."""
        self._socket.settimeout(timeout)
        try:
            words = self._socket.recv(16)
        except (BlockingIOError, TimeoutError):
            return
        except OSError:
            words = b""
        if words != SEALED:
            self.returncode = int(words or -signal.SIGKILL)
            self._socket.close()

    def send_signal(self, number: int) -> None:
        with contextlib.suppress(OSError):  # it has ended already
            self._socket.send(str(int(number)).encode())

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def works(address: Path, folder: str) -> bool:
    """Whether a server can lock in a kernel here; tried in an empty folder."""
    try:
        kernel = ForkedProcess(address, folder)
        kernel.seal()
        fine = kernel.poll() is None
        kernel.kill()
        return fine and kernel.wait(20) == -signal.SIGKILL
    except (OSError, NoKernelError, subprocess.TimeoutExpired):
        return False
