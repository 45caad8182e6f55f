"""Visible checks of exercise 1: fixed small cases, one line of advice per slip.

They work from literal values and from properties (sums kept, finite differences,
norms), so nothing here can stand in for an answer. Gradients and scales, 1.7 to
1.10, are in `checks_e1_learning`.
"""

from typing import Any

import numpy as np

from andrea_lib.checks import (
    Case,
    Function,
    Slip,
    Trial,
    gives,
    refuses,
    report,
    same,
    shaped,
    whole,
)

MILLIONS = "Parece una cantidad en millones: escribe el entero, con todas sus cifras."
PLUS = "Parece V + d. La tabla tiene V filas y cada una lleva d números."
BYTES = "Parecen bytes, a 4 por número. Aquí se cuentan números."
SQUARE = "Parece d × d. La tabla E tiene una fila por token, no por dimensión."
ROWS = "Son las filas. Falta contar cuántos números lleva cada una."
EMPTY = "numpy convierte [] en decimales: mira si está vacía antes de mirar su tipo."
FLAT = "La forma de ids se conserva: no aplastes sus ejes."


# --- 1.1 to 1.4: how many numbers -----------------------------------------------------


def table_768_check(n_params: object) -> None:
    """Prueba visible de 1.1: la forma de la respuesta y los deslices corrientes."""
    slips = [(50_768, PLUS), (50_000, ROWS), (768 * 768, SQUARE), (38.4, MILLIONS)]
    report(_whole_rows(n_params, 768, [*slips, (153_600_000, BYTES)]))


def table_4096_check(n_params: object) -> None:
    """Prueba visible de 1.2: la forma de la respuesta y los deslices corrientes."""
    slips = [(54_096, PLUS), (50_000, ROWS), (4096 * 4096, SQUARE), (204.8, MILLIONS)]
    same_d = (38_400_000, "Es la cuenta de 1.1: aquí cada fila lleva 4096 números.")
    five = (192_000_000, "Parece 1.1 por 5, y 4096/768 no es 5: multiplica V por d.")
    report(_whole_rows(n_params, 4096, [*slips, same_d, five, (819_200_000, BYTES)]))


def _whole_rows(n_params: Any, d: int, slips: list[Slip]) -> Case:
    def trial() -> str | None:
        advice = whole(n_params, slips)
        if advice or int(n_params) % d == 0:
            return advice
        return f"No es múltiplo de {d}, y con filas enteras tiene que serlo."

    return f"Es un entero, y son filas enteras de {d} números", trial


def n_embedding_check(n_embedding: Function) -> None:
    """Prueba visible de 1.3: cuatro modelos de juguete, con V = 10 y d = 4."""
    tied = "Con tied=True la salida es la propia E: se cuenta una vez."
    own = "Con tied=False hay otra tabla de V × d, la de salida."
    table = "P tiene T filas de d números, que se suman a las demás."
    once = "P no se duplica: la tabla de salida no lleva posiciones."

    none = "Con T = None no hay P: mira T antes de multiplicar."

    def case(what: str, arguments: tuple[Any, ...], right: int, *slips: Slip) -> Case:
        return gives(what, n_embedding, arguments, right, *slips, stops=none)

    report(
        case("Solo E: 40 números", (10, 4), 40, (80, tied), (14, PLUS)),
        case(
            "Con P de 3 filas: 52 números",
            (10, 4, 3),
            52,
            (92, tied),
            (40, table),
            (43, table),
            (120, table),
        ),
        case("Con salida propia, sin P: 80", (10, 4, None, False), 80, (40, own)),
        case(
            "Con salida propia y con P: 92",
            (10, 4, 3, False),
            92,
            (104, once),
            (52, own),
            (80, table),
            (83, table),
            (240, table),
        ),
    )


def detective_check(detective: Function) -> None:
    """Prueba visible de 1.4: archivos de juguete de unos 2700 bytes (V = 3)."""
    adam = "Por cada peso hay tres números: el suyo y dos de Adam."
    both = (
        "En lo que queda caben dos tablas de V filas: E y la de salida, que es propia."
    )
    report(
        gives(
            "2696 bytes, T = 2, d = 4, L = 1: n = 224 y V = 3",
            detective,
            (2696, 2, 4, 1),
            (224, 3),
            ((3, 224), "Están al revés: primero n y después V."),
            ((672, 59), adam),
            ((224, 6), both),
            ((224, 4), "La tabla de posiciones también ocupa: quita T·d."),
            stops="Este archivo sí cuadra. ¿Has quitado los 8 bytes de la cabecera?",
        ),
        gives(
            "5000 bytes, T = 2, d = 4, L = 2: n = 416 y V = 3",
            detective,
            (5000, 2, 4, 2),
            (416, 3),
            ((416, 27), "Hay L bloques, y cada uno lleva 12·d² pesos."),
        ),
        *(
            refuses(
                f"{size} bytes no cuadran", detective, (size, 2, 4, 1), ValueError, why
            )
            for size, why in [
                (2700, "Sobran 4 bytes: n no es entero."),
                (2708, "Sobra un peso: V no es entero."),
                (2408, "No queda sitio para ningún token: V sale 0."),
            ]
        ),
    )


