"""Tablas de vectores con nombre: las del curso, las de un archivo, y su examen.

Tres tablas vienen con la biblioteca (`data/NOTICE.md` dice de dónde salen):

- `load_glove()`: GloVe, 100 números por palabra inglesa (Pennington y otros, 2014);
- `load_e5_rows()`: filas de la tabla E de un transformer multilingüe;
- `load_micro()`: las que entrena `andrea_lib.sgns` con el micro-corpus.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np

from andrea_lib.word_vectors import Scored, UnknownWordError, WordVectors

__all__ = [
    "AnalogyScore",
    "Miss",
    "Scored",
    "UnknownWordError",
    "WordVectors",
    "analogy_accuracy",
    "group",
    "load_e5_rows",
    "load_glove",
    "load_micro",
    "load_text",
    "pairs",
    "save_text",
    "spanish",
]

DATA = Path(__file__).with_name("data")
Pair = tuple[str, str]


@cache
def load_glove() -> WordVectors:
    """GloVe 6B, 100-d: las 10 000 primeras palabras inglesas y las del curso."""
    english = {es.lower(): en for en, es in _labels().items()}
    with np.load(DATA / "glove_en_100d.npz") as data:
        return WordVectors(data["words"], data["vectors"], "GloVe en inglés", english)


@cache
def load_e5_rows() -> WordVectors:
    """Filas de E de multilingual-e5-small: palabras españolas de un solo token.

    (V, 384). Distingue mayúsculas, como su vocabulario: «Madrid», «rey». Cada fila
    viaja con 4 bits por número y una escala por cada 32: E = q · escala.
    """
    with np.load(DATA / "e5_rows_es.npz") as data:
        words, q, scale = data["words"], data["q"], data["scale"]
    blocks = q.reshape(len(q), -1, 32).astype(np.float32) * scale[:, :, None]
    name = "la tabla E de multilingual-e5-small (una palabra, un token)"
    return WordVectors(words, blocks.reshape(q.shape), name)


@cache
def load_micro(step: int | None = None, shuffled: bool = False) -> WordVectors:
    """Vectores del micro-corpus, (V, 48), al acabar o en un paso guardado.

    step: 0 (sin entrenar), 50 o nada (el final). shuffled: los del corpus de
    control, con los datos de los países barajados en cada frase.
    """
    with np.load(DATA / "micro_sgns.npz") as data:
        tables = dict(data)
    words, control = tables.pop("words"), tables.pop("shuffled")
    steps = sorted(int(key.removeprefix("step_")) for key in tables)
    step = steps[-1] if step is None else step
    if step not in steps or (shuffled and step != steps[-1]):
        raise ValueError(
            f"No hay vectores guardados del paso {step}"
            f"{' del control' if shuffled else ''}: están los de {steps} "
            "y, del control, solo los últimos."
        )
    E = control if shuffled else tables[f"step_{step}"]
    return WordVectors(words, E, "el micro-corpus")


@cache
def _relations() -> tuple[dict[str, str], ...]:
    """Filas de words_en_es.csv: relation, a, b, a_es, b_es."""
    with (DATA / "words_en_es.csv").open(encoding="utf-8", newline="") as f:
        return tuple(csv.DictReader(f))


@cache
def _labels() -> dict[str, str]:
    columns = [(row[c], row[c + "_es"]) for row in _relations() for c in ("a", "b")]
    return {en: es for en, es in columns if en}


def spanish(word: str) -> str:
    """Cómo se dice en español una palabra inglesa del curso; si no está, ella misma."""
    return _labels().get(word, word)


def _rows(relation: str) -> list[dict[str, str]]:
    rows = [row for row in _relations() if row["relation"] == relation]
    if not rows:
        known = sorted({row["relation"] for row in _relations()})
        raise ValueError(f"No hay relación «{relation}». Hay: {', '.join(known)}.")
    return rows


def pairs(relation: str, language: str = "en") -> tuple[Pair, ...]:
    """Parejas de una relación: pairs("capital")[0] es ("france", "paris").

    language: "en", o "es" para la traducción («Francia», «París»). Las hay de
    capital, gender, plural, gerund, past, comparative, opposite y demonym.
    """
    end = {"en": "", "es": "_es"}[language]
    found = tuple((row["a" + end], row["b" + end]) for row in _rows(relation))
    if not found[0][1]:
        raise ValueError(f"«{relation}» es un grupo de palabras: usa group().")
    return found


def group(name: str, language: str = "en") -> tuple[str, ...]:
    """Palabras de un grupo: animal, instrument, weekday, profession, money, water…"""
    end = {"en": "", "es": "_es"}[language]
    return tuple(row["a" + end] for row in _rows(name))


@dataclass(frozen=True)
class Miss:
    """Una analogía fallada: a es a b como c es a expected, y ha salido got."""

    a: str
    b: str
    c: str
    expected: str
    got: str


@dataclass(frozen=True)
class AnalogyScore:
    """Aciertos de `analogy_accuracy`, con la lista de fallos."""

    hits: int
    total: int
    misses: tuple[Miss, ...] = field(repr=False)

    @property
    def accuracy(self) -> float:
        """Aciertos entre preguntas, de 0 a 1."""
        return self.hits / self.total


def analogy_accuracy(
    vectors: WordVectors,
    known: Sequence[Pair],
    topn: int = 1,
    exclude_query: bool = True,
    offset: bool = True,
) -> AnalogyScore:
    """¿b − a + c ≈ d? para cada dos parejas distintas (a, b), (c, d): n (n − 1) casos.

    Acierta si d está entre las topn primeras. offset=False es el control: se busca
    solo cerca de c, sin sumar la diferencia b − a (y con las mismas palabras fuera).
    """
    if len(known) < 2:
        raise ValueError("Una analogía necesita al menos dos parejas.")
    questions = [(*one, *other) for one, other in permutations(known, 2)]
    rows = np.array([[vectors.row(word) for word in four] for four in questions])
    misses = []
    for start in range(0, len(rows), 256):  # (256, V) a la vez cabe en la memoria
        part = rows[start : start + 256]
        scores = _scores(vectors, part, exclude_query, offset)
        better = scores > np.take_along_axis(scores, part[:, 3:], axis=1)
        for i in np.flatnonzero(better.sum(axis=1) >= topn):
            got = vectors.words[scores[i].argmax()]
            misses.append(Miss(*questions[start + i], got))
    return AnalogyScore(len(rows) - len(misses), len(rows), tuple(misses))


def _scores(
    vectors: WordVectors, rows: np.ndarray, exclude_query: bool, offset: bool
) -> np.ndarray:
    """Parecido de cada palabra con b − a + c: filas (a, b, c, d) → (n, V)."""
    unit = vectors.unit
    a, b, c, _ = rows.T
    scores = (unit[b] - unit[a] + unit[c] if offset else unit[c]) @ unit.T
    if exclude_query:
        np.put_along_axis(scores, rows[:, :3], -np.inf, axis=1)
    return np.asarray(scores)


def load_text(path: str | Path, limit: int | None = None) -> WordVectors:
    """Lee un archivo de texto de word2vec o GloVe: «palabra x₀ x₁ …» por línea.

    La primera línea de word2vec («V d») se reconoce y se salta. limit: cuántas
    palabras leer, las primeras del archivo.
    """
    words: list[str] = []
    rows: list[list[float]] = []
    with Path(path).open(encoding="utf-8", newline="\n") as f:
        for number, line in enumerate(f, start=1):
            parts = line.rstrip("\r\n ").split(" ")
            if number == 1 and len(parts) == 2 and all(p.isdigit() for p in parts):
                continue
            if limit is not None and len(words) == limit:
                break
            d = len(rows[0]) if rows else len(parts) - 1
            words.append(" ".join(parts[:-d]))  # una palabra puede llevar blancos
            rows.append(_numbers(parts[-d:], d, number))
    if not rows:
        raise ValueError(f"{Path(path).name} no tiene ninguna palabra.")
    return WordVectors(words, rows, Path(path).name)


def _numbers(parts: list[str], d: int, line: int) -> list[float]:
    try:
        if not d or len(parts) != d:
            raise ValueError
        return [float(part) for part in parts]
    except ValueError:
        raise ValueError(
            f"La línea {line} debería ser una palabra y {d or 'varios'} números, "
            "separados por un blanco."
        ) from None


def save_text(vectors: WordVectors, path: str | Path, header: bool = True) -> None:
    """Escribe el formato de texto de word2vec, o el de GloVe con header=False."""
    bad = next((w for w in vectors if not w or {" ", "\n", "\r"} & set(w)), None)
    if bad is not None:
        raise ValueError(
            f"«{bad!r}» lleva un blanco: ese formato los usa de separador."
        )
    with Path(path).open("w", encoding="utf-8", newline="\n") as f:
        if header:
            f.write(f"{len(vectors)} {vectors.d}\n")
        f.writelines(_line(word, row) for word, row in _pairs_of(vectors))


def _pairs_of(vectors: WordVectors) -> Iterable[tuple[str, np.ndarray]]:
    return zip(vectors.words, vectors.matrix, strict=True)


def _line(word: str, row: np.ndarray) -> str:
    """9 cifras bastan para que un float32 vuelva igual, bit a bit."""
    return " ".join([word, *(f"{x:.9g}" for x in row)]) + "\n"
