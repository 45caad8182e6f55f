"""The numbers of the figures, as scripts: a page from a folder can load no JSON."""

import json
from collections.abc import Callable

import numpy as np

from andrea_lib import positions
from tools.site.figures import rows, stream, words

SEED = 3


def script(name: str, value: object) -> str:
    """`ANDREA.data.name = value;`"""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"ANDREA.data.{name} = {text};\n"


def position_dials() -> str:
    """Eight pairs, their speeds, and a query and a key to turn."""
    d = 16
    q, k = np.random.default_rng(SEED).normal(size=(2, d)).round(2).tolist()
    speeds = positions.frequencies(d).tolist()
    return script("position_dials", {"speeds": speeds, "q": q, "k": k})


# Figure → its files and who makes them.
FILES: dict[str, dict[str, Callable[[], str]]] = {
    "position_dials": {"position_dials.data.js": position_dials},
    "residual_stream": {
        "residual_stream.data.js": lambda: script("residual_stream", stream.recorded())
    },
    "row_lookup": {"row_lookup.data.js": lambda: script("row_lookup", rows.data())},
    "word_map": {
        "word_map.data.js": lambda: script("word_map", words.table()),
        "word_map_cloud.svg": words.cloud,
    },
}
