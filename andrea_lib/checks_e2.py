"""Visible checks of exercise 2, arrows and ranks: small cases made by hand.

The checks on words, 2.5 to 2.8, are in `checks_e2_words`. Nothing here can stand in
for an answer: only literal values and properties.
"""

from typing import Any

import numpy as np

from andrea_lib.checks import (
    Case,
    Function,
    Slip,
    gives,
    refuses,
    report,
    right_shape,
    same,
)


def dot_from_angle_check(dot_from_angle: Function) -> None:
    """Prueba visible de 2.1: flechas de normas 2 y 3."""
    cosine = "Es el coseno: faltan las normas."
    report(
        gives(
            "Normas 2 y 3, 60 grados: 3",
            dot_from_angle,
            (60, 2, 3),
            3,
            (6 * np.cos(60), "numpy espera radianes, y llegan grados."),
            (0.5, cosine),
            (6 * np.sin(np.pi / 3), "Es el seno: la perpendicular daría lo máximo."),
            (2.5, "Las normas multiplican; no se suman."),
        ),
        gives("Las mismas, 180 grados: −6", dot_from_angle, (180, 2, 3), -6),
    )


def perpendicular_check(perpendicular: Function) -> None:
    """Prueba visible de 2.2: dos vectores del plano horizontal y otra pareja."""
    u, v = np.array([1, 2, 0]), np.array([0, 3, 1])

    def properties() -> str | None:
        w = np.asarray(perpendicular(u, v))
        return right_shape(w, (3,)) or _upright(w, u, v)

    def upwards() -> str | None:
        w = np.asarray(perpendicular(np.array([0, 1, 0]), np.array([1, 1, 0])))
        return same(w, [0, 0, 1], [([0, 0, -1], "Apunta al revés: mira el signo.")])

    report(
        ("Perpendicular a (1, 2, 0) y (0, 3, 1), de norma 1", properties),
        ("Hacia arriba con dos vectores del suelo: (0, 0, 1)", upwards),
    )


def _upright(w: Any, u: Any, v: Any) -> str | None:
    for name, other in (("u", u), ("v", v)):
        if abs(w @ other) > 1e-9:
            return f"El producto punto con {name} no es 0."
    if abs(np.linalg.norm(w) - 1) > 1e-9:
        return "Es perpendicular a los dos, pero no mide 1."
    return None if w[0] > 0 else "La primera coordenada que no es 0 tiene que ser > 0."


def rank_check(rank: Function) -> None:
    """Prueba visible de 2.3: tres filas del plano, q = (1, 0)."""
    X = np.array([[0.9, 0.2], [3.0, 4.0], [-1.0, 0.5]])
    q = np.array([1.0, 0.0])
    up = "De menor a mayor: lo más parecido es lo mayor."
    marks = "Son notas: se piden números de fila."

    def case(metric: str, right: list[int], *slips: Slip) -> Case:
        def trial() -> str | None:
            value = np.asarray(rank(X.copy(), q.copy(), metric))
            return same(value, right, [*slips, (right[::-1], up)], marks)

        return f"Orden por {metric}: {right}", trial

    far = "Has puesto primero lo más lejano."
    dots = "Es el orden del producto punto: divide entre la norma de cada fila."
    report(
        case("punto", [1, 0, 2]),
        case("coseno", [0, 1, 2], ([1, 0, 2], dots)),
        case("distancia", [0, 2, 1], ([1, 2, 0], far)),
        refuses(
            "Una métrica que no existe",
            rank,
            (X, q, "ángulo"),
            ValueError,
            "Una errata no puede pasar por buena.",
        ),
    )


def disagreement_check(disagreement: Function) -> None:
    """Prueba visible de 2.4: una fila larga y otra que apunta mejor."""
    q = np.array([1.0, 0.0])
    X = np.array([[1.0, 0.1], [5.0, 5.0], [-9.0, 0.0]])

    def differ() -> str | None:
        value = disagreement(X.copy(), q.copy())
        if value is None:
            return "Sale None: ¿has dividido entre la norma de cada fila?"
        slips = [
            ([0, 1], "La pareja está al revés: primero la del producto punto."),
            ([2, 0], "La fila 2 apunta al lado contrario: cuenta el signo."),
        ]
        return same(value, [1, 0], slips)

    def agree() -> str | None:
        value = disagreement(X[[0, 2]], q.copy())
        return None if value is None else f"Coinciden: se pide None y sale {value}."

    report(
        ("La larga gana en punto y la alineada en coseno: (1, 0)", differ),
        ("Cuando coinciden, None", agree),
    )


def rotation_check(rotation: Function) -> None:
    """Prueba visible de 2.9: un giro exacto, y filas que no encajan."""
    A = np.array([[1.0, 0, 0], [0, 2.0, 0], [3.0, 1.0, 5.0]])
    turn = np.array([[2.0, -1, 2], [2, 2, -1], [-1, 2, 2]]) / 3
    misfit = A @ turn + np.array([[0.5, -0.4, 0], [0.3, 0.6, 0], [-0.7, 0.2, 1]])

    def orthogonal() -> str | None:
        R = np.asarray(rotation(A.copy(), misfit.copy()))
        if right_shape(R, (3, 3)) is None and np.allclose(R @ R.T, np.eye(3)):
            return None
        return "R·Rᵀ no es la identidad: la matriz estira."

    report(
        gives(
            "Un giro exacto de tres dimensiones",
            rotation,
            (A, A @ turn),
            turn,
            (turn.T, "Es el giro contrario, de B a A."),
            (A.T @ A @ turn, "Es A.T @ B: quita los valores singulares."),
        ),
        ("Ortogonal aunque las filas no encajen", orthogonal),
    )


def attention_weights_check(attention_weights: Function) -> None:
    """Prueba visible de 2.10: d = 4, dos claves, y puntuaciones enormes."""
    q, keys = np.array([2.0, 0, 0, 0]), np.array([[np.log(3), 0, 0, 0], [0, 0, 0, 0]])
    third = np.log(3)

    def huge() -> str | None:
        value = np.asarray(attention_weights(1e4 * q, keys))
        if np.isnan(value).any():
            return "Salen NaN: resta la mayor antes de np.exp."
        return same(value, [1, 0])

    report(
        gives(
            "Puntuaciones ln 3 y 0 tras escalar: 0.75 y 0.25",
            attention_weights,
            (q, keys),
            [0.75, 0.25],
            ([0.9, 0.1], "Falta dividir entre √d."),
            (_share(3**0.5), "Es √d, no d."),
            ([third, 0], "Son las puntuaciones: falta la softmax."),
            (_share(3**2**0.5), "Es la raíz de d, no la del número de claves."),
        ),
        ("Con puntuaciones de miles, sin NaN", huge),
    )


def _share(ratio: float) -> list[float]:
    return [ratio / (ratio + 1), 1 / (ratio + 1)]
