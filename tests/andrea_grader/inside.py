"""Run a cell in a sandbox of a given kind, and get back what it shows."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from andrea_grader.assemble import Plan, Step
from andrea_grader.forkserver import ForkServer
from andrea_grader.limits import Limits
from andrea_grader.plugin import Run, run_plan
from andrea_grader.sandbox import Box, Isolation

SHOW = """
import IPython.display, json as _json
_text = {"application/vnd.andrea.value+plain": _json.dumps(found)}
IPython.display.display(_text, raw=True)
"""


@contextmanager
def box_of(
    isolation: Isolation,
    limits: Limits | None = None,
    modules: Sequence[str] = ("ipykernel.kernelapp",),
) -> Iterator[Box]:
    """A box in a folder of its own, with a fork server where it needs one."""
    with tempfile.TemporaryDirectory(prefix="caja-", dir="/tmp") as name:
        root = Path(name)
        for inner in ("r/1", "lib", "fuera"):
            (root / inner).mkdir(parents=True)
        runs, library = root / "r", root / "lib"
        box = Box(runs, library, (), "semilla", isolation, limits or Limits())
        server = None
        if isolation == "forkserver":
            server = ForkServer(root / "z", box, modules)
        try:
            address = server.address if server else None
            yield replace(box, sockets=runs / "1", server=address)
        finally:
            if server:
                server.close()


def run_cells(box: Box, *cells: str, outlive: float = 0) -> Run:
    """One step a cell: c0, c1, …"""
    steps = (Step(f"c{n}", "student", source) for n, source in enumerate(cells))
    outside = box.library.parent / "fuera"
    return run_plan(Plan(tuple(steps), {}), {}, box, outside, outlive)


def shown_by(box: Box, source: str) -> Any:
    """The value of `found` after the cell has run in the box."""
    result = run_cells(box, source + SHOW).results["c0"]
    assert result.values, result
    return json.loads(result.values[0])
