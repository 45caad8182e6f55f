"""Processes that mark: watched, ended in time, and gone when nobody needs them."""

import os
import signal
import subprocess
import sys
import threading

import psutil
import pytest

from andrea_grader.course import Course
from andrea_grader.errors import GraderError
from andrea_grader.found import Found
from andrea_grader.workers import LostError, Worker
from tests.andrea_grader.marking import gone, notebook_bytes, until, workers_of
from tests.andrea_grader.masters import small

SMALL = small()
COURSE = Course([SMALL.master], "x").pack()
FOUND = Found("x", "a.ipynb", data=notebook_bytes(SMALL.blank))
CALL = ("exercise_of", COURSE, FOUND)


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    worker.end(at_once=True)


def process():
    """The one that works for us."""
    (found,) = workers_of(psutil.Process())
    return found


def test_calls_are_answered_by_one_process(worker):
    assert worker.call(60, *CALL) == "09_small"
    first = process().pid
    assert worker.call(60, *CALL) == "09_small"
    assert process().pid == first


def test_a_worker_that_hangs_is_killed_and_replaced(worker):
    worker.call(60, *CALL)
    hung = process()
    hung.suspend()
    with pytest.raises(LostError, match="dejó de responder"):
        worker.call(1, *CALL)
    assert not hung.is_running()
    assert worker.call(60, *CALL) == "09_small"


def test_a_worker_that_dies_is_replaced_and_asked_again(worker):
    worker.call(60, *CALL)
    victim = process()
    victim.suspend()  # so that it dies in the middle of the call
    threading.Timer(0.3, victim.kill).start()
    assert worker.call(60, *CALL) == "09_small"
    process().kill()  # and between two calls
    assert worker.call(60, *CALL) == "09_small"


class Deadly:
    """Whoever unpacks it ends."""

    def __reduce__(self):
        return os._exit, (3,)


def test_what_kills_every_worker_is_given_up(worker):
    with pytest.raises(LostError, match="terminó de golpe"):
        worker.call(60, "exercise_of", COURSE, Deadly())
    assert worker.call(60, *CALL) == "09_small"


def test_a_course_that_cannot_mark_is_the_callers_error(worker):
    with pytest.raises(KeyError):
        worker.call(60, "no_task")
    broken = Course([], "x").pack()
    with pytest.raises(ValueError, match="empty"):
        worker.call(60, "exercise_of", broken, FOUND)


def test_an_ended_worker_does_not_start_again(worker):
    worker.end(at_once=False)
    with pytest.raises(LostError, match="interrumpió"):
        worker.call(60, *CALL)


def test_a_worker_that_cannot_start_says_why(monkeypatch, tmp_path, worker):
    (tmp_path / "psutil.py").write_text("raise ImportError('sin psutil')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(GraderError, match="sin psutil"):
        worker.call(60, *CALL)


def test_files_of_the_class_are_not_taken_for_python_modules(monkeypatch, tmp_path):
    for name in ("random", "json", "pickle", "nbformat", "andrea_grader"):
        (tmp_path / f"{name}.py").write_text("open('CANARIO', 'w')")
    monkeypatch.chdir(tmp_path)
    worker = Worker()
    assert worker.call(60, *CALL) == "09_small"
    worker.end(at_once=True)
    assert not (tmp_path / "CANARIO").exists()


def test_a_worker_leaves_when_whoever_called_it_is_killed():
    script = (
        "from andrea_grader.workers import Worker\nimport time\n"
        "worker = Worker()\nworker._living()\nprint('listo', flush=True)\n"
        "time.sleep(99)"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout
        caller.stdout.readline()
        (below,) = psutil.Process(caller.pid).children()
        os.kill(caller.pid, signal.SIGKILL)
    until(lambda: gone(below))
