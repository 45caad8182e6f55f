"""What a program sees and may do where a student's kernel runs."""

import os
import socket
import sys
from pathlib import Path

import pytest

from andrea_grader.grade import Grader
from andrea_grader.isolation import probe_isolation
from andrea_grader.record import Record
from andrea_grader.sandbox import Box, Isolation, spawn, wrap
from andrea_grader.submissions import find
from tests.andrea_grader.inside import box_of, shown_by
from tests.andrea_grader.marking import write
from tests.andrea_grader.masters import ROOT, prepend, small

LOOK = """\
import json, os, pathlib, socket, sys
def can(action):
    try:
        action()
        return True
    except OSError:
        return False
found = {
    "files": sorted(os.listdir(".")),
    "course": os.listdir(ROOT) if os.path.isdir(ROOT) else [],
    "secret": can(lambda: open(SECRET).read()),
    "processes": [p for p in os.listdir("/proc") if p.isdigit()],
    "network": can(lambda: socket.create_connection(("127.0.0.1", PORT), 2)),
    "writes_system": can(lambda: open("/usr/x", "w")),
    "writes_library": can(lambda: open(LIBRARY + "/x", "w")),
    "writes_kernel_settings": can(lambda: open("/proc/sys/kernel/core_pattern", "w")),
    "writes_temporary": can(lambda: open("/tmp/x", "w")),
    "environment": sorted(os.environ),
    "status": dict(line.split(":\\t") for line in open("/proc/self/status")),
}
"""
MODES: tuple[Isolation, ...] = ("forkserver", "bubblewrap")


@pytest.fixture(scope="module", params=MODES)
def seen(request, tmp_path_factory):
    """What a cell reports from inside, with a server listening outside."""
    secret = tmp_path_factory.mktemp("otra") / "solucion.ipynb"
    secret.write_text("42")
    with socket.create_server(("127.0.0.1", 0)) as server, box_of(request.param) as box:
        facts = {
            "ROOT": str(ROOT),
            "SECRET": str(secret),
            "PORT": server.getsockname()[1],
            "LIBRARY": str(box.library),
        }
        return shown_by(box, "".join(f"{k} = {v!r}\n" for k, v in facts.items()) + LOOK)


def test_both_sandboxes_work_on_this_machine(tmp_path):
    assert probe_isolation(tmp_path) == "forkserver"
    assert spawn(["true"], Box(tmp_path, tmp_path, (), "", "bubblewrap"))[0].wait() == 0


def test_the_program_starts_in_an_empty_folder(seen):
    assert [name for name in seen["files"] if not name.startswith(".")] == []


def test_neither_the_course_nor_other_files_can_be_seen(seen):
    assert set(seen["course"]) <= {Path(sys.prefix).name}
    assert not seen["secret"]


def test_there_is_no_network(seen):
    assert not seen["network"]


def test_other_processes_cannot_be_seen(seen):
    assert len(seen["processes"]) <= 3


def test_system_and_library_are_read_only(seen):
    assert not seen["writes_system"]
    assert not seen["writes_library"]


def test_no_privilege_is_left_and_none_can_be_got(seen):
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(seen["status"][name], 16) == 0
    assert int(seen["status"]["NoNewPrivs"]) == 1
    assert not seen["writes_kernel_settings"]


def test_there_is_room_for_temporary_files(seen):
    assert seen["writes_temporary"]


def test_the_environment_holds_only_what_a_kernel_needs(seen):
    assert "ANDREA_SEED" in seen["environment"]
    assert len(seen["environment"]) < 24


def test_a_secret_folder_is_hidden_even_inside_what_is_shown(tmp_path):
    packages = Path(sys.prefix) / "lib"
    box = Box(tmp_path, tmp_path, (packages,), "", "bubblewrap")
    command = wrap(["true"], box)
    assert command[command.index(str(packages)) - 1] == "--tmpfs"
    assert command.index(str(packages)) > command.index(sys.prefix)


def test_without_isolation_the_command_stays_as_it_is(tmp_path):
    box = Box(tmp_path, tmp_path, (), "", "none")
    assert wrap(["python"], box) == ["python"]


def mark(folder: Path, isolation: Isolation = "forkserver") -> Record:
    with Grader([small().master], "semilla") as grader:
        grader._runner.isolation = isolation
        return grader.mark(find([folder])[0])


@pytest.mark.parametrize("isolation", [*MODES, "none"])
def test_every_mode_marks_and_is_named_in_the_record(tmp_path, isolation):
    folder = write(tmp_path / "clase", {"resuelto": small().answered()})
    record = mark(folder, isolation)
    assert record.full
    assert record.isolation == isolation
    assert ["sin aislamiento" in r for r in record.remarks] == [True] * (
        isolation == "none"
    )


def test_a_module_that_holds_an_answer_says_in_spanish_why_it_is_not_there(tmp_path):
    notebook = prepend(small().answered(), "e9-1", "from andrea_lib import embedding")
    record = mark(write(tmp_path / "clase", {"alias": notebook}))
    words = record.items[0].feedback
    assert "ImportError" in words
    assert "andrea_lib.embedding trae lo que pide este ejercicio" in words


def test_feedback_shows_no_folder_of_this_machine(tmp_path):
    source = "import sys\nopen(sys.prefix + '/no/está.txt')"
    record = mark(
        write(tmp_path / "c", {"x": prepend(small().answered(), "e9-1", source)})
    )
    assert "FileNotFoundError" in record.items[0].feedback
    assert os.path.dirname(sys.prefix) not in record.items[0].feedback
