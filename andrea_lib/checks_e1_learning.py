"""Visible checks of exercise 1, second half: gradients (1.7 to 1.9), scales (1.10).

The right gradient is measured, not known: each number of E is moved a little, and the
change of L is looked at. Of the scales, the two conditions are measured.
"""

import numpy as np

from andrea_lib.checks import Case, Function, Trial, report, right_shape, same, slopes

SIGN = "El signo está cambiado: se pide el gradiente, no el paso que baja."
REPEATED = "Un id repetido recibe la suma de lo que llega a todas sus lecturas."
HEIGHT = "La altura es V, aparezca o no el último id."


def by_hand_check(grad: object) -> None:
    """Prueba visible de 1.7: forma, filas tocadas y suma (que no se puede perder)."""
    G = np.array([[1.0, -2], [4, 3], [2, 5], [-1, 1]])
    positions = "Es la forma de x, una fila por posición. Se pide la de E."
    absent = "Faltan las filas que nadie ha leído: valen cero, pero están."

    def untouched() -> str | None:
        read = np.flatnonzero(np.any(np.asarray(grad, float) != 0, axis=1))
        if read.tolist() == [0, 2]:
            return "Están una fila más arriba: la primera fila de E es la del id 0."
        return None if set(read) <= {1, 3} else "Solo se mueven las filas leídas."

    def kept() -> str | None:
        total = np.asarray(grad, float).sum(axis=0)
        if np.allclose(total, -G.sum(axis=0)):
            return SIGN
        return None if np.allclose(total, G.sum(axis=0)) else REPEATED

    shape = right_shape(grad, (5, 2), [((4, 2), positions), ((2, 2), absent)])
    cases: list[Case] = [("La forma es la de E", lambda: shape)]
    if shape is None:
        cases += [
            ("Las filas que nadie ha leído valen cero", untouched),
            ("Las filas suman lo mismo que en ∂L/∂x: nada se pierde", kept),
        ]
    report(*cases)


def table_gradient_check(table_gradient: Function) -> None:
    """Prueba visible de 1.8: diferencias finitas en lotes con id repetidos."""
    line, square = np.array([3, 1, 3, 3]), np.array([[0, 2, 0], [2, 2, 1]])
    report(
        ("Lote 3, 1, 3, 3 con V = 5", _scatter(table_gradient, line)),
        ("Lote de forma (2, 3) con V = 5", _scatter(table_gradient, square)),
    )


def _scatter(table_gradient: Function, ids: np.ndarray) -> Trial:
    V, d = 5, 2
    G = np.arange(1.0, 1 + ids.size * d).reshape(*ids.shape, d)

    def trial() -> str | None:
        right = slopes(lambda E: float((E[ids] * G).sum()), np.zeros((V, d)))
        counts = np.bincount(ids.ravel(), minlength=V)[:, None]
        slips = [
            (-right, SIGN),
            (right / np.maximum(counts, 1), "Es una suma, no una media."),
            (right[: ids.max() + 1], HEIGHT),
            (counts + 0 * right, "Cuentas lecturas: cada una aporta su fila de G."),
        ]
        return same(table_gradient(ids.copy(), G.copy(), V), right, slips, REPEATED)

    return trial


def tied_gradient_check(tied_gradient: Function) -> None:
    """Prueba visible de 1.9: diferencias finitas, con el consejo de cada camino."""
    report(
        ("Id 0 y 2, sin repetidos, con V = 4", _tied(tied_gradient, np.array([0, 2]))),
        ("Id 1, 0, 1 con V = 4", _tied(tied_gradient, np.array([1, 0, 1]))),
    )


def _tied(tied_gradient: Function, ids: np.ndarray) -> Trial:
    E = np.array([[1.0, 2], [3, -1], [0, 2], [2, 1]])
    S = np.array([[1.0, 2, -1, 3], [2, 1, 4, -2], [3, -1, 1, 2]])[: len(ids)]

    def trial() -> str | None:
        # One use of E moves while the other stays; then both.
        output = slopes(lambda M: float((S * (E[ids] @ M.T)).sum()), E)
        entry = slopes(lambda M: float((S * (M[ids] @ E.T)).sum()), E)
        right = slopes(lambda M: float((S * (M[ids] @ M.T)).sum()), E)
        read = np.isin(np.arange(len(E)), ids)[:, None]
        slips = [
            (output, "Falta el camino de la entrada: x también sale de E."),
            (entry, "Falta el camino de la salida: ahí puntúan todas las filas."),
            (right / 2, "Los dos caminos se suman; no se promedian."),
            (output - entry, "Los dos caminos se suman; no se restan."),
            (right * read, "A la salida puntúan todas las filas, leídas o no."),
        ]
        given = tied_gradient(E.copy(), ids.copy(), S.copy())
        return same(given, right, slips, "¿Están los dos caminos, y los repetidos?")

    return trial


def scale_factors_check(scale_factors: Function) -> None:
    """Prueba visible de 1.10: mide las dos condiciones sobre todas las parejas."""
    centred = (
        np.array([[1.0, 0], [-1, 0], [0, 2], [0, -2]]),
        np.array([[0, 5.0], [0, -5]]),
    )
    alike = np.array([[3.0, 1], [1, 2], [2, -1]]), np.array([[4.0, 0], [1, 1]])
    report(
        (
            "Medias cero, share = 0.2: la parte de P",
            _share(scale_factors, *centred, 0.2),
        ),
        ("Medias cero, share = 0.2: la norma", _norm(scale_factors, *centred, 0.2)),
        (
            "Otras tablas, share = 0.4: la parte de P",
            _share(scale_factors, *alike, 0.4),
        ),
        ("Otras tablas, share = 0.4: la norma", _norm(scale_factors, *alike, 0.4)),
    )


def _squared(M: np.ndarray) -> float:
    """⟨‖fila‖²⟩."""
    return float(np.mean(np.sum(M**2, axis=-1)))


def _part(E: np.ndarray, P: np.ndarray) -> float:
    return _squared(P) / (_squared(E) + _squared(P))


def _share(f: Function, E: np.ndarray, P: np.ndarray, share: float) -> Trial:
    def trial() -> str | None:
        a, b = f(E.copy(), P.copy(), share)
        part = _part(a * E, b * P)
        rootless = _part(E * (1 - share) / _squared(E), P * share / _squared(P))
        if np.isclose(part, share):
            return None
        if np.isclose(part, 1 - share):
            return "Has dado share a E: es la parte de P."
        if np.isclose(part, share**2 / (share**2 + (1 - share) ** 2)):
            return "Has repartido las normas; se reparten sus cuadrados."
        if np.isclose(part, rootless):
            return "¿Falta la raíz? El factor a multiplica ‖E‖² por a²."
        return f"La parte de P es {part:.3g}. ¿Cuadrado primero y media después?"

    return trial


def _norm(f: Function, E: np.ndarray, P: np.ndarray, share: float) -> Trial:
    def trial() -> str | None:
        a, b = f(E.copy(), P.copy(), share)
        size = _squared(a * E[:, None] + b * P)  # (V, T, d): every pair
        if np.isclose(size, 1):
            return None
        if np.isclose(_squared(a * E) + _squared(b * P), 1):
            return "Los dos sumandos cuadran, la suma no: falta el término cruzado."
        if np.isclose(size, E.shape[1]):
            return "Sale d: la norma al cuadrado suma los d cuadrados, no los promedia."
        return f"⟨‖a·E + b·P‖²⟩ sale {size:.3g} y debe ser 1, sobre todas las parejas."

    return trial
