"""Answers that end, block or flood the kernel: they cost themselves, no other."""

import os
import time
from pathlib import Path

import pytest

from andrea_grader.grade import Grader
from andrea_grader.limits import Limits
from andrea_grader.record import Record
from andrea_grader.submissions import find
from tests.andrea_grader.marking import write
from tests.andrea_grader.masters import code, insert_before, prepend, small

EXERCISE = small()
FIRST, FUNCTION, LAST = "e9-1", "e9-4", "e9-4"
CELL = 6.0

DEAF = """\
import time
while True:
    try:
        time.sleep(0.2)
    except BaseException:
        pass
"""
FLOOD = """\
from IPython.display import display
for _ in range(10):
    display({"text/plain": "x" * 2_000_000}, raw=True)
for n in range(1_500):
    display({"application/vnd.andrea.value+plain": str(n)}, raw=True)
"""
BY_HAND = """\
kernel = get_ipython().kernel
socket, session = kernel.iopub_socket, kernel.session
parent = kernel.get_parent()
socket.send_multipart([b"x", b"<IDS|MSG>", b"?", b"{", b"}", b"[]", b"nada"])
for kind, content in (("error", {}), ("display_data", {"data": 3}), ("status", {}),
                      ("status", {"execution_state": "idle"}), ("odd", {"data": []})):
    session.send(socket, kind, content, parent=parent)
"""


def ends(source: str, item: str = FIRST):
    return prepend(EXERCISE.answered(), item, source)


def ends_when_called():
    source = EXERCISE.answers[FUNCTION].replace(
        "    return", "    __import__('os')._exit(0)\n    return"
    )
    return EXERCISE.answered({FUNCTION: source})


# Name: the notebook, the items that it loses, their outcome.
CASES = {
    "os_exit_first": (ends("import os\nos._exit(0)"), {FIRST}, "error"),
    "segfault": (ends("import ctypes\nctypes.string_at(0)"), {FIRST}, "error"),
    "kills_all": (
        ends("import os\nos.kill(-1, 9)\nos.kill(os.getpid(), 9)"),
        {FIRST},
        "error",
    ),
    "os_exit_when_called": (ends_when_called(), {FUNCTION}, "error"),
    "two_deaths": (
        prepend(ends("import os\nos._exit(0)"), "e9-3", "import os\nos._exit(0)"),
        {FIRST, "e9-3"},
        "error",
    ),
    "death_outside_answers": (
        insert_before(EXERCISE.answered(), "e9-2", "import os\nos._exit(0)"),
        set(),
        "",
    ),
    "endless_loop": (ends("while True:\n    pass"), {FIRST}, "timeout"),
    "deaf_loop": (ends(DEAF), {FIRST}, "timeout"),
    "flood": (ends(FLOOD), set(), ""),
    "messages_by_hand": (ends(BY_HAND), set(), ""),
}


@pytest.fixture(scope="module")
def records(tmp_path_factory) -> dict[str, Record]:
    notebooks = {name: notebook for name, (notebook, *_) in CASES.items()}
    folder = write(tmp_path_factory.mktemp("roturas") / "clase", notebooks)
    limits = Limits(cell=CELL, whole=120)
    with Grader([EXERCISE.master], "semilla", limits=limits) as grader:
        return {Path(one.name).stem: grader.mark(one) for one in find([folder])}


@pytest.mark.parametrize("case", CASES)
def test_a_breakdown_costs_only_the_answer_that_has_it(records, case):
    _, items, outcome = CASES[case]
    record = records[case]
    found = {i.grade_id: i.outcome for i in record.items if i.points < i.max_points}
    assert found == dict.fromkeys(items, outcome)


@pytest.mark.parametrize("case", ["os_exit_first", "os_exit_when_called", "segfault"])
def test_a_death_is_told_in_words(records, case):
    words = next(i.feedback for i in records[case].items if i.outcome == "error")
    assert "detuvo el núcleo de Jupyter" in words


def test_a_loop_is_told_in_words(records):
    items = records["deaf_loop"].items
    (words,) = [item.feedback for item in items if item.outcome == "timeout"]
    assert "no terminó a tiempo" in words


THREADS = """\
import threading
def chat():
    while True:
        print("x", flush=True)
for _ in range(3):
    threading.Thread(target=chat, daemon=True).start()
"""


def test_threads_that_print_for_ever_are_not_in_the_way(tmp_path):
    folder = write(tmp_path / "clase", {"hilos": ends(THREADS)})
    with Grader([EXERCISE.master], "semilla") as grader:
        assert grader.mark(find([folder])[0]).full


def test_the_time_of_the_whole_notebook_is_bounded(tmp_path):
    notebook = EXERCISE.answered()
    notebook["cells"] += [
        code("import time\ntime.sleep(3)", id=f"n{i}") for i in range(40)
    ]
    folder = write(tmp_path / "clase", {"lento": notebook})
    start = time.monotonic()
    with Grader([EXERCISE.master], "s", limits=Limits(cell=60, whole=8)) as grader:
        record = grader.mark(find([folder])[0])
    assert time.monotonic() - start < 60
    *before, last, _ = record.items
    assert {item.outcome for item in before} == {"correct"}
    assert "se le acabó el tiempo" in last.feedback


def test_nothing_that_a_notebook_starts_lives_on(tmp_path):
    mark = f"CANARIO_{os.getpid()}"
    source = (
        "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', "
        f"'import time; time.sleep(600)', '{mark}'], start_new_session=True)"
    )
    folder = write(tmp_path / "clase", {"hijos": ends(source)})
    with Grader([EXERCISE.master], "semilla") as grader:
        assert grader.isolation == "forkserver"
        assert grader.mark(find([folder])[0]).full
    commands = [
        path.read_bytes()
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if path.exists()
    ]
    assert not [command for command in commands if mark.encode() in command]
