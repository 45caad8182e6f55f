"""`andrea release`: what must be true before an exercise goes out, and the course
folder for nbgrader."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from andrea_grader import release_files as files
from andrea_grader.errors import GraderError, SourceError, UsageError
from andrea_grader.grade import Grader
from andrea_grader.marking import find_solutions
from andrea_grader.master import Master, load_masters
from andrea_grader.nbgrader_course import write_course
from andrea_grader.release_run import LIMITS, run_faults


def release(options: argparse.Namespace) -> int:
    """Exit status: 0 all is well, 1 something must be mended first."""
    if not options.check and not options.nbgrader:
        raise UsageError("di qué hacer: --check, --nbgrader CARPETA o las dos.")
    solutions = find_solutions(options.solutions)
    exercises = options.exercises or solutions.parent / "exercises"
    if not exercises.is_dir():
        raise UsageError(f"No existe la carpeta «{exercises}»: dila con --exercises.")
    masters = _chosen(load_masters(solutions), options.names)
    if options.check:
        handed_out = sorted(exercises.glob("*.ipynb"))
        if options.names:
            handed_out = [exercises / f"{master.name}.ipynb" for master in masters]
        faults = list(check(masters, solutions, handed_out, options.seed))
        _print_faults(faults, masters)
        if faults:
            return 1
    if options.nbgrader:
        write_course(masters, exercises, options.nbgrader, options.seed)
        print(f"Curso de nbgrader en «{options.nbgrader}».")
    return 0


def _chosen(masters: Sequence[Master], names: Sequence[str]) -> Sequence[Master]:
    """Those asked for; a path, and a name with its ending, will do."""
    by_name = {master.name: master for master in masters}
    asked = [Path(name).name.split(".")[0] for name in names]
    if unknown := [name for name in asked if name not in by_name]:
        raise UsageError(
            f"No hay ningún ejercicio «{unknown[0]}». Hay: {', '.join(by_name)}."
        )
    return [by_name[name] for name in asked] or masters


def _print_faults(faults: Sequence[str], masters: Sequence[Master]) -> None:
    for fault in faults:
        print(f"✗ {fault}")
    if not faults:
        questions = sum(len(master.questions) for master in masters)
        print(f"Ejercicios listos: {len(masters)}, con {questions} preguntas.")


def check(
    masters: Sequence[Master], solutions: Path, handed_out: Iterable[Path], seed: str
) -> Iterator[str]:
    """Every fault, one Spanish line each: what can be read, then what must run."""
    yield from file_faults(masters, solutions, handed_out)
    with Grader(masters, seed, (), LIMITS) as grader:
        for master in masters:
            try:
                yield from run_faults(grader, master)
            except GraderError as error:
                yield str(error)


def file_faults(
    masters: Iterable[Master], solutions: Path, handed_out: Iterable[Path]
) -> Iterator[str]:
    known = {master.name: master for master in masters}
    for name in known:
        path = solutions / f"{name}.ipynb"
        yield from files.solution_faults(name, files.load(path))
    for path in handed_out:
        try:
            yield from files.exercise_faults(path.stem, files.load(path), known)
        except SourceError as error:
            yield str(error)
