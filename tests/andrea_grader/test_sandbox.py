"""What a program sees and may do where a student's kernel runs."""

import json
import os
import socket
import sys
from pathlib import Path

import pytest

from andrea_grader.grade import Grader
from andrea_grader.record import Record
from andrea_grader.sandbox import Box, probe_isolation, spawn, wrap
from andrea_grader.submissions import find
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
    "writes_library": can(lambda: open(sys.path[1] + "/x", "w")),
    "environment": sorted(os.environ),
    "capabilities": [line.split()[1] for line in open("/proc/self/status")
                     if line.startswith("CapEff")],
}
pathlib.Path(ANSWER).write_text(json.dumps(found))
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """What a program reports from inside, with a server listening outside."""
    folder = tmp_path_factory.mktemp("caja")
    for name in ("s", "lib", "otra"):
        (folder / name).mkdir()
    secret = folder / "otra" / "solucion.ipynb"
    secret.write_text("42")
    with socket.create_server(("127.0.0.1", 0)) as server:
        facts = {
            "ROOT": str(ROOT),
            "SECRET": str(secret),
            "PORT": server.getsockname()[1],
            "ANSWER": str(folder / "s" / "visto.json"),
        }
        source = "".join(f"{k} = {v!r}\n" for k, v in facts.items()) + LOOK
        box = Box(folder / "s", folder / "lib", (), "semilla", "bubblewrap")
        assert spawn([sys.executable, "-c", source], box).wait(60) == 0
    return json.loads((folder / "s" / "visto.json").read_text())


def test_bubblewrap_works_on_this_machine(tmp_path):
    assert probe_isolation(tmp_path) == "bubblewrap"


def test_the_program_starts_in_an_empty_folder(seen):
    assert seen["files"] == []


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


def test_no_privilege_is_left(seen):
    assert int(seen["capabilities"][0], 16) == 0


def test_the_environment_holds_only_what_a_kernel_needs(seen):
    assert "ANDREA_SEED" in seen["environment"]
    assert len(seen["environment"]) < 20


def test_a_secret_folder_is_hidden_even_inside_what_is_shown(tmp_path):
    packages = Path(sys.prefix) / "lib"
    box = Box(tmp_path, tmp_path, (packages,), "", "bubblewrap")
    command = wrap(["true"], box)
    assert command[command.index(str(packages)) - 1] == "--tmpfs"
    assert command.index(str(packages)) > command.index(sys.prefix)


def test_without_isolation_the_command_stays_as_it_is(tmp_path):
    box = Box(tmp_path, tmp_path, (), "", "none")
    assert wrap(["python"], box) == ["python"]


def mark(folder: Path, isolation: str = "bubblewrap") -> Record:
    with Grader([small().master], "semilla") as grader:
        grader.isolation = isolation
        return grader.mark(find([folder])[0])


def test_where_bubblewrap_does_not_work_a_plain_kernel_marks_and_says_so(tmp_path):
    folder = write(tmp_path / "clase", {"resuelto": small().answered()})
    record = mark(folder, "none")
    assert record.full
    assert "sin aislamiento" in record.remarks[0]
    assert mark(folder).remarks == ()


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
