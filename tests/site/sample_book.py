"""A small book with everything that the site has to show, for tests."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.student import seal_exercise

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = Path(__file__).with_name("sample_pages")
PLACES = {
    "toc.yml": "_toc.yml",
    "index.md": "index.md",
    "notation.md": "book/notation.md",
}
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="360pt" height="180pt">
<rect width="360" height="180" fill="white"/>
<rect x="40" y="40" width="60" height="100" fill="#1f4e8c"/></svg>
"""
ALT = {"image": {"alt": "Dos barras: la primera mide 100 y la segunda 70"}}
SECRET = "return vocabulary_size * model_width  # la única línea"
HEAD = """\
# Respuesta 1.1 (no borres esta línea)
def n_embedding(vocabulary_size, model_width):"""
SOLVED = f"{HEAD}\n### BEGIN SOLUTION\n    {SECRET}\n### END SOLUTION\n"
STUB = f"{HEAD}\n    raise NotImplementedError()\n"
STUDENTS = f"{HEAD}\n    {SECRET}\n"


def text(name: str) -> str:
    return (PAGES / name).read_text("utf-8")


def code(
    label: str, source: str, *outputs: NotebookNode, **metadata: object
) -> NotebookNode:
    """A code cell with that id."""
    cell = new_code_cell(source, outputs=list(outputs), metadata=metadata)
    cell["id"] = label
    return cell


def stream(shown: str) -> NotebookNode:
    return new_output("stream", text=shown)


def error(message: str = "id 9 fuera de la tabla") -> NotebookNode:
    """As Jupyter stores it: frames, and at the end type and message."""
    frames = ["-" * 75, "IndexError     Traceback (most recent call last)"]
    frames += ["Cell In[1], line 1\n----> 1 E[9]\n", f"IndexError: {message}"]
    return new_output("error", ename="IndexError", evalue=message, traceback=frames)


def picture() -> NotebookNode:
    return new_output("display_data", data={"image/svg+xml": SVG})


def notebook(*cells: NotebookNode) -> NotebookNode:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    language = {"name": "python", "pygments_lexer": "ipython3"}
    metadata = {"kernelspec": kernel, "language_info": language}
    return new_notebook(cells=list(cells), metadata=metadata)


def chapter(*more: NotebookNode) -> NotebookNode:
    """Boxes, folds, a long line, an error on purpose, a picture; then `more`."""
    numbers = new_output("execute_result", data={"text/plain": "(4, 6488832)"})
    long_line = f"tabla = {{{', '.join(f'{n}: vector_{n}' for n in range(12))}}}"
    return notebook(
        new_markdown_cell("# 1 · Una muestra\n\nHay aquí una celda de cada clase."),
        code("inicio", "print(1)", stream("listo\n"), tags=["setup", "hide-cell"]),
        new_markdown_cell(text("boxes.md")),
        code("uno", "# cuatro\nwords = ['gato', 'ñu']\nlen(words), 6_488_832", numbers),
        code("largo", long_line, stream("  0\n  1\n")),
        code("falla", "E[9]", error(), tags=["raises-exception"]),
        code("figura", "draw()", picture(), stream("Resumen: 100 · 70\n"),
             tags=["hide-input"], mystnb=ALT),
        *more,
    )  # fmt: skip


def exercise(source: str, *outputs: NotebookNode, suffix: str = "") -> NotebookNode:
    """The exercise with that source in its only answer cell."""
    marks = {"grade_id": "e1-1", "solution": True, "grade": False, "schema_version": 3}
    tags = ["respuesta", "hide-cell"] if suffix else ["respuesta"]
    title = f"# Ejercicio 1 · Una muestra{suffix}\n\nEscribe solo en las respuestas."
    return notebook(
        new_markdown_cell(title),
        new_markdown_cell(text("statement.md")),
        code("e1-1", source, *outputs, tags=tags, nbgrader=marks),
    )


def handed_out(source: str = STUB) -> NotebookNode:
    """An exercise as the pipeline writes it, with the hash of its answer cells."""
    made = exercise(source)
    seal_exercise(made)
    return made


def write(root: Path, name: str, nb: NotebookNode) -> None:
    path = root / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, path)


def write_book(root: Path) -> None:
    """The book's pages, with the real configuration and the real assets."""
    (root / "book").mkdir(parents=True)
    (root / "book" / "assets").symlink_to(REPOSITORY / "book" / "assets")
    config = (REPOSITORY / "_config.yml").read_text("utf-8")
    (root / "_config.yml").write_text(config, "utf-8")
    for name, place in PLACES.items():
        (root / place).write_text(text(name), "utf-8")
    write(root, "chapters/01_sample", chapter())
    write(root, "exercises/01_sample", handed_out())
    write(root, "solutions/01_sample", exercise(SOLVED, suffix=" — solución"))
