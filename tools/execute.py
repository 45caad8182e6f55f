"""Run a notebook from no outputs, in its folder, into stable outputs.

Stable: no timings, no versions of the kernel, no path of this machine, numbered
1 … n. A cell that fails, and is not tagged `raises-exception`, stops the build.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat import NotebookNode

from andrea_grader.cells import code_cells, has_tag
from andrea_grader.errors import SourceError
from andrea_grader.messages import MAX_VALUE
from tools.cells import place

# No cell may need 30 s on two free cores; the machine may be busy.
CELL_SECONDS = 240
# What a user's shell may set, and the outputs must not depend on.
_UNSET = ("ANDREA_SEED", "MPLBACKEND")
_KERNEL_FILE = re.compile(r"[\w/]*ipykernel_\d+")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def execute(nb: NotebookNode, folder: Path) -> None:
    """Fill in the outputs of a notebook without any; alt texts to the cells."""
    language = nb.metadata["language_info"]
    with tempfile.TemporaryDirectory() as profile:
        _run(nb, folder, profile)
    nb.metadata["language_info"] = language
    for count, cell in enumerate(code_cells(nb), start=1):
        _settle(cell, count)
        _check_paths(cell)
        _check_wanted_error(cell)
    finish(nb)


def finish(nb: NotebookNode) -> None:
    """What is copied or checked from outputs, new or moved from before."""
    for cell in code_cells(nb):
        _copy_alt(cell)
        if has_tag(cell, "nota"):
            _check_graded(cell)


def _run(nb: NotebookNode, folder: Path, profile: str) -> None:
    """A fresh kernel without the user's IPython profile, with the default seed."""
    env = {k: v for k, v in os.environ.items() if k not in _UNSET}
    started: list[NotebookNode] = []
    client = NotebookClient(
        nb,
        on_cell_start=lambda cell, cell_index: started.append(cell),
        timeout=CELL_SECONDS,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    )
    client.km = _own_kernel(profile)
    try:
        client.execute(env=env | {"IPYTHONDIR": profile})
    except (CellExecutionError, CellTimeoutError, RuntimeError) as error:
        raise SourceError(_failure(started, error)) from None


def _own_kernel(folder: str) -> AsyncKernelManager:
    """This interpreter's kernel, whatever kernels the machine has installed."""
    kernels = KernelSpecManager(kernel_dirs=[])
    if os.name == "nt":
        return AsyncKernelManager(kernel_spec_manager=kernels)
    # Sockets in the file system: no port to fight for, nothing on the network.
    return AsyncKernelManager(
        kernel_spec_manager=kernels, transport="ipc", ip=f"{folder}/kernel"
    )


def _failure(started: list[NotebookNode], error: Exception) -> str:
    """Which cell stopped, and why, in Spanish."""
    if not started:
        return f"el núcleo de Jupyter no arranca: {error}"
    cell = started[-1]
    if isinstance(error, CellExecutionError):
        trace = "\n".join(_trace(cell))
        return f"{place(cell)} falla con {error.ename}: {error.evalue}\n{trace}"
    if isinstance(error, CellTimeoutError):
        return f"{place(cell)} no acaba en {CELL_SECONDS} s."
    return f"{place(cell)}: el núcleo de Jupyter ha muerto (¿falta memoria?)."


def _trace(cell: NotebookNode) -> list[str]:
    frames = [o.traceback for o in cell.outputs if o.output_type == "error"]
    return [_COLOUR.sub("", line) for trace in frames for line in trace]


def _settle(cell: NotebookNode, count: int) -> None:
    """Numbers 1 … n; of a wanted error the cell's own lines and the message."""
    cell.execution_count = count
    cell.metadata.pop("execution", None)
    for output in cell.outputs:
        if output.output_type == "execute_result":
            output.execution_count = count
        if output.output_type == "error":
            lines = [_COLOUR.sub("", line) for line in output.traceback]
            output.traceback = [x for x in lines if not x.startswith("File ")]


def _check_paths(cell: NotebookNode) -> None:
    """A path of this machine in an output would go to every reader."""
    text = str(cell.outputs)
    here = [str(Path.cwd()), sys.prefix, sys.base_prefix, str(Path.home())]
    here += _KERNEL_FILE.findall(text)
    for path in (p for p in here if len(p) > 5 and p in text):
        raise SourceError(
            f"{place(cell)}: su resultado enseña una ruta de esta máquina ({path}). "
            "Muestra solo el nombre del archivo, o calla el aviso con su causa."
        )


def _check_wanted_error(cell: NotebookNode) -> None:
    wanted = has_tag(cell, "raises-exception")
    if wanted and not any(o.output_type == "error" for o in cell.outputs):
        raise SourceError(
            f"{place(cell)}: tiene la etiqueta `raises-exception` y no falla. Quita la "
            "etiqueta o devuelve el error."
        )


def _copy_alt(cell: NotebookNode) -> None:
    """MyST-NB takes a figure's alternative text from the cell's metadata."""
    alts = set()
    for output in cell.outputs:
        kinds = [k for k in output.get("data", {}) if k.startswith("image/")]
        for kind in kinds:
            about = output.metadata.get(kind) or {}
            alts.add(about.get("alt") or output.metadata.get("alt"))
    if alts and (len(alts) > 1 or None in alts):
        raise SourceError(
            f"{place(cell)}: cada figura lleva su texto alternativo, y una celda no "
            "lleva dos figuras. Dibuja con andrea_lib.plots."
        )
    if alts:
        cell.metadata["mystnb"] = {"image": {"alt": alts.pop()}}


def _check_graded(cell: NotebookNode) -> None:
    """What nbval would not compare earns points for nothing: refuse it."""
    values = [str(o.get("data", {}).get("text/plain", "")) for o in cell.outputs]
    if len(values) != 1 or not 0 < len(values[0].encode()) <= MAX_VALUE:
        raise SourceError(
            f"{place(cell)}: una celda de nota enseña un solo valor, de 1 a "
            f"{MAX_VALUE} bytes de texto (`%%graded …`)."
        )
