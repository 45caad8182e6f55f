"""The stand-in for Colab, the course's repository beside it, and how a notebook runs.

git reads the address of the setup cell from a local repository (`insteadOf`), made of
the files as they are now, so that nothing has to be committed first.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.colab.repository import make_repository, redirect
from tests.colab.standin import python_of, ready

NOT_PASSED = ("PYTHONPATH", "ANDREA_SEED", "MPLBACKEND", "TRITON_INTERPRET")


class Colab:
    """The stand-in; `repository` is where its git finds the course's address."""

    def __init__(self, env: Path, folder: Path, repository: Path) -> None:
        self.env, self.folder = env, folder
        self.variables = {k: v for k, v in os.environ.items() if k not in NOT_PASSED}
        self.variables |= redirect(repository, folder / f"git-{repository.name}")
        self.variables |= {
            "IPYTHONDIR": str(env / "ipython"),
            "JUPYTER_PATH": str(env / "share" / "jupyter"),
        }

    def pip(self, *arguments: str) -> str:
        command = [python_of(self.env), "-m", "pip", "--disable-pip-version-check"]
        return subprocess.check_output([*command, *arguments], encoding="utf-8")

    def versions(self) -> dict[str, str]:
        """Every package of the stand-in, the borrowed ones too."""
        lines = self.pip("list", "--format=freeze").splitlines()
        return dict(line.split("==") for line in lines)

    def run(self, nb: NotebookNode, extra: Mapping[str, str] = {}) -> NotebookNode:
        """All cells, errors too, in a folder where nothing else lies."""
        alone = self.folder / "alone"
        shutil.rmtree(alone, ignore_errors=True)
        alone.mkdir()
        client = NotebookClient(
            nbformat.from_dict(nb),
            allow_errors=True,
            timeout=300,
            resources={"metadata": {"path": str(alone)}},
        )
        kernels = KernelSpecManager(
            kernel_dirs=[str(self.env / "share" / "jupyter" / "kernels")]
        )
        client.km = AsyncKernelManager(
            kernel_spec_manager=kernels, transport="ipc", ip=str(self.folder / "kernel")
        )
        client.execute(env={**self.variables, **extra})
        return client.nb


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Colab:
    """The stand-in before any notebook: the course is not installed."""
    env, folder = ready(), tmp_path_factory.mktemp("colab")
    colab = Colab(env, folder, make_repository(folder / "repository"))
    colab.pip("uninstall", "--yes", "--quiet", "andrea-course")
    return colab
