"""Sondas lineales: ¿se puede leer algo de un vector con una matriz y nada más?

Una sonda no forma parte del modelo. Se ajusta con unos ejemplos y se examina con otros;
si acierta, la información estaba en el vector, al alcance de una multiplicación.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class LinearProbe:
    """Una matriz (d, clases) y un sesgo (clases,): gana la nota más alta."""

    weight: NDArray[np.float64]
    bias: NDArray[np.float64]

    def predict(self, X: ArrayLike) -> NDArray[np.intp]:
        """La clase de cada fila de X, (n, d) → (n,)."""
        notes = np.asarray(X, dtype=np.float64) @ self.weight + self.bias
        return np.asarray(notes.argmax(axis=1))

    def accuracy(self, X: ArrayLike, y: ArrayLike) -> float:
        """Aciertos, de 0 a 1."""
        return float((self.predict(X) == np.asarray(y)).mean())


def fit(X: ArrayLike, y: ArrayLike, shrink: float = 1e-3) -> LinearProbe:
    """Discriminante lineal: notas x·Σ⁻¹μ_c − ½ μ_c·Σ⁻¹μ_c, con μ_c la media de c.

    X: (n, d); y: (n,), enteros de 0 a clases − 1, todas con algún ejemplo. Σ es la
    covarianza dentro de las clases, más `shrink` veces su varianza media en la
    diagonal: así se puede invertir. Fuente: Fisher, 1936.
    """
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
    counts = np.bincount(y)
    if not counts.all():
        raise ValueError(f"la clase {counts.argmin()} no tiene ningún ejemplo")
    means: Any = np.zeros((len(counts), X.shape[1]))
    np.add.at(means, y, X)
    means /= counts[:, None]
    spread = (X - means[y]).T @ (X - means[y]) / len(X)
    if not spread.any():
        raise ValueError("todos los ejemplos de cada clase son iguales: da más de uno")
    spread += shrink * np.trace(spread) / len(spread) * np.eye(len(spread))
    weight = np.linalg.solve(spread, means.T)
    return LinearProbe(weight, -0.5 * (means.T * weight).sum(axis=0))
