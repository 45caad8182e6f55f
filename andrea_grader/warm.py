"""What a fork server imports before it forks: only what the exercise's cells import."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from andrea_grader.master import Master

# Slow to import, and safe to import before a fork: they start no thread.
_SLOW = (
    *("numpy", "numpy.random", "scipy", "torch", "triton", "triton.language"),
    *("matplotlib.pyplot", "matplotlib_inline.backend_inline", "tokenizers"),
)
# What every kernel imports when it starts or at its first cell.
_KERNEL = (
    *("ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.zmqshell"),
    *("ipykernel.debugger", "tornado.platform.asyncio", "tornado.queues"),
    *("IPython.core.completerlib", "IPython.core.debugger", "IPython.core.logger"),
    *("IPython.core.oinspect", "IPython.extensions.storemagic"),
    *("IPython.utils.wildcard", "encodings.ascii", "unicodedata"),
)
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(.+)", re.M)


def modules(master: Master, library: Path) -> list[str]:
    """The kernel's own, and of the slow ones those that the exercise imports, itself
    or through the course's library."""
    code = (cell.source for cell in master.notebook.cells if cell.kind == "code")
    names = set(_through("\n".join(code), library / "andrea_lib", set()))
    roots = {name.partition(".")[0] for name in names}
    return [*_KERNEL, *(name for name in _SLOW if name.partition(".")[0] in roots)]


def _through(source: str, package: Path, seen: set[str]) -> Iterator[str]:
    """Names that a text imports, and those that the library's modules import then."""
    for name in _imported(source):
        if name in seen:
            continue
        seen.add(name)
        yield name
        path = package / f"{name.removeprefix('andrea_lib.')}.py"
        if name.startswith("andrea_lib.") and path.is_file():
            yield from _through(path.read_text(encoding="utf-8"), package, seen)


def _imported(source: str) -> Iterable[str]:
    """Of `from a import b, c` also a.b and a.c, which may be modules."""
    for module, words in _IMPORT.findall(source):
        names = [
            word.split()[0] for word in words.strip("()").split(",") if word.split()
        ]
        yield from [module, *(f"{module}.{n}" for n in names)] if module else names
