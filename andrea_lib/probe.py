"""Lo que muestra una celda de nota: valores como texto, siempre igual escritos.

A graded cell calls the student's names on inputs that the student has not seen and
shows one line of text per value; the marking compares that text in another process
(`andrea_grader`). Nothing here decides a point: whoever changes this module in a
notebook changes what that notebook shows, never what is expected.

    %load_ext andrea_lib.probe
    %%graded lookup
    from andrea_lib import probe
    lookup(probe.rng("e1-3").normal(size=(7, 3)), [1, 1, 6])
"""

import ast
import builtins
import contextlib
import hashlib
import io
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from andrea_lib.canonical import canonical, plain

if TYPE_CHECKING:
    import numpy as np

MIME = "application/vnd.andrea.value+plain"
DEFAULT_SEED = "andrea"
MAX_MESSAGE = 200
_UNKNOWN = re.compile(r"^!NameError: name '(\w+)' is not defined$", re.MULTILINE)
_QUOTES = "\"'`´«»‹›“”„‟‘’‚‛"
_ACUTE_AND_DIAERESIS = {"\u0301", "\u0308"}

Space = Mapping[str, Any]


# --- the room in which a graded cell runs -------------------------------------------


def values(source: str, names: Iterable[str], space: Space) -> list[str]:
    """Una línea por cada expresión suelta de `source`, en un espacio limpio.

    El espacio solo tiene las funciones de Python y los nombres pedidos de `space`.
    Un error da la línea `!Tipo: mensaje` y lo que sigue se ejecuta igual. Lo que se
    imprime por el camino se descarta.
    """
    room: dict[str, Any] = {"__builtins__": builtins, "__name__": "nota"}
    room.update({name: space[name] for name in names if name in space})
    lines: list[str] = []
    with _silence():
        for statement in ast.parse(source).body:
            lines += _run(statement, room)
    return lines


def _run(statement: ast.stmt, room: dict[str, Any]) -> list[str]:
    try:
        if isinstance(statement, ast.Expr):
            code = compile(ast.Expression(statement.value), "<nota>", "eval")
            return [canonical(eval(code, room))]
        exec(compile(ast.Module([statement], []), "<nota>", "exec"), room)
    except KeyboardInterrupt:  # the time limit: it must end the cell
        raise
    except BaseException as error:
        return [f"!{type(error).__name__}: {_message(error)}"]
    return []


def unknown_name(text: str) -> str:
    """El nombre que faltaba, si alguna línea de `values` dice que faltaba uno."""
    found = _UNKNOWN.search(text)
    return found[1] if found else ""


def _message(error: BaseException) -> str:
    """One line of printable text, whatever the exception answers."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        return ""
    return text.encode("utf-8", "replace").decode()[:MAX_MESSAGE]


class _Sink(io.TextIOBase):
    """Takes text and drops it."""

    def write(self, text: str) -> int:
        return len(text)


# Written in Python and never freed: with threads that print, Python 3.11 crashes in
# its own text files, and when the stream that a thread is printing to is freed.
_SINK = _Sink()


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Nothing is printed, and numpy answers to odd numbers as it does by itself."""
    numpy: Any = sys.modules.get("numpy")
    usual = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
    calm = numpy.errstate(**usual) if numpy else contextlib.nullcontext()
    silent = contextlib.redirect_stderr(_SINK)
    with contextlib.redirect_stdout(_SINK), silent, calm:
        yield


def bindings(code: str, space: Space) -> dict[str, Any]:
    """Copia de `space` después de ejecutar `code` en ella (`space` no cambia)."""
    fresh = dict(space)
    with _silence():
        exec(compile(code, "<respuesta>", "exec"), fresh)
    return fresh


# --- what graded cells put around an answer -----------------------------------------


def rng(label: str) -> "np.random.Generator":
    """Generador de números al azar: la semilla es ANDREA_SEED más `label`."""
    import numpy as np

    seed = os.environ.get("ANDREA_SEED", DEFAULT_SEED)
    digest = hashlib.sha256(f"{seed}:{label}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "big"))


def integer(value: object) -> object:
    """8, 8.0, np.int64(8) y Decimal(8) → 8; cualquier otra cosa queda igual."""
    value = _plain_number(value)
    return int(value) if type(value) is float and value.is_integer() else value


def number(value: object) -> object:
    """8, 8.0 y Fraction(8) → 8.0; lo que no es un número real queda igual."""
    value = _plain_number(value)
    return float(value) if type(value) is int and abs(value) < 10**300 else value


def _plain_number(value: object) -> object:
    """Decimal y Fraction, y los números de numpy y torch, como los de Python."""
    if type(value) not in (Decimal, Fraction):
        return plain(value)
    found = float(value)  # type: ignore[arg-type]
    return int(value) if found.is_integer() else found  # type: ignore[call-overload]


def word(value: object) -> object:
    """ " «PARÍS» " → 'paris': sin mayúsculas, blancos, comillas, tildes ni diéresis.

    La ñ es otra letra y se queda. Lo que no es texto queda igual.
    """
    value = plain(value)
    if type(value) is not str:
        return value
    spread = unicodedata.normalize("NFD", value.strip().strip(_QUOTES).casefold())
    bare = "".join(c for c in spread if c not in _ACUTE_AND_DIAERESIS)
    return " ".join(unicodedata.normalize("NFC", bare).split())


def array(value: object) -> object:
    """Lista, tupla o array de números → su forma, su clase (b, i, f, c) y sus valores.

    float32 y float64 son de la misma clase. Lo que no es un array queda igual.
    """
    import numpy as np

    if isinstance(value, list | tuple) or hasattr(value, "tolist"):
        try:
            found = np.asarray(value.tolist() if hasattr(value, "tolist") else value)
        except (ValueError, TypeError):  # rows of different lengths
            return value
        kind = found.dtype.kind.replace("u", "i")
        if kind in "bifc":
            return {"clase": kind, "forma": found.shape, "valores": found}
    return value


# --- in a notebook ------------------------------------------------------------------

_last: list[tuple[str, tuple[str, ...]]] = []


def show(source: str, names: Sequence[str], space: Space | None = None) -> None:
    """Muestra `values(…)` como única salida de la celda."""
    if space is None:
        space = sys._getframe(1).f_globals
    _display("\n".join(values(source, names, space)))


def _display(text: str) -> None:
    from IPython.display import display

    display({MIME: text, "text/plain": text}, raw=True)


def prepare() -> None:
    """Prepara el núcleo en que se corrige: nada se imprime y `exit()` no lo cierra."""
    from IPython.core.getipython import get_ipython

    sys.stdout = sys.stderr = _SINK
    shell: Any = get_ipython()
    # ipykernel would end some milliseconds later, in a cell that is not to blame.
    shell.ask_exit = lambda: None


def last_graded() -> tuple[str, tuple[str, ...]]:
    """Código y nombres de la última celda `%%graded` que se ejecutó."""
    if not _last:
        raise RuntimeError("Antes de %%wrong hay que ejecutar la celda %%graded.")
    return _last[-1]


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext andrea_lib.probe` añade la celda mágica `%%graded nombre…`."""

    def graded(line: str, cell: str) -> None:
        names = tuple(line.split())
        _last[:] = [(cell, names)]
        text = "\n".join(values(cell, names, shell.user_ns))
        if missing := unknown_name(text):
            raise NameError(
                f"la celda de nota no conoce «{missing}»: solo ve {', '.join(names)} y "
                "lo que importa o define ella misma."
            )
        _display(text)

    shell.register_magic_function(graded, "cell", "graded")
