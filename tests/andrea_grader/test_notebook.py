"""Any bytes give a notebook or a reason in Spanish."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from andrea_grader.notebook import Notebook, UnreadableError, parse, read

leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
names = st.sampled_from(
    [
        *("cells", "worksheets", "metadata", "source", "input", "cell_type", "id"),
        *("tags", "nbgrader", "grade_id", "andrea", "points", "nbformat"),
    ]
)
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner),
    max_leaves=20,
)


def outcome(content: bytes) -> Notebook | None:
    """A notebook, or None where there was a reason."""
    try:
        return parse(content)
    except UnreadableError:
        return None


@given(st.binary(max_size=200))
@example(b"\xff\xfe")
@example(b"[" * 100_000)
@example(b'{"cells": [' + b"[" * 100_000)
@example(b'{"cells": 1e999}')
def test_any_bytes_give_a_notebook_or_a_reason(content):
    outcome(content)


@given(anything)
def test_any_json_gives_a_notebook_or_a_reason(content):
    notebook = outcome(json.dumps(content).encode())
    for cell in notebook.cells if notebook else ():
        assert cell.source == cell.source.encode().decode()
        assert all(isinstance(name, str) for name in (*cell.ids, *cell.tags))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "vacío"),
        (b"  \n", "vacío"),
        (b"<!DOCTYPE html>\n<html>", "página web"),
        (b'{"cells": [{"cell_type": "code", "sour', "cortado"),
        (b'{\n<<<<<<< HEAD\n"a": 1\n=======\n>>>>>>> main\n}', "conflicto de git"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "no es un cuaderno"),
        (b'{"cells": 3}', "no es un cuaderno"),
        (b"[1, 2]", "no es un cuaderno"),
        (b"hola", "no es un cuaderno"),
    ],
)
def test_what_is_no_notebook_is_told_why(content, words):
    with pytest.raises(UnreadableError, match=words):
        parse(content)


def test_a_file_that_cannot_be_read_is_told_why(tmp_path):
    with pytest.raises(UnreadableError, match="No se puede leer"):
        read(tmp_path / "no_existe.ipynb")


def test_a_cell_is_known_by_grade_id_cell_id_and_colabs_id():
    cell = {"cell_type": "code", "source": ["a = 1\r\n", "b"], "id": "celda"}
    cell |= {"metadata": {"nbgrader": {"grade_id": "e1-3"}, "id": "colab"}}
    (found,) = parse(json.dumps({"cells": [cell]}).encode()).cells
    assert found.ids == ("e1-3", "celda", "colab")
    assert found.source == "a = 1\nb"
