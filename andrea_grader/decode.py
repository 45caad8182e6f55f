"""From the bytes of a file to the JSON value in it, or to the reason why there is none.

More is read than JSON allows: what editors, uploads and other systems do to a file
costs nobody a point as long as its content can be told.
"""

import json
import re


class UnreadableError(Exception):
    """The file is no notebook; the message says why and what to do."""


NOT_A_NOTEBOOK = (
    "El archivo no es un cuaderno de Jupyter. Descárgalo otra vez como «.ipynb»."
)
_EMPTY = "El archivo está vacío. Guarda el cuaderno y entrégalo otra vez."
_CONFLICT = (
    "El archivo tiene marcas de un conflicto de git (<<<<<<<, =======, >>>>>>>). Elige "
    "una de las dos versiones y guárdalo otra vez."
)
_WEB_PAGE = (
    "El archivo es una página web, no el cuaderno. En Colab: Archivo → Descargar → "
    "Descargar .ipynb."
)
_PACKED = (
    "Es un archivo comprimido o un documento de otro programa. Si dentro está el "
    "cuaderno, descomprímelo y entrega el «.ipynb»."
)
_PDF = "Es un PDF, y un PDF no se puede ejecutar. Entrega el cuaderno («.ipynb»)."
_PROGRAM = "Es un programa de Python, no el cuaderno. Entrega el «.ipynb»."
_DAMAGED = (
    "El cuaderno está cortado o dañado (no es JSON completo). Guárdalo y entrégalo "
    "otra vez."
)
# What other kinds of files begin with.
_STARTS = {
    b"PK\x03\x04": _PACKED,
    b"\x1f\x8b": _PACKED,
    b"Rar!": _PACKED,
    b"7z\xbc\xaf": _PACKED,
    b"%PDF": _PDF,
}
_PYTHON = re.compile(r"#!.*python|# -\*-|# coding|# In ?\[|(import|from|def) \w", re.I)
_AROUND = "\ufeff\0 \t\r\n"
_LONGEST_INTEGER = 300


def load(data: bytes) -> object:
    """The value; UnreadableError with the reason in Spanish where there is none."""
    for start, reason in _STARTS.items():
        if data.startswith(start):
            raise UnreadableError(reason)
    text = decode(data).strip(_AROUND)
    try:
        return json.loads(text, strict=False, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(_why_not(text)) from error


def decode(data: bytes) -> str:
    """Any encoding of Unicode, with or without a mark; else that of old Windows."""
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _integer(digits: str) -> int | float:
    """Python reads integers of up to 4300 digits; no field of a notebook needs one."""
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


def _why_not(text: str) -> str:
    if not text:
        return _EMPTY
    if "<<<<<<< " in text and ">>>>>>> " in text:
        return _CONFLICT
    if text.startswith("<"):
        return _WEB_PAGE
    if text.startswith("{"):
        return _DAMAGED
    return _PROGRAM if _PYTHON.match(text) else NOT_A_NOTEBOOK
