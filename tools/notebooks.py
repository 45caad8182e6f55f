"""MyST sources to executed notebooks and exercises: `python -m tools.notebooks`.

    chapters/NAME.md  → chapters/NAME.ipynb   executed
    solutions/NAME.md → solutions/NAME.ipynb  executed → exercises/NAME.ipynb

Only what changed is redone. `--check` changes nothing and fails if anything is
out of date; `--lint` runs ruff on the code cells of the sources.
"""

import argparse
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from andrea_grader.errors import SourceError
from tools import stale, student
from tools.address import NOTICE, Address, read_address
from tools.carry import carry
from tools.execute import execute, finish
from tools.exercise import check_solutions, make_exercise, make_solution
from tools.files import dumps, load, write
from tools.grading import mark_items
from tools.lint import lint
from tools.source import FOLDERS, read_source

_NUMBER = re.compile(r"^andrea:.*\bnumero: (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Course:
    """The repository's root and address: what every step needs to know."""

    root: Path
    address: Address

    def show(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


@dataclass(frozen=True)
class Made:
    """What a source says, before anything runs."""

    notebook: NotebookNode
    exercise: NotebookNode | None


def make(source: Path, course: Course) -> Made:
    """Read a source; from a solution make its exercise too."""
    base = read_source(source, course.address)
    if base.metadata.andrea["tipo"] == "capitulo":
        return Made(base, None)
    _check_hidden(base, course.root)
    _check_number(base, source)
    mark_items(base)
    check_solutions(base)
    exercise = make_exercise(base, f"{source.stem}.ipynb")
    student.seal_exercise(exercise)
    return Made(make_solution(base, source.stem), exercise)


def _check_hidden(base: NotebookNode, root: Path) -> None:
    """A misspelt module would stay importable while marking."""
    for name in base.metadata.andrea.get("oculta", []):
        if not (root / "andrea_lib" / f"{name}.py").is_file():
            raise SourceError(f"`oculta` nombra andrea_lib.{name}, que no existe.")


def _check_number(base: NotebookNode, source: Path) -> None:
    """Two exercises of one number would ask the same item."""
    number = base.metadata.andrea["numero"]
    for other in sorted(source.parent.glob("*.md")):
        found = _NUMBER.search(other.read_text("utf-8-sig"))
        if other != source and found and found[1] == str(number):
            raise SourceError(
                f"`numero: {number}` es también el de {other.name}: cada ejercicio "
                "tiene el suyo."
            )


def exercise_path(source: Path) -> Path:
    return source.parents[1] / "exercises" / f"{source.stem}.ipynb"


def build(source: Path, course: Course) -> None:
    """Bring the notebooks of one source up to date; say what was done."""
    made = make(source, course)
    _write_notebook(source.with_suffix(".ipynb"), made.notebook, course)
    if made.exercise is not None:  # only from a solution that runs
        _write_exercise(exercise_path(source), made.exercise, course)


def _write_notebook(path: Path, fresh: NotebookNode, course: Course) -> None:
    """Execute it, or take the outputs over where they still belong to its code."""
    stored, key = load(path), stale.key(fresh, course.root)
    start = time.monotonic()
    if stored is not None and stale.has_outputs_of(stored, key):
        stale.move_outputs(stored, fresh)
        finish(fresh)
        done = "rehecho sin ejecutar, su código no ha cambiado"
    else:
        execute(fresh, path.parent)
        done = f"ejecutado en {time.monotonic() - start:.0f} s"
    stale.seal(fresh, key)
    if write(path, fresh):
        print(f"{course.show(path)}: {done}.", flush=True)


def _write_exercise(path: Path, fresh: NotebookNode, course: Course) -> None:
    stored = load(path)
    unreadable = path.exists() and stored is None
    if unreadable or (stored is not None and student.has_work(stored, fresh)):
        print(
            f"{course.show(path)}: tiene respuestas o cambios tuyos; no lo toco. Para "
            "empezar de cero, guárdalo con otro nombre y repite."
        )
    elif write(path, fresh):
        print(f"{course.show(path)}: hecho a partir de su solución.")


def check(source: Path, course: Course) -> list[str]:
    """What is out of date, one Spanish line each; nothing is executed."""
    made = make(source, course)
    target = source.with_suffix(".ipynb")
    stored, found = load(target), []
    if stored is None:
        found.append(f"{course.show(target)}: falta o no se puede leer.")
    elif not stale.has_outputs_of(stored, stale.key(made.notebook, course.root)):
        found.append(
            f"{course.show(target)}: sus resultados no son de este código (ha cambiado "
            "la fuente, un módulo, un dato o el propio resultado)."
        )
    elif not _same(stale.without_outputs(stored), stale.without_outputs(made.notebook)):
        found.append(f"{course.show(target)}: su texto no es el de {source.name}.")
    if made.exercise is not None:
        found += _check_exercise(exercise_path(source), made.exercise, course)
    return found


def _check_exercise(path: Path, fresh: NotebookNode, course: Course) -> list[str]:
    stored = load(path)
    if stored is None:
        return [f"{course.show(path)}: falta o no se puede leer."]
    if not _same(student.without_answers(stored), student.without_answers(fresh)):
        return [f"{course.show(path)}: no es el que sale de su solución."]
    return []


def _same(one: NotebookNode, other: NotebookNode) -> bool:
    return dumps(one) == dumps(other)


def find_sources(paths: list[Path], root: Path) -> list[Path]:
    """The sources of folders, of `.md` files or of their notebooks; all if none."""
    found: list[Path] = []
    for path in paths or [root / folder for folder in FOLDERS.values()]:
        path = path.resolve()
        if path.is_dir():
            found += sorted(path.glob("*.md"))
        else:
            folder = (
                "solutions" if path.parent.name == "exercises" else path.parent.name
            )
            found.append(path.parents[1] / folder / f"{path.stem}.md")
    for source in found:
        if not source.is_file():
            raise SourceError(f"no existe {source.name}: no hay de dónde hacerlo.")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Exit 0 when all is well, 1 when something is stale or refused."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.notebooks", description=__doc__
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="solo comprueba")
    mode.add_argument("--lint", action="store_true", help="pasa ruff por las celdas")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    options = parser.parse_args(arguments)
    try:
        course = Course(Path.cwd().resolve(), read_address(Path.cwd()))
        sources = find_sources(options.paths, course.root)
    except SourceError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    if options.lint:
        return lint(sources, course.root)
    return _run_all(sources, course, only_check=options.check)


def _run_all(sources: list[Path], course: Course, *, only_check: bool) -> int:
    """Go on after a source that fails: its error is one of the lines at the end."""
    problems: list[str] = []
    for source in sources:
        try:
            if only_check:
                problems += check(source, course)
            else:
                build(source, course)
        except SourceError as error:
            problems.append(f"{course.show(source)}: {error}")
    try:
        problems += carry(course.root, course.address, only_check=only_check)
    except SourceError as error:
        problems.append(str(error))
    if course.address.is_placeholder:
        print(NOTICE)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems and only_check:
        print("Ponlo al día con: make notebooks", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
