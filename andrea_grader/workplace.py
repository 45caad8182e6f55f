"""The grader's folder: short, private, and removed even after a grader was killed."""

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: nothing is swept there
    fcntl = None  # type: ignore[assignment]

_PREFIX = "andrea-"
_LOCK = "vivo"  # locked as long as the grader, or a worker that it forked, lives


class Workplace:
    """A new folder. `root` is gone after `close`, or when a later grader starts."""

    def __init__(self) -> None:
        sweep(_temporary())
        self._folder = tempfile.TemporaryDirectory(
            prefix=_PREFIX, dir=_temporary(), ignore_cleanup_errors=True
        )
        self.root = Path(self._folder.name).resolve()
        self._lock = _locked(self.root / f".{_LOCK}", "w")
        (self.root / f".{_LOCK}").rename(self.root / _LOCK)  # never there and unlocked

    def close(self) -> None:
        self._folder.cleanup()
        if self._lock:
            self._lock.close()


def sweep(parent: Path) -> None:
    """Remove what graders that were killed have left in a folder."""
    for lock in parent.glob(f"{_PREFIX}*/{_LOCK}"):
        with contextlib.suppress(OSError):  # somebody else's
            held = _locked(lock, "r")
            if held:
                with held:
                    shutil.rmtree(lock.parent, ignore_errors=True)


def _locked(path: Path, mode: str) -> IO[str] | None:
    """The open file if nobody else holds it."""
    file = path.open(mode)
    if fcntl is None:
        return file if mode == "w" else None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def _temporary() -> Path:
    """Unix sockets hold 108 bytes of path."""
    found = tempfile.gettempdir()
    return Path(found if len(found) < 40 else "/tmp")
