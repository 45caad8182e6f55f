"""A class is marked by any executor, and no submission stops the others."""

import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import psutil
import pytest

from andrea_grader import supervisor
from andrea_grader.batch import Batch
from andrea_grader.course import Course
from andrea_grader.errors import GraderError
from andrea_grader.found import Found
from andrea_grader.store import Store
from andrea_grader.submissions import find
from tests.andrea_grader.marking import workers_of, write
from tests.andrea_grader.masters import small
from tests.andrea_grader.test_workers import Deadly

SMALL = small()
COURSE = Course([SMALL.master], "x")
CLASS = {
    "a": SMALL.answered(),
    "b": SMALL.answered({"e9-2": "ratio = 3.84"}),
    "c": b"<html>",
    "d": SMALL.blank,
}
POINTS = {"a.ipynb": 8, "b.ipynb": 6, "c.ipynb": 0, "d.ipynb": 0}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return find([write(tmp_path_factory.mktemp("clase"), CLASS)])


def run(found, executor, out):
    """Points by name; each record also stands in the store's folder."""
    store = Store.of(out, COURSE)
    store.prepare()
    packed = COURSE.pack()
    try:
        records = [m.record for m in Batch(packed, store, executor, 2).run(found)]
    finally:
        supervisor.end(packed)
    written = [json.loads(p.read_text("utf-8")) for p in store.folder.iterdir()]
    points = {r.submission: r.points for r in records}
    assert points == {w["record"]["submission"]: w["record"]["points"] for w in written}
    assert len(records) == len(points)
    return points


def test_threads_of_this_process_mark(found, tmp_path):
    with ThreadPoolExecutor(2) as executor:
        assert run(found, executor, tmp_path) == POINTS
    assert not workers_of(psutil.Process())


@pytest.mark.slow
def test_processes_of_a_pool_mark(found, tmp_path):
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        assert run(found, executor, tmp_path) == POINTS


@pytest.mark.slow
def test_a_pool_that_breaks_keeps_what_was_finished(found, tmp_path):
    context = multiprocessing.get_context("spawn")
    store = Store.of(tmp_path, COURSE)
    store.prepare()
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        marking = Batch(COURSE.pack(), store, executor, at_once=1).run(found)
        first = next(marking)
        (process,) = multiprocessing.active_children()
        process.kill()
        with pytest.raises(GraderError, match="repite la orden"):
            list(marking)
    with ThreadPoolExecutor(2) as executor:
        assert run(found, executor, tmp_path) == POINTS
    assert first.record.submission == "a.ipynb"


def test_what_kills_the_workers_costs_only_its_submission(found):
    station = supervisor.Station(COURSE.pack())
    good = found[0].load()
    assert station.mark(good).points == 8
    lost = station.mark(replace(good, data=Deadly()))
    assert (lost.status, lost.points) == ("failed", 0)
    assert "terminó de golpe" in lost.remarks[0]
    assert station.mark(good).points == 8
    for worker in workers_of(psutil.Process()):
        worker.kill()  # one of them holds what all share: the fork server
    assert station.mark(good).points == 8
    station.end(at_once=False)
    assert not workers_of(psutil.Process())
    assert station.mark(good).status == "failed"


def test_what_cannot_be_read_meanwhile_has_its_row(tmp_path):
    gone = Found(tmp_path / "nada.ipynb", "nada.ipynb")
    with ThreadPoolExecutor(1) as executor:
        assert run([gone], executor, tmp_path) == {"nada.ipynb": 0}
