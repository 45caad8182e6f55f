"""What the notebooks import, and what the package asks for, is there on Colab."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tests.colab.standin import FACTS, OWN, ROOT

OURS = {"andrea_lib", "google"}
# Imported under another name than the package's.
PACKAGE = {"IPython": "ipython"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ON_COLAB = FACTS["packages"].keys() | FACTS["brought_by"].keys()
NOTEBOOKS = sorted([*ROOT.glob("chapters/*.ipynb"), *ROOT.glob("exercises/*.ipynb")])


def imported(source: str) -> Iterator[str]:
    """The packages that a piece of Python imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def python_of_notebook(path: Path) -> str:
    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    return TransformerManager().transform_cell(code)


def not_on_colab(names: set[str]) -> set[str]:
    names = names - OURS - sys.stdlib_module_names
    return {name for name in names if PACKAGE.get(name, name) not in ON_COLAB}


@pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_notebook_imports_only_what_colab_has(path: Path) -> None:
    names = set(imported(python_of_notebook(path)))
    assert names & {"andrea_lib", "importlib"}
    assert not not_on_colab(names)


def test_the_library_imports_only_what_colab_has() -> None:
    modules = sorted((ROOT / "andrea_lib").rglob("*.py"))
    names = {name for path in modules for name in imported(path.read_text("utf-8"))}
    assert {"numpy", "torch"} <= names
    assert not not_on_colab(names)


def test_the_package_asks_for_nothing_and_for_no_newer_python() -> None:
    assert PROJECT["dependencies"] == []
    assert FACTS["python"] in SpecifierSet(PROJECT["requires-python"])


def test_what_the_notebooks_need_at_home_accepts_colabs_versions() -> None:
    wanted = map(Requirement, PROJECT["optional-dependencies"]["notebooks"])
    for need in wanted:
        assert need.name in ON_COLAB
        assert need.specifier.contains(FACTS["packages"].get(need.name, "1"))


def test_the_stand_in_has_colabs_versions_by_their_name_in_the_list() -> None:
    assert set(OWN) < FACTS["packages"].keys()
    assert set(FACTS["brought_by"].values()) <= FACTS["packages"].keys()
