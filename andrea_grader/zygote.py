"""The fork server: it has imported what an exercise needs, and forks kernels.

It runs inside bubblewrap and executes no student code. Each connection is one kernel:
a *keeper* is forked, which forks the kernel into namespaces of its own, passes signals
on, ends it when the connection closes and reports how it ended. So nothing has to be
remembered: a grader that dies closes its connections, and its kernels die.

Only the standard library: nothing else of this package can be seen in the sandbox.
Never compute with torch here: after one parallel operation the first one in a child
hangs for ever.
"""

import contextlib
import ctypes
import gc
import importlib
import json
import os
import random
import resource
import select
import signal
import socket
import sys
import threading
from dataclasses import dataclass

_NEWNS, _NEWIPC, _NEWPID = 0x0002_0000, 0x0800_0000, 0x2000_0000
_RDONLY, _NOSUID, _NODEV, _NOEXEC = 1, 2, 4, 8
_REMOUNT, _BIND, _REC, _PRIVATE = 32, 4096, 16384, 1 << 18
_CAPBSET_DROP, _NO_NEW_PRIVS = 24, 38
_CAPABILITY_VERSION = 0x2008_0522
_LEAST_PIDS = 301  # that Linux accepts
SEAL, SEALED = b"seal", b"sealed"


@dataclass(frozen=True)
class Settings:
    """`runs` holds the folders of all runs; `hidden` are folders that become empty in
    a kernel, but for what lies in `kept`; `arguments` are the kernel's."""

    listener: int
    modules: list[str]
    runs: str
    work: str
    work_bytes: int
    hidden: list[str]
    kept: list[str]
    rlimits: dict[str, int]
    processes: int
    arguments: list[str]


def main() -> None:
    settings = Settings(**json.loads(sys.argv[1]))
    warm(settings.modules)
    if threading.active_count() > 1:
        sys.exit("the fork server must not have threads")
    serve(socket.socket(fileno=settings.listener), settings)


def warm(modules: list[str]) -> None:
    """Import, and keep what is there out of the garbage collector's way: what it
    touches is copied into every child."""
    sys.modules["debugpy"] = None  # type: ignore[assignment]
    for name in modules:
        with contextlib.suppress(ImportError):  # the answers will say what is missing
            importlib.import_module(name)
    gc.collect()
    gc.freeze()


def serve(listener: socket.socket, settings: Settings) -> None:
    """A keeper for each connection, until the grader's end of stdin is closed."""
    poller = select.poll()
    poller.register(listener, select.POLLIN)
    poller.register(0, 0)  # only its end
    while all(fd != 0 for fd, _ in poller.poll()):
        connection, _ = listener.accept()
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        with connection:
            if os.fork() == 0:
                with contextlib.suppress(OSError):
                    keep(connection, settings)
                os._exit(0)


def keep(connection: socket.socket, settings: Settings) -> None:
    """Start a kernel in the folder that is asked for, and stay until it has ended."""
    folder = connection.recv(4096).decode()
    if not folder:
        return
    _check(_libc.unshare(_NEWPID | _NEWIPC))
    pid = os.fork()
    if pid == 0:
        try:
            become_kernel(connection, folder, settings)
        finally:
            os._exit(1)
    _obey(connection, pid, os.path.join(settings.runs, folder))
    _, status = os.waitpid(pid, 0)
    connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def _obey(connection: socket.socket, pid: int, folder: str) -> None:
    """Each message is the number of a signal, or asks to seal the kernel's folder; an
    end of the connection kills."""
    kernel = os.pidfd_open(pid)
    poller = select.poll()
    poller.register(kernel, select.POLLIN)
    poller.register(connection, select.POLLIN)
    while all(fd != kernel for fd, _ in poller.poll()):
        words = connection.recv(16)
        if words == SEAL:
            seal(pid, folder)
            connection.send(SEALED)
            continue
        signal.pidfd_send_signal(kernel, int(words or signal.SIGKILL))
        if not words:
            return


