"""Visible checks of exercise 4: fixed small cases, one line of advice per slip.

They work from literal values, so nothing here can stand in for an answer.
"""

from typing import Any

import numpy as np

from andrea_lib.checks import Case, Function, Slip, gives, refuses, report, same, shaped

SHARED = "Dos nombres de la misma memoria son una sola tabla."
COPY = "Una copia ocupa su propia memoria, aunque valga lo mismo."
VIEW = "Una vista (E.T, E[:]) es otro objeto sobre los mismos números."
SHAPE = "Dos tablas distintas pueden tener la misma forma."
ROWS = "Son filas: se piden números."


def n_unique_params_check(n_unique_params: Function) -> None:
    """Prueba visible de 4.1: tablas de 3 × 4, compartidas y sin compartir."""
    E, other = np.ones((3, 4)), np.zeros((3, 4))

    def case(what: str, state: dict[str, Any], right: int, *slips: Slip) -> Case:
        # The dictionary must reach the function as it is: copying parts the memory.
        return what, lambda: same(n_unique_params(state), right, slips)

    report(
        case(
            "La misma tabla con dos nombres: 12",
            {"wte": E, "lm_head": E},
            12,
            (24, SHARED),
            (3, ROWS),
        ),
        case(
            "Una tabla y su copia: 24",
            {"wte": E, "lm_head": E.copy()},
            24,
            (12, COPY),
            (6, ROWS),
        ),
        case("Una tabla y su traspuesta: 12", {"a": E, "b": E.T}, 12, (24, VIEW)),
        case(
            "Dos tablas distintas de igual forma: 24",
            {"a": E, "b": other},
            24,
            (12, SHAPE),
            (6, ROWS),
        ),
    )


def stream_check(stream: Function) -> None:
    """Prueba visible de 4.2: tres escrituras de 2 × 2."""
    first, second, third = ([[k, 10 * k], [2 * k, 20 * k]] for k in (1, 2, 4))
    after = [first, [[3, 30], [6, 60]], [[7, 70], [14, 140]]]
    writes = [np.array(w, dtype=float) for w in (first, second, third)]

    def untouched() -> str | None:
        kept = [w.copy() for w in writes]
        stream(kept)
        moved = [i for i in range(3) if not np.array_equal(kept[i], writes[i])]
        return f"Ha cambiado la escritura {moved[0]}: usa x = x + w." if moved else None

    lone = "El flujo suma: cada paso lleva dentro los anteriores."
    along = "Se acumula de una escritura a la siguiente, no de una posición a otra."
    report(
        gives(
            "El flujo tras cada una de tres escrituras",
            stream,
            (writes,),
            after,
            ([first, second, third], lone),
            (after[-1], "Es el flujo final: se pide tras cada escritura."),
            (np.cumsum(writes, axis=1), along),
            ([np.zeros((2, 2)), *after], "El flujo no empieza en cero: sobra un paso."),
        ),
        ("Las escrituras no cambian", untouched),
    )


def canceller_check(canceller: Function) -> None:
    """Prueba visible de 4.3: escrituras de dos números, w0 = (3, 0)."""
    oblique, opposite = [-2.0, 9.0], [-1.0, 0.0]
    helper, across = [2.0, 0.0], [0.0, 50.0]
    one = "Al saltarte la 0, la primera de las demás es la 1."
    angle = "Es la más opuesta, pero pequeña: cuenta la componente, no el ángulo."
    sign = "Esa refuerza a la primera: se busca la que va en contra."
    size = "Es la más grande, y es perpendicular: no anula nada."

    def case(what: str, rest: list[list[float]], right: Any, *slips: Slip) -> Case:
        writes = np.array([[3.0, 0.0], *rest])
        return what, lambda: _index(canceller(writes), right, slips)

    report(
        case(
            "Una oblicua y grande anula más que una opuesta y pequeña",
            [helper, opposite, across, oblique],
            4,
            (1, sign),
            (2, angle),
            (3, size),
        ),
        case("Una sola va en contra", [opposite, helper], 1, (0, one), (2, sign)),
        case("Ninguna va en contra: None", [helper, across], None),
        case("No hay más escrituras: None", [], None),
    )


def _index(value: Any, right: int | None, slips: tuple[Slip, ...]) -> str | None:
    if right is None:
        return None if value is None else f"Se pide None y sale {value}."
    if value is None:
        return "Sale None, y sí hay una que va en contra."
    return same(value, right, slips)


def recover_first_check(recover_first: Function) -> None:
    """Prueba visible de 4.4: flujos de dos números."""
    final = np.array([10.0, 20.0])
    later = [np.array([1.0, 2.0]), np.array([3.0, 5.0])]

    def gone() -> str | None:
        value = recover_first(final.copy(), later, "reemplazo")
        if value is None:
            return None
        return "Se pide None: la última capa puso lo suyo en lugar de lo que había."

    def kept() -> str | None:
        given = final.copy()
        recover_first(given, later, "suma")
        changed = not np.array_equal(given, final)
        return "Cambias el array que recibes: no uses -=." if changed else None

    report(
        gives(
            "Suma con dos capas: (6, 13)",
            recover_first,
            (final, later, "suma"),
            [6, 13],
            ([14, 27], "Las escrituras ya están dentro: hay que quitarlas."),
            ([7, 15], "Falta quitar las demás: escribieron todas."),
        ),
        gives("Suma sin capas: todo", recover_first, (final, [], "suma"), final),
        ("Reemplazo con dos capas: no queda rastro", gone),
        gives(
            "Reemplazo sin capas: la entrada sigue ahí",
            recover_first,
            (final, [], "reemplazo"),
            final,
        ),
        ("El flujo que recibe no cambia", kept),
    )


