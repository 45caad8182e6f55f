"""Which sandbox works here: tried, not guessed.

Containers and some systems refuse new namespaces to ordinary users, or to everybody.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from andrea_grader.forkserver import ForkServer, works
from andrea_grader.sandbox import Box, Isolation, spawn


def probe_isolation(folder: Path) -> Isolation:
    """The best that works, found out with an empty program in `folder`."""
    if not shutil.which("bwrap"):
        return "none"
    if _forks(Box(folder, folder, (), "", "forkserver")):
        return "forkserver"
    return (
        "bubblewrap" if _starts(Box(folder, folder, (), "", "bubblewrap")) else "none"
    )


def _forks(box: Box) -> bool:
    empty = box.sockets / "prueba"
    empty.mkdir()
    server = ForkServer(box.sockets / "z", box, ())
    try:
        return works(server.address, empty.name)
    finally:
        server.close()
        empty.rmdir()


def _starts(box: Box) -> bool:
    try:
        return spawn([sys.executable, "-c", ""], box)[0].wait(20) == 0
    except (OSError, subprocess.SubprocessError):
        return False