def seal(pid: int, folder: str) -> None:
    """Once its sockets are there, nothing in the kernel can write to its folder: that
    lies on a real disk, which could be filled."""
    with open(f"/proc/{pid}/ns/mnt", "rb") as namespace:
        _check(_libc.setns(namespace.fileno(), _NEWNS))
    mount("", folder, "", _REMOUNT | _BIND | _RDONLY | _NOSUID | _NODEV)


def become_kernel(connection: socket.socket, folder: str, settings: Settings) -> None:
    """Lock this process in, tell so (which tells its number too), and be a kernel; or
    do nothing, where no kernel is described in the folder."""
    os.setsid()
    inside = os.path.join(settings.runs, folder)
    connect = os.path.join(inside, "kernel.json")
    try:
        change_mounts(settings, [*settings.kept, inside])
        set_limits(settings.rlimits)
        drop_privileges()
    except OSError as error:
        connection.send(f"!{error}".encode())
        return
    connection.send(b"ready")
    _leave_descriptors()
    while not os.path.exists(connect):
        signal.pause()
    reseed()
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance()
    app.initialize(["-f", connect, *settings.arguments])
    app.start()
    os._exit(0)


def change_mounts(settings: Settings, kept: list[str]) -> None:
    """Hide what belongs to others; empty, private folders where one can write."""
    _check(_libc.unshare(_NEWNS))
    mount("", "/", "", _REC | _PRIVATE)
    held = {path: os.open(path, os.O_PATH) for path in kept}
    for path in settings.hidden:
        tmpfs(path, settings.work_bytes)
        for inner in (p for p in held if p.startswith(path + os.sep)):
            os.makedirs(inner, exist_ok=True)
            mount(f"/proc/self/fd/{held[inner]}", inner, "", _BIND | _REC)
    for path in (settings.work, "/dev/shm"):
        tmpfs(path, settings.work_bytes)
    options = "newinstance,ptmxmode=0666,mode=620"
    mount("devpts", "/dev/pts", "devpts", _NOSUID | _NOEXEC, options)
    _own_proc(settings.processes)
    os.chdir(settings.work)


def tmpfs(path: str, size: int) -> None:
    mount("tmpfs", path, "tmpfs", _NOSUID | _NODEV, f"size={size},mode=755")


def _own_proc(processes: int) -> None:
    """Only this kernel's processes; read-only, since files of root's in it can be
    written without any privilege; and no new user namespaces, which would give some."""
    flags = _NOSUID | _NODEV | _NOEXEC
    mount("proc", "/proc", "proc", flags)
    _write("/proc/sys/user/max_user_namespaces", 0)
    if _linux() >= (6, 14):  # before, this number is the whole machine's
        with contextlib.suppress(OSError):
            _write("/proc/sys/kernel/pid_max", max(_LEAST_PIDS, processes))
    mount("", "/proc", "", _REMOUNT | _BIND | _RDONLY | flags)


def _linux() -> tuple[int, ...]:
    return tuple(int(part) for part in os.uname().release.split("-")[0].split(".")[:2])


def set_limits(limits: dict[str, int]) -> None:
    for name, most in limits.items():
        resource.setrlimit(getattr(resource, name), (most, most))


def drop_privileges() -> None:
    """No capability, now or after an exec."""
    with open("/proc/sys/kernel/cap_last_cap", encoding="ascii") as file:
        last = int(file.read())
    for capability in range(last + 1):
        _check(_libc.prctl(_CAPBSET_DROP, capability, 0, 0, 0))
    _check(_libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0))
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _check(_libc.capset(header, (ctypes.c_uint32 * 6)()))


def _leave_descriptors() -> None:
    """Nothing of the server stays open: its connection would be a way to lie."""
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))


def reseed() -> None:
    """The same random numbers in every kernel, so that marking again gives the same."""
    random.seed(0)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(0)
    if "torch" in sys.modules:
        sys.modules["torch"].default_generator.manual_seed(0)


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    words = (source.encode(), target.encode(), kind.encode())
    done = _libc.mount(*words, ctypes.c_ulong(flags), data.encode())
    _check(done, f"mount {target}")


def _check(result: int, what: str = "") -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} {what}")


def _write(path: str, number: int) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(str(number))


_libc = ctypes.CDLL(None, use_errno=True)

if __name__ == "__main__":
    main()
