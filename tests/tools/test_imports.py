"""What a notebook imports is found through the syntax tree, however it does it."""

from pathlib import Path

import pytest

from tools.imports import reached_files

MODULES = {
    "__init__.py": "",
    "leaf.py": "",
    "near.py": "from .leaf import x",
    "far.py": "def f():\n    from andrea_lib import near",
    "lazy.py": "import importlib\nimportlib.import_module('andrea_lib.leaf')",
    "ring.py": "import andrea_lib.ring\nfrom . import leaf",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "andrea_lib").mkdir()
    for name, text in MODULES.items():
        (tmp_path / "andrea_lib" / name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import numpy", set()),
        ("import andrea_lib", {"__init__"}),
        ("import andrea_lib.leaf as l", {"__init__", "leaf"}),
        ("from andrea_lib import near", {"__init__", "leaf", "near"}),
        ("from andrea_lib.far import f", {"__init__", "leaf", "near", "far"}),
        ("import andrea_lib\nandrea_lib.leaf.x", {"__init__", "leaf"}),
        ("from andrea_lib import lazy", {"__init__", "leaf", "lazy"}),
        ("from andrea_lib import ring", {"__init__", "leaf", "ring"}),
        ("%load_ext andrea_lib.leaf", {"__init__", "leaf"}),
        ("%%graded f\nfrom andrea_lib import leaf", {"__init__", "leaf"}),
        ("x = 38,4,\n  y andrea_lib.leaf", {"__init__", "leaf"}),
    ],
)
def test_the_modules_that_a_cell_runs_are_found(root, source, names):
    assert {file.stem for file in reached_files([source], root)} == names
