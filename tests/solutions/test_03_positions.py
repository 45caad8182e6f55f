"""Exercise 3: its kernel in the real grader, and what the other questions rest on."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from andrea_lib import checks_e3_kernel, positions
from tests.andrea_grader.marking import feedback, lost, mark, write
from tests.solutions import exercise

SOURCE = exercise.ROOT / "solutions" / "03_positions.md"
ITEMS = {item.item: item for item in exercise.items(SOURCE)}
MUTANTS = {row.slip: row for row in ITEMS["e3-9"].rows}
Json = dict[str, Any]


def submission(kernel: str | None = None) -> Json:
    """A student's notebook with every answer right, or with another kernel."""
    nb: Json = json.loads(
        Path(f"{SOURCE.parent.parent}/exercises/03_positions.ipynb").read_text(
            encoding="utf-8"
        )
    )
    answers = {name: item.answer for name, item in ITEMS.items()}
    if kernel is not None:
        head, _ = answers["e3-9"].split("@triton.jit")
        answers["e3-9"] = head + kernel
    for cell in nb["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    return nb


@pytest.fixture(scope="module")
def marks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Json]:
    """The right kernel and every mutant, marked in one run of the real command."""
    folder = tmp_path_factory.mktemp("kernels") / "entregas"
    kernels = {name(slip): submission(row.code) for slip, row in MUTANTS.items()}
    return mark(write(folder, {"bien": submission(), **kernels}), "--seed", "mutantes")


def name(slip: str) -> str:
    return re.sub(r"\W+", "-", slip)


def test_the_right_kernel_loses_no_point(marks: dict[str, Json]):
    assert lost(marks["bien"]) == set()


@pytest.mark.parametrize("slip", MUTANTS)
def test_a_wrong_kernel_loses_the_points_of_the_kernel_and_no_other(marks, slip):
    assert lost(marks[name(slip)]) == {"e3-9"}
    assert MUTANTS[slip].advice in feedback(marks[name(slip)])["e3-9"]


def test_the_mutants_of_the_kernel_are_the_six():
    assert list(MUTANTS) == [
        "sin máscara",
        "los saltos cambiados",
        "la posición según la fila de x",
        "olvidar la secuencia",
        "una fila más abajo",
        "la posición según el id",
    ]


def test_the_kernel_is_five_points_at_most():
    assert sum(ITEMS[f"e3-{n}"].facts["puntos"] for n in (7, 8, 9)) == 5


def test_the_introduction_says_how_long_it_takes():
    minutes = sum(item.facts["minutos"] for item in ITEMS.values())
    introduction = exercise.notebook(SOURCE).cells[0].source
    assert f"Unos {minutes} minutos" in introduction


def test_only_the_kernel_needs_triton():
    """The other answers and their checks load neither torch nor triton."""
    others = [item for name, item in ITEMS.items() if name != "e3-9"]
    cells = exercise.notebook(SOURCE).cells
    code = "\n".join(c.source for c in cells if c.id == "e3-herramientas")
    code += "".join(f"\n{item.answer}\n{item.check}" for item in others)
    code += "\nimport sys\nassert not {'torch', 'triton'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_without_triton_the_cell_says_what_to_do(tmp_path: Path):
    (tmp_path / "triton.py").write_text("raise ImportError", encoding="utf-8")
    cells = exercise.notebook(SOURCE).cells
    (code,) = (cell.source for cell in cells if cell.id == "e3-9-triton")
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
    )
    assert "solo existe para Linux. Haz la 3.9 en Colab" in done.stderr


def test_a_function_that_is_no_kernel_is_named_as_such():
    ids, table = np.zeros((1, 1), dtype=np.int64), np.ones((1, 4), dtype=np.float32)
    with pytest.raises(TypeError, match="falta la línea `@triton"):
        checks_e3_kernel.run(max, ids, table, table, 1, 4)


def test_the_answers_are_what_the_course_uses():
    space = exercise.solved(SOURCE)
    where = [0, 3, 10**6]
    for layout in ("interleaved", "halves"):
        ours = positions.sinusoidal(where, 20, layout)
        assert np.abs(space["sinusoidal"](where, 20, layout) - ours).max() < 1e-9
        boxed = lambda x, t, layout=layout: positions.rope(x[None], [t], layout)[0]  # noqa: E731
        assert space["layout_of"](boxed, 20) == layout
    assert np.array_equal(space["permutation"](20, "halves"), positions.to_halves(20))
