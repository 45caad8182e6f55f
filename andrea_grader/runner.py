"""Run plans for one exercise after another: folders, libraries and fork servers."""

import contextlib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from andrea_grader.assemble import Plan
from andrea_grader.errors import NoKernelError
from andrea_grader.forkserver import ForkServer
from andrea_grader.isolation import probe_isolation
from andrea_grader.limits import Limits
from andrea_grader.master import Master
from andrea_grader.plugin import Run, run_plan
from andrea_grader.sandbox import Box, Isolation
from andrea_grader.warm import modules
from andrea_grader.workplace import Workplace
from andrea_lib import probe

_LIBRARY = Path(probe.__file__).resolve().parent

# What stands in for a module that holds an answer of the exercise.
_STUB = """\
raise ImportError(
    "andrea_lib.{0} trae lo que pide este ejercicio, y aquí no se puede importar. "
    "Escribe tu propia respuesta."
)
"""


@dataclass(frozen=True)
class Place:
    """Where all runs of a batch happen: the folder, the kind of sandbox, and the fork
    servers' addresses by exercise."""

    root: Path
    isolation: Isolation
    servers: Mapping[str, Path] = field(default_factory=dict)


class Runner:
    """Runs plans in a place of its own, or in one that another runner keeps open."""

    def __init__(
        self, seed: str, secret: Sequence[Path], limits: Limits, place: Place | None
    ) -> None:
        self._seed, self._secret, self._limits = seed, secret, limits
        self._own = None if place else Workplace()
        self._place = place or _new_place(self._own)
        self.root, self.isolation = self._place.root, self._place.isolation
        self._servers: dict[str, ForkServer] = {}
        self._lost: set[str] = set()
        self._runs = self._started = 0

    def close(self) -> None:
        for server in self._servers.values():
            server.close()
        if self._own:
            self._own.close()

    def place(self, masters: Iterable[Master]) -> Place:
        """This one, for others, with a server running for each of these exercises."""
        found = {master.name: self.server(master) for master in masters}
        servers = {name: address for name, address in found.items() if address}
        return Place(self.root, self.isolation, servers)

    def run(
        self,
        plan: Plan,
        values: Mapping[str, str],
        master: Master,
        limits: Limits,
        outlive: float = 0,
    ) -> Run:
        """One run; a second one where the fork server turns out to have ended."""
        try:
            return self._run_once(plan, values, master, limits, outlive)
        except NoKernelError:
            if self.isolation != "forkserver":
                raise
            self._lost.add(master.name)
            return self._run_once(plan, values, master, limits, outlive)

    def _run_once(
        self,
        plan: Plan,
        values: Mapping[str, str],
        master: Master,
        limits: Limits,
        outlive: float,
    ) -> Run:
        """In new empty folders, which are removed after it."""
        self._runs += 1
        name = f"{os.getpid()}-{self._runs}"
        inside, outside = (self._folder(kind, name) for kind in ("r", "cuadernos"))
        server = self.server(master)
        box = replace(self._box(master, inside), limits=limits, server=server)
        try:
            return run_plan(plan, values, box, outside, outlive)
        finally:
            shutil.rmtree(inside, ignore_errors=True)
            shutil.rmtree(outside, ignore_errors=True)

    def _folder(self, kind: str, name: str) -> Path:
        folder = self.root / kind / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _box(self, master: Master, sockets: Path) -> Box:
        secret = (*(path.resolve() for path in self._secret), *_installed())
        library = self._library(master)
        return Box(sockets, library, secret, self._seed, self.isolation, self._limits)

    def server(self, master: Master) -> Path | None:
        """Where this exercise's kernels are forked: a server starts when it is first
        needed, and again if it has ended."""
        if self.isolation != "forkserver":
            return None
        if master.name in self._place.servers.keys() - self._lost:
            return self._place.servers[master.name]
        server = self._servers.get(master.name)
        if server is None or server.process.poll() is not None:
            box = self._box(master, self._folder("r", ""))
            self._started += 1
            address = self.root / f"s{os.getpid()}-{self._started}"
            needed = modules(master, _LIBRARY.parent)
            server = self._servers[master.name] = ForkServer(address, box, needed)
        return server.address

    def _library(self, master: Master) -> Path:
        """andrea_lib without the modules that hold an answer of this exercise."""
        folder = self.root / f"lib-{master.name}"
        if not folder.exists():
            draft = folder.with_name(f"{folder.name}-{os.getpid()}")
            copy = draft / "andrea_lib"
            shutil.copytree(
                _LIBRARY, copy, ignore=shutil.ignore_patterns("__pycache__")
            )
            for name in master.hidden:
                stub = _STUB.format(name)
                (copy / f"{name}.py").write_text(stub, encoding="utf-8")
            with contextlib.suppress(OSError):  # another worker was quicker
                draft.replace(folder)
        return folder


def _new_place(own: Workplace | None) -> Place:
    root = own.root if own else Path()
    return Place(root, probe_isolation(root))


def _installed() -> tuple[Path, Path]:
    """The library with all its modules, and this package, wherever they stand."""
    return _LIBRARY, Path(__file__).resolve().parent
