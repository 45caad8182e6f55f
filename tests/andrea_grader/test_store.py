"""One file for each submission, good for marking again only what has changed."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_grader.course import Course
from andrea_grader.found import Found
from andrea_grader.record import Item, graded, not_graded
from andrea_grader.store import Store
from tests.andrea_grader.masters import ROOT, real, small

COURSE = Course((small().master, real().master), "semilla")
FOUND = Found("x", "ana/1.ipynb", data=b"{}")
RECORD = graded(
    FOUND.name, "09_small", [Item("e9-1", 2, 2, "correct", "Sí.")], ["Ojo."]
)


@pytest.fixture
def store(tmp_path):
    store = Store.of(tmp_path, COURSE)
    store.prepare()
    return store


def only_file(store):
    (path,) = store.folder.iterdir()
    return path


def test_what_was_written_is_read_again(store):
    store.put(FOUND, RECORD)
    assert store.get(FOUND) == RECORD
    assert only_file(store).name.startswith("ana-1-")


def test_a_changed_or_renamed_submission_is_marked_anew_in_its_own_file(store):
    store.put(FOUND, RECORD)
    changed = replace(FOUND, data=b"{ }")
    assert store.get(changed) is None
    assert store.get(replace(FOUND, name="ana/2.ipynb")) is None
    store.put(changed, RECORD)
    assert store.get(FOUND) is None
    assert only_file(store).exists()


def test_another_seed_or_solution_marks_anew(store, tmp_path):
    store.put(FOUND, RECORD)
    own, other = COURSE.masters
    harder = replace(own, questions=own.questions[:-1])
    seed, solution, elsewhere = (
        Store.of(tmp_path, course)
        for course in (
            replace(COURSE, seed="otra"),
            replace(COURSE, masters=(harder, other)),
            replace(COURSE, masters=(own, replace(other, number="7"))),
        )
    )
    assert seed.get(FOUND) is None
    assert solution.get(FOUND) is None
    assert elsewhere.get(FOUND) == RECORD  # another exercise's solution changed


def test_what_is_no_exercise_is_looked_at_again_when_any_solution_changes(store):
    record = not_graded(FOUND.name, "wrong_exercise", "No es ninguno.")
    store.put(FOUND, record)
    assert store.get(FOUND) == record
    changed = replace(COURSE, masters=COURSE.masters[:1])
    assert Store.of(store.folder.parent, changed).get(FOUND) is None


def test_another_program_marks_anew(store):
    store.put(FOUND, RECORD)
    assert replace(store, program="otro").get(FOUND) is None


def test_the_same_solution_has_the_same_key_in_every_process():
    script = (
        "from andrea_grader.course import Course\n"
        "from andrea_grader.store import Store\n"
        "from tests.andrea_grader.masters import real\n"
        "from pathlib import Path\n"
        "print(Store.of(Path(), Course([real().master], 'x')))"
    )
    made = {
        subprocess.check_output(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2", "3")
    }
    assert len(made) == 1


def test_a_worker_that_was_lost_gets_a_second_chance(store):
    store.put(FOUND, not_graded(FOUND.name, "failed", "Faltó memoria."))
    assert store.get(FOUND) is None


@given(st.binary() | st.text().map(str.encode) | st.just(b"{}") | st.just(b"[1]"))
def test_a_damaged_file_is_as_good_as_none(tmp_path_factory, data):
    store = Store.of(tmp_path_factory.mktemp("notas"), COURSE)
    store.prepare()
    store.put(FOUND, RECORD)
    only_file(store).write_bytes(data)
    assert store.get(FOUND) is None


def test_no_field_of_a_stored_record_is_taken_unseen(store):
    store.put(FOUND, RECORD)
    path = only_file(store)
    good = json.loads(path.read_text(encoding="utf-8"))
    for bad in (
        {"key": good["key"]},
        {"record": good["record"]},
        good | {"record": []},
        good | {"record": good["record"] | {"remarks": [3]}},
        good | {"record": good["record"] | {"points": "7"}},
        good | {"record": good["record"] | {"items": [{"points": 1}]}},
    ):
        path.write_text(json.dumps(bad), encoding="utf-8")
        assert store.get(FOUND) is None


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1), unique=True))
def test_any_names_have_files_of_their_own(tmp_path_factory, names):
    store = Store.of(tmp_path_factory.mktemp("notas"), COURSE)
    store.prepare()
    for name in names:
        store.put(replace(FOUND, name=name), replace(RECORD, submission=name))
    assert len(list(store.folder.iterdir())) == len(names)
    assert all(len(path.name) < 80 for path in store.folder.iterdir())
    for name in names:
        stored = store.get(replace(FOUND, name=name))
        assert stored is not None
        assert stored.submission == name