# --- 1.5 and 1.6: the lookup ----------------------------------------------------------


def lookup_check(lookup: Function) -> None:
    """Prueba visible de 1.5: cada regla del enunciado, en una tabla de 4 filas."""
    E = np.array([[0.5, 1], [10, 11], [20, 21], [30, 31]])
    rows = [[30, 31], [0.5, 1], [30, 31], [10, 11]]
    no_ids = np.zeros((2, 0), int)
    report(
        gives("2: una fila, de forma (d,)", lookup, (E, 2), E[2], ([E[2]], FLAT)),
        gives(
            "[[3, 0], [3, 1]]: forma (2, 2, d)",
            lookup,
            (E, [[3, 0], [3, 1]]),
            [rows[:2], rows[2:]],
            (rows, FLAT),
        ),
        shaped("[]: forma (0, d)", lookup, (E, []), (0, 2), stops=EMPTY),
        shaped("Enteros de forma (2, 0): (2, 0, d)", lookup, (E, no_ids), (2, 0, 2)),
        *_refusals(lookup, E),
        ("El resultado es nuevo: escribir en él no cambia E", _fresh(lookup, E)),
        ("Una E de solo lectura también sirve", _read_only(lookup, E)),
        ("Una E float32 da un resultado float32", _kind_kept(lookup, E)),
    )


def _refusals(lookup: Function, E: np.ndarray) -> list[Case]:
    end = "En numpy, los negativos cuentan desde el final; aquí no nombran nada."
    mask = "En numpy, los booleanos son una máscara; aquí no son id."
    decimal = "Un decimal no es un id: mira el tipo antes de convertir o indexar."
    cases: list[tuple[Any, type[Exception], str]] = [
        (-1, IndexError, end),
        ([0, -4], IndexError, end),
        (4, IndexError, "La tabla tiene 4 filas: el último id es V − 1."),
        (2.0, TypeError, decimal),
        ([0.0, 1.5], TypeError, decimal),
        (True, TypeError, mask),
        ([True, False, True, True], TypeError, mask),
    ]
    return [
        refuses(f"ids = {ids} da {kind.__name__}", lookup, (E, ids), kind, why)
        for ids, kind, why in cases
    ]


def _fresh(lookup: Function, E: np.ndarray) -> Trial:
    def trial() -> str | None:
        table = E.copy()
        for ids in (1, np.int64(1), [1, 2], np.arange(4)):
            lookup(table, ids)[...] = -1
            if not np.array_equal(table, E):
                return f"Con ids = {ids}, al escribir en el resultado cambia E: copia."
        return None

    return trial


def _read_only(lookup: Function, E: np.ndarray) -> Trial:
    def trial() -> str | None:
        table = E.copy()
        table.flags.writeable = False
        found = lookup(table, 3)
        if not found.flags.writeable:
            return "El resultado sale también de solo lectura: devuelve una copia."
        return same(found, E[3])

    return trial


def _kind_kept(lookup: Function, E: np.ndarray) -> Trial:
    def trial() -> str | None:
        kind = np.asarray(lookup(E.astype(np.float32), [0, 3])).dtype
        return None if kind == np.float32 else f"Sale {kind}: copia, no conviertas."

    return trial


def one_hot_check(one_hot: Function) -> None:
    """Prueba visible de 1.6: forma, un 1 por id, y el producto con una tabla."""
    W = np.array([[1.0, 2], [3, 4], [5, 6], [7, 8], [9, 10]])
    report(
        shaped("2 con V = 5: forma (5,)", one_hot, (2, 5), (5,), ((1, 5), FLAT)),
        shaped(
            "[[0, 2], [2, 1]] con V = 5: forma (2, 2, 5)",
            one_hot,
            ([[0, 2], [2, 1]], 5),
            (2, 2, 5),
            ((2, 2, 3), "El ancho lo fija V, aparezca o no el último id."),
            ((5, 2, 2), "El vocabulario va en el último eje."),
            ((4, 5), FLAT),
            ((5,), "Cada id tiene su propio vector: no los sumes."),
        ),
        shaped("[] con V = 5: forma (0, 5)", one_hot, ([], 5), (0, 5), stops=EMPTY),
        gives(
            "2 con V = 5: un solo 1, en la posición 2",
            one_hot,
            (2, 5),
            [0, 0, 1, 0, 0],
            ([0, 1, 0, 0, 0], "Está una posición antes: el primer id es el 0."),
            ([0, 0, 2, 0, 0], "El id es un nombre, no una cantidad: pon un 1."),
            ([1, 1, 1, 0, 0], "Hay más de un 1."),
        ),
        gives(
            "Por una tabla de 5 filas, [2, 0] da las filas 2 y 0",
            lambda ids, V: np.asarray(one_hot(ids, V)) @ W,
            ([2, 0], 5),
            W[[2, 0]],
            stops="Para multiplicar, el ancho del resultado es V, como la altura de E.",
        ),
    )
