"""A marking that was stopped, in whatever way, goes on where it stopped."""

import json
import os
import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from tests.andrea_grader.marking import ANDREA, fingerprint, gone, until, write
from tests.andrea_grader.masters import small

SMALL = small()
# What the submission in the middle waits for: a process to know it by, from outside.
NAP = ["sleep", f"5.{os.getpid()}"]
SLOW = f"import subprocess\nsubprocess.run({NAP})\namount = 38_400_000"


@pytest.fixture
def course(tmp_path):
    write(tmp_path / "solutions", {"09_small": SMALL.solution})
    write(tmp_path / "clase", {name: SMALL.answered() for name in ("a", "b", "d")})
    write(tmp_path / "clase", {"c": SMALL.answered({"e9-1": SLOW})})
    return tmp_path


def command(course, out, jobs=1):
    words = (ANDREA, "grade", course / "clase", "--out", out, "--jobs", jobs)
    return [*map(str, words), "--solutions", str(course / "solutions")]


def naps():
    return [p for p in psutil.process_iter(["cmdline"]) if p.info["cmdline"] == NAP]


def heed_interrupts() -> None:
    """A program started in the background inherits that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(course, out, number):
    """Send the signal while the third submission is being marked; nothing of it or of
    the command may stay."""
    with subprocess.Popen(
        command(course, out), stderr=subprocess.PIPE, preexec_fn=heed_interrupts
    ) as process:
        until(lambda: naps() or process.poll() is not None)
        assert process.poll() is None
        below = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(number)
        assert process.stderr
        said = process.stderr.read().decode()
    until(lambda: all(map(gone, below)))
    assert not naps()
    return process.returncode, said


def finish(course, out, jobs=1):
    done = subprocess.run(command(course, out, jobs), capture_output=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def finished(out):
    """When each record was written, by submission."""
    paths = Path(out, "registros").glob("*.json")
    return {
        json.loads(path.read_text("utf-8"))["record"]["submission"]: path.stat()
        for path in paths
    }


def test_after_a_kill_the_same_command_makes_the_same_table(course, tmp_path):
    before, out = fingerprint(course / "clase"), tmp_path / "notas"
    assert interrupt(course, out, signal.SIGKILL)[0] == -signal.SIGKILL
    kept = finished(out)
    assert set(kept) == {"a.ipynb", "b.ipynb"}
    assert "Ya estaban corregidas y no han cambiado: 2." in finish(course, out)
    assert {k: v for k, v in finished(out).items() if k in kept} == kept
    finish(course, tmp_path / "de una vez", jobs=3)
    for name in ("notas.csv", "results.json"):
        whole = (tmp_path / "de una vez" / name).read_bytes()
        assert (out / name).read_bytes() == whole
    assert fingerprint(course / "clase") == before


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)],
)
def test_an_interruption_writes_what_was_finished(course, tmp_path, number):
    status, said = interrupt(course, tmp_path / "notas", number)
    assert status == 130
    assert "interrumpido" in said
    assert "Traceback" not in said
    results = json.loads((tmp_path / "notas" / "results.json").read_text("utf-8"))
    assert [r["submission"] for r in results] == ["a.ipynb", "b.ipynb"]


@pytest.mark.slow
def test_only_a_changed_submission_is_marked_again(course, tmp_path):
    (course / "clase" / "c.ipynb").unlink()
    out = tmp_path / "notas"
    finish(course, out)
    before = finished(out)
    write(course / "clase", {"b": SMALL.answered({"e9-2": "ratio = 1"})})
    (course / "clase" / "d.ipynb").unlink()
    assert "no han cambiado: 1." in finish(course, out)
    after = finished(out)
    assert after["a.ipynb"] == before["a.ipynb"]
    assert after["b.ipynb"] != before["b.ipynb"]
    results = json.loads((out / "results.json").read_text("utf-8"))
    assert {r["submission"]: r["points"] for r in results} == {
        "a.ipynb": 8,
        "b.ipynb": 6,
    }
