"""Which sandbox is chosen where some do not work: real namespaces that refuse them."""

import os
import subprocess
import sys
from pathlib import Path

from tests.andrea_grader.masters import ROOT

PROBE = """\
import sys
from pathlib import Path
from andrea_grader.isolation import probe_isolation
print(probe_isolation(Path(sys.argv[1])))
"""
# A namespace that allows no further one: the fork server needs one of its own.
NO_NAMESPACES = (
    *("unshare", "-Ur", "sh", "-c"),
    *('echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"', "sh"),
)


def probed(folder: Path, around: tuple[str, ...] = (), path: str | None = None) -> str:
    env = os.environ | {"PATH": path or os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    command = [*around, sys.executable, "-c", PROBE, str(folder)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    return done.stdout.strip() or done.stderr


def test_the_fork_server_is_the_first_choice(tmp_path):
    assert probed(tmp_path) == "forkserver"


def test_where_no_namespace_of_ones_own_is_allowed_bubblewrap_starts_each_kernel(
    tmp_path,
):
    assert probed(tmp_path, NO_NAMESPACES) == "bubblewrap"


def test_without_bubblewrap_there_is_no_isolation(tmp_path):
    folders = os.environ["PATH"].split(os.pathsep)
    path = os.pathsep.join(f for f in folders if not Path(f, "bwrap").exists())
    assert probed(tmp_path, path=path) == "none"


def test_where_bubblewrap_fails_there_is_no_isolation(tmp_path):
    broken = tmp_path / "bin" / "bwrap"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    path = f"{broken.parent}{os.pathsep}{os.environ['PATH']}"
    assert probed(tmp_path, path=path) == "none"
