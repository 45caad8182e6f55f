"""What visible checks are made of: short Spanish lines with ✓ or ✗.

A check is a few trials. A trial returns None where the answer holds, and otherwise one
sentence that names the slip and never gives the right value. Visible checks earn no
points: the hidden ones do, on other inputs. No reference answer lives here.
"""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from math import isfinite
from numbers import Integral, Real
from typing import Any

import numpy as np

Function = Callable[..., Any]
Trial = Callable[[], str | None]
Case = tuple[str, Trial]  # what is looked at, in words, and how
Slip = tuple[Any, str]  # a wrong value, and what to say about it

MISSING = (
    "· Falta tu respuesta: borra `raise NotImplementedError()`, escríbela en la "
    "celda de arriba y ejecuta las dos celdas."
)
HIDDEN = "Faltan las pruebas ocultas, que son las que dan los puntos."
NOTHING = "Sale None: ¿falta el `return`?"


def report(*cases: Case) -> None:
    """Hace cada prueba, imprime su línea (✓ o ✗) y recuerda que faltan las ocultas."""
    passed = 0
    for what, trial in cases:
        try:
            advice = _advice(trial)
        except NotImplementedError:
            print(MISSING)
            return
        passed += advice is None
        print(f"✓ {what}." if advice is None else f"✗ {what}. → {advice}")
    print(f"Pruebas visibles: {passed} de {len(cases)}. {HIDDEN}")


def _advice(trial: Trial) -> str | None:
    try:
        return trial()
    except NotImplementedError:
        raise
    except Exception as error:
        notes = " ".join(getattr(error, "__notes__", ()))
        said = textwrap.shorten(str(error), 70, placeholder=" […]").rstrip(".")
        message = f": {said}" if said else ""
        return f"Se detuvo con {type(error).__name__}{message}. {notes}".rstrip()


def same(
    value: object, expected: Any, slips: Iterable[Slip] = (), hint: str = ""
) -> str | None:
    """Compara forma y números (tolerancia 1e-9); un desliz conocido da su consejo.

    `hint`: qué mirar cuando la forma está bien, y los números no.
    """
    if value is None:
        return NOTHING
    given, right = _numbers(value), np.asarray(expected)
    if given is None:
        return f"Se esperan números, en filas iguales, y llega {kind_of(value)}."
    if _equal(given, right):
        return None
    for wrong, advice in slips:
        if _equal(given, np.asarray(wrong)):
            return advice
    if given.shape != right.shape:
        return f"La forma es {given.shape} y se pide {right.shape}."
    if right.ndim == 0:
        return f"Sale {given}. {hint}".strip()
    far = int((~np.isclose(given, right, rtol=1e-9, atol=1e-9)).sum())
    wrong = f"{far} de {right.size}"
    return f"Forma correcta; números que no coinciden: {wrong}. {hint}".strip()


def _numbers(value: object) -> np.ndarray | None:
    """The value as an array of numbers; None where it is text, ragged, an object."""
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array if array.dtype.kind in "biuf" else None


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and np.allclose(a, b, rtol=1e-9, atol=1e-9)


def gives(
    what: str,
    function: Function,
    arguments: Sequence[Any],
    expected: Any,
    *slips: Slip,
    stops: str = "",
) -> Case:
    """Un caso: `function(*arguments)` tiene la forma y los números de `expected`.

    `stops`: qué añadir si la función se detiene con un error.
    """
    return what, lambda: same(_call(function, arguments, stops), expected, slips)


def shaped(
    what: str,
    function: Function,
    arguments: Sequence[Any],
    shape: tuple[int, ...],
    *slips: Slip,
    stops: str = "",
) -> Case:
    """Un caso: el resultado tiene la forma `shape`; los deslices son otras formas."""
    return what, lambda: right_shape(_call(function, arguments, stops), shape, slips)


def _call(function: Function, arguments: Sequence[Any], stops: str) -> Any:
    """The result for copies of the arguments; an error takes our words along."""
    try:
        return function(*deepcopy(arguments))
    except Exception as error:
        error.add_note(stops)
        raise


def right_shape(
    value: object, shape: tuple[int, ...], slips: Iterable[Slip] = ()
) -> str | None:
    """None si `value` tiene esa forma; si no, qué forma tiene."""
    if value is None:
        return NOTHING
    array = _numbers(value)
    if array is None:
        return f"Se esperan números, en filas iguales, y llega {kind_of(value)}."
    if array.shape == shape:
        return None
    return dict(slips).get(array.shape, f"La forma es {array.shape} y se pide {shape}.")


def refuses(
    what: str, function: Function, arguments: Sequence[Any], kind: type, why: str
) -> Case:
    """Un caso: `function(*arguments)` se detiene con un error de la clase `kind`."""

    def trial() -> str | None:
        try:
            function(*deepcopy(arguments))
        except NotImplementedError:
            raise
        except Exception as error:
            if isinstance(error, kind):
                return None
            return f"Se pide {kind.__name__} y sale {type(error).__name__}. {why}"
        return f"Se pide {kind.__name__} y no hubo error. {why}"

    return what, trial


def whole(value: object, slips: Sequence[Slip] = ()) -> str | None:
    """None si `value` es un solo entero positivo (40 o 40.0); si no, qué cambiar."""
    advice = form(value)
    if advice is not None:
        return advice
    number = float(value)  # type: ignore[arg-type]  # form() has proved it
    for wrong, words in slips:
        if number == wrong:
            return words
    if number != int(number):
        return (
            "Se espera un entero y lleva decimales. ¿Millares con punto o millones? "
            "Escribe todas las cifras, con guion bajo si ayuda: 1_000_000."
        )
    return None if number > 0 else "Una cantidad de números es positiva."


def form(value: object) -> str | None:
    """None si `value` es un solo número real y finito; si no, qué cambiar."""
    if value is None or value is ...:
        return f"Aún no hay número: vale {value}. Si usaste print, asígnalo con =."
    if isinstance(value, tuple):
        return (
            "La coma separa valores: 3,5 son dos números. El decimal se escribe con "
            "punto, y los millares sin nada o con guion bajo: 1_000_000."
        )
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        return f"Se espera un solo número y llega {kind_of(value)}."
    return None if isfinite(value) else f"Se espera un número finito y llega {value}."


def kind_of(value: object) -> str:
    """Qué es el valor, en palabras: texto, una lista, una función sin llamar…"""
    if isinstance(value, bool | np.bool_):
        return "un sí o no (True/False)"
    if isinstance(value, str):
        return "texto: quita las comillas"
    if callable(value):
        return "una función: ¿falta llamarla, con paréntesis?"
    if isinstance(value, Integral):
        return "un entero"
    names = {tuple: "una tupla", list: "una lista", np.ndarray: "un array"}
    return names.get(type(value), f"un {type(value).__name__}")


def slopes(f: Callable[[np.ndarray], float], x: np.ndarray) -> np.ndarray:
    """∂f/∂x por diferencias finitas: cuánto cambia f al tocar cada número de x.

    f da un número; x: de cualquier forma, sin cambiar. Exacto hasta el redondeo
    cuando f es de segundo grado: (f(x + h) − f(x − h)) / 2h.
    """
    h = 0.5
    out = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[place] = h
        out[place] = (f(x + step) - f(x - step)) / (2 * h)
    return out
