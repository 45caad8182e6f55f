"""wiki_es_50d.npz: what half a million words of real Spanish teach, without a network.

Words of Wikipedia summaries that stand together (window 5, nearer ones count more),
positive pointwise mutual information with context probabilities to the power 0.75, and
the 50 strongest directions of that matrix (Levy, Goldberg and Dagan, 2015, §3). No
text is kept, only the vectors.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.data import packages
from tools.data.e5 import SUMMARIES

MIN_COUNT, WINDOW, D = 5, 5, 50
Matrix = NDArray[np.float32]


def tokens(text: str) -> list[str]:
    """Lower-case words, without digits and signs."""
    return re.findall(r"[^\W\d_]+", text.lower())


def vocabulary(texts: Iterable[list[str]]) -> list[str]:
    """Words seen MIN_COUNT times, most frequent first."""
    counts = Counter(word for text in texts for word in text)
    kept = [word for word in counts if counts[word] >= MIN_COUNT]
    return sorted(kept, key=lambda word: (-counts[word], word))


def company(texts: Iterable[list[str]], words: list[str]) -> Matrix:
    """How often two words stand g places apart, weighed 1/g: symmetric (V, V)."""
    row = {word: i for i, word in enumerate(words)}
    M = np.zeros((len(words), len(words)), np.float32)
    for text in texts:
        ids = np.array([row[word] for word in text if word in row], dtype=np.intp)
        for gap in range(1, WINDOW + 1):
            np.add.at(M, (ids[:-gap], ids[gap:]), 1 / gap)
    return M + M.T


def ppmi(M: Matrix) -> Matrix:
    """max(0, log P(a, c) / (P(a) P(c)^0.75)): (V, V)."""
    totals = M.sum(axis=1)
    context = totals**0.75 / (totals**0.75).sum()
    with np.errstate(divide="ignore"):
        P = np.log(M / totals[:, None] / context[None, :])
    return np.maximum(P, 0, out=P)


def strongest(P: Matrix, k: int, rounds: int = 4) -> Matrix:
    """Left singular vectors of the k largest singular values (Halko et al., 2011)."""
    Q = np.random.default_rng(0).normal(size=(len(P), k + 20)).astype(np.float32)
    for _ in range(rounds):
        Q, _ = np.linalg.qr(P @ (P.T @ Q))
    U, _, _ = np.linalg.svd(Q.T @ P, full_matrices=False)
    return np.asarray((Q @ U)[:, :k])


def packed(E: Matrix) -> dict[str, Any]:
    """Each row in 8 bits with one scale."""
    scale = np.abs(E).max(axis=1) / 127
    q = np.round(E / scale[:, None]).astype(np.int8)
    return {"q": q, "scale": scale.astype(np.float16)}


def build(folder: Path) -> Path:
    """Write the file into the data folder."""
    with packages.members(packages.WIKI, SUMMARIES) as (source,):
        summaries = json.loads(source.read_text(encoding="utf-8"))
    texts = [tokens(entry["extract"]) for entry in summaries.values()]
    words = vocabulary(texts)
    E = strongest(ppmi(company(texts, words)), D)
    path = folder / "wiki_es_50d.npz"
    np.savez_compressed(path, words=np.array(words), **packed(E * len(E) ** 0.5))
    return path
