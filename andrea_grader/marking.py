"""What `andrea grade` does: find, mark, write, and go on where it stopped."""

import argparse
import sys
import textwrap
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from andrea_grader import github, reports
from andrea_grader.batch import Batch, Marked
from andrea_grader.cluster import Place, dask, here
from andrea_grader.course import Course
from andrea_grader.errors import UsageError, why
from andrea_grader.found import Found
from andrea_grader.limits import Limits
from andrea_grader.master import load_masters
from andrea_grader.progress import progress
from andrea_grader.record import Record
from andrea_grader.siblings import settle
from andrea_grader.store import Store
from andrea_grader.submissions import find


def grade(options: argparse.Namespace) -> int:
    """Mark everything, write everything, show the table. The exit status."""
    found = find(options.inputs, [options.out])
    course = _course(options)
    marked = _mark(found, course, _open(options.out, course), options)
    records = settle(marked)
    if options.github:
        github.publish(records)
    print(reports.to_screen(records))
    _print_remarks(marked, records)
    print(f"Resultados en «{options.out}».")
    short = options.require_full and not all(record.full for record in records)
    return 1 if short else 0


def _course(options: argparse.Namespace) -> Course:
    solutions = find_solutions(options.solutions)
    secret = (solutions, solutions.parent / ".git", *options.inputs, options.out)
    folders = tuple(path.resolve() for path in secret)
    limits = Limits(cell=options.cell_seconds, whole=6 * options.cell_seconds)
    return Course(load_masters(solutions), options.seed, folders, limits)


def find_solutions(given: Path | None) -> Path:
    """--solutions, else the checkout that holds this file, else the current folder."""
    if given:
        if not given.is_dir():
            raise UsageError(f"No existe la carpeta «{given}».")
        return given
    for root in (Path(__file__).resolve().parents[1], Path.cwd()):
        if (root / "solutions").is_dir():
            return root / "solutions"
    raise UsageError(
        "No encuentro los ejercicios resueltos. Ejecuta la orden desde la carpeta del "
        "curso, o di dónde están con --solutions CARPETA."
    )


def _open(out: Path, course: Course) -> Store:
    store = Store.of(out, course)
    try:
        store.prepare()
    except OSError as error:
        raise UsageError(f"No se puede escribir en «{out}»: {why(error)}.") from error
    return store


def _mark(
    found: Sequence[Found], course: Course, store: Store, options: argparse.Namespace
) -> list[Marked]:
    """All of them; what is ready is in the reports even where this is interrupted."""
    packed, marked = course.pack(), list[Marked]()
    draft = _Draft(options.out)
    try:
        with _place(options, packed, len(found)) as place:
            batch = Batch(packed, store, place.executor, place.at_once)
            with progress(len(found), sys.stderr) as shown:
                for one in batch.run(found, shown.waiting):
                    marked.append(one)
                    shown.done(one)
                    draft.write(marked)
    finally:
        if marked:
            reports.write(settle(marked), options.out)
    return marked


class _Draft:
    """The tables so far, written again and again for at most a twentieth of the time:
    a power cut leaves them nearly complete."""

    def __init__(self, out: Path) -> None:
        self._out, self._next = out, 0.0

    def write(self, marked: Sequence[Marked]) -> None:
        start = time.monotonic()
        if start >= self._next:
            reports.write_tables(settle(marked), self._out)
            end = time.monotonic()
            self._next = end + 20 * (end - start)


def _place(
    options: argparse.Namespace, course: bytes, submissions: int
) -> AbstractContextManager[Place]:
    if options.dask:
        return dask(options.dask, course)
    return here(max(1, min(options.jobs, submissions)), course)


def _print_remarks(marked: Sequence[Marked], records: Sequence[Record]) -> None:
    """What the table cannot show: what was marked before, what needs a decision."""
    before = sum(one.again for one in marked)
    if before:
        print(f"Ya estaban corregidas y no han cambiado: {before}.")
    for words in dict.fromkeys(w for r in records for w in r.for_teacher):
        print(textwrap.fill(f"Aviso. {words}", reports.WIDTH, subsequent_indent="  "))
