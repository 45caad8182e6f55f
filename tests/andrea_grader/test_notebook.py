"""What is taken out of a notebook file; what is no notebook: cases/files.py."""

import json

import pytest

from andrea_grader.notebook import UnreadableError, parse, read


def test_a_file_that_cannot_be_read_is_told_why(tmp_path):
    with pytest.raises(UnreadableError, match="No se puede leer"):
        read(tmp_path / "no_existe.ipynb")


def test_a_cell_is_known_by_grade_id_cell_id_and_colabs_id():
    cell = {"cell_type": "code", "source": ["a = 1\r\n", "b"], "id": "celda"}
    cell |= {"metadata": {"nbgrader": {"grade_id": "e1-3"}, "id": "colab"}}
    (found,) = parse(json.dumps({"cells": [cell]}).encode()).cells
    assert found.ids == ("e1-3", "celda", "colab")
    assert found.source == "a = 1\nb"
