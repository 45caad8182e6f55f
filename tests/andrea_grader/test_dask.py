"""A class marked on a real Dask cluster: a scheduler and two worker processes."""

import contextlib
import json
import subprocess
import sys

import psutil
import pytest

from andrea_grader.cluster import dask as dask
from andrea_grader.errors import UsageError
from tests.andrea_grader.marking import ANDREA, gone, until, write
from tests.andrea_grader.masters import small

SMALL = small()
CLASS = {f"{n:02}": SMALL.answered() for n in range(7)} | {
    "07": SMALL.blank,
    "08": b"<html>",
    "09": SMALL.answered({"e9-2": "ratio = 3.84"}),
}
POINTS = {f"{n:02}.ipynb": p for n, p in enumerate([8] * 7 + [0, 0, 6])}


@contextlib.contextmanager
def part_of_dask(part, *options):
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", "--no-dashboard"]
    with subprocess.Popen(
        [*command, *map(str, options)], stderr=subprocess.DEVNULL
    ) as p:
        yield p
        p.kill()


@pytest.fixture
def cluster(tmp_path):
    """The address, and the two workers; each marks one submission at a time."""
    file = tmp_path / "cluster.json"
    own = ("--scheduler-file", file, "--no-nanny", "--nthreads", 1)
    with part_of_dask("scheduler", "--host", "127.0.0.1", "--port", 0, *own[:2]):
        until(lambda: file.exists() and file.read_text())
        with part_of_dask("worker", *own) as one, part_of_dask("worker", *own) as other:
            yield json.loads(file.read_text())["address"], [one, other]


@pytest.fixture
def course(tmp_path):
    write(tmp_path / "solutions", {"09_small": SMALL.solution})
    write(tmp_path / "clase", CLASS)
    return tmp_path


def command(course, address):
    words = ("grade", course / "clase", "--out", course / "notas", "--dask", address)
    return [*words, "--solutions", course / "solutions"]


def results(course):
    return json.loads((course / "notas" / "results.json").read_text("utf-8"))


@pytest.mark.slow
def test_a_cluster_marks_the_class_though_a_worker_is_killed(cluster, course):
    address, workers = cluster
    written = course / "notas" / "registros"
    words = [ANDREA, *command(course, address)]
    with subprocess.Popen(list(map(str, words)), stderr=subprocess.PIPE) as marking:
        until(lambda: written.exists() and len(list(written.glob("*.json"))) >= 2)
        below = psutil.Process(workers[0].pid).children(recursive=True)
        assert marking.poll() is None
        workers[0].kill()
        assert marking.stderr
        said = marking.stderr.read().decode()
    assert marking.returncode == 0, said
    assert {r["submission"]: r["points"] for r in results(course)} == POINTS
    assert not [r for r in results(course) if r["status"] == "failed"]
    until(lambda: all(map(gone, below)))  # what the dead worker had started
    until(lambda: not psutil.Process(workers[1].pid).children())  # and the other


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "mi clúster", "x:y", ":1"])
def test_without_a_scheduler_the_command_says_so(address):
    with pytest.raises(UsageError, match="planificador de Dask"), dask(address, b""):
        pass
