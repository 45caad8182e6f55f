"""Answers that take too much are stopped, told why in Spanish, and cost no other."""

from pathlib import Path

import pytest

from andrea_grader.grade import Grader
from andrea_grader.limits import PATIENCE, Limits, Stopwatch, Watch
from andrea_grader.record import Record
from andrea_grader.submissions import find
from tests.andrea_grader.inside import box_of, run_cells
from tests.andrea_grader.marking import lost, mark, outcomes, write
from tests.andrea_grader.masters import prepend, small

EXERCISE = small()
LIMITS = Limits(cell=6, whole=120, memory=700_000_000, processes=20)
FIRST, FUNCTION = "e9-1", "e9-4"

FORKS = """\
import os, time
while True:
    try:
        if os.fork() == 0:
            time.sleep(60)
        time.sleep(0.005)
    except OSError:
        pass
"""
# Together too much, each little.
HOGS = """\
import os, time
for _ in range(4):
    if os.fork() == 0:
        block = b"x" * 250_000_000
        time.sleep(60)
time.sleep(60)
"""
FILES = """\
for n in range(1_000):
    with open(f"/sandbox/{n}", "wb") as file:
        file.write(bytes(10_000_000))
"""


def first(source: str):
    return prepend(EXERCISE.answered(), FIRST, source)


def called(line: str):
    source = EXERCISE.answers[FUNCTION].replace("    return", f"    {line}\n    return")
    return EXERCISE.answered({FUNCTION: source})


# Name: the notebook, the item that it loses, its outcome, what it is told.
CASES = {
    "list_that_grows": (
        first("all = []\nwhile True:\n    all.append(bytes(10_000_000))"),
        *(FIRST, "error", "no queda memoria"),
    ),
    "table_too_large_when_called": (
        called("values = bytes(10 ** 12)"),
        *(FUNCTION, "error", "no queda memoria"),
    ),
    "processes_that_fork": (first(FORKS), FIRST, "error", "demasiados procesos"),
    "memory_of_many": (first(HOGS), FIRST, "error", "más memoria de la que hay"),
    "disk": (first(FILES), FIRST, "error", "escribe demasiado en el disco"),
    "long_value": (
        called("return 'x' * 100_000"),
        *(FUNCTION, "wrong", "demasiado largo para compararlo"),
    ),
}


@pytest.fixture(scope="module")
def records(tmp_path_factory) -> dict[str, Record]:
    notebooks = {name: notebook for name, (notebook, *_) in CASES.items()}
    folder = write(tmp_path_factory.mktemp("limites") / "clase", notebooks)
    with Grader([EXERCISE.master], "semilla", limits=LIMITS) as grader:
        assert grader.isolation == "forkserver"
        return {Path(one.name).stem: grader.mark(one) for one in find([folder])}


@pytest.mark.parametrize("case", CASES)
def test_what_takes_too_much_costs_its_own_answer_and_says_why(records, case):
    _, item, outcome, words = CASES[case]
    lost = [i for i in records[case].items if i.points < i.max_points]
    assert [(i.grade_id, i.outcome) for i in lost] == [(item, outcome)]
    assert words in lost[0].feedback


LATE_DEATHS = {
    "timer": "import os, threading\nthreading.Timer(0.5, os._exit, (3,)).start()",
    "signal": "import os, signal\nsignal.signal(signal.SIGALRM, lambda *_: os._exit(3))"
    "\nsignal.setitimer(signal.ITIMER_REAL, 0.5)",
}


@pytest.mark.parametrize("death", LATE_DEATHS)
def test_a_kernel_that_is_ended_later_costs_the_answer_that_does_it(tmp_path, death):
    """The kernel ends in the slow answer, which is right and keeps its points."""
    notebook = prepend(EXERCISE.answered(), "e9-2", LATE_DEATHS[death])
    notebook = prepend(notebook, "e9-3", "import time\ntime.sleep(1)")
    folder = write(tmp_path / "clase", {"tarde": notebook})
    with Grader([EXERCISE.master], "semilla", limits=LIMITS) as grader:
        record = grader.mark(find([folder])[0])
    lost = [i for i in record.items if i.points < i.max_points]
    assert [(i.grade_id, i.outcome) for i in lost] == [("e9-2", "error")]
    assert "detuvo el núcleo" in lost[0].feedback


def test_a_kernel_that_ends_after_its_last_cell_is_noticed_while_it_is_watched():
    with box_of("forkserver") as box:
        source = "import os, threading\nthreading.Timer(0.5, os._exit, (0,)).start()"
        run = run_cells(box, source, outlive=30)
    assert run.results["c0"].passed
    assert run.died_after is not None


def waiting(folder: Path, seconds: float) -> Watch:
    """A kernel of which the system says that it has waited so long."""
    (folder / "7").mkdir(exist_ok=True)
    (folder / "7" / "schedstat").write_text(f"1 {seconds * 1e9:.0f} 2\n")
    return Watch(folder, "7")


def test_time_in_which_others_had_the_processor_does_not_count(tmp_path):
    """A cell of ten seconds on a machine that gave it six."""
    now = iter([100.0, 110.0])
    watch = Stopwatch(waiting(tmp_path, 3), lambda: next(now))
    waiting(tmp_path, 7)
    assert watch.seconds() == 10 - 4


def test_nobody_is_waited_for_without_end(tmp_path):
    """Whatever the kernel says that it has waited, a part of the time counts."""
    now = iter([100.0, 140.0])
    watch = Stopwatch(waiting(tmp_path, 0), lambda: next(now))
    waiting(tmp_path, 40)
    assert watch.seconds() == 40 / PATIENCE


def test_where_the_system_tells_nothing_all_time_counts(tmp_path):
    now = iter([100.0, 110.0])
    assert Stopwatch(Watch(tmp_path, "7"), lambda: next(now)).seconds() == 10


def test_the_hard_limit_leaves_room_for_all_others():
    limits = Limits()
    assert limits.deadline > PATIENCE * limits.whole + limits.start


def test_the_time_of_a_cell_can_be_set(tmp_path):
    """A cell of four seconds, of the usual fifteen, where only one is allowed."""
    solutions = write(tmp_path / "solutions", {"09_small": EXERCISE.solution})
    folder = write(tmp_path / "clase", {"lento": first("import time\ntime.sleep(4)")})
    options = ("--solutions", solutions, "--cell-seconds", "1")
    record = mark(folder, *options)["lento"]
    assert lost(record) == {FIRST}
    assert outcomes(record)[FIRST] == "timeout"
