"""One file for each submission, written when it is marked; marking again reads them.

`OUT/registros/NAME-HASH.json` holds the record and the key of all that decided it: the
submission's bytes, its exercise's solution, the seed, this program and the versions it
ran with. Where the key is no longer the same the submission is marked anew.
"""

import functools
import hashlib
import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import andrea_grader
import andrea_lib
from andrea_grader.course import Course
from andrea_grader.found import Found
from andrea_grader.master import Master
from andrea_grader.record import Record, from_dict, to_dict
from andrea_grader.texts import unique_stem
from andrea_grader.whole import write_whole

FOLDER = "registros"
_PACKAGES = ("ipykernel", "ipython", "nbval", "numpy", "torch")


@dataclass(frozen=True)
class Store:
    """The records of one class in one folder. `program` and `solutions` are hashes,
    the latter by exercise; "" stands for all of them."""

    folder: Path
    program: str
    seed: str
    solutions: dict[str, str]

    @classmethod
    def of(cls, out: Path, course: Course) -> "Store":
        each = {m.name: _hash(_text(m)) for m in course.masters}
        every = _hash(*(each[name] for name in sorted(each)))
        seed = _hash(os.fsencode(course.seed), repr(course.limits))
        return cls(out / FOLDER, _program(), seed, {**each, "": every})

    def prepare(self) -> None:
        """Make the folder and write to it; OSError now and not after an hour."""
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = self.folder / f".prueba.{os.getpid()}"
        draft.write_bytes(b"")
        draft.unlink()

    def get(self, found: Found) -> Record | None:
        """What was written for just this, if anything. A worker that was lost, say for
        want of memory, gets a second chance."""
        try:
            stored = json.loads(self._path(found).read_text(encoding="utf-8"))
            record, key = from_dict(stored["record"]), stored["key"]
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None
        same = key == self._key(found, record)
        return record if same and record.status != "failed" else None

    def put(self, found: Found, record: Record) -> None:
        """Whole or not at all, even if the machine stops now."""
        data = {"key": self._key(found, record), "record": to_dict(record)}
        text = json.dumps(data, ensure_ascii=False, indent=1)
        write_whole(self._path(found), text.encode(), durable=True)

    def _path(self, found: Found) -> Path:
        return self.folder / f"{unique_stem(found.name, digits=16)}.json"

    def _key(self, found: Found, record: Record) -> str:
        solution = self.solutions.get(record.exercise, "?")
        content = found.data if found.data is not None else found.reason
        return _hash(found.name, content, solution, self.seed, self.program)


def _text(master: Master) -> str:
    """Equal for equal solutions in every process: a set has no order."""
    return json.dumps(asdict(master), sort_keys=True, default=sorted)


def _hash(*parts: str | bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(hashlib.sha256(data).digest())
    return total.hexdigest()


@functools.cache
def _program() -> str:
    """This package, the library that submissions import, and what both run with."""
    return _hash(
        *(part for path in _sources() for part in (path.name, path.read_bytes())),
        platform.python_version(),
        *map(_version, _PACKAGES),
    )


def _sources() -> Iterator[Path]:
    for package in (andrea_grader, andrea_lib):
        for folder in package.__path__:
            yield from sorted(Path(folder).rglob("*.py"))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
