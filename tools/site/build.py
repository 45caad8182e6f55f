"""Build the site afresh with Jupyter Book; nothing is executed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.address import NOTICE, read_address

HTML = Path("_build/html")


def jupyter_book(root: Path, out: Path) -> int:
    """Run Jupyter Book; its extension is found from this repository."""
    here = Path(__file__).resolve().parents[2]
    program = str(Path(sys.executable).parent / "jupyter-book")
    command = [program, "build", str(root), "--path-output", str(out)]
    path = os.pathsep.join([str(here), os.environ.get("PYTHONPATH", "")])
    # Its English closing words would stand beside ours; warnings go to stderr.
    # Python's own warnings, as of an old notebook without ids, speak to no reader.
    return subprocess.run(
        [*command, "-W", "--keep-going", "--quiet"],
        env={**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"},
        stdout=subprocess.DEVNULL,
    ).returncode


def closing_words(out: Path) -> str:
    """How to open what was built."""
    return (
        "El sitio está listo. Para abrirlo:\n"
        f"  · con doble clic: {(out / HTML / 'index.html').resolve()}\n"
        "  · en el navegador: make serve (o python -m tools.site serve)"
    )


def build(root: Path, out: Path) -> int:
    """Site in `out/_build/html`: 0, or what stopped it. Always from nothing, for an
    old page would hide a warning."""
    shutil.rmtree(out / "_build", ignore_errors=True)
    status = jupyter_book(root, out)
    if status == 0:
        print(closing_words(out))
        if read_address(root).is_placeholder:
            print(NOTICE)
    else:
        print("El sitio no se construyó: corrige lo que dice más arriba y repite.")
    return status
