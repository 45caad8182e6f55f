"""How far a batch has come: a bar in a terminal, one plain line each elsewhere."""

import os
import time
from typing import Any, Protocol, TextIO

from tqdm import tqdm

from andrea_grader.batch import Marked
from andrea_grader.record import Record
from andrea_grader.tables import STATUS

_BAR = (
    "{percentage:3.0f} % |{bar}| {n_fmt} de {total_fmt} · quedan {remaining} · {desc}"
)
MAX_NAME = 40


class Progress(Protocol):
    """Hears of what happens; used in a `with` statement."""

    def __enter__(self) -> "Progress": ...
    def __exit__(self, *error: object) -> None: ...
    def waiting(self, name: str) -> None:
        """Every second: the submission that has been waited for the longest."""

    def done(self, one: Marked) -> None: ...


def progress(total: int, stream: TextIO) -> Progress:
    return _Bar(total, stream) if stream.isatty() else _Lines(total, stream)


class _Bar:
    def __init__(self, total: int, stream: TextIO) -> None:
        self._tqdm = tqdm(
            total=total, file=stream, bar_format=_BAR, smoothing=0.1, **_width(stream)
        )

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *error: object) -> None:
        self._tqdm.close()

    def waiting(self, name: str) -> None:
        self._tqdm.set_description_str(_short(name))

    def done(self, one: Marked) -> None:
        if not _took_time(one):
            self._tqdm.initial += 1
            self._tqdm.n += 1
            return
        self._tqdm.set_description_str(_short(one.record.submission), refresh=False)
        self._tqdm.update()


class _Lines:
    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = total, stream
        self._done = self._run = 0
        self._start = time.monotonic()

    def __enter__(self) -> "_Lines":
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.flush()

    def waiting(self, name: str) -> None:
        """A log needs no line for each second."""

    def done(self, one: Marked) -> None:
        self._done += 1
        self._run += _took_time(one)
        if one.again:
            return
        width = len(str(self._total))
        print(
            f"[{self._done:>{width}}/{self._total}] {_result(one.record):<20} "
            f"{_clean(one.record.submission)} · quedan {self._left()}",
            file=self._stream,
            flush=True,
        )

    def _left(self) -> str:
        if not self._run:
            return "?"
        each = (time.monotonic() - self._start) / self._run
        return str(tqdm.format_interval(each * (self._total - self._done)))


def _took_time(one: Marked) -> bool:
    """Others say nothing of the time left: marked before, or no file at all."""
    return bool(one.digest) and not one.again


def _width(stream: TextIO) -> dict[str, Any]:
    """Some terminals say that they have no columns; tqdm would then show nothing."""
    known = os.get_terminal_size(stream.fileno()).columns > 0
    return {"dynamic_ncols": True} if known else {"ncols": 80}


def _result(record: Record) -> str:
    if record.status == "graded":
        return f"{record.points:g} de {record.max_points:g} puntos"
    return STATUS[record.status]


def _clean(name: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in name)


def _short(name: str) -> str:
    clean = _clean(name)
    return clean if len(clean) <= MAX_NAME else f"…{clean[1 - MAX_NAME :]}"
