"""Folders such as a teacher receives, one for each kind of trouble, made here.

Each kind says what becomes of every submission: its points, or the status of its row;
what is not said to be there has no row.
"""

import json
import os
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.andrea_grader.masters import Exercise, code, prepend

Fate = float | str
STEM = "tarea"


@dataclass
class Class:
    """A folder that is being filled, and what is expected of it."""

    root: Path
    exercise: Exercise
    fates: dict[str, Fate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.good = json.dumps(self.exercise.answered()).encode()
        self.blank = json.dumps(self.exercise.blank).encode()
        self.full = self.exercise.master.max_points

    def put(self, name: str, content: bytes, fate: Fate | None) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            return  # a file system that takes both names for one
        path.write_bytes(content)
        if fate is not None:
            self.fates[name] = fate

    def link(self, name: str, target: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)
        self.fates[name] = "unreadable"

    def broken(self, source: str) -> bytes:
        """All answers right; this code runs in the last one, before it."""
        last = list(self.exercise.answers)[-1]
        return json.dumps(prepend(self.exercise.answered(), last, source)).encode()

    def without_last(self) -> float:
        asked = [q for q in self.exercise.master.questions if not q.by_hand]
        return self.full - asked[-1].points


def odd_names(c: Class) -> None:
    for name in (
        *("Zoë Ångström, Ñuño.ipynb", "uno  y  dos .ipynb", "[1] {x} + $y & 50%.ipynb"),
        *("=1+1.ipynb", "-rf.ipynb", "@x.ipynb", "+1.ipynb", "a;b,c'\".ipynb"),
        *("日本語 🦙.ipynb", "n" * 120 + ".ipynb", "TAREA.IPYNB", "%2e%2e.ipynb"),
    ):
        c.put(name, c.good, c.full)


def same_stem(c: Class) -> None:
    c.put(f"ana/{STEM}.ipynb", c.good, c.full)
    c.put(f"luis/{STEM}.ipynb", c.blank, 0)
    c.put(f"grupo/ana/{STEM}.ipynb", c.good, c.full)


def look_alikes(c: Class) -> None:
    for form in ("NFC", "NFD"):
        c.put(unicodedata.normalize(form, "Muñoz Peña.ipynb"), c.good, c.full)
        c.put(unicodedata.normalize(form, "Íñigo") + "/1.ipynb", c.blank, 0)


def links(c: Class) -> None:
    c.put(f"ana/{STEM}.ipynb", c.good, c.full)
    c.link("dentro.ipynb", f"ana/{STEM}.ipynb")
    c.link(f"luis/{STEM}.ipynb", f"../ana/{STEM}.ipynb")
    c.link("roto.ipynb", "nada.ipynb")
    c.link("fuera.ipynb", f"../same_stem/ana/{STEM}.ipynb")
    c.link("vuelta.ipynb", "vuelta.ipynb")
    c.link("bucle", ".")
    c.link("ana/arriba", "..")


def leftovers(c: Class) -> None:
    c.put(f"ana/{STEM}.ipynb", c.good, c.full)
    for name in (
        *(f"ana/.ipynb_checkpoints/{STEM}-checkpoint.ipynb", f"ana/{STEM}.ipynb~"),
        *(f"__MACOSX/ana/._{STEM}.ipynb", f"ana/._{STEM}.ipynb", f"~${STEM}.ipynb"),
        *("ana/.DS_Store", "Thumbs.db", f"#{STEM}.ipynb#", f"{STEM}.ipynb.part"),
    ):
        c.put(name, c.blank, None)


def empty(c: Class) -> None:
    c.put(f"ana/{STEM}.ipynb", c.good, c.full)
    (c.root / "luis").mkdir()
    c.fates["luis"] = "no_submission"
    c.put("paz/tarea.pdf", b"%PDF", None)
    c.fates["paz"] = "no_submission"


def tries(c: Class) -> None:
    c.put(f"ana/{STEM}.ipynb", c.blank, 0)
    c.put(f"ana/{STEM}-Copy1.ipynb", c.good, c.full)


def renamed(c: Class) -> None:
    for name in (
        *(f"Copia de {STEM}.ipynb", f"{STEM} (1).ipynb", "Untitled.ipynb"),
        *(f"{STEM}.ipynb.json", f"{STEM}.ipynb.txt", f"{STEM}.json"),
    ):
        c.put(name, c.good, c.full)


def broken_files(c: Class) -> None:
    other = {"cells": [code("x = 1")], "metadata": {}, "nbformat": 4}
    conflict = b"<<<<<<< HEAD\n" + c.good + b"\n=======\n{}\n>>>>>>> otra\n"
    c.put("01.ipynb", c.good, c.full)
    c.put("02 vacío.ipynb", b"", "unreadable")
    c.put("03 cortado.ipynb", c.good[: len(c.good) // 2], "unreadable")
    c.put("04 conflicto.ipynb", conflict, "unreadable")
    c.put("05 página.ipynb", b"<!DOCTYPE html><html></html>", "unreadable")
    c.put("06 otro.ipynb", json.dumps(other).encode(), "wrong_exercise")
    c.put("07 bom.ipynb", b"\xef\xbb\xbf" + c.good, c.full)
    c.put("08 basura.ipynb", bytes(range(256)), "unreadable")
    c.put("98.ipynb", c.good, c.full)
    c.put("99.ipynb", c.blank, 0)


def equal(c: Class) -> None:
    for name in ("ana", "luis"):
        c.put(f"{name}.ipynb", c.good, c.full)


def hostile(c: Class) -> None:
    """Between good ones; each costs its own question only, or nothing."""
    for name, source in {
        "10 bucle": "while True:\n    pass",
        "11 sordo": _DEAF,
        "12 salida": "import os\nos._exit(0)",
        "13 memoria": "held = []\nwhile True:\n    held.append(bytearray(10**7))",
        "14 fallo": "import ctypes\nctypes.string_at(0)",
    }.items():
        c.put(f"{name}.ipynb", c.broken(source), c.without_last())
        c.put(f"{name} y bien.ipynb", c.good, c.full)
    for name, source in {
        "20 torrente": "print('x' * 100_000_000)",
        "21 goteo": "for _ in range(20_000):\n    print('x', flush=True)",
        "22 proceso": _CHILD,
        "23 hilo": "import threading\nthreading.Thread(target=input).start()",
    }.items():
        c.put(f"{name}.ipynb", c.broken(source), c.full)


_DEAF = """\
while True:
    try:
        while True:
            pass
    except:
        pass"""
# Found by its name where it outlives the marking.
NAP = ["sleep", f"900.{os.getpid()}"]
_CHILD = f"import subprocess\nsubprocess.Popen({NAP}, start_new_session=True)"

KINDS: Mapping[str, Callable[[Class], None]] = {
    kind.__name__: kind
    for kind in (
        *(odd_names, same_stem, look_alikes, links, leftovers, empty, tries, renamed),
        *(broken_files, equal),
    )
}


def make(root: Path, exercise: Exercise, *kinds: Callable[[Class], None]) -> Class:
    """One class in which each kind has its folder; one kind alone fills it itself."""
    whole = Class(root, exercise)
    root.mkdir(parents=True)
    for kind in kinds:
        prefix = "" if len(kinds) == 1 else f"{kind.__name__}/"
        part = Class(root / prefix, exercise)
        part.root.mkdir(exist_ok=True)
        kind(part)
        whole.fates |= {prefix + name: fate for name, fate in part.fates.items()}
    return whole
