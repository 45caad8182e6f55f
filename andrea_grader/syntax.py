"""What to say of a cell that Python cannot read."""

import re

from andrea_grader.forms import comma_thousands, dotted_thousands
from andrea_grader.watched_kernel import Failure

MAX_MESSAGE = 160
_PATH = re.compile(r"(?:/[^\s/'\":]+)+/")
_PLACE = re.compile(r"\s*\([^()]*, line \d+\)$")
_SPACED = re.compile(
    "(?<![\\w.])\\d{1,3}(?:[ \N{NO-BREAK SPACE}\u2009\u202f]\\d{3})+(?!\\w)"
)
_OUTSIDE_TEXTS = re.compile(
    r"\"\"\".*?\"\"\"|'''.*?'''|#[^\n]*|'[^'\n]*'|\"[^\"\n]*\"", re.DOTALL
)
# Signs of prose, and what a program has instead.
_SIGNS = {
    **dict.fromkeys("“”«»„", '"'),
    **dict.fromkeys("‘’´", "'"),
    **dict.fromkeys("−–—", "-"),
    **dict.fromkeys("×·", "*"),
    **{"÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "…": "..."},
}
_SAID = re.compile(r"invalid (?:character '(.)'|non-printable character U\+\w+)")


def syntax_words(failure: Failure, where: str, source: str) -> str:
    """Names the slip where it is one of those that prose and keyboards bring."""
    return (
        _open_text(source)
        or _thousands(where, source)
        or _sign(where, failure.message)
        or (
            f"Python no puede leer tu celda{where}: "
            f"{clean(_PLACE.sub('', failure.message))} Mira si falta un paréntesis, "
            "unas comillas o dos puntos."
        )
    )


def _open_text(source: str) -> str | None:
    """Python looks for the fault far below, where the next text begins."""
    for quotes in ('"""', "'''"):
        if source.count(quotes) % 2:
            return (
                f"Python no puede leer tu celda: hay un número impar de `{quotes}`. "
                "Cada texto que se abre con ellas se cierra con ellas."
            )
    return None


def _thousands(where: str, source: str) -> str | None:
    spaced = _SPACED.search(_OUTSIDE_TEXTS.sub("", source))
    number = (
        dotted_thousands(source)
        or (spaced.group() if spaced else None)
        or comma_thousands(source)
    )
    if not number:
        return None
    return (
        f"Python no entiende `{number}`{where}: los miles no se separan con puntos, "
        f"comas ni espacios. Escribe `{re.sub(r'[^0-9]', '_', number)}`."
    )


def _sign(where: str, message: str) -> str | None:
    said = _SAID.search(message)
    if not said:
        return None
    if said[1] is None:
        return (
            f"Python no puede leer tu celda{where}: hay un espacio de los que traen "
            "las páginas web. Bórralo y escríbelo otra vez."
        )
    if said[1] not in _SIGNS:
        return None
    return f"Python no conoce el signo `{said[1]}`{where}: escribe `{_SIGNS[said[1]]}`."


def clean(message: str) -> str:
    """A message in one printable line, without folders, closed by a full stop."""
    text = "".join(c if c.isprintable() else " " for c in message)
    text = _PATH.sub("…/", " ".join(text.split()))
    text = text.encode("utf-8", "replace").decode()[:MAX_MESSAGE].strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
