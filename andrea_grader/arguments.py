"""argparse that speaks Spanish: help, errors, and the checks that it lacks."""

import argparse
import re
from typing import NoReturn

from andrea_grader.errors import UsageError

# What argparse says in English.
_ERRORS = (
    (r"the following arguments are required: (.*)", r"falta: \1"),
    (r"argument (.*): expected one argument", r"falta el valor de \1"),
    (r"argument (.*): expected at least one argument", r"falta el valor de \1"),
    (r"argument (.*): invalid choice: ('.*?') .*", r"no conozco \2 (\1)"),
    (r"argument (.*): invalid \S+ value: ('.*')", r"\2 no vale para \1"),
    (r"argument (.*): not allowed with argument (.*)", r"o \1 o \2, no los dos"),
    (r"unrecognized arguments: (.*)", r"no conozco: \1"),
    (r"ambiguous option: (.*) could match .*", r"opción incompleta: \1"),
)


class _SpanishFormatter(argparse.HelpFormatter):
    def add_usage(self, usage, actions, groups, prefix=None):  # type: ignore[no-untyped-def]
        super().add_usage(usage, actions, groups, "uso: ")


class SpanishParser(argparse.ArgumentParser):
    """argparse whose help and errors are in Spanish."""

    def __init__(self, **options: object) -> None:
        super().__init__(
            **options,  # type: ignore[arg-type]
            add_help=False,
            allow_abbrev=False,
            formatter_class=_SpanishFormatter,
        )
        self._positionals.title, self._optionals.title = "argumentos", "opciones"
        self.add_argument("-h", "--help", action="help", help="muestra esta ayuda")

    def error(self, message: str) -> NoReturn:
        for english, spanish in _ERRORS:
            message = re.sub(english, spanish, message)
        raise UsageError(f"{message}\n{self.format_usage().rstrip()}")


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number
