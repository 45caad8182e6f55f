"""Kernels forked from one process: alone, alike, and gone when they should be."""

import contextlib
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from andrea_grader import plugin
from andrea_grader.assemble import Plan, Step
from andrea_grader.grade import Grader
from andrea_grader.notebook import parse
from andrea_grader.sandbox import Box
from andrea_grader.submissions import find
from andrea_grader.warm import modules
from andrea_grader.watched_kernel import WatchedKernel
from tests.andrea_grader.inside import SHOW, box_of, shown_by
from tests.andrea_grader.marking import write
from tests.andrea_grader.masters import ROOT, insert_before, real, small

EXERCISE = small()
PLACES = ("/tmp", "/dev/shm", "/sandbox")


@pytest.fixture(scope="module")
def box():
    with box_of("forkserver") as made:
        yield made


def another(box: Box) -> Box:
    """The folder of a further kernel of the same server."""
    folder = box.sockets.with_name(str(len(list(box.sockets.parent.iterdir())) + 1))
    folder.mkdir()
    return replace(box, sockets=folder)


def test_a_kernel_does_not_see_what_another_has_left(box):
    leave = f"for p in {PLACES}: open(p + '/nota', 'w').write('38_400_000')\n"
    look = f"import os\nfound = [os.listdir(p) for p in {PLACES}]"
    leaves = shown_by(another(box), leave + look)
    finds = shown_by(another(box), look)
    assert all("nota" in names for names in leaves)
    assert not any("nota" in names for names in finds)


class LateListener(WatchedKernel):
    """Misses all that is shown before it has asked for the third time."""

    asked = 0

    def await_reply(self, msg_id: str, timeout: float | None = None) -> None:
        self.asked += 1
        super().await_reply(msg_id, timeout)

    def _receive(self, stream: str, wait: float) -> dict[str, Any] | None:
        message = super()._receive(stream, wait)
        return message if stream == "shell" or self.asked > 2 else None


def test_no_cell_runs_before_what_it_shows_will_be_heard(box, monkeypatch):
    monkeypatch.setattr(plugin, "WatchedKernel", LateListener)
    assert shown_by(another(box), "found = 'heard'") == "heard"


def test_a_kernel_sees_no_folder_of_another(box):
    mine = another(box)
    look = f"import os\nfound = os.listdir({str(mine.sockets.parent)!r})"
    assert shown_by(mine, look) == [mine.sockets.name]


def test_once_it_runs_a_kernel_cannot_fill_the_disk_of_the_machine(box):
    mine = another(box)
    place = str(mine.sockets / "x")
    source = (
        f"try:\n    open({place!r}, 'w')\nexcept OSError as e:\n    found = e.errno"
    )
    assert shown_by(mine, source) == 30  # a read-only file system


def test_random_numbers_are_the_same_in_every_kernel(box):
    """However often it was asked whether it is ready."""
    source = "import random\nfound = [random.random() for _ in range(3)]"
    first = random.Random(0)
    expected = [first.random() for _ in range(3)]
    assert [shown_by(another(box), source) for _ in range(3)] == [expected] * 3


def test_a_kernel_holds_nothing_of_the_server(box):
    source = (
        "import os, signal\nfound = [os.getpid(), os.getppid(), "
        "signal.getsignal(signal.SIGCHLD) is signal.SIG_DFL]"
    )
    assert shown_by(another(box), source) == [1, 0, True]


def test_torch_computes_in_a_forked_kernel(tmp_path):
    """Also on two threads, with gradients, and from worker processes."""
    source = """
import torch
torch.set_num_threads(2)
x = torch.ones(400, 400, requires_grad=True)
(x @ x).sum().backward()
data = torch.utils.data.DataLoader(torch.arange(4.0), num_workers=1)
found = [x.grad.sum().item(), sum(batch.item() for batch in data)]
"""
    with box_of("forkserver", modules=["torch"]) as made:
        assert shown_by(made, source) == [2 * 400**3, 6]


