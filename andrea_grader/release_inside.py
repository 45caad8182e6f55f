"""Runs beside a solution, in its kernel: the text of this file is sent there, since
the kernel sees nothing of the grader but `andrea_lib`.
"""

import importlib
import inspect
import pkgutil
import signal
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, NoReturn

import andrea_lib
from andrea_lib import probe


def off(value: Any, factor: float) -> Any:
    """A value whose decimals, or a function whose results, are times `factor`."""
    if inspect.isfunction(value):
        return lambda *a, **k: scaled(value(*a, **k), factor)
    return scaled(value, factor)


def scaled(value: Any, factor: float) -> Any:
    """Each decimal times `factor`; whole numbers are exact and stay."""
    kind = type(value)
    if kind is float:
        return value if value.is_integer() else value * factor
    if kind in (list, tuple):
        return kind(scaled(v, factor) for v in value)
    if kind is dict:
        return {k: scaled(v, factor) for k, v in value.items()}
    if "float" in str(getattr(value, "dtype", "")):
        return value + (factor - 1) * value * (value != value.round())
    return value


def aliases(
    source: str, names: list[str], asked: str, seconds: float, space: Mapping[str, Any]
) -> str:
    """Functions of the library that give the right values in the place of `asked`."""
    if not inspect.isfunction(space.get(asked)):
        return ""
    right = probe.values(source, names, space)
    least, most = _takes(space[asked])
    functions, found = list(_functions()), []
    signal.signal(signal.SIGALRM, _stop)
    for name, function in functions:
        need, can = _takes(function)
        if need > most or can < least:
            continue
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            if probe.values(source, names, {**space, asked: function}) == right:
                found.append(name)
        except KeyboardInterrupt:
            continue
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return ", ".join(found)


def _stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt


# What functions import when they are called: an import that the clock cuts short
# leaves a module that no other function can use.
_LAZY = ("torch", "triton", "matplotlib.pyplot", "tokenizers")


def _functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function of every module that a student may import here."""
    for lazy in _LAZY:
        _module(lazy)
    for info in pkgutil.iter_modules(andrea_lib.__path__, "andrea_lib."):
        module = _module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == info.name:
                yield f"{info.name}.{name}", function


def _module(name: str) -> ModuleType | None:
    """Modules that hold an answer of the exercise refuse to be imported."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _takes(function: Callable[..., Any]) -> tuple[int, int]:
    """How many arguments a function must and may get by position."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    given = [
        p for p in inspect.signature(function).parameters.values() if p.kind in kinds
    ]
    return sum(p.default is p.empty for p in given), len(given)
