"""The residual stream of the small decoder, write by write, with numpy alone.

The site is built without torch. These are the formulas of `andrea_lib/decoder.py`,
in the same order; a test compares what both write.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from andrea_lib.geometry import Array, cosine, norm
from andrea_lib.vectors import DATA

STOP = "."  # opens a sentence, as in andrea_lib/micro_decoder.py
HEADS = 4
TEXTS = (
    "el gato duerme en el",
    "pedí un préstamo al",
    "en francia la gente habla",
)
TOP = 3


class Weights(NamedTuple):
    """The words and the matrices, (out, in)."""

    words: list[str]
    matrices: dict[str, Array]


def load() -> Weights:
    with np.load(DATA / "micro_decoder.npz") as data:
        words = data["words"].tolist()
        names = set(data.files) - {"words", "losses"}
        return Weights(words, {name: data[name].astype(np.float64) for name in names})


def rms_norm(x: Array) -> Array:
    """x / √(mean(x²) + 10⁻⁵)"""
    return np.asarray(x / np.sqrt(np.square(x).mean(-1, keepdims=True) + 1e-5))


def softmax(x: Array) -> Array:
    raised = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True))


def attention(x: Array, W: dict[str, Array], layer: int) -> Array:
    """softmax(q·kᵀ/√d_h)·v in each head; no position sees a later one."""
    T, d = x.shape
    q, k, v = (
        (x @ W[f"attention.{layer}.{name}.weight"].T).reshape(T, HEADS, -1)
        for name in ("wq", "wk", "wv")
    )
    scores = np.einsum("thc,shc->hts", q, k) / np.sqrt(d // HEADS)
    scores[:, np.triu(np.ones((T, T), bool), 1)] = -np.inf
    mixed = np.einsum("hts,shc->thc", softmax(scores), v).reshape(T, d)
    return np.asarray(mixed @ W[f"attention.{layer}.wo.weight"].T)


def mlp(x: Array, W: dict[str, Array], layer: int) -> Array:
    """W₂·ReLU(W₁x)²"""
    hidden = np.maximum(x @ W[f"mlp.{layer}.fc1.weight"].T, 0) ** 2
    return np.asarray(hidden @ W[f"mlp.{layer}.fc2.weight"].T)


def writes(ids: list[int], W: dict[str, Array]) -> Iterator[tuple[str, Array]]:
    """Each write's name and value, (T, d)."""
    x = rms_norm(W["wte.weight"][ids] + W["wpe.weight"][: len(ids)])
    yield "entrada", x
    for layer in range(sum(name.endswith("wo.weight") for name in W)):
        for name, f in (("atención", attention), ("MLP", mlp)):
            value = f(rms_norm(x), W, layer)
            x = x + value
            yield f"{name} {layer + 1}", value


def lens(x: Array, weights: Weights) -> list[list[list[object]]]:
    """The likeliest next words if the stream ended here: [word, %] by position."""
    shares = 100 * softmax(rms_norm(x) @ weights.matrices["lm_head.weight"].T)
    best = np.argsort(-shares, axis=-1)[:, :TOP]
    return [
        [[weights.words[i], float(row[i])] for i in top]
        for row, top in zip(shares, best, strict=True)
    ]


def steps(text: str, weights: Weights) -> list[dict[str, object]]:
    """What the figure shows of a text: one entry a write, in it one a position."""
    ids = [weights.words.index(word) for word in [STOP, *text.split()]]
    after = np.zeros((len(ids), 64))
    found: list[dict[str, object]] = []
    for name, value in writes(ids, weights.matrices):
        before, after = after, after + value
        along = cosine(value, before) if found else np.ones(len(ids))
        found.append(
            {
                "name": name,
                "stream": after.round(2).tolist(),
                "written": norm(value).tolist(),
                "size": norm(after).tolist(),
                "along": along.tolist(),
                "lens": lens(after, weights),
            }
        )
    return found


def recorded() -> list[dict[str, object]]:
    """All texts, with their words and steps."""
    weights = load()
    return [
        {"words": [STOP, *text.split()], "steps": steps(text, weights)}
        for text in TEXTS
    ]
