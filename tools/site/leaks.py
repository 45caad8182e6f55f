"""No line of a solution can be read in any file of the site: the pages of the
solutions hold them sealed (sealed.py)."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode

from tools.cells import code_cells, is_answer
from tools.files import load
from tools.markers import regions
from tools.stale import BUILD
from tools.student import work_hash

# Shorter lines ("return total / n") may well be written by chance.
LENGTH = 25
READABLE = {".html", ".js", ".json", ".txt", ".ipynb", ".md", ".py"}


def long_lines(text: str) -> set[str]:
    """Lines long enough to be nobody's chance, without indentation."""
    lines = {line.strip() for line in text.splitlines()}
    return {line for line in lines if len(line) >= LENGTH}


def secret_lines(folder: Path) -> set[str]:
    """The long lines of every solution region of a folder of notebooks."""
    secrets: set[str] = set()
    for path in sorted(folder.glob("*.ipynb")):
        notebook = load(path)
        for cell in code_cells(notebook) if notebook else []:
            for region in regions(cell.source, where=path.name):
                secrets |= {s for s in long_lines(region) if not s.startswith("#")}
    return secrets


def has_work(notebook: NotebookNode) -> bool:
    """Has a student worked in this exercise since it was made?"""
    made = notebook.metadata.get(BUILD, {}).get("work")
    return made is not None and made != work_hash(notebook)


def own_lines(exercise: Path) -> set[str]:
    """What a student wrote is no leak, even where it equals the solution."""
    notebook = load(exercise)
    if notebook is None or not has_work(notebook):
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
    secrets = secret_lines(root / "solutions")
    for path in sorted(site.rglob("*")):
        place = path.relative_to(site)
        if path.suffix not in READABLE:
            continue
        notebook = root / "exercises" / f"{path.stem}.ipynb"
        allowed = own_lines(notebook) if "exercises" in place.parts else set()
        text = visible_text(path)
        for line in sorted(s for s in secrets - allowed if s in text):
            yield f"{place.as_posix()}: enseña la solución «{line[:60]}»"
