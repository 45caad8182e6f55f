"""Visible checks of exercise 3: fixed small cases, one line of advice per slip.

They work from literal values, so nothing here can stand in for an answer. The kernel's
check is in `checks_e3_kernel`.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from andrea_lib.checks import (
    NOTHING,
    Case,
    Function,
    gives,
    refuses,
    report,
    right_shape,
    same,
)

Rope = Callable[[Any, int], np.ndarray]


def split_check(split: Function) -> None:
    """Prueba visible de 3.1: ANDREA-120M, y un modelo de juguete sin P."""
    P, both, out, blocks = 786_432, 7_275_264, 6_488_832, 84_934_656
    toy = (0, 40, 40, 20)
    report(
        gives(
            "ANDREA-120M",
            split,
            (98_698_752, 8449, 768, 1024),
            (P, both, out, blocks),
            ((P, both, out, blocks + out), "Falta quitar la salida del resto."),
            ((P, both, 0, blocks + out), "La salida es propia: otra tabla de V × d."),
            ((P, out, out, blocks + P), "La entrada son E y P: falta P."),
            ((1024, out + 1024, out, blocks + P - 1024), "P tiene T filas de ancho d."),
            ((0.79, 7.28, 6.49, 84.93), "Se piden enteros exactos, no millones."),
        ),
        gives(
            "Un modelo sin tabla P",
            split,
            (100, 10, 4),
            toy,
            ((0, 40, 40, 60), "Falta quitar la salida del resto."),
            ((0, 40, 0, 60), "La salida es propia: otra tabla de V × d."),
            stops="Con T=None, P tiene 0 números.",
        ),
    )


def equivariant_check(is_equivariant: Function) -> None:
    """Prueba visible de 3.2: funciones de una línea, que ya sabes cómo contestar."""

    def soft(x: np.ndarray) -> np.ndarray:
        weights = np.exp(x @ x.T / 9)
        return weights / weights.sum(axis=1, keepdims=True) @ x

    exact = "Los últimos bits cambian al sumar en otro orden: compara con tolerancia."
    report(
        _answers("Los cuadrados", is_equivariant, lambda x: x**2, True, "Mira Πf(x)."),
        _answers("Notas, softmax y media", is_equivariant, soft, True, exact),
        _answers(
            "Sumar 0, 1, 2 … según la posición",
            is_equivariant,
            lambda x: x + np.arange(len(x))[:, None],
            False,
            "Esta sí sabe en qué posición está cada fila. ¿Qué barajas: filas?",
        ),
        _answers(
            "Sumar la fila simétrica",
            is_equivariant,
            lambda x: x + x[::-1],
            False,
            "Dar la vuelta es una sola permutación: prueba otras.",
        ),
        _answers(
            "La fila mayor de cada columna",
            is_equivariant,
            lambda x: x.max(axis=0),
            False,
            "No da una fila por posición: no hay nada que barajar.",
        ),
    )


def _answers(what: str, asked: Function, f: Function, right: bool, advice: str) -> Case:
    def trial() -> str | None:
        value = asked(f, 7, 3)
        if value is None:
            return NOTHING
        if not isinstance(value, bool | np.bool_):
            return f"Se pide True o False y sale {type(value).__name__}."
        return None if value == right else f"Sale {value}. {advice}"

    return what, trial


def sinusoidal_check(sinusoidal: Function) -> None:
    """Prueba visible de 3.3: d = 4, con las dos frecuencias 1 y 0.01."""
    row = [0.14112000806, -0.98999249660, 0.02999550020, 0.99955003375]
    halves = [row[0], row[2], row[1], row[3]]
    swapped = [row[1], row[0], row[3], row[2]]
    turned = "El seno va delante del coseno."

    def wide() -> str | None:
        value = np.asarray(sinusoidal([10**6], 8))
        bad = right_shape(value, (1, 8))
        hint = "El ángulo es grande: ¿float64 y exponente −2k/d?"
        return bad or _close(value[0, 2:4], _pair(10**6, 0.1), (), hint)

    report(
        (
            "t = 3 y d = 4, intercaladas",
            lambda: _close(
                sinusoidal([3], 4),
                [row],
                [
                    (np.round([swapped], 6), turned),
                    (np.round([halves], 6), "Está por mitades."),
                ],
                "¿Las frecuencias son 1 y 0.01?",
            ),
        ),
        (
            "t = 3 y d = 4, por mitades",
            lambda: _close(
                sinusoidal([3], 4, "halves"),
                [halves],
                [(np.round([row], 6), "Está intercalada: mira layout.")],
                "¿Primero los senos, después los cosenos?",
            ),
        ),
        ("t = 10⁶, con d = 8", wide),
        refuses(
            "d = 5 no forma parejas", sinusoidal, ([0], 5), ValueError, "Sobra uno."
        ),
    )


def _close(value: Any, right: Any, slips: Any = (), hint: str = "") -> str | None:
    return same(np.round(value, 6), np.round(right, 6), slips, hint)


def _pair(t: int, speed: float) -> list[float]:
    return [float(np.sin(t * speed)), float(np.cos(t * speed))]


def box(pairs: Sequence[tuple[int, int]], speeds: Sequence[float]) -> Rope:
    """Una caja cerrada: rope(x, t) gira cada pareja de x, (d,), t veces su ángulo."""
    first, second = np.array(pairs).T

    def rope(x: Any, t: int) -> np.ndarray:
        """x, (d,), girado como en la posición t."""
        x = np.asarray(x, dtype=float)
        cos, sin = np.cos(np.multiply(speeds, t)), np.sin(np.multiply(speeds, t))
        out = x.copy()
        out[first] = x[first] * cos - x[second] * sin
        out[second] = x[first] * sin + x[second] * cos
        return out

    return rope


_SPEEDS = (1.0, 0.1, 0.01)
rope_a = box([(0, 3), (1, 4), (2, 5)], _SPEEDS)
rope_b = box([(0, 1), (2, 3), (4, 5)], _SPEEDS)
rope_c = box([(0, 5), (1, 4), (2, 3)], _SPEEDS)


def layout_check(layout_of: Function) -> None:
    """Prueba visible de 3.4: las tres cajas, con d = 6."""

    def case(name: str, rope: Rope, right: str | None, advice: str) -> Case:
        def trial() -> str | None:
            value = layout_of(rope, 6)
            return None if value == right else f"Sale {value!r}. {advice}"

        return f"La caja {name}", trial

    still = "¿Has preguntado en la posición 0? Ahí no gira nada."
    alone = "Con una sola coordenada distinta de 0 se ve quién es su pareja."
    report(
        case("rope_a", rope_a, "halves", alone),
        case("rope_b", rope_b, "interleaved", still),
        case("rope_c", rope_c, None, "Hay cajas con otras parejas."),
    )


def permutation_check(permutation: Function) -> None:
    """Prueba visible de 3.5: d = 6, ida y vuelta."""
    there, back = [0, 2, 4, 1, 3, 5], [0, 3, 1, 4, 2, 5]
    report(
        gives(
            "De intercalada a mitades",
            permutation,
            (6, "halves"),
            there,
            (back, "Es el camino contrario: x[p][i] es x[p[i]]."),
            (range(6), "Así no se mueve nada."),
            ([1, 3, 5, 0, 2, 4], "Primero las primeras de cada pareja."),
        ),
        gives(
            "De mitades a intercalada",
            permutation,
            (6, "interleaved"),
            back,
            (there, "Es el camino contrario: la vuelta deshace la ida."),
            (range(6), "Así no se mueve nada."),
        ),
    )


def outcome_check(outcome: Function) -> None:
    """Prueba visible de 3.6: un modelo con T = 8."""

    def case(scheme: str, t: int, right: str, advice: str) -> Case:
        def trial() -> str | None:
            value = outcome(scheme, t, 8)
            if value is None:
                return NOTHING
            return None if value == right else f"Sale {value!r}. {advice}"

        return f"{scheme}, t = {t} y T = 8", trial

    report(
        case("aprendidas", 7, "valor", "La última fila es la T − 1, y existe."),
        case("aprendidas", 8, "error", "Con T filas, la T no existe."),
        case("sinusoidales", 8, "valor", "Una fórmula no se acaba."),
        case("rope", 9, "valor", "Hay un ángulo para cada posición."),
        case("alibi", 9, "valor", "La distancia se puede restar siempre."),
        case("ninguna", 8, "nada", "No hay nada que pedir, ni valor ni error."),
    )


def offset_check(offset: Function) -> None:
    """Prueba visible de 3.7: x de forma (2, 3, 4), contada con el dedo."""
    b, c = np.array([[0], [1]]), np.array([[0, 3]])
    report(
        gives(
            "(1, 2, 3) en x de (2, 3, 4): el último, el 23",
            offset,
            (1, 2, 3, 3, 4),
            23,
            (21, "T y d están cambiadas: cada fila mide d."),
            (11, "Falta b: antes de su secuencia hay otras."),
            (15, "Antes de la secuencia b hay b · T filas, no b."),
            (8, "Falta d: has contado filas, y cada una mide d."),
            (6, "Sumas los índices: falta lo que mide cada salto."),
        ),
        gives(
            "Un bloque de b y c a la vez",
            offset,
            (b, 1, c, 3, 4),
            [[4, 7], [16, 19]],
            stops="Con + y * basta para enteros y para arrays.",
        ),
    )


def mask_check(mask: Function) -> None:
    """Prueba visible de 3.8: tres secuencias de 2 y cuatro columnas de 3."""
    right = np.array([[1, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]], dtype=bool)
    rows, columns = np.array([[1], [1], [0]]), np.array([[1, 1, 1, 0]])
    both = "Hacen falta las dos condiciones a la vez."
    report(
        gives(
            "b = 0, 1, 2 con B = 2; c = 0 … 3 con d = 3",
            mask,
            (np.arange(3), np.arange(4), 2, 3),
            right,
            (rows | columns, both),
            (rows & np.ones((1, 4), dtype=bool), both),
            (np.ones((3, 1), dtype=bool) & columns, both),
            (right.T, "Las b van por filas y las c por columnas."),
            (np.ones((3, 4)), "Ni la secuencia B ni la columna d existen: <, no <=."),
        )
    )
