"""One thing that was handed in, and how its name is written in a report."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from andrea_grader.notebook import Notebook, UnreadableError, parse, read, read_bytes
from andrea_grader.record import Status


@dataclass(frozen=True)
class Found:
    """A notebook file, or (with `reason`) something that cannot be marked.

    `data` is the file's content once `load` has read it: a job carries it, so that
    what is marked is what was read, and a machine elsewhere needs no shared disk.
    """

    path: Path
    name: str
    status: Status = "graded"
    reason: str = ""
    data: bytes | None = None

    def load(self) -> "Found":
        """With its content, or with the reason why it cannot be read."""
        try:
            return self if self.reason else replace(self, data=read_bytes(self.path))
        except UnreadableError as error:
            return replace(self, status="unreadable", reason=str(error))

    def notebook(self) -> Notebook:
        return read(self.path) if self.data is None else parse(self.data)


def printable(path: str | os.PathLike[str]) -> str:
    """A name as text, the same in every locale; what is no UTF-8 shows its bytes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace").replace(os.sep, "/")
