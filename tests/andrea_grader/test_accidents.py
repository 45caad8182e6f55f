"""Solved notebooks that went through what happens to notebooks: each keeps 25."""

import copy
import json

import pytest

from tests.andrea_grader.marking import mark, write
from tests.andrea_grader.masters import (
    Json,
    code,
    insert_before,
    prepend,
    real,
    text,
)

EXERCISE = real()
ANSWERS = EXERCISE.answers
STUBS = {question.item: question.stub for question in EXERCISE.master.questions}
FIRST, LAST = "e1-1", "e1-10"


def solved() -> Json:
    return EXERCISE.answered()


def shadowed() -> Json:
    """Names that the graded cells use, and that the student's answers do not need."""
    own = {"e1-6": ANSWERS["e1-6"].replace("astype(float)", "astype('f')")}
    nb = insert_before(EXERCISE.answered(own), FIRST, SHADOWS)
    nb = insert_before(nb, "e1-2", "np = 'números'\nprobe = getattr = isinstance = 0")
    nb = insert_before(nb, "e1-5", "import numpy as np")
    return insert_before(nb, LAST, "tuple = map = print = globals = exit = None")


SHADOWS = "int = sum = list = type = str = float = max = min = range = 3"


def helpers_between() -> Json:
    """The answer to 1.3 needs one cell above and one below it."""
    nb = EXERCISE.answered(
        {"e1-3": ANSWERS["e1-3"].replace("return rows * d", "return by(rows, d)")}
    )
    nb = insert_before(nb, "e1-4", "def by(rows, d):\n    return product(rows, d)")
    nb = insert_before(nb, "e1-3", "def product(a, b):\n    return a * b")
    nb["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "Notas ✍"})
    return nb


def stale_copy(*, after: bool) -> Json:
    """The answer cell stands twice; one copy still is as it was handed out."""
    nb = solved()
    for item in ("e1-1", "e1-3", LAST):
        where = next(i for i, c in enumerate(nb["cells"]) if c["id"] == item)
        stale = copy.deepcopy(nb["cells"][where])
        stale |= {"source": STUBS[item], "id": f"{item}-copia"}
        nb["cells"].insert(where + after, stale)
    return nb


def stub_left_below() -> Json:
    changed = {
        item: f"{source}\nraise NotImplementedError()"
        for item, source in ANSWERS.items()
    }
    return EXERCISE.answered(changed)


def noisy() -> Json:
    """Prints, warnings and a traceback's worth of stderr inside a function."""
    noise = (
        "    import sys, warnings\n    print('x' * 100_000)\n"
        "    sys.stderr.write('aviso')\n    warnings.warn('ojo')\n    rows = "
    )
    source = ANSWERS["e1-3"].replace("    rows = ", noise, 1)
    nb = EXERCISE.answered({"e1-3": source})
    for cell in nb["cells"]:
        if cell["id"].endswith("-nota"):
            cell["source"] = "print('puntos: 0')\n100.0"
    return nb


def without_ids() -> Json:
    """As pasted into a new notebook: only the first line tells what a cell is."""
    nb = solved()
    cells = [{k: v for k, v in c.items() if k != "id"} for c in nb["cells"]]
    return {
        "nbformat": 4,
        "nbformat_minor": 4,
        "metadata": {},
        "cells": [c | {"metadata": {}} for c in cells],
    }


def from_colab() -> Json:
    """No cell ids, ids in the metadata, lines as a list, fields of its own."""
    nb = without_first_lines()
    for cell in nb["cells"]:
        cell["metadata"] = {"id": cell.pop("id"), "outputId": "a1", "colab": {}}
        cell["source"] = text(cell).splitlines(keepends=True)
        cell["outputExpanded"] = False
    colab = {"name": "Copia de ejercicio.ipynb", "provenance": []}
    return nb | {"nbformat_minor": 0, "metadata": {"colab": colab}}


def without_first_lines() -> Json:
    nb = solved()
    for cell in nb["cells"]:
        cell["source"] = text(cell).split("(no borres esta línea)\n")[-1]
    return nb


def same_id_everywhere() -> Json:
    nb = solved()
    for cell in nb["cells"]:
        cell["id"] = "igual"
    return nb


def of_format_3() -> Json:
    cells = [
        {"cell_type": "code", "input": text(c), "language": "python", "outputs": []}
        for c in solved()["cells"]
        if c["cell_type"] == "code"
    ]
    sheet = {"cells": cells, "metadata": {}}
    return {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [sheet]}


def conda_kernel() -> Json:
    nb = solved()
    nb["metadata"]["kernelspec"] = {
        "name": "conda-env-clase-py",
        "display_name": "Python [conda env:clase]",
        "language": "julia",
    }
    return nb


def odd_tags() -> Json:
    nb = solved()
    for cell in nb["cells"]:
        cell["metadata"]["tags"] = ["raises-exception", "nbval-skip"]
        if cell["cell_type"] == "code":
            cell["source"] = f"{text(cell)}\n# NBVAL_SKIP"
    return nb


def odd_metadata() -> Json:
    nb = solved()
    odd = [None, "x", [], {"grade_id": 7}, {"schema_version": 1, "grade": False}]
    nb["cells"] += [
        code("pass", id=f"raro-{i}", metadata={"nbgrader": value, "tags": value})
        for i, value in enumerate(odd)
    ]
    nb["cells"].append({"cell_type": "code"})
    return nb


def answer_turned_into_text() -> Json:
    nb = solved()
    for cell in nb["cells"]:
        if cell["id"] == "e1-5":
            cell["cell_type"] = "markdown"
    return nb


def as_bytes(nb: Json) -> bytes:
    return json.dumps(nb, ensure_ascii=False).encode()


def windows() -> bytes:
    nb = solved()
    for cell in nb["cells"]:
        cell["source"] = text(cell).replace("\n", "\r\n")
    return json.dumps(nb, indent=1).replace("\n", "\r\n").encode()


THREAD = """\
import sys, threading
def chatter():
    while True:
        print("todavía aquí", flush=True)
        sys.stderr.write("y aquí\\n")
for _ in range(2):
    threading.Thread(target=chatter, daemon=True).start()
"""
WRITES = """\
import sys
for _ in range(20_000):
    sys.stdout.write("0" * 50)
    sys.stdout.flush()
"""
SURROUNDINGS = """\
import os, sys, random
import numpy
os.chdir("/")
sys.path.insert(0, "/nada")
numpy.set_printoptions(precision=1)
random.seed(3)
numpy.random.seed(3)
os.environ["LANG"] = "xx"
%precision 2
%matplotlib inline
"""
COLAB = "from google.colab import drive\ndrive.mount('/content/drive')"

ACCIDENTS: dict[str, Json | bytes] = {
    "solved": solved(),
    "solution_itself": EXERCISE.solution,
    "builtins_shadowed": shadowed(),
    "many_small_writes": prepend(solved(), FIRST, WRITES),
    "printing_thread": prepend(solved(), FIRST, THREAD),
    "prints_and_warnings": noisy(),
    "helpers_between": helpers_between(),
    "stale_copy_below": stale_copy(after=True),
    "stale_copy_above": stale_copy(after=False),
    "stub_left_below": stub_left_below(),
    "timed_cell": EXERCISE.answered({FIRST: f"%%time\n{ANSWERS[FIRST]}"}),
    "other_surroundings": prepend(solved(), FIRST, SURROUNDINGS),
    "colab_imports": insert_before(solved(), FIRST, COLAB),
    "exit_in_a_cell": prepend(solved(), FIRST, "exit()"),
    "byte_order_mark": b"\xef\xbb\xbf" + as_bytes(solved()),
    "utf_16": json.dumps(solved(), ensure_ascii=False).encode("utf-16"),
    "windows_line_ends": windows(),
    "colab_saved": from_colab(),
    "no_ids": without_ids(),
    "no_first_lines": without_first_lines(),
    "same_id_everywhere": same_id_everywhere(),
    "format_3": of_format_3(),
    "conda_kernel": conda_kernel(),
    "odd_tags_and_comments": odd_tags(),
    "odd_metadata": odd_metadata(),
    "answer_turned_into_text": answer_turned_into_text(),
}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    # A folder with accents and blanks, as a class folder is.
    folder = tmp_path_factory.mktemp("accidentes") / "Año 2" / "Señal Ñ"
    return mark(write(folder, ACCIDENTS))


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_a_solved_notebook_keeps_all_its_points(records, accident):
    record = records[accident]
    wrong = [i for i in record["items"] if i["outcome"] != "correct"]
    assert (record["points"], record["max_points"], wrong) == (25, 25, [])


@pytest.mark.parametrize("accident", ["stale_copy_below", "stale_copy_above"])
def test_a_stale_copy_is_no_second_answer(records, accident):
    assert records[accident]["remarks"] == []
