"""Hypothesis strategies: notebooks that something has gone over, and files of them."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from tests.andrea_grader.masters import Json

KEYS = (
    *("cells", "worksheets", "metadata", "source", "input", "cell_type", "id", "tags"),
    *("nbgrader", "grade_id", "andrea", "points", "numero", "tipo", "nbformat", "x"),
)
TEXTS = st.text(st.characters(codec=None), max_size=30) | st.sampled_from(
    (
        *KEYS,
        "code",
        "markdown",
        "ejercicio",
        "# Respuesta 9.1",
        "# Respuesta 9.3\nx = 1",
    )
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)
# Something that runs, so that a kernel has to do with it too.
SOURCES = TEXTS | st.sampled_from(
    (
        "1 / 0",
        "amount = 3",
        "%reset -f",
        "%%time\nx = 1",
        "del amount",
        "raise SystemExit",
        "print('x' * 10**6)",
        "import sys; sys.modules.clear()",
        "globals().clear()",
        "get_ipython().user_ns.clear()",
        "def twice(values):\n    return twice(values)",
    )
)


@st.composite
def notebooks(draw: st.DrawFn, original: Json) -> Any:
    """The original after a few changes: cells deleted, doubled, swapped, turned into
    something else; fields renamed, dropped, of another type."""
    nb: Any = copy.deepcopy(original)
    for change in draw(st.lists(st.sampled_from(_CHANGES), min_size=1, max_size=5)):
        change(draw, nb)
    return nb


def _cells(draw: st.DrawFn, nb: Any) -> None:
    """Delete, double or move a cell."""
    cells = nb.get("cells")
    if not isinstance(cells, list) or not cells:
        return
    where = draw(st.integers(0, len(cells) - 1))
    cell = cells.pop(where)
    for _ in range(draw(st.integers(0, 2))):
        cells.insert(draw(st.integers(0, len(cells))), copy.deepcopy(cell))


def _code(draw: st.DrawFn, nb: Any) -> None:
    """Other code in a cell, or one more cell."""
    cells = nb.get("cells")
    if isinstance(cells, list):
        where = draw(st.integers(0, len(cells)))
        cells.insert(where, {"cell_type": "code", "source": draw(SOURCES)})


def _field(draw: st.DrawFn, nb: Any) -> None:
    """A field anywhere becomes something else, gets another name, or goes."""
    places = list(_places(nb))
    if not places:
        return
    parent, key = draw(st.sampled_from(places))
    deed = draw(st.sampled_from(("replace", "rename", "drop")))
    if deed == "replace":
        parent[key] = draw(VALUES)
    elif deed == "rename" and isinstance(parent, dict):
        parent[draw(st.sampled_from(KEYS))] = parent.pop(key)
    else:
        del parent[key]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or dictionary inside, with each of its keys."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


_CHANGES = (_cells, _code, _field, _field)


@st.composite
def files(draw: st.DrawFn, original: Json) -> bytes:
    """The bytes of a changed notebook, whole or damaged."""
    encoding = draw(st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "cp1252")))
    text = json.dumps(draw(notebooks(original)), ensure_ascii=draw(st.booleans()))
    data = text.encode(encoding, "replace")
    if draw(st.booleans()):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        data = data[:start] + draw(st.binary(max_size=20)) + data[end:]
    return data