def sense_gap_check(sense_gap: Function) -> None:
    """Prueba visible de 4.5: cuatro frases, dos sentidos, dos capas en el plano."""
    groups = ["a", "a", "b", "b"]
    start = np.full((4, 2), 1.0)
    end = np.array([[1, 0], [0, 2], [-3, 0], [0, -4]], dtype=float)
    states = np.stack([start, end], axis=1)
    # Last layer: same sense, cosines 0 and 0; other sense, −1, 0, 0 and −1.
    report(
        gives(
            "Sin separar, 0; al final, 0 − (−0.5) = 0.5",
            sense_gap,
            (groups, states),
            [0, 0.5],
            ([0, 1], "Has contado la diagonal: una frase consigo misma no es control."),
            ([1, -0.5], "Falta el control: los cosenos del mismo sentido."),
            ([0, -0.5], "Es la resta al revés: mismo sentido menos otro."),
            ([0, 2.75], "Son productos punto: divide antes entre las normas."),
        ),
        shaped(
            "Un número por capa",
            sense_gap,
            (groups, np.concatenate([states, states], axis=1)),
            (4,),
            ((1,), "Se pide uno por capa, no solo el final."),
        ),
    )


def ambiguous_check(ambiguous: Function) -> None:
    """Prueba visible de 4.6: cuatro palabras, margen 0.2."""
    gaps = {
        "sierra": [0.0, 0.1, 0.5],
        "gato": [0.0, 0.6, 0.1],
        "banco": [0.0, 0.2, 0.4],
        "martes": [0.3, 0.1, 0.2],
    }

    def trial() -> str | None:
        value = ambiguous(dict(gaps), 0.2)
        if value == ["banco", "sierra"]:
            return None
        if not isinstance(value, list):
            return "Se pide una lista de palabras."
        return _which(set(map(str, value)))

    report(("Dos palabras superan 0.2 al final, en orden", trial))


def _which(words: set[str]) -> str:
    """What the words say about the rule that chose them."""
    if words == {"banco", "sierra"}:
        return "Son las palabras, pero no en el orden de sorted."
    if "gato" in words:
        return "«gato» se separa a medio camino: se mira la última capa."
    if words == {"martes"}:
        return "Has mirado la primera capa: se mira la última."
    if "martes" in words:
        return "«martes» iguala el margen y no lo supera."
    return "Falta alguna palabra que al final supera el margen."


def contributions_check(contributions: Function) -> None:
    """Prueba visible de 4.7: dos escrituras de dos números."""
    writes, row = np.array([[3.0, 1.0], [1.0, 3.0]]), np.array([2.0, 1.0])
    scale = 1 / np.sqrt(16 + 1e-5)  # the final stream is (4, 4)
    mixed = np.array([7.0, 5.0]) / np.sqrt(5 + 1e-5)
    report(
        gives(
            "Con flujo final (4, 4), la escala es casi 1/4: partes 1.75 y 1.25",
            contributions,
            (writes, row),
            [7 * scale, 5 * scale],
            ([7, 5], "Falta la escala de la última norma."),
            (mixed, "La escala es una sola: la del flujo final."),
            (np.array([7, 5]) / np.sqrt(32 + 1e-5), "Es media de cuadrados, no suma."),
            ([7 * scale, 12 * scale], "Cada número incluye los anteriores."),
            ([12 * scale], "Es el logit entero: se pide repartido."),
        )
    )


def input_layer_check(input_layer: Function) -> None:
    """Prueba visible de 4.8: E de 4 × 2 y P de 3 × 2."""
    E = np.array([[1, 2], [3, 4], [5, 6], [7, 8]], dtype=np.float32)
    P = np.array([[10, 10], [20, 20], [30, 30]], dtype=np.float32)
    batch = np.array([[3, 0], [1, 1]])
    right = [[[17, 18], [21, 22]], [[13, 14], [23, 24]]]
    flat = [[[17, 18], [21, 22]], [[33, 34], [13, 14]]]
    by_id = [[[17, 18], [11, 12]], [[23, 24], [23, 24]]]

    def kept_type() -> str | None:
        found = np.asarray(input_layer([0, 1], E, P)).dtype
        return None if found == np.float32 else f"Se pide float32 y sale {found}."

    report(
        gives(
            "Un lote de dos frases de dos tokens",
            input_layer,
            (batch, E, P),
            right,
            (flat, "Cada frase empieza a contar en la posición 0."),
            (by_id, "La fila de P la elige la posición, no el id."),
            (E[batch], "Falta sumar P."),
        ),
        shaped("Una lista de tres id", input_layer, ([0, 1, 2], E, P), (3, 2)),
        refuses("Un id negativo", input_layer, ([0, -1], E, P), IndexError, "Son 0…3."),
        refuses(
            "Un id de más", input_layer, ([0, 4], E, P), IndexError, "El último es 3."
        ),
        refuses(
            "Más posiciones que filas de P",
            input_layer,
            ([0, 1], E, P[:1]),
            ValueError,
            "Comprueba T: numpy repetiría la única fila.",
        ),
        ("Conserva float32", kept_type),
    )
