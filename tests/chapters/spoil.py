"""Three ways to break what a function returns: 0, off by one, swapped axes.

`install` runs inside a notebook's kernel before its first cell, so that a chapter is
tried with a broken library without any file being edited.
"""

import functools
import importlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

WAYS = ("zero", "one", "axes")


def spoil(value: Any, way: str) -> Any:
    """The value, broken in one of the three ways (a number has no axes)."""
    if isinstance(value, (bool, int, float)):
        return {"zero": type(value)(0), "one": value + 1, "axes": value}[way]
    if isinstance(value, (str, bytes, list, tuple)):
        return {"zero": value[:0], "one": value[1:] + value[:1], "axes": value[::-1]}[
            way
        ]
    if isinstance(value, dict):
        values = spoil(list(value.values()), "axes" if way == "axes" else "one")
        return {} if way == "zero" else dict(zip(value, values, strict=True))
    if hasattr(value, "with_matrix"):  # words with their vectors
        return value.with_matrix(spoil(value.matrix, way))
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: spoil(getattr(value, f.name), way) for f in fields(value)}
        return replace(value, **parts)
    if way == "zero":
        return value * 0
    if way == "one":
        return value + 1
    return value.T if value.ndim == 2 else value.swapaxes(0, -1)


def broken(function: Callable[..., Any], way: str) -> Callable[..., Any]:
    """The same function with a spoilt result."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return spoil(function(*args, **kwargs), way)

    return call


def install(target: str, way: str) -> None:
    """Break `module:name` or `module:Class.name` (method or property)."""
    module, _, path = target.partition(":")
    *owners, name = path.split(".")
    owner: Any = importlib.import_module(module)
    for step in owners:
        owner = getattr(owner, step)
    found = owner.__dict__[name]
    if isinstance(found, property):
        setattr(owner, name, property(broken(found.fget, way)))
    else:
        setattr(owner, name, broken(found, way))
