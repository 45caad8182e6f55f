"""What an answer is told that takes more time, memory, processes or room than fit."""

import re
from collections.abc import Sequence

from andrea_grader.record import Outcome
from andrea_grader.watched_kernel import CellResult

_ENDED = {
    "memory": "pide más memoria de la que hay para una entrega, y se ha detenido. "
    "Busca una lista que crece sin fin o una tabla mucho mayor de lo que hace falta.",
    "processes": "abre demasiados procesos a la vez, y se ha detenido. No hace falta "
    "ninguno.",
    "": "detuvo el núcleo de Jupyter (¿llama a `os._exit`, o agota la memoria?). "
    "Ejecútala sola y busca la línea.",
}
_LATE = (
    "no terminó a tiempo. Busca un bucle que no acaba, y prueba primero con datos "
    "pequeños."
)
_TOO_LONG = (
    "da un valor demasiado largo para compararlo (más de 4000 letras). Mira si "
    "devuelve solo lo que se pide."
)
# How Python, torch and the system say it.
_FAILURES = (
    (
        re.compile(r"^!?MemoryError|allocate memory|Errno 12\]"),
        "no queda memoria. Busca una lista que crece sin fin o una tabla mucho mayor "
        "de lo que hace falta.",
    ),
    (
        re.compile(r"Errno 2[78]\]"),
        "escribe demasiado en el disco. No hace falta guardar nada: devuelve el valor.",
    ),
    (
        re.compile(r"^!?BlockingIOError.*Errno 11\]|can't start new thread"),
        "abre demasiados procesos o hilos a la vez. No hace falta ninguno.",
    ),
)


def limit_words(
    number: str, cells: Sequence[CellResult], graded: CellResult
) -> tuple[Outcome, str] | None:
    """For an answer whose kernel or cell was stopped, or whose value was dropped."""
    answer = f"La respuesta {number} "
    for cell in (*cells, graded):
        if cell.died:
            return "error", answer + _ENDED[cell.excess]
    if any(cell.timed_out for cell in (*cells, graded)):
        return "timeout", answer + _LATE
    if graded.too_long and not graded.values:
        return "wrong", answer + _TOO_LONG
    return None


def failure_words(told: str) -> str | None:
    """For an error, `Type: message`, that only says that something is used up."""
    return next((words for known, words in _FAILURES if known.search(told)), None)
