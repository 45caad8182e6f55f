"""What cells showed: no failed cell goes out, errors on purpose are short.

A traceback in a page frightens and shows paths of the machine that built it, so
of an error only its last lines are kept: the type and the message.
"""

import re
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from nbformat.v4 import new_markdown_cell, new_notebook
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from tools.files import UNREADABLE

LOGGER = logging.getLogger(__name__)
_LAST = re.compile(r"^[A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt|Exit)\b.*\Z",
                   re.MULTILINE | re.DOTALL)  # fmt: skip
# A student's own notebook may hold anything, and must never stop a build.
STUDENTS = "exercises/"
SORRY = """\
# Ejercicio

Este cuaderno no se puede leer. Guárdalo con otro nombre, si quieres conservarlo, y \
ejecuta `make notebooks`: vuelve a hacer el ejercicio."""
LANGUAGE = {"name": "python", "pygments_lexer": "ipython3"}


def last_words(traceback: str) -> str:
    """Type and message of the error, without the frames that led to it."""
    frames, _, _ = traceback.rpartition("\n\n")
    tail = traceback[len(frames) :].strip()
    found = _LAST.search(tail) or _LAST.search(traceback)
    return found.group().strip() if found else traceback.strip().splitlines()[-1]


class ReadableOutputs(SphinxTransform):
    """Keep of each traceback what a reader needs; a single line, which is aligned with
    nothing, may wrap."""

    default_priority = 810

    def apply(self, **_: object) -> None:
        for block in list(self.document.findall(nodes.literal_block)):
            if "stream" in block["classes"] and "\n" not in block.astext().strip():
                block["classes"].append("one-line")
            if "traceback" in block["classes"]:
                text = last_words(block.astext())
                short = nodes.literal_block(text, text, **block.attributes)
                short["language"] = "text"
                block.replace_self(short)


def failed_cells(notebook: Any) -> list[str]:
    """The errors of cells that were not meant to fail: `id: type: message`."""
    return [
        f"{cell.get('id', '?')}: {output.ename}: {output.evalue}"
        for cell in notebook.cells
        if cell.cell_type == "code"
        and "raises-exception" not in cell.metadata.get("tags", [])
        for output in cell.outputs
        if output.output_type == "error"
    ]


def warn_of_failures(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """A warning, so that the build stops, for each cell that failed."""
    for name in docnames:
        path = Path(env.doc2path(name))
        if path.suffix != ".ipynb" or name.startswith(STUDENTS):
            continue
        for failure in failed_cells(nbformat.read(path, as_version=4)):
            LOGGER.warning("celda que falló: %s", failure, location=name)


def without_outputs(text: str) -> str:
    """A student's notebook as its page shows it: text and code, nothing else.

    Colab leaves out the language, and saves widgets that nothing can show.
    """
    try:
        notebook = nbformat.reads(text, as_version=4)
    except UNREADABLE:
        notebook = new_notebook(cells=[new_markdown_cell(SORRY)])
    notebook.metadata = nbformat.NotebookNode(language_info=LANGUAGE)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    return str(nbformat.writes(notebook))


def calm_exercise(app: Sphinx, name: str, source: list[str]) -> None:
    """Before an exercise is read."""
    if name.startswith(STUDENTS):
        source[0] = without_outputs(source[0])


def setup(app: Sphinx) -> None:
    app.add_transform(ReadableOutputs)
    app.connect("source-read", calm_exercise)
    app.connect("env-before-read-docs", warn_of_failures)
