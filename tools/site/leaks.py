"""No line of a solution can be read in any file of the site: the pages of the
solutions hold them sealed (sealed.py)."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from andrea_grader.cells import code_cells
from andrea_grader.markers import long_lines, secret_lines
from tools.cells import is_answer
from tools.files import load
from tools.student import has_work

READABLE = {".html", ".js", ".json", ".txt", ".ipynb", ".md", ".py"}


def all_secrets(folder: Path) -> set[str]:
    """The long lines of every solution region of a folder of notebooks."""
    secrets: set[str] = set()
    for path in sorted(folder.glob("*.ipynb")):
        notebook = load(path)
        for cell in code_cells(notebook) if notebook else []:
            secrets |= secret_lines(cell.source, where=path.name)
    return secrets


def own_lines(exercise: Path) -> set[str]:
    """What a student wrote is no leak, even where it equals the solution."""
    notebook = load(exercise)
    if notebook is None or not has_work(notebook, notebook):
        return set()
    cells = (c for c in notebook.cells if c.cell_type == "code" or is_answer(c))
    return long_lines("\n".join(cell.source for cell in cells))


def visible_text(path: Path) -> str:
    """A file as it is read: without tags, entities and escaped quotes."""
    text = path.read_text("utf-8", errors="replace")
    if path.suffix == ".html":
        text = html.unescape(re.sub(r"<[^>]+>", "", text))
    return text.replace('\\"', '"')


def find_leaks(site: Path, root: Path) -> Iterator[str]:
    """One Spanish line for each file of the site that shows a solution."""
    secrets = all_secrets(root / "solutions")
    for path in sorted(site.rglob("*")):
        place = path.relative_to(site)
        if path.suffix not in READABLE:
            continue
        notebook = root / "exercises" / f"{path.stem}.ipynb"
        allowed = own_lines(notebook) if "exercises" in place.parts else set()
        text = visible_text(path)
        for line in sorted(s for s in secrets - allowed if s in text):
            yield f"{place.as_posix()}: enseña la solución «{line[:60]}»"
