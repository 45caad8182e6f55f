"""The first code cell of every notebook: the same bytes everywhere.

On Colab it installs the course where it is missing, without touching any
package that is there (`--no-deps`). At home it only prints. Versions are read
from the packages' metadata: nothing heavy is imported.
"""

from tools.address import Address

LABEL = "preparacion"
TAGS = ("setup", "nbval-ignore-output", "hide-cell")

_TEXT = """\
# Preparación: en Colab instala el curso; en tu equipo solo dice qué hay.
import importlib
import platform
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

COURSE = "{pip}"
if find_spec("andrea_lib") is None and "google.colab" in sys.modules:
    %pip install -q --no-deps $COURSE
    importlib.invalidate_caches()
if find_spec("andrea_lib") is None:
    raise ImportError(
        "Falta andrea_lib, la biblioteca del curso. Comprueba que hay conexión a "
        "internet y repite esta celda. En tu equipo, instala el curso con: "
        f"pip install {{COURSE}}"
    )


def version_of(name):
    try:
        return f"{{name}} {{version(name)}}"
    except PackageNotFoundError:
        return f"{{name}}: no está"


gpu = "GPU de NVIDIA: " + ("sí" if shutil.which("nvidia-smi") else "no")
found = [version_of(p) for p in ("torch", "numpy", "triton")]
print(" · ".join([f"Python {{platform.python_version()}}", *found, gpu]))
"""


def setup_source(address: Address) -> str:
    """The text of the setup cell for a repository's address."""
    return _TEXT.format(pip=address.pip).rstrip("\n")
