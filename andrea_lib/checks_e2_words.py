"""Visible checks of exercise 2, words: neighbours, analogies, accuracy."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from andrea_lib import probe
from andrea_lib.checks import Case, Function, gives, kind_of, refuses, report

WORDS = ["gato", "perro", "felino", "martes", "vacío", "mínino"]
ROWS = np.array([[4, 1], [3, 2], [8, 2], [10, -30], [0, 0], [2, 4]], dtype=float)


def nearest_check(nearest: Function) -> None:
    """Prueba visible de 2.5: seis palabras en el plano."""

    def case(what: str, right: Sequence[str], *args: Any, **kwargs: Any) -> Case:
        def trial() -> str | None:
            value = nearest(list(WORDS), ROWS.copy(), *args, **kwargs)
            if not isinstance(value, list):
                return f"Se pide una lista de palabras y llega {kind_of(value)}."
            return None if value == right else _about(value, right, args[0], kwargs)

        return what, trial

    out = ("felino", "mínino")
    report(
        case("Los dos más cercanos a gato", ["felino", "perro"], "gato", 2),
        case(
            "Con k de más salen todos, menos la fila de ceros",
            ["felino", "perro", "mínino", "martes"],
            "gato",
            50,
        ),
        case("Con excluidas", ["perro", "martes"], "gato", 2, exclude=out),
        case(
            "En un empate, antes la que está antes",
            ["gato", "felino", "mínino"],
            "perro",
            3,
        ),
        refuses(
            "Una palabra desconocida",
            nearest,
            (WORDS, ROWS, "jueves", 1),
            KeyError,
            "Una lista vacía parece una respuesta.",
        ),
    )


def _about(value: list[Any], right: Sequence[str], query: str, kwargs: Any) -> str:
    """Which rule the words break, the most telling one first."""
    if query in value:
        return f"Sale la propia palabra, «{query}»."
    if "vacío" in value:
        return "«vacío» es una fila de ceros: no apunta a ningún lado."
    if set(kwargs.get("exclude", ())) & set(map(str, value)):
        return "Sale una palabra excluida."
    if len(value) < len(right):
        return "Salen de menos: quita primero y corta después."
    if sorted(map(str, value)) == sorted(right):
        return "Son las palabras, en otro orden."
    return "Otra palabra se ha colado: ¿coseno o producto punto?"


def capital_check(capital: object) -> None:
    """Prueba visible de 2.6: la forma de la respuesta y los deslices corrientes."""
    word = probe.word(capital)
    slips = {
        "Es una de las palabras de la cuenta.": ("España", "Francia", "París"),
        "Es una ciudad, pero no guarda esa relación.": ("Barcelona", "Sevilla"),
        "Es la capital de otro país.": ("Lisboa", "Roma", "Berlín", "Londres"),
    }

    def trial() -> str | None:
        if not isinstance(capital, str):
            return f"Se pide una palabra, como texto, y llega {kind_of(capital)}."
        for advice, words in slips.items():
            if word in map(probe.word, words):
                return advice
        return None if word else "Falta la palabra."

    report(("Una palabra, y no es de las que confunden", trial))


def analogy_check(analogy: Function) -> None:
    """Prueba visible de 2.7: dos países, sus capitales y dos palabras más."""
    words = ["francia", "parís", "españa", "madrid", "queso", "torero"]
    step = np.array([0.0, 0.0, 0.6, 0.0])
    france, spain = np.array([1.0, 0, 0, 0.2]), np.array([0, 1.0, 0, 0.2])
    bull = np.array([0.05, 0.99, -0.05, 0.25])
    rows = [
        france,
        france + step,
        spain,
        spain + 0.3 * step,
        np.array([0.9, -0.3, 0, 1.5]),
    ]
    X = np.stack([*rows, bull]) * np.array([[1], [9], [1], [1], [2], [5]])

    def case(what: str, right: str, *args: Any, **kwargs: Any) -> Case:
        def trial() -> str | None:
            value = analogy(list(words), X.copy(), *args, **kwargs)
            if value == right:
                return None
            return _analogy_advice(value, args, kwargs)

        return what, trial

    query = ("francia", "parís", "españa")
    report(
        case("francia es a parís como españa es a madrid", "madrid", *query),
        case("y al revés, madrid es a españa como parís…", "francia",
             "madrid", "españa", "parís"),
        case("Sin excluir, puede ganar una de la cuenta", "parís",
             "españa", "francia", "parís", exclude=False),
    )  # fmt: skip


def _analogy_advice(value: Any, args: tuple[Any, ...], kwargs: Any) -> str:
    if not isinstance(value, str):
        return f"Se pide una palabra y llega {kind_of(value)}."
    if kwargs:
        return f"Sale «{value}»: con exclude=False puede salir cualquiera."
    if value in args:
        return f"Sale «{value}», que es de la cuenta: queda fuera."
    return f"Sale «{value}»: mira el orden de la resta y si normalizas las filas."


def accuracy_check(accuracy: Function) -> None:
    """Prueba visible de 2.8: tres parejas y una función que falla dos de seis."""
    pairs = [("p0", "c0"), ("p1", "c1"), ("p2", "c2")]
    fails = {("p0", "p1"), ("p2", "p0")}

    def solve(a: str, b: str, c: str) -> str:
        return "?" if (a, c) in fails or a == c else "c" + c[1:]

    report(
        gives(
            "Cuatro aciertos de seis preguntas: 2/3",
            accuracy,
            (pairs, solve),
            4 / 6,
            (4 / 9, "Cuentas cada pareja consigo misma, que no es una pregunta."),
            (2 / 3 + 0.0, "Pruebas un solo sentido."),
            (4, "Son los aciertos: se pide la fracción."),
            (4 / 3, "Divide entre las preguntas, no entre las parejas."),
            (1 / 3, "Es la fracción de fallos."),
        ),
        gives(
            "En cada sentido es otra pregunta: 1/2",
            accuracy,
            (pairs[:2], solve),
            1 / 2,
            (0.0, "Pruebas un solo sentido."),
        ),
    )
