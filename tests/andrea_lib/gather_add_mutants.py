"""Breaks the kernels in one place at a time and examines each broken copy.

    python -m tests.andrea_lib.gather_add_mutants FOLDER

prints JSON: {part: {mutant: how it ended}}; "none" is the real file, and must be
"alive". Each copy is examined in a forked process of its own, since some of them read
where nothing is. (A fork needs that no thread has been started: no test process.)
"""

import importlib.util
import json
import os
import signal
import sys
from pathlib import Path
from types import ModuleType

import torch

import andrea_lib.gather_add as public  # first: it sets Triton's interpreter mode
from tests.andrea_lib.gather_add_battery import PARTS, examine
from tests.andrea_lib.gather_add_mutant_table import MUTANTS

SOURCE = Path(public.__file__).with_name("gather_add_kernel.py")
SECONDS = 60


def load(file: Path) -> ModuleType:
    """The module in a file; Triton reads its source from there."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def end_of(file: Path, part: str) -> str:
    """How the examination of the module in a file ends, in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            examine(load(file), part)
            os.write(write, b"alive")
        except BaseException as error:
            # What a kernel raises arrives inside the interpreter's own error.
            os.write(write, type(error.__cause__ or error).__name__.encode())
        os._exit(0)
    os.close(write)
    word = os.read(read, 100).decode()
    os.close(read)
    _, status = os.waitpid(child, 0)
    return word or signal.Signals(os.WTERMSIG(status)).name


def broken(old: str, new: str) -> str:
    """The kernels' source with one text, which must be there once, replaced."""
    source = SOURCE.read_text(encoding="utf-8")
    if source.count(old) != 1:
        raise SystemExit(f"{old!r} stands {source.count(old)} times in {SOURCE.name}")
    return source.replace(old, new)


def main(folder: Path) -> dict[str, dict[str, str]]:
    """{part: {mutant: how it ended}}."""
    torch.set_num_threads(1)
    examine(load(SOURCE), "forward")  # what is imported now is not imported 60 times
    ends = {part: {"none": end_of(SOURCE, part)} for part in PARTS}
    for part, mutants in MUTANTS.items():
        for name, (old, new) in mutants.items():
            file = folder / f"{part}_{len(ends[part])}.py"
            file.write_text(broken(old, new), encoding="utf-8")
            ends[part][name] = end_of(file, part)
    return ends


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
