"""Which of the project's modules a notebook runs, found in the syntax tree.

Imports anywhere count (also inside functions), `%load_ext`, attributes such as
`andrea_lib.geometry`, and dotted names in strings (lazy imports).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from IPython.core.inputtransformer2 import TransformerManager

PACKAGES = ("andrea_lib", "andrea_grader")
_DOTTED = re.compile(rf"\b(?:{'|'.join(PACKAGES)})(?:\.\w+)*")


def reached_files(sources: list[str], root: Path) -> set[Path]:
    """The modules that the code cells import, and what those import in turn."""
    reached: set[Path] = set()
    waiting = [name for source in sources for name in _names(_plain(source), "")]
    while waiting:
        for file in _module_files(waiting.pop(), root):
            if file not in reached:
                reached.add(file)
                waiting += _names(file.read_text("utf-8"), _package(file, root))
    return reached


def _plain(source: str) -> str:
    """Python of a cell: the magic that opens it goes, its body stays."""
    first, _, rest = source.partition("\n")
    if first.startswith("%%"):
        source = rest
    return TransformerManager().transform_cell(source)


def _package(file: Path, root: Path) -> str:
    return ".".join(file.relative_to(root).parent.parts)


def _module_files(name: str, root: Path) -> Iterator[Path]:
    """The files that importing a dotted name runs: its packages and itself."""
    here = root
    for part in name.split("."):
        here = here / part
        for file in (here / "__init__.py", here.with_suffix(".py")):
            if file.is_file():
                yield file


def _names(source: str, package: str) -> Iterator[str]:
    """Dotted names of our packages in a module (or cell) of a package."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # an error on purpose: its text still names modules
        yield from _DOTTED.findall(source)
        return
    for node in ast.walk(tree):
        for name in _names_of(node, package):
            if name.split(".")[0] in PACKAGES:
                yield name


def _names_of(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        parents = package.split(".")[: len(package.split(".")) - node.level + 1]
        module = [*parents, *([node.module] if node.module else [])]
        start = ".".join(module) if node.level else (node.module or "")
        return [start, *(f"{start}.{alias.name}" for alias in node.names)]
    if isinstance(node, ast.Attribute):
        return [ast.unparse(node)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _DOTTED.findall(node.value)
    return []
