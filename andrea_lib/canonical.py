"""El texto de un valor: por su tipo exacto, nunca con `==`.

An object may claim to equal everything, to be an int or to read "42"; so the writers
below ask the true type and call the methods of the base class, never overridden ones.
"""

import json
import math
import unicodedata
from collections.abc import Callable
from typing import Any

# A line holds so many elements at most; the rest of a long answer says nothing new.
MAX_ITEMS = 1000
MAX_DEPTH = 12


def canonical(value: object, depth: int = 0) -> str:
    """El texto de un valor: enteros exactos, 4 cifras de los decimales, listas.

    Iguales en tipo y valor dan el mismo texto (`np.int64(8)` y `8` también);
    lo que no es un dato da `<tipo>`. El tipo manda: `8.0` no es `8`.
    """
    if depth > MAX_DEPTH:
        return "<…>"
    value = plain(value)
    kind = type(value)
    if value is None or kind is bool:
        return str(value)
    for base, writer in _WRITERS.items():
        if issubclass(kind, base):
            return writer(value, depth)
    return f"<{kind.__name__}>"


def plain(value: object) -> object:
    """Valores de numpy y de torch como los de Python; lo demás queda igual."""
    module = type(value).__module__.partition(".")[0]
    if module not in ("numpy", "torch") or not hasattr(value, "tolist"):
        return value
    if math.prod(getattr(value, "shape", ())) > MAX_ITEMS:
        return value
    found = value.tolist()
    return float(found) if type(found).__name__ == "longdouble" else found


# Base-class methods are called unbound: what a subclass overrides is not asked.
def _integer_text(value: Any, depth: int) -> str:
    number = int.__index__(value)
    bits = number.bit_length()
    return str(number) if bits < 10_000 else f"<entero de {bits} bits>"


def _float_text(value: Any, depth: int) -> str:
    number = float.__float__(value) + 0.0  # −0.0 is 0.0
    text = format(number, ".4g")
    return text if set(text) & set(".ein") else f"{text}.0"


def _string_text(value: Any, depth: int) -> str:
    text = unicodedata.normalize("NFC", str.__str__(value))
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "replace").decode()


def _list_text(value: Any, depth: int) -> str:
    base = list if issubclass(type(value), list) else tuple
    texts = _texts(base, value, depth)
    return texts if isinstance(texts, str) else f"[{', '.join(texts)}]"


def _set_text(value: Any, depth: int) -> str:
    base = set if issubclass(type(value), set) else frozenset
    texts = _texts(base, value, depth)
    return texts if isinstance(texts, str) else f"{{{', '.join(sorted(texts))}}}"


def _dict_text(value: Any, depth: int) -> str:
    texts = _texts(dict, value, depth)
    if isinstance(texts, str):
        return texts
    found = [canonical(element, depth + 1) for element in dict.values(value)]
    pairs = [f"{key}: {text}" for key, text in zip(texts, found, strict=True)]
    return f"{{{', '.join(sorted(pairs))}}}"


def _texts(base: Any, value: Any, depth: int) -> list[str] | str:
    """The text of each element, or one word for the whole where there are too many."""
    if base.__len__(value) > MAX_ITEMS:
        return f"<{base.__name__} de {base.__len__(value)}>"
    return [canonical(element, depth + 1) for element in base.__iter__(value)]


_WRITERS: dict[type, Callable[[Any, int], str]] = {
    int: _integer_text,
    float: _float_text,
    str: _string_text,
    list: _list_text,
    tuple: _list_text,
    set: _set_text,
    frozenset: _set_text,
    dict: _dict_text,
}
