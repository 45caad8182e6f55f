"""Posiciones fijas: senos y cosenos (Vaswani y otros, 2017) y RoPE (Su y otros, 2021).

Las dos usan las mismas frecuencias, una por cada par de coordenadas:
ω_k = base^(−2k/d), k = 0 … d/2 − 1. Lo que cambia es dónde actúan: el seno se suma
al vector; RoPE gira la consulta y la clave, y no suma nada.

Disposición de los pares: «interleaved» (0, 1), (2, 3) …, como en el artículo;
«halves» (0, d/2), (1, d/2 + 1) …, como en mucho código. Cambiar de una a otra es
reordenar coordenadas: `to_halves`.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Layout = Literal["interleaved", "halves"]
BASE = 10_000.0


def frequencies(d: int, base: float = BASE) -> NDArray[np.float64]:
    """ω_k = base^(−2k/d): radianes por posición, (d/2,); de 1 a casi 1/base."""
    if d < 2 or d % 2:
        raise ValueError(f"d debe ser par y positivo, para formar pares: llegó d = {d}")
    return base ** (-2.0 * np.arange(d // 2) / d)


def pair_slices(d: int, layout: Layout) -> tuple[slice, slice]:
    """Dónde están la primera y la segunda coordenada de cada par."""
    if layout == "interleaved":
        return slice(0, d, 2), slice(1, d, 2)
    if layout == "halves":
        return slice(0, d // 2), slice(d // 2, d)
    raise ValueError(f"disposición «{layout}»: usa 'interleaved' o 'halves'")


def angles(positions: ArrayLike, d: int, base: float = BASE) -> NDArray[np.float64]:
    """t · ω_k: un ángulo por posición y par, (…, d/2), en radianes y float64."""
    return np.asarray(positions, dtype=np.float64)[..., None] * frequencies(d, base)


def sinusoidal(
    positions: ArrayLike, d: int, layout: Layout = "interleaved", base: float = BASE
) -> NDArray[np.float64]:
    """sin(t·ω_k) y cos(t·ω_k) en cada par: (…, d), con norma √(d/2) en toda posición.

    `positions` es una lista de posiciones (enteros o reales) o un solo número T, que
    vale por 0 … T − 1. Fuente: Vaswani y otros, 2017, §3.5.
    """
    where = np.arange(positions) if isinstance(positions, int) else positions
    turn = angles(where, d, base)
    first, second = pair_slices(d, layout)
    table = np.empty((*turn.shape[:-1], d))
    table[..., first] = np.sin(turn)
    table[..., second] = np.cos(turn)
    return table


def rope(
    x: Any, positions: ArrayLike, layout: Layout = "interleaved", base: float = BASE
) -> Any:
    """Gira cada par (a, b) de x un ángulo t·ω_k: la norma no cambia.

    x: (…, T, d), matriz de numpy o tensor de torch; positions: (T,). Devuelve lo mismo
    que recibe. ⟨rope(q, m), rope(k, n)⟩ depende solo de m − n.
    Fuente: Su y otros, 2021, ecuación 15.
    """
    d = x.shape[-1]
    turn = angles(positions, d, base)
    cast = x.new_tensor if hasattr(x, "new_tensor") else np.asarray
    cos, sin = cast(np.cos(turn)), cast(np.sin(turn))
    first, second = pair_slices(d, layout)
    a, b = x[..., first], x[..., second]
    out = x * 1.0
    out[..., first] = a * cos - b * sin
    out[..., second] = a * sin + b * cos
    return out


def to_halves(d: int) -> NDArray[np.int64]:
    """p con x_halves = x_interleaved[p]: los índices pares y luego los impares."""
    frequencies(d)
    return np.concatenate([np.arange(0, d, 2), np.arange(1, d, 2)])


def shift_matrix(
    offset: float, d: int, layout: Layout = "interleaved", base: float = BASE
) -> NDArray[np.float64]:
    """M(s) con sinusoidal(t + s) = M(s) · sinusoidal(t): un giro por par, (d, d)."""
    turn = offset * frequencies(d, base)
    first, second = (np.arange(d)[where] for where in pair_slices(d, layout))
    matrix = np.zeros((d, d))
    matrix[first, first] = matrix[second, second] = np.cos(turn)
    matrix[first, second] = np.sin(turn)
    matrix[second, first] = -np.sin(turn)
    return matrix


def longest_wavelength(d: int, base: float = BASE, *, authors: bool = False) -> float:
    """2π / ω_min: posiciones que tarda el par más lento en dar una vuelta.

    Con la fórmula del artículo el exponente del último par es (d − 2)/d; el código de
    los autores divide entre d/2 − 1, y llega a `base` exacto: `authors=True`.
    """
    return 2 * np.pi * (base if authors else 1.0 / float(frequencies(d, base)[-1]))


def alibi(T: int, heads: int) -> NDArray[np.float64]:
    """−m_h · (i − j) para j ≤ i, (heads, T, T): lo que resta la distancia.

    m_h = 2^(−8h/heads), h = 1 … heads. Fuente: Press y otros, 2022.
    """
    slope = 2.0 ** (-8.0 * np.arange(1, heads + 1) / heads)
    distance = np.arange(T)[:, None] - np.arange(T)[None, :]
    return -slope[:, None, None] * np.maximum(distance, 0)
