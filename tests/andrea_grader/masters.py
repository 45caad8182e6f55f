"""Exercises to try the grader on: the course's first one, and a small one made here.

A notebook is plain JSON in these tests: that is what a student's file is.
"""

import copy
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from andrea_grader.master import Master, make_master
from andrea_grader.notebook import parse

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]


@dataclass(frozen=True)
class Exercise:
    """A solution and the notebook handed out for it."""

    master: Master
    solution: Json
    blank: Json

    @property
    def answers(self) -> dict[str, str]:
        """The right source of each answer cell with code."""
        items = {q.item for q in self.master.questions if not q.by_hand}
        found = {c["id"]: text(c) for c in self.solution["cells"] if c["id"] in items}
        return {item: found[item] for item in found}

    def answered(self, changed: Mapping[str, str] | None = None) -> Json:
        """A student's notebook with every answer right but the changed ones."""
        nb = copy.deepcopy(self.blank)
        sources = self.answers | dict(changed or {})
        for cell in nb["cells"]:
            if cell["id"] in sources:
                cell["source"] = sources[cell["id"]]
        return nb


def text(cell: Json) -> str:
    return "".join(cell["source"])


def code(source: str, **more: Any) -> Json:
    cell = {"cell_type": "code", "source": source, "metadata": {}, "outputs": []}
    return cell | {"execution_count": None} | more


def insert_before(nb: Json, item: str, source: str) -> Json:
    """Put a code cell of the student's before an answer cell."""
    where = next(i for i, c in enumerate(nb["cells"]) if c.get("id") == item)
    nb["cells"].insert(where, code(source, id=f"extra-{len(nb['cells'])}"))
    return nb


def prepend(nb: Json, item: str, source: str) -> Json:
    """Put lines on top of an answer cell, below its first line."""
    for cell in nb["cells"]:
        if cell.get("id") == item:
            first, rest = text(cell).split("\n", 1)
            cell["source"] = f"{first}\n{source}\n{rest}"
    return nb


def real(name: str = "01_lookup_tables") -> Exercise:
    """An exercise of the course, as handed out whatever stands in exercises/ now."""
    solution, blank = _load(f"solutions/{name}.ipynb"), _load(f"exercises/{name}.ipynb")
    master = make_master(name, parse(json.dumps(solution).encode()))
    stubs = {question.item: question.stub for question in master.questions}
    for cell in blank["cells"]:
        cell["source"] = stubs.get(cell["id"]) or cell["source"]
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return Exercise(master, solution, blank)


def _load(path: str) -> Json:
    content: Json = json.loads((ROOT / path).read_text(encoding="utf-8"))
    return content


@dataclass(frozen=True)
class Item:
    """A question of a small exercise: answer with markers, graded body, three slips."""

    answer: str
    names: str
    graded: str
    slips: Sequence[str]
    points: int = 2


SMALL = (
    Item(
        "### BEGIN SOLUTION\namount = 38_400_000\n### END SOLUTION",
        "amount",
        "from andrea_lib import probe\nprobe.integer(amount)",
        ("amount = 50_768", "amount = 768", "amount = 50_000"),
    ),
    Item(
        "### BEGIN SOLUTION\nratio = 38.4\n### END SOLUTION",
        "ratio",
        "from andrea_lib import probe\nprobe.number(ratio)",
        ("ratio = 0.384", "ratio = 3.84", "ratio = 1 / 38.4"),
    ),
    Item(
        "### BEGIN SOLUTION\nword = 'año'\n### END SOLUTION",
        "word",
        "from andrea_lib import probe\nprobe.word(word)",
        ("word = 'mes'", "word = 'día'", "word = 'siglo'"),
    ),
    Item(
        "def twice(values):\n"
        '    """El doble de cada valor."""\n'
        "### BEGIN SOLUTION\n    return [2 * v for v in values]\n### END SOLUTION",
        "twice",
        "import random\nhidden = [random.randrange(99) for _ in 'abc']\n"
        "twice([3, 1])\ntwice([1.5])\ntwice([])\nlen(twice(hidden))",
        (
            "def twice(values):\n    return values",
            "def twice(values):\n    return values + values",
            "def twice(values):\n    return [v * v for v in values]",
        ),
    ),
)


def small() -> Exercise:
    """Exercise 9: an integer, a decimal, a word, a function, a text for the teacher.
    Imports no numpy."""
    return made("09_small", SMALL)


def made(name: str, items: Sequence[Item]) -> Exercise:
    """An exercise 9 of these questions and a text for the teacher."""
    solution = solved(items)
    solution["cells"].append(_text(f"e9-{len(items) + 1}"))
    blank = copy.deepcopy(solution)
    master = make_master(name, parse(json.dumps(solution).encode()))
    stubs = {question.item: question.stub for question in master.questions}
    blank["cells"] = [c for c in blank["cells"] if not c["id"].endswith("-errores")]
    for cell in blank["cells"]:
        cell["source"] = stubs.get(cell["id"]) or "# Se mirará la respuesta."
    return Exercise(master, solution, blank)


def solved(items: Sequence[Item]) -> Json:
    """The solution of an exercise 9 with these questions."""
    return _notebook([c for n, one in enumerate(items, 1) for c in _cells(n, one)])


def _notebook(cells: list[Json]) -> Json:
    andrea = {"tipo": "ejercicio", "numero": 9, "oculta": ["embedding"]}
    metadata = {"andrea": andrea, "kernelspec": {"name": "python3"}}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}


def _cells(n: int, item: Item) -> list[Json]:
    name = f"e9-{n}"
    rows = [
        f"# error: desliz {k}\n# consejo: Es el desliz {k} de {name}.\n{slip}"
        for k, slip in enumerate(item.slips)
    ]
    first = f"# Respuesta 9.{n} (no borres esta línea)\n"
    return [
        code(first + item.answer, id=name, metadata=_metadata(name, "respuesta")),
        code(
            f"%%graded {item.names}\n{item.graded}",
            id=f"{name}-nota",
            metadata=_metadata(f"{name}-nota", "nota", points=item.points),
        ),
        code(
            f"%%wrong {name}\n" + "\n".join(rows),
            id=f"{name}-errores",
            metadata={"tags": ["errores"]},
        ),
    ]


def _text(item: str) -> Json:
    metadata = _metadata(item, "texto", points=0)
    return {
        "cell_type": "markdown",
        "id": item,
        "metadata": metadata,
        "source": "Porque sí.",
    }


def _metadata(name: str, tag: str, points: int | None = None) -> Json:
    nbgrader: Json = {"grade_id": name, "schema_version": 3, "task": False}
    nbgrader |= {"solution": not points, "grade": points is not None}
    if points is not None:
        nbgrader |= {"points": points}
    return {"tags": [tag], "nbgrader": nbgrader, "andrea": {"mira": "Se mirará eso."}}


def function_name(source: str) -> str:
    """What an answer cell defines."""
    found = re.search(r"^(?:def )?([a-z]\w*)\s*(?:\(|=)", source, re.MULTILINE)
    assert found
    return found.group(1)
