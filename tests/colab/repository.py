"""A git repository of the files as they are now, where the setup cell looks for it."""

import os
import shutil
import subprocess
from pathlib import Path

from tools.address import read_address

ROOT = Path(__file__).parents[2]
SHIPPED = ("pyproject.toml", "README.md", "LICENSE", "LICENSE-TEXT")
PACKAGES = ("andrea_lib", "andrea_grader")
WHO = {f"GIT_{who}_{what}": "x@example.org"
       for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}  # fmt: skip


def make_repository(folder: Path) -> Path:
    """What pip installs, at the branch or tag of the address; nothing else."""
    folder.mkdir()
    for name in SHIPPED:
        shutil.copy(ROOT / name, folder)
    for name in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for command in (
        ["init", "--quiet", "--initial-branch", read_address(ROOT).ref],
        ["add", "--all"],
        ["commit", "--quiet", "--message", "course"],
    ):
        subprocess.run(["git", *command], cwd=folder, env=os.environ | WHO, check=True)
    return folder


def redirect(repository: Path, config: Path) -> dict[str, str]:
    """Environment in which git finds the course's address in that repository."""
    url = read_address(ROOT).url
    config.write_text(f'[url "{repository.as_uri()}"]\n  insteadOf = {url}\n')
    return {"GIT_CONFIG_GLOBAL": str(config), "GIT_TERMINAL_PROMPT": "0"}
