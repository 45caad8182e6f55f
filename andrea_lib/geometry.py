"""Geometría de vectores con numpy: normas, ángulos, vecinos, componentes.

Aquí los vectores son filas de números sin nombre; las palabras viven en
`andrea_lib.vectors`. Todo se calcula en float64, aunque los datos sean float16.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
METRICS = ("coseno", "punto", "distancia")


def _rows(X: ArrayLike) -> Array:
    """Matriz (n, d) de float64; un vector suelto no vale."""
    X = np.asarray(X, dtype=np.float64)
    if X.ndim != 2:
        raise ValueError(
            f"Hace falta una matriz (n, d) y ha llegado una forma {X.shape}. "
            "Si es un solo vector, escribe x[None, :]."
        )
    return X


def _same_width(u: Array, v: Array) -> None:
    if u.shape[-1] != v.shape[-1]:
        raise ValueError(
            f"Los vectores miden {u.shape[-1]} y {v.shape[-1]}: para compararlos "
            "tienen que vivir en el mismo espacio. ¿Vienen de tablas distintas?"
        )


def norm(x: ArrayLike) -> Array:
    """‖x‖ = √(x₀² + x₁² + …) sobre el último eje: (…, d) → (…)."""
    x = np.asarray(x, dtype=np.float64)
    return np.asarray(np.sqrt(np.square(x).sum(axis=-1)))


def normalise(x: ArrayLike) -> Array:
    """x / ‖x‖ sobre el último eje: misma dirección, norma 1.

    El vector cero no tiene dirección: ValueError.
    """
    x = np.asarray(x, dtype=np.float64)
    size = norm(x)
    if not size.all():
        where = f" en la fila {np.argwhere(size == 0)[0][0]}" if x.ndim > 1 else ""
        raise ValueError(
            f"Hay un vector cero{where}: no apunta a ninguna parte, así que su coseno "
            "no está definido. Quítalo antes de comparar direcciones."
        )
    return x / size[..., None]


def dot(u: ArrayLike, v: ArrayLike) -> Array:
    """u · v = u₀v₀ + u₁v₁ + … sobre el último eje: (…, d), (…, d) → (…)."""
    u, v = np.asarray(u, dtype=np.float64), np.asarray(v, dtype=np.float64)
    _same_width(u, v)
    return np.asarray((u * v).sum(axis=-1))


def cosine(u: ArrayLike, v: ArrayLike) -> Array:
    """cos θ = u · v / (‖u‖ ‖v‖), entre −1 y 1: (…, d), (…, d) → (…)."""
    return np.clip(dot(normalise(u), normalise(v)), -1.0, 1.0)


def angle(u: ArrayLike, v: ArrayLike) -> Array:
    """Ángulo θ en grados, entre 0 y 180: (…, d), (…, d) → (…).

    θ = 2·atan2(‖û − v̂‖, ‖û + v̂‖): no pierde cifras cerca de 0, como sí hace
    arccos (W. Kahan, «How futile are mindless assessments of roundoff», §12).
    """
    u, v = normalise(u), normalise(v)
    _same_width(u, v)
    return np.degrees(2 * np.arctan2(norm(u - v), norm(u + v)))


def cosine_matrix(A: ArrayLike, B: ArrayLike | None = None) -> Array:
    """Coseno de cada fila de A con cada fila de B: (n, d), (m, d) → (n, m).

    Sin B, las filas de A entre sí.
    """
    left = normalise(_rows(A))
    right = left if B is None else normalise(_rows(B))
    _same_width(left, right)
    return np.clip(left @ right.T, -1.0, 1.0)


def mean_cosine(X: ArrayLike) -> float:
    """Coseno medio entre filas distintas: (‖Σ x̂ᵢ‖² − n) / (n (n − 1)).

    Es la medida de anisotropía del capítulo 2: 0 si las direcciones se reparten,
    cerca de 1 si todas apuntan hacia el mismo lado.
    """
    unit = normalise(_rows(X))
    n = len(unit)
    if n < 2:
        raise ValueError("Hacen falta al menos dos filas para formar una pareja.")
    return float((np.square(unit.sum(axis=0)).sum() - n) / (n * (n - 1)))


def centre(X: ArrayLike) -> Array:
    """X − media de las filas: (n, d) → (n, d), con media cero en cada columna."""
    X = _rows(X)
    return X - X.mean(axis=0)


def remove_top(X: ArrayLike, k: int = 1) -> Array:
    """Centra y quita las k direcciones de mayor varianza: (n, d) → (n, d).

    Fuente: Mu y Viswanath (2018), «All-but-the-top», algoritmo 1.
    """
    top = pca(X, k).components
    X = centre(X)
    return X - X @ top.T @ top


@dataclass(frozen=True)
class PCA:
    """Resultado de `pca`: coordenadas, direcciones y varianza explicada."""

    coordinates: Array  # (n, k): cada fila, en los k ejes nuevos
    components: Array  # (k, d): los ejes, ortogonales y de norma 1
    explained: Array  # (k,): fracción de la varianza que cae en cada eje


def pca(X: ArrayLike, k: int = 2) -> PCA:
    """Los k ejes ortogonales que más varianza de X guardan: (n, d) → (n, k).

    El signo de un eje es arbitrario; aquí su coordenada mayor es positiva.
    """
    X = centre(X)
    if not 1 <= k <= min(X.shape):
        raise ValueError(
            f"Con {X.shape[0]} filas de {X.shape[1]} números hay entre 1 y "
            f"{min(X.shape)} ejes; has pedido {k}."
        )
    _, s, axes = np.linalg.svd(X, full_matrices=False)
    total = np.square(s).sum()
    if total == 0:
        raise ValueError("Todas las filas son iguales: no hay varianza que repartir.")
    axes = axes[:k]
    largest = np.abs(axes).argmax(axis=1)
    axes = axes * np.sign(axes[np.arange(k), largest])[:, None]
    return PCA(X @ axes.T, axes, np.square(s[:k]) / total)


def scores(X: ArrayLike, query: ArrayLike, metric: str = "coseno") -> Array:
    """Lo cerca que está cada fila de X de query; más alto, más cerca: (n, d) → (n,).

    metric: "coseno", "punto" o "distancia" (la euclídea, con signo menos).
    """
    X, q = _rows(X), np.asarray(query, dtype=np.float64)
    _same_width(X, q)
    if metric == "coseno":
        return np.asarray(normalise(X) @ normalise(q))
    if metric == "punto":
        return np.asarray(X @ q)
    if metric == "distancia":
        return -norm(X - q)
    raise ValueError(
        f"No conozco la medida «{metric}». Elige una de: {', '.join(METRICS)}."
    )


def nearest(
    X: ArrayLike,
    query: ArrayLike,
    k: int = 10,
    metric: str = "coseno",
    exclude: Collection[int] = (),
) -> NDArray[np.intp]:
    """Índices de las k filas de X más cercanas a query, la mejor primero.

    Los empates quedan en el orden de las filas; si hay menos de k, salen todas.
    exclude: índices de filas que no cuentan.
    """
    order = np.argsort(-scores(X, query, metric), kind="stable")
    return order[~np.isin(order, list(exclude))][:k]


def random_rotation(d: int, seed: int = 0) -> Array:
    """Matriz ortogonal (d, d) al azar: gira (o refleja) sin cambiar ningún producto.

    QR de una matriz gaussiana con los signos de R corregidos, para que ninguna
    rotación sea más probable que otra (Mezzadri, 2007, §5).
    """
    rng = np.random.default_rng(seed)
    Q, R = np.linalg.qr(rng.normal(size=(d, d)))
    return np.asarray(Q * np.sign(np.diag(R)))
