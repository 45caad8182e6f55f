"""Write submissions into a folder and mark them all in one run of the real command."""

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import psutil

from andrea_grader.grade import Grader
from andrea_grader.master import Master
from andrea_grader.record import to_dict
from andrea_grader.submissions import find
from tests.andrea_grader.masters import Json

ANDREA = Path(sys.executable).with_name("andrea")


def write(folder: Path, submissions: Mapping[str, Json | bytes]) -> Path:
    """One file each; bytes as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in submissions.items():
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        (folder / f"{name}.ipynb").write_bytes(data)
    return folder


def andrea(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess:
    """Run the installed command."""
    command = [str(ANDREA), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=500)


def mark(folder: Path, *options: object) -> dict[str, Json]:
    """Mark a folder; records by name of file, without its ending. The folder must
    not have changed by a byte."""
    before, out = fingerprint(folder), folder.parent / f"{folder.name}-notas"
    done = andrea("grade", folder, "--out", out, *options)
    assert done.returncode == 0, done.stderr
    assert fingerprint(folder) == before
    records = json.loads((out / "results.json").read_text(encoding="utf-8"))
    return {Path(record["submission"]).stem: record for record in records}


def fingerprint(folder: Path) -> dict[str, str]:
    """Every file below a folder and its contents."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def outcomes(record: Json) -> dict[str, str]:
    return {item["grade_id"]: item["outcome"] for item in record["items"]}


def feedback(record: Json) -> dict[str, str]:
    return {item["grade_id"]: item["feedback"] for item in record["items"]}


def lost(record: Json) -> set[str]:
    """The items that did not earn all their points."""
    return {i["grade_id"] for i in record["items"] if i["points"] < i["max_points"]}


def notebook_bytes(notebook: Json) -> bytes:
    return json.dumps(notebook).encode()


def until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait for what happens soon; fail where it does not."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def gone(process: psutil.Process) -> bool:
    """Ended, perhaps with nobody to hear of it yet."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def workers_of(command: psutil.Process) -> list[psutil.Process]:
    """The living processes that mark for a command."""
    living = [p for p in command.children() if not gone(p)]
    return [p for p in living if "andrea_grader.worker" in " ".join(p.cmdline())]


def mark_with(master: Master, folder: Path) -> dict[str, Json]:
    """Mark a folder with an exercise that is not the course's; records by name."""
    with Grader([master], "semilla") as grader:
        records = [grader.mark(found) for found in find([folder])]
    return {Path(record.submission).stem: to_dict(record) for record in records}
