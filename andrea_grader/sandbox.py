"""Where a student's kernel runs: bubblewrap's arguments, environment, limits.

The kernel sees the system's programs, this Python with its packages, the course's
library without the modules that hold an answer, and an empty folder. It has no
network and no way to the solutions, the references or other submissions.
"""

import os
import re
import site
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from andrea_grader.limits import Limits, Watch

# From the best to the last resort; forkserver.py and isolation.py tell more.
Isolation = Literal["forkserver", "bubblewrap", "none"]

WORK = "/sandbox"
WORK_BYTES = 64_000_000
# Streams and history are off: what a student prints is never looked at, and 20 000
# small writes through the kernel's own stream take longer than a cell may. So are the
# tips: each time that a kernel says what it is, one more random number would be gone.
KERNEL_OPTIONS = (
    "--HistoryManager.enabled=False",
    "--IPKernelApp.no_stdout=True",
    "--IPKernelApp.no_stderr=True",
    "--IPKernelApp.outstream_class=None",
    "--InteractiveShell.enable_tip=False",
)
_CHILD = re.compile(rb'"child-pid": (\d+)')
# What the fork server needs to lock its children in; they keep none of it.
_ZYGOTE_RIGHTS = (
    *("CAP_SYS_ADMIN", "CAP_SYS_CHROOT", "CAP_SETPCAP", "CAP_SYS_RESOURCE"),
)
_SYSTEM = ("/usr", "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")
_LINKS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")


@dataclass(frozen=True)
class Box:
    """The folders of one run.

    `sockets` is where kernel and grader talk (both see it); `library` holds the
    private copy of andrea_lib; `secret` are folders that must not be seen.
    """

    sockets: Path
    library: Path
    secret: tuple[Path, ...]
    seed: str
    isolation: Isolation
    limits: Limits = field(default_factory=Limits)
    server: Path | None = None  # the fork server's address, where there is one


def wrap(command: list[str], box: Box) -> list[str]:
    """The command inside its sandbox, or as it is where there is none."""
    if box.isolation == "none":
        return command
    return [
        *("bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"),
        *_inside(box, _mounts(box)),
        # Root, even without any privilege, may write to files of root's in it.
        *("--remount-ro", "/proc", "--", *command),
    ]


def wrap_server(program: Path, settings: str, box: Box) -> list[str]:
    """The same for the fork server, which sees its own program and all runs."""
    more = ("--ro-bind", str(program), "/zygote.py")
    return [
        *("bwrap", "--unshare-all", "--unshare-user", "--cap-drop", "ALL"),
        *_flat(("--cap-add", right) for right in _ZYGOTE_RIGHTS),
        *_inside(box, [*_mounts(box), more]),
        *("--remount-ro", "/dev", "--", sys.executable, "-P", "/zygote.py", settings),
    ]


def _inside(box: Box, mounts: list[tuple[str, ...]]) -> list[str]:
    """The environment and the files that a program sees."""
    env = environment(box)
    return [
        *("--clearenv", *_flat(("--setenv", name, env[name]) for name in env)),
        *("--proc", "/proc", "--dev", "/dev"),
        *_flat(_system_links()),
        *_flat(mounts),
        *("--size", str(WORK_BYTES), "--tmpfs", WORK, "--chdir", WORK),
        *("--remount-ro", "/"),
    ]


def _flat(groups: Iterable[tuple[str, ...]]) -> list[str]:
    return [word for group in groups for word in group]


def _system_links() -> list[tuple[str, ...]]:
    """/bin and its like: links into /usr on most systems, folders on some."""
    links = [p for p in map(Path, _LINKS) if p.exists()]
    return [
        ("--symlink", os.readlink(p), str(p))
        if p.is_symlink()
        else ("--ro-bind", str(p), str(p))
        for p in links
    ]


