"""How fast is the marking here, against `nbgrader autograde` on the same class?

    python -m benchmarks.grading [--students 40] [--nbgrader ENVIRONMENT]

The same notebooks go through nbgrader and through `andrea grade` in each of its modes,
one after another in one run; the points of every item are compared. nbgrader gets an
environment of its own in a temporary folder, with this one's torch and numpy; with
--nbgrader one that was made before. Results go to benchmarks/results/.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from andrea_grader.nbgrader_course import write_course
from andrea_lib.probe import DEFAULT_SEED
from benchmarks import grading_report as report
from benchmarks.grading_class import Exercise, hand_in, make_exercise
from benchmarks.grading_watch import Cost, run

NBGRADER = "nbgrader==0.9.6"
_CLASS = "submitted"
# Prints {student: {item: points}}.
_POINTS = """\
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    found = {
        s.student.id: {g.name: g.score for n in s.notebooks for g in n.grades}
        for a in book.assignments for s in a.submissions
    }
print(json.dumps(found))
"""
# In a namespace that allows no further one, the fork server cannot work.
_WITHOUT_NAMESPACES = ('echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',)
Points = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Place:
    """Where all of this happens: the exercise, nbgrader's environment and course."""

    root: Path
    exercise: Exercise
    nbgrader: Path

    @property
    def course(self) -> Path:
        return self.root / "curso"

    @property
    def environment(self) -> Mapping[str, str]:
        """One thread each, as in the graders' kernels: two cores, two processes."""
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        path = os.pathsep.join([str(self.nbgrader / "bin"), os.environ["PATH"]])
        return os.environ | threads | {"PATH": path, "TRITON_INTERPRET": "1"}

    def nbgrader_command(self, *words: str) -> Cost:
        command = [str(self.nbgrader / "bin" / "nbgrader"), *words]
        return run(command, self.course, self.environment, self.root / "nbgrader.log")


def make_environment(folder: Path) -> Path:
    """nbgrader in its own environment, which also sees this one's packages."""
    venv.create(folder, with_pip=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    here = json.dumps(next(p for p in sys.path if p.endswith("site-packages")))
    line = f"import site; site.addsitedir({here})"
    (packages / "course.pth").write_text(line, encoding="utf-8")
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", NBGRADER]
    run(pip, folder, os.environ, folder / "pip.log")
    return folder


def prepare(root: Path, options: argparse.Namespace) -> Place:
    """The course folder, the notebooks handed out, and the class."""
    exercise = make_exercise(options.exercise, root / "ejercicio", options.torch)
    environment = options.nbgrader or make_environment(root / "nbgrader")
    place = Place(root, exercise, environment.resolve())
    write_course([exercise.master], exercise.exercises, place.course, DEFAULT_SEED)
    place.nbgrader_command("generate_assignment", exercise.name, "--create")
    handed_out = place.course / "release" / exercise.name / f"{exercise.name}.ipynb"
    hand_in(handed_out, exercise, options.students, place.course / _CLASS)
    return place


def by_nbgrader(place: Place) -> tuple[Cost, Points]:
    cost = place.nbgrader_command("autograde", place.exercise.name, "--create")
    script = place.root / "points.py"
    script.write_text(_POINTS, encoding="utf-8")
    out = place.root / "points.json"
    python = str(place.nbgrader / "bin" / "python")
    run([python, str(script)], place.course, place.environment, out)
    last = out.read_text(encoding="utf-8").splitlines()[-1]
    points = {
        student: {name.removesuffix("-nota"): score for name, score in found.items()}
        for student, found in json.loads(last).items()
    }
    return cost, points


def by_andrea(place: Place, jobs: int, mode: str) -> tuple[Cost, Points]:
    """`andrea grade` on the whole class; modes by what the machine seems to allow."""
    out = place.root / f"notas-{mode}-{jobs}"
    words = [str(Path(sys.executable).with_name("andrea")), "grade"]
    words += [str(place.course / _CLASS), "--out", str(out), "--jobs", str(jobs)]
    words += ["--solutions", str(place.exercise.solutions)]
    log = place.root / f"{mode}-{jobs}.log"
    cost = run([*_PREFIX[mode], *words], place.root, _environment(mode), log)
    records = json.loads((out / "results.json").read_text(encoding="utf-8"))
    found = {record["isolation"] for record in records}
    if found != {mode}:
        raise RuntimeError(f"asked for {mode}, marked in {found}: see {log}")
    return cost, {
        Path(record["submission"]).parts[0]: {
            item["grade_id"]: item["points"] for item in record["items"]
        }
        for record in records
    }


_PREFIX: Mapping[str, Sequence[str]] = {
    "forkserver": (),
    "bubblewrap": ("unshare", "-Ur", "sh", "-c", *_WITHOUT_NAMESPACES, "sh"),
    "none": (),
}


def _environment(mode: str) -> Mapping[str, str]:
    """Without bubblewrap in the PATH there is no isolation at all."""
    if mode != "none":
        return os.environ
    folders = os.environ["PATH"].split(os.pathsep)
    return os.environ | {
        "PATH": os.pathsep.join(f for f in folders if not Path(f, "bwrap").exists())
    }


def measured(place: Place, jobs: int) -> Iterator[report.Row]:
    """nbgrader first; each of ours is compared with it."""
    ways: dict[str, Callable[[], tuple[Cost, Points]]] = {
        "nbgrader autograde": lambda: by_nbgrader(place),
        f"andrea, servidor de núcleos, {jobs} a la vez": lambda: by_andrea(
            place, jobs, "forkserver"
        ),
        "andrea, servidor de núcleos, uno a uno": lambda: by_andrea(
            place, 1, "forkserver"
        ),
        f"andrea, un bubblewrap por entrega, {jobs} a la vez": lambda: by_andrea(
            place, jobs, "bubblewrap"
        ),
        f"andrea, sin aislar, {jobs} a la vez": lambda: by_andrea(place, jobs, "none"),
    }
    expected: Points | None = None
    for who, way in ways.items():
        cost, points = way()
        expected = expected or points
        row = report.Row(who, len(points), cost, _differences(expected, points))
        print(row, flush=True)
        yield row


def _differences(expected: Points, found: Points) -> int:
    """Items of all students that do not have the same points in both."""
    students = expected.keys() | found.keys()
    pairs = [(expected.get(s, {}), found.get(s, {})) for s in students]
    return sum(
        one.get(item, 0) != other.get(item, 0)
        for one, other in pairs
        for item in one.keys() | other.keys()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--exercise", default="01_lookup_tables")
    parser.add_argument("--no-torch", dest="torch", action="store_false")
    parser.add_argument("--nbgrader", type=Path, metavar="ENVIRONMENT")
    parser.add_argument("--out", type=Path, default=report.RESULTS)
    options = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="medir-"))
    try:
        rows = list(measured(prepare(root, options), options.jobs))
        report.write(rows, options.exercise, options.torch, options.out)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    if any(row.differences for row in rows):
        raise SystemExit("Los dos correctores no dan los mismos puntos.")


if __name__ == "__main__":
    main()
