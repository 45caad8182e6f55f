"""The setup cell prints what there is, imports nothing heavy, explains what lacks."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager

from tests.tools.conftest import ADDRESS
from tools.address import Address, read_address
from tools.setup_cell import LABEL, setup_source, without_address

ROOT = Path(__file__).parents[2]
FOLDERS = ("chapters", "exercises", "solutions")

SETUP = TransformerManager().transform_cell(setup_source(ADDRESS))
# What Colab gives: its module, and a notebook's shell that runs %pip.
COLAB = """
import sys
sys.modules["google.colab"] = sys
class Shell:
    def run_line_magic(self, name, line):
        print("magic:", name, line)
get_ipython = Shell
"""


def run(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", *options, "-c", code],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_with_the_package_it_prints_what_there_is_and_imports_no_torch():
    done = run(f"{SETUP}\nprint(sorted({{'torch', 'numpy'}} & set(sys.modules)))")
    versions, device, minutes, imported = done.stdout.splitlines()
    assert versions.startswith("Python 3.")
    assert " · numpy " in versions
    assert " · andrea-course " in versions
    assert device.startswith("Dispositivo: ")
    assert "minutos" in minutes
    assert imported == "[]"


@pytest.mark.parametrize(
    ("script", "device"),
    [
        ("echo Tesla T4; echo Tesla T4", "GPU, Tesla T4."),
        ("exit 9", "CPU; no hay GPU de NVIDIA y no hace falta."),
        ("", "CPU; no hay GPU de NVIDIA y no hace falta."),
    ],
)
def test_the_card_is_named_by_its_driver(tmp_path, monkeypatch, script, device):
    driver = tmp_path / "nvidia-smi"
    driver.write_text(f"#!/bin/sh\n{script}\n")
    driver.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert run(SETUP).stdout.splitlines()[1] == f"Dispositivo: {device}"


def test_with_the_package_colab_installs_nothing():
    assert "magic" not in run(COLAB + SETUP).stdout


def test_without_the_package_colab_installs_it_alone_and_explains_a_failure():
    done = run(COLAB + SETUP, "-S", "-I")
    assert done.stdout.startswith("magic: pip install -q --no-deps $COURSE")
    assert "Comprueba que hay conexión" in done.stderr


def test_elsewhere_without_the_package_it_says_what_to_install():
    done = run(SETUP, "-S", "-I")
    assert done.stdout == ""
    wanted = f"andrea-course[notebooks] @ git+{ADDRESS.url}@main"
    assert f'pip install "{wanted}"' in done.stderr


def test_two_repositories_have_the_same_cell_but_for_the_address():
    other = Address("https://example.org/other/course", "main", "v1.0.0")
    assert setup_source(ADDRESS) != setup_source(other)
    assert without_address(setup_source(ADDRESS)) == without_address(
        setup_source(other)
    )


def test_every_notebook_of_the_course_begins_with_the_same_cell():
    paths = [p for folder in FOLDERS for p in (ROOT / folder).glob("*.ipynb")]
    cells = [nbformat.read(path, as_version=4).cells[:2] for path in paths]
    assert len(cells) >= 14
    assert {cell.source for _, cell in cells} == {setup_source(read_address(ROOT))}
    assert {cell.id for _, cell in cells} == {LABEL}