def _mounts(box: Box) -> list[tuple[str, ...]]:
    """Parents before what lies in them, whatever lies in what: /tmp/venv over /tmp,
    and over it an empty folder where it holds the solutions."""
    mounts: dict[str, tuple[str, ...]] = {"/tmp": ("--tmpfs", "/tmp")}
    for path in map(str, [*_SYSTEM, *python_folders()]):
        mounts[path] = ("--ro-bind-try", path, path)
    for secret in box.secret:
        if secret.exists() and any(map(secret.is_relative_to, mounts)):
            mounts.setdefault(str(secret), _nothing(secret))
    mounts[str(box.library)] = ("--ro-bind", str(box.library), str(box.library))
    mounts[str(box.sockets)] = ("--bind", str(box.sockets), str(box.sockets))
    return [mounts[path] for path in sorted(mounts, key=lambda p: len(Path(p).parts))]


def _nothing(path: Path) -> tuple[str, ...]:
    """An empty folder, or an empty file, in the place of a secret one."""
    if path.is_dir():
        return ("--tmpfs", str(path))
    return ("--ro-bind-try", os.devnull, str(path))


def python_folders() -> list[Path]:
    """The interpreter, the environment, and packages that lie elsewhere."""
    prefixes = [Path(p).resolve() for p in (sys.base_prefix, sys.prefix)]
    packages = [Path(p).resolve() for p in [*site.getsitepackages(), *_user_packages()]]
    outside = [p for p in packages if not any(p.is_relative_to(q) for q in prefixes)]
    return [Path(sys.prefix), *prefixes, *(p for p in outside if p.is_dir())]


def _user_packages() -> list[str]:
    """Packages installed with `pip install --user`, where Python looks for them."""
    return [p for p in [site.getusersitepackages()] if p in sys.path]


def environment(box: Box) -> Mapping[str, str]:
    """Nothing of the teacher's environment but what a kernel needs."""
    work = str(box.sockets) if box.isolation == "none" else WORK
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]),
        "PYTHONPATH": os.pathsep.join([str(box.library), *_user_packages()]),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
        "USER": "estudiante",
        "MPLBACKEND": "agg",
        # One thread: two submissions at once are faster, and sums repeat to the bit.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "TRITON_INTERPRET": "1",  # no kernel sees a GPU; read when triton is imported
        "ANDREA_SEED": box.seed,
        **dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR"), work),
        "IPYTHONDIR": f"{work}/.ipython",
    }


def set_limits(limits: Limits) -> None:
    """Run in the child before the kernel starts; every descendant inherits them."""
    import resource

    for name, most in limits.rlimits.items():
        resource.setrlimit(getattr(resource, name), (most, most))


def spawn(command: list[str], box: Box) -> "tuple[subprocess.Popen[bytes], Watch]":
    """Start the command in its sandbox, in a session of its own, without streams."""
    limited = None if os.name == "nt" else lambda: set_limits(box.limits)
    if box.isolation == "none":
        env = dict(environment(box))
        process = _popen(command, box, env=env, preexec_fn=limited)
        return process, Watch(Path("/proc"), str(process.pid), alone=False)
    process, inner = start_wrapped(wrap(command, box), box, preexec_fn=limited)
    return process, Watch(Path(f"/proc/{inner}/root/proc"), "2")


def start_wrapped(
    command: list[str], box: Box, **options: Any
) -> "tuple[subprocess.Popen[bytes], int]":
    """Start bubblewrap; with it the number of the first process inside, 0 for none."""
    hear, tell = os.pipe()
    with open(hear, "rb") as told:
        try:
            told_to = ["--info-fd", str(tell)]
            kept = [tell, *options.pop("pass_fds", ())]
            command = [command[0], *told_to, *command[1:]]
            process = _popen(command, box, pass_fds=kept, **options)
        finally:
            os.close(tell)
        found = _CHILD.search(told.read())  # to its end: bubblewrap must not be cut off
    return process, int(found[1]) if found else 0


def _popen(command: list[str], box: Box, **options: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command,
        **{"stdin": subprocess.DEVNULL, **options},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=box.sockets,
        start_new_session=True,
    )