def test_each_exercise_has_a_server_without_the_modules_of_its_own_answers():
    one, other = EXERCISE.master, real().master
    find = "import importlib.util as u\nfound = {0}"
    read = "open(u.find_spec('andrea_lib.{0}').origin).read()[:22]"
    with Grader([one, other], "semilla") as grader:
        for master, absent, present in (
            (one, "embedding", "config"),
            (other, "config", "geometry"),
        ):
            texts = f"[{read.format(absent)}, {read.format(present)}]"
            step = Step("c", "student", find.format(texts) + SHOW)
            (value,) = grader.run(Plan((step,), {}), master)["c"].values
            stub, text = json.loads(value)
            assert stub.startswith("raise ImportError(")
            assert not text.startswith("raise ImportError(")


def killed_fork_servers() -> list[psutil.Process]:
    """Ours, and killed; another test's browser is a child of this process too."""
    ours = psutil.Process().children(recursive=True)
    found = [p for p in ours if "zygote.py" in " ".join(command_of(p))]
    for server in found:
        with contextlib.suppress(psutil.NoSuchProcess):  # its parent has gone
            server.kill()
    return found


def test_a_server_that_has_died_is_replaced(tmp_path):
    folder = write(tmp_path / "clase", {"resuelto": EXERCISE.answered()})
    with Grader([EXERCISE.master], "semilla") as grader:
        assert grader.mark(find([folder])[0]).full
        killed = killed_fork_servers()
        assert killed
        psutil.wait_procs(killed)
        assert grader.mark(find([folder])[0]).full


GRADER = """\
import sys
from pathlib import Path
from andrea_grader import plugin
from andrea_grader.assemble import Plan, Step
from andrea_grader.grade import Grader
from andrea_grader.submissions import find
from tests.andrea_grader.masters import small
with Grader([small().master], "semilla") as grader:
    print(grader.root, flush=True)
    grader.mark(find([Path(sys.argv[1])])[0])
"""
ENDLESS = """\
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "{0}"])
while True:
    pass
"""


@pytest.fixture
def killed(tmp_path):
    """The folder of a grader that was killed while a submission ran."""
    mark = f"CANARIO_{os.getpid()}"
    notebook = insert_before(EXERCISE.answered(), "e9-1", ENDLESS.format(mark))
    folder = write(tmp_path / "clase", {"sin-fin": notebook})
    command = [sys.executable, "-c", GRADER, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        root = Path(run.stdout.readline().strip())
        family = wait_for_canary(psutil.Process(run.pid), mark)
        assert root.exists()
        run.send_signal(signal.SIGKILL)
    return root, family


def wait_for_canary(grader: psutil.Process, mark: str) -> list[psutil.Process]:
    for _ in range(1_000):
        family = grader.children(recursive=True)
        if any(mark in " ".join(command_of(p)) for p in family):
            return family
        time.sleep(0.05)
    raise AssertionError("the submission has not started")


def command_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_a_grader_that_is_killed_leaves_no_process_and_no_folder(killed):
    root, family = killed
    assert psutil.wait_procs(family, timeout=20)[1] == []
    with Grader([EXERCISE.master], "semilla") as grader:
        assert not root.exists()
        assert grader.root.exists()


def test_a_new_grader_leaves_the_folder_of_a_living_one():
    with Grader([EXERCISE.master], "a") as one, Grader([EXERCISE.master], "b") as two:
        assert one.root.exists()
        assert two.root.exists()


def test_a_server_imports_what_its_exercise_imports_and_no_more():
    def needed(name: str) -> set[str]:
        data = (ROOT / "solutions" / f"{name}.ipynb").read_bytes()
        notebook = parse(data)
        master = replace(EXERCISE.master, notebook=notebook)
        return {"numpy", "torch", "triton"} & set(modules(master, ROOT))

    assert needed("01_lookup_tables") == {"numpy"}
    assert needed("03_positions") == {"numpy", "torch", "triton"}


def test_what_is_shared_can_be_sent_to_another_process():
    with Grader([EXERCISE.master], "semilla") as grader:
        shared = grader.share([EXERCISE.master.name])
        assert pickle.loads(pickle.dumps(shared)) == shared
        assert set(shared.references) == set(shared.place.servers) == {"09_small"}
