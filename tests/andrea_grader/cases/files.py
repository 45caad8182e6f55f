"""Files that are damaged, or no notebook at all: a reason, and no points."""

import gzip
import io
import zipfile

from tests.andrea_grader.cases.case import BOTH, SOLVED, Draft, case, dump
from tests.andrea_grader.masters import Json, code, text

KIND = "files"


@case(KIND, BOTH, "BAD_FILE", "El archivo está vacío")
def empty_file(draft: Draft) -> bytes:
    return b""


@case(KIND, SOLVED, "BAD_FILE", "El archivo está vacío")
def only_blanks(draft: Draft) -> bytes:
    return b" \n\t\n"


@case(KIND, SOLVED, "BAD_FILE", "El archivo está vacío")
def only_zeros(draft: Draft) -> bytes:
    """What a full disk or a broken stick leaves of a file."""
    return bytes(5_000)


@case(KIND, BOTH, "BAD_FILE", "cortado o dañado")
def cut_in_half(draft: Draft) -> bytes:
    data = dump(draft.nb, indent=1)
    return data[: len(data) // 2]


@case(KIND, SOLVED, "BAD_FILE", "cortado o dañado")
def cut_inside_a_letter(draft: Draft) -> bytes:
    """An upload that stopped in the middle of an accent."""
    data = dump(draft.nb)
    return data[: data.index("í".encode()) + 1]


@case(KIND, BOTH, "BAD_FILE", "conflicto de git")
def git_conflict(draft: Draft) -> bytes:
    lines = dump(draft.nb, indent=1).decode().split("\n")
    at = next(n for n, line in enumerate(lines) if '"source"' in line)
    lines[at:at] = ["<<<<<<< HEAD", lines[at], "=======", lines[at], ">>>>>>> main"]
    return "\n".join(lines).encode()


@case(KIND, SOLVED, "BAD_FILE", "conflicto de git")
def git_conflict_of_three(draft: Draft) -> bytes:
    """With the common ancestor, and the line ends of Windows."""
    lines = dump(draft.nb, indent=1).decode().split("\n")
    marks = ["<<<<<<< HEAD", "||||||| 3f2a", "=======", ">>>>>>> rama"]
    return "\r\n".join([*lines[:4], *marks, *lines[4:]]).encode()


PAGE = '<html lang="es"><head><title>ejercicio - Colab</title></head><body/></html>'


@case(KIND, BOTH, "BAD_FILE", "página web")
def web_page(draft: Draft) -> bytes:
    return f"<!DOCTYPE html>\n{PAGE}".encode()


@case(KIND, SOLVED, "BAD_FILE", "página web")
def web_page_with_a_comment_first(draft: Draft) -> bytes:
    return f"\ufeff\n<!-- saved from url=(0029) -->\n{PAGE}".encode()


@case(KIND, SOLVED, "BAD_FILE", "archivo comprimido")
def zip_file(draft: Draft) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("ejercicio.ipynb", dump(draft.nb))
    return buffer.getvalue()


@case(KIND, SOLVED, "BAD_FILE", "archivo comprimido")
def gzip_file(draft: Draft) -> bytes:
    return gzip.compress(dump(draft.nb))


@case(KIND, SOLVED, "BAD_FILE", "Es un PDF")
def pdf_file(draft: Draft) -> bytes:
    return b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"


@case(KIND, SOLVED, "BAD_FILE", "no es un cuaderno")
def picture(draft: Draft) -> bytes:
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff"


@case(KIND, SOLVED, "BAD_FILE", "programa de Python")
def python_program(draft: Draft) -> bytes:
    """«Download as .py»."""
    cells = "\n\n\n# In[ ]:\n\n\n".join(map(text, draft.answers()))
    return f"#!/usr/bin/env python\n# coding: utf-8\n\n# In[1]:\n\n{cells}".encode()


@case(KIND, SOLVED, "BAD_FILE", "no es un cuaderno")
def link_of_the_cloud(draft: Draft) -> bytes:
    return b'{"url": "https://drive.example/open?id=1", "doc_id": "1", "email": "a"}'


@case(KIND, SOLVED, "BAD_FILE", "no es un cuaderno")
def pointer_of_git(draft: Draft) -> bytes:
    return b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


@case(KIND, SOLVED, "BAD_FILE", "no es un cuaderno")
def resource_fork(draft: Draft) -> bytes:
    return b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        " + bytes(40)


@case(KIND, SOLVED, "BAD_FILE", "no es un cuaderno")
def a_list_of_cells(draft: Draft) -> bytes:
    return dump(draft.cells)


@case(KIND, SOLVED, "BAD_FILE", "no es un cuaderno")
def cells_that_are_no_list(draft: Draft) -> Json:
    return draft.nb | {"cells": {str(n): cell for n, cell in enumerate(draft.cells)}}


@case(KIND, SOLVED, "BAD_FILE")
def nested_too_deep(draft: Draft) -> bytes:
    return b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@case(KIND, SOLVED, "BAD_FILE", "cortado o dañado")
def comma_too_many(draft: Draft) -> bytes:
    """Edited by hand."""
    return dump(draft.nb, indent=1)[:-2] + b",\n}"


@case(KIND, BOTH, "BAD_FILE", "No es ninguno de los ejercicios")
def another_exercise(draft: Draft) -> Json:
    answer = {"grade_id": "zz", "solution": True, "grade": False}
    test = {"grade_id": "zz_test", "solution": False, "grade": True, "points": 50}
    cells = [
        code("x = 1", metadata={"nbgrader": answer}),
        code("assert x == 1", metadata={"nbgrader": test}),
    ]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}


@case(KIND, SOLVED, "BAD_FILE", "No es ninguno de los ejercicios")
def a_chapter(draft: Draft) -> Json:
    andrea = {"tipo": "capitulo", "numero": draft.exercise.master.number}
    cells = [code("import numpy as np"), code("np.zeros(3)")]
    return {"nbformat": 4, "metadata": {"andrea": andrea}, "cells": cells}


@case(KIND, SOLVED, "BAD_FILE", "No es ninguno de los ejercicios")
def no_cells(draft: Draft) -> Json:
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}
