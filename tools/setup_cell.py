"""The first code cell of every notebook: the same bytes everywhere.

On Colab it installs the course where it is missing, at the released tag, without
touching any package that is there (`--no-deps`), and in plain sight: what pip says
stays visible. At home it only prints. Versions are read from the packages' metadata
and the card from its driver: nothing heavy is imported.
"""

import re

from tools.address import Address

LABEL = "preparacion"
TAGS = ("setup", "nbval-ignore-output", "hide-cell")

_TEXT = """\
# Preparación: en Colab instala el curso si falta; en tu equipo solo dice qué hay.
import importlib
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

COURSE = "{pip}"
if find_spec("andrea_lib") is None and "google.colab" in sys.modules:
    %pip install -q --no-deps $COURSE
    importlib.invalidate_caches()
    if find_spec("andrea_lib") is None:
        raise ImportError(
            "No se pudo instalar el curso; el motivo está más arriba. Comprueba que "
            "hay conexión a internet y repite esta celda."
        )
if find_spec("andrea_lib") is None:
    raise ImportError(
        "Falta andrea_lib, la biblioteca del curso. Instálala, con lo que necesita, "
        f'y reinicia el núcleo: pip install "andrea-course[notebooks] @ {{COURSE}}"'
    )


def version_of(name):
    try:
        return f"{{name}} {{version(name)}}"
    except PackageNotFoundError:
        return f"{{name}}: no está"


def gpu():
    try:
        ask = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
        names = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
        return f"GPU, {{names.splitlines()[0]}}"
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "CPU; no hay GPU de NVIDIA y no hace falta"


packages = ("torch", "numpy", "matplotlib", "triton", "andrea-course")
print(" · ".join(["Python " + platform.python_version(), *map(version_of, packages)]))
print(f"Dispositivo: {{gpu()}}.")
print("Ejecutar el cuaderno entero lleva 1 o 2 minutos; leerlo, lo que tú quieras.")
"""


def setup_source(address: Address) -> str:
    """The text of the setup cell for a repository's address."""
    return _TEXT.format(pip=address.pip).rstrip("\n")


def without_address(source: str) -> str:
    """The setup cell of any repository: moving a course does not change its results."""
    return re.sub(r"(?m)^COURSE = .*$", "COURSE", source)
