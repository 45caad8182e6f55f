"""`andrea grade CUADERNO|CARPETA… --out CARPETA`: the command, in Spanish."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from andrea_grader import reports
from andrea_grader.errors import GraderError, UsageError
from andrea_grader.grade import Grader
from andrea_grader.master import load_masters
from andrea_grader.record import Record
from andrea_grader.submissions import find
from andrea_lib.probe import DEFAULT_SEED

# What argparse says in English.
_ERRORS = (
    (r"the following arguments are required: (.*)", r"falta: \1"),
    (r"argument (.*): expected one argument", r"falta el valor de \1"),
    (r"argument (.*): invalid choice: ('.*?') .*", r"no conozco \2 (\1)"),
    (r"unrecognized arguments: (.*)", r"no conozco: \1"),
    (r"ambiguous option: (.*) could match .*", r"opción incompleta: \1"),
)


class _SpanishFormatter(argparse.HelpFormatter):
    def add_usage(self, usage, actions, groups, prefix=None):  # type: ignore[no-untyped-def]
        super().add_usage(usage, actions, groups, "uso: ")


class _SpanishParser(argparse.ArgumentParser):
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 every submission has its record, 1 the grader failed (or, with
    --require-full, points are missing), 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        options = _parser().parse_args(arguments)
        records = grade(options)
    except UsageError as error:
        print(f"andrea: {error}", file=sys.stderr)
        return 2
    except GraderError as error:
        print(f"andrea: el corrector falló: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("andrea: interrumpido; lo ya corregido está escrito.", file=sys.stderr)
        return 130
    print(reports.to_screen(records))
    print(f"Detalle: {options.out / 'results.json'} y {options.out / 'notas.csv'}")
    short = options.require_full and not all(record.full for record in records)
    return 1 if short else 0


def _parser() -> argparse.ArgumentParser:
    parser = _SpanishParser(
        prog="andrea", description="Herramientas del curso «La primera capa»."
    )
    commands = parser.add_subparsers(
        title="órdenes", dest="orden", metavar="ORDEN", required=True
    )
    grade_command = commands.add_parser(
        "grade",
        prog="andrea grade",
        help="corrige cuadernos",
        description="Corrige cuadernos y escribe results.json y notas.csv.",
        epilog="Estado de salida: 0 si cada entrega tiene su resultado, 1 si el "
        "corrector falló, 2 si la orden está mal escrita.",
    )
    _add_grade_arguments(grade_command)
    return parser


def _add_grade_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs",
        nargs="+",
        type=Path,
        metavar="CUADERNO|CARPETA",
        help="un cuaderno, o una carpeta en la que se buscan cuadernos",
    )
    parser.add_argument(
        "--out",
        required=True,
        type=Path,
        metavar="CARPETA",
        help="dónde se escriben los resultados",
    )
    parser.add_argument(
        "--seed",
        default=DEFAULT_SEED,
        metavar="S",
        help="semilla de las pruebas ocultas (un texto; sin ella, la pública)",
    )
    parser.add_argument(
        "--solutions",
        type=Path,
        metavar="CARPETA",
        help="dónde están los ejercicios resueltos (si no, solutions/ del curso)",
    )
    parser.add_argument(
        "--require-full",
        action="store_true",
        help="salir con estado 1 si a alguna entrega le falta algún punto",
    )


def grade(options: argparse.Namespace) -> list[Record]:
    """Mark everything; the files are written anew after each submission."""
    found = find(options.inputs)
    solutions = _solutions(options.solutions)
    masters = load_masters(solutions)
    try:
        reports.write([], options.out)
    except OSError as error:
        why = f"No se puede escribir en «{options.out}»: {error.strerror}."
        raise UsageError(why) from error
    records: list[Record] = []
    secret = [solutions, solutions.parent / ".git", *options.inputs]
    with Grader(masters, options.seed, secret) as grader:
        for submission in found:
            records.append(grader.mark(submission))
            reports.write(records, options.out)
    return records


def _solutions(given: Path | None) -> Path:
    """--solutions, else the checkout that holds this file, else the current folder."""
    if given:
        if not given.is_dir():
            raise UsageError(f"No existe la carpeta «{given}».")
        return given
    for root in (Path(__file__).resolve().parents[1], Path.cwd()):
        if (root / "solutions").is_dir():
            return root / "solutions"
    raise UsageError(
        "No encuentro los ejercicios resueltos. Ejecuta la orden desde la carpeta del "
        "curso, o di dónde están con --solutions CARPETA."
    )
