"""Where a student's kernel runs: bubblewrap's arguments, environment, limits.

The kernel sees the system's programs, this Python with its packages, the course's
library without the modules that hold an answer, and an empty folder. It has no
network and no way to the solutions, the references or other submissions.
"""

import functools
import os
import shutil
import site
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Isolation = Literal["bubblewrap", "none"]

WORK = "/sandbox"
WORK_BYTES = 64_000_000
DATA_BYTES = 3_000_000_000  # torch reserves far more addresses than it uses: not AS
FILE_BYTES = 100_000_000
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


def wrap(command: list[str], box: Box) -> list[str]:
    """The command inside its sandbox, or as it is where there is none."""
    if box.isolation == "none":
        return command
    env = environment(box)
    return [
        *("bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"),
        *("--clearenv", *_flat(("--setenv", name, env[name]) for name in env)),
        *("--proc", "/proc", "--dev", "/dev"),
        *_flat(_system_links()),
        *_flat(_mounts(box)),
        *("--size", str(WORK_BYTES), "--tmpfs", WORK, "--chdir", WORK),
        *("--remount-ro", "/", "--", *command),
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
    work = WORK if box.isolation == "bubblewrap" else str(box.sockets)
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
        "ANDREA_SEED": box.seed,
        **dict.fromkeys(("HOME", "TMPDIR", "IPYTHONDIR", "MPLCONFIGDIR"), work),
    }


def set_limits() -> None:
    """Run in the child before the kernel starts; every descendant inherits them."""
    if sys.platform == "win32":
        return
    import resource

    for kind, most in (
        (resource.RLIMIT_DATA, DATA_BYTES),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def spawn(command: list[str], box: Box) -> "subprocess.Popen[bytes]":
    """Start the command in its sandbox, in a session of its own, without streams."""
    bare = None if box.isolation == "bubblewrap" else dict(environment(box))
    limits: Callable[[], None] | None = None if os.name == "nt" else set_limits
    return subprocess.Popen(
        wrap(command, box),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=box.sockets,
        env=bare,
        start_new_session=True,
        preexec_fn=limits,
    )


@functools.cache
def probe_isolation(folder: Path) -> Isolation:
    """Bubblewrap where it is installed *and* works here; tried, not guessed.

    Containers and some systems refuse new namespaces to ordinary users.
    """
    if not shutil.which("bwrap"):
        return "none"
    box = Box(folder, folder, (), "", "bubblewrap")
    try:
        return (
            "none" if spawn([sys.executable, "-c", ""], box).wait(20) else "bubblewrap"
        )
    except (OSError, subprocess.SubprocessError):
        return "none"
