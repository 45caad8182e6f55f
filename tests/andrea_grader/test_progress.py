"""What a teacher sees while a class is marked."""

import contextlib
import io
import os
import pty

from andrea_grader.batch import Marked
from andrea_grader.progress import progress
from andrea_grader.record import Item, graded, not_graded


def ready(name, again=False):
    items = [Item("e1-1", 1.5, 2, "wrong", "…")]
    return Marked(graded(name, "01", items, []), name, again)


BROKEN = Marked(not_graded("b\x07\n.ipynb", "unreadable", "Vacío."), "x", again=False)
NOTHING = Marked(not_graded("eva", "no_submission", "Sin entrega."), "", again=False)


def test_without_a_terminal_each_submission_is_a_plain_line():
    log = io.StringIO()
    with progress(4, log) as shown:
        shown.waiting("nadie")
        shown.done(ready("0.ipynb", again=True))
        shown.done(NOTHING)
        shown.done(ready("a.ipynb"))
        shown.done(BROKEN)
    none, first, second = log.getvalue().splitlines()
    assert none == "[2/4] sin entrega          eva · quedan ?"
    assert " ".join(first.split()).startswith("[3/4] 1.5 de 2 puntos a.ipynb · quedan")
    assert second == "[4/4] no se puede leer     b??.ipynb · quedan 00:00"


def test_in_a_terminal_a_bar_names_what_it_waits_for_and_the_time_left():
    ours, theirs = pty.openpty()
    with (
        os.fdopen(theirs, "w", encoding="utf-8") as terminal,
        progress(4, terminal) as shown,
    ):
        shown.done(ready("0.ipynb", again=True))
        shown.waiting("grupo/una carpeta con un nombre largo/tarea.ipynb")
        shown.done(ready("a.ipynb"))
    seen = everything(ours)
    for words in ("1 de 4", "2 de 4", "quedan", "…", "nombre largo/tarea.ipynb"):
        assert words in seen
    assert "it/s" not in seen


def everything(terminal):
    """What was written until the other end was closed."""
    data = b""
    with contextlib.suppress(OSError):
        while more := os.read(terminal, 4096):
            data += more
    os.close(terminal)
    return data.decode()
