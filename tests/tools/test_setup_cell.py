"""The setup cell prints what there is, imports nothing heavy, explains what lacks."""

import subprocess
import sys

from IPython.core.inputtransformer2 import TransformerManager

from tests.tools.conftest import ADDRESS
from tools.setup_cell import setup_source

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


def test_with_the_package_it_prints_versions_and_imports_no_torch():
    done = run(f"{SETUP}\nprint(sorted({{'torch', 'numpy'}} & set(sys.modules)))")
    versions, imported = done.stdout.splitlines()
    assert versions.startswith("Python 3.")
    assert " · numpy " in versions
    assert "GPU de NVIDIA: " in versions
    assert imported == "[]"


def test_with_the_package_colab_installs_nothing():
    assert "magic" not in run(COLAB + SETUP).stdout


def test_without_the_package_colab_installs_it_alone_and_explains_a_failure():
    done = run(COLAB + SETUP, "-S", "-I")
    assert done.stdout.startswith("magic: pip install -q --no-deps $COURSE")
    assert "Comprueba que hay conexión" in done.stderr


def test_elsewhere_without_the_package_it_says_what_to_install():
    done = run(SETUP, "-S", "-I")
    assert done.stdout == ""
    assert f"pip install git+{ADDRESS.url}@main" in done.stderr
