"""La clase `WordVectors`: buscar palabras, compararlas, hacer analogías.

`WordVectors` pone nombre a las filas de una matriz; los cálculos son los de
`andrea_lib.geometry`. Los métodos se llaman y se comportan como los de gensim
(`KeyedVectors`), para que lo aprendido sirva fuera del curso. En los notebooks se
importa desde `andrea_lib.vectors`, que además trae las tablas.

Fuentes: Mikolov y otros (2013), «Linguistic regularities», para la regla de la
analogía; Levy y Goldberg (2014), «Linguistic regularities in sparse and explicit
word representations», §3, para 3CosMul.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from andrea_lib import geometry

Scored = list[tuple[str, float]]
Term = str | ArrayLike  # una palabra o un vector (d,)


class UnknownWordError(KeyError):
    """La palabra no está en la tabla; el mensaje propone otras."""

    def __str__(self) -> str:  # KeyError enseñaría el mensaje entre comillas
        return str(self.args[0])


class WordVectors:
    """Tabla de palabras: words[i] ↔ matrix[i], con matrix de forma (V, d)."""

    def __init__(
        self,
        words: Iterable[str],
        matrix: ArrayLike,
        name: str = "esta tabla",
        hints: Mapping[str, str] | None = None,
    ) -> None:
        """name y hints (palabra → la que hay aquí) solo salen en los errores."""
        self.words = tuple(str(word) for word in words)
        self.matrix: NDArray[np.float32] = np.array(matrix, dtype=np.float32)
        self.matrix.flags.writeable = False  # una tabla cargada no se retoca
        self.name, self._hints = name, dict(hints or {})
        self._row = {word: i for i, word in enumerate(self.words)}
        if self.matrix.ndim != 2 or len(self.matrix) != len(self.words):
            raise ValueError(
                f"Hay {len(self.words)} palabras y una matriz de forma "
                f"{self.matrix.shape}: hace falta una fila por palabra."
            )
        if len(self._row) != len(self.words):
            twice = next(w for i, w in enumerate(self.words) if self._row[w] != i)
            raise ValueError(f"La palabra «{twice}» está repetida: deja una sola.")

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._row

    def __getitem__(self, words: str | Iterable[str]) -> NDArray[np.float32]:
        """E[id]: la fila de una palabra, (d,), o las de una lista, (n, d)."""
        if isinstance(words, str) or not isinstance(words, Iterable):
            return self.matrix[self.row(words)]
        return self.matrix[[self.row(word) for word in words]]

    def __repr__(self) -> str:
        return f"WordVectors({self.name}: V = {len(self)}, d = {self.d})"

    @property
    def d(self) -> int:
        """Números por vector."""
        return int(self.matrix.shape[1])

    @cached_property
    def unit(self) -> geometry.Array:
        """Las filas con norma 1: (V, d)."""
        return geometry.normalise(self.matrix)

    def row(self, word: str) -> int:
        """Número de fila de una palabra; UnknownWordError si no está."""
        try:
            return self._row[word]
        except (KeyError, TypeError):
            raise UnknownWordError(self._advice(word)) from None

    def _advice(self, word: object) -> str:
        if not isinstance(word, str):
            return f"Una palabra va entre comillas, y ha llegado {word!r}."
        lower = {w.lower(): w for w in reversed(self.words)}
        close = difflib.get_close_matches(word.lower(), lower, n=3, cutoff=0.7)
        found = [self._hints[low]] if (low := word.lower()) in self._hints else []
        found += [lower[c] for c in close if lower[c] not in found]
        text = f"«{word}» no está en {self.name}. "
        if not found:
            return text + "Elige otra palabra: `palabra in vectores` dice si está."
        return text + f"¿Querías decir «{'», «'.join(found)}»?"

    def similarity(self, a: str, b: str) -> float:
        """cos θ entre los vectores de dos palabras."""
        return float(geometry.cosine(self[a], self[b]))

    def subset(self, words: Iterable[str]) -> WordVectors:
        """La misma tabla con solo estas palabras, en este orden."""
        chosen = list(words)
        return WordVectors(chosen, self[chosen], self.name, self._hints)

    def with_matrix(self, matrix: ArrayLike) -> WordVectors:
        """Las mismas palabras con otros vectores: (V, d) centrada, girada…"""
        return WordVectors(self.words, matrix, self.name, self._hints)

    def nearest(self, word: str, topn: int = 10, metric: str = "coseno") -> Scored:
        """Vecinas de una palabra por "coseno", "punto" o "distancia".

        Devuelve [(palabra, medida), …], la más cercana primero, sin ella misma.
        """
        values = geometry.scores(self.matrix, self[word], metric)
        best = self._best(values, _positive(topn), [self.row(word)])
        return [(w, -s if metric == "distancia" else s) for w, s in best]

    def most_similar(
        self,
        positive: Term | Sequence[Term],
        negative: Term | Sequence[Term] = (),
        topn: int = 10,
        exclude_query: bool = True,
    ) -> Scored:
        """Las palabras w de mayor cos(w, Σ positive − Σ negative), con norma 1 todas.

        París − Francia + España es positive=["parís", "españa"],
        negative=["francia"]. Las palabras de la consulta no salen, salvo con
        exclude_query=False. Donde va una palabra puede ir un vector (d,).
        """
        values, used = self._query(positive, negative)
        return self._best(values, _positive(topn), used if exclude_query else [])

    def most_similar_cosmul(
        self,
        positive: Term | Sequence[Term],
        negative: Term | Sequence[Term] = (),
        topn: int = 10,
    ) -> Scored:
        """3CosMul: Π cos(w, positive) / (Π cos(w, negative) + 0.001).

        Los cosenos se llevan a 0…1 con (1 + cos) / 2. Multiplicar en vez de sumar
        impide que un parecido muy grande tape a los demás.
        """
        up, down = self._units(_listed(positive)), self._units(_listed(negative))
        values = ((1 + self.unit @ up.T) / 2).prod(axis=1)
        values /= ((1 + self.unit @ down.T) / 2).prod(axis=1) + 0.001
        used = self._rows_of([*_listed(positive), *_listed(negative)])
        return self._best(values, _positive(topn), used)

    def rank(
        self,
        answer: str,
        positive: Term | Sequence[Term],
        negative: Term | Sequence[Term] = (),
        exclude_query: bool = True,
    ) -> int:
        """Puesto de answer en `most_similar` (1 es el primero)."""
        values, used = self._query(positive, negative)
        row = self.row(answer)
        if exclude_query and row in used:
            raise ValueError(
                f"«{answer}» está en la consulta, así que no tiene puesto: "
                "pregunta por otra o usa exclude_query=False."
            )
        better = values > values[row]
        return int(better.sum()) + 1 - int(exclude_query and better[used].sum())

    def _units(self, terms: Sequence[Term]) -> geometry.Array:
        rows = [self[t] if isinstance(t, str) else np.asarray(t) for t in terms]
        for row in rows:
            if row.shape != (self.d,):
                raise ValueError(
                    f"Un vector de esta tabla tiene forma ({self.d},) y ha llegado "
                    f"una forma {row.shape}."
                )
        return geometry.normalise(np.reshape(rows, (-1, self.d)))

    def _rows_of(self, terms: Sequence[Term]) -> list[int]:
        return [self.row(t) for t in terms if isinstance(t, str)]

    def _query(
        self, positive: Term | Sequence[Term], negative: Term | Sequence[Term]
    ) -> tuple[geometry.Array, list[int]]:
        """Coseno de cada palabra con la consulta, y las filas que la forman."""
        plus, minus = _listed(positive), _listed(negative)
        if not plus and not minus:
            raise ValueError("La consulta está vacía: pon al menos una palabra.")
        query = self._units(plus).sum(axis=0) - self._units(minus).sum(axis=0)
        values = self.unit @ geometry.normalise(query)
        return values, self._rows_of([*plus, *minus])

    def _best(self, values: geometry.Array, topn: int, skip: Sequence[int]) -> Scored:
        order = np.argsort(-values, kind="stable")
        order = order[~np.isin(order, skip)][:topn]
        return [(self.words[i], float(values[i])) for i in order]


def _listed(terms: Term | Sequence[Term]) -> list[Term]:
    """Una palabra o un vector sueltos cuentan como lista de uno."""
    if isinstance(terms, str) or (isinstance(terms, np.ndarray) and terms.ndim == 1):
        return [terms]
    return list(terms)  # type: ignore[arg-type]


def _positive(topn: int) -> int:
    if topn < 1:
        raise ValueError(f"topn dice cuántas palabras quieres: 1 o más, no {topn}.")
    return topn
