"""`andrea grade CUADERNO|CARPETA… --out CARPETA`: the command, in Spanish."""

import argparse
import contextlib
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from andrea_grader import marking
from andrea_grader.arguments import SpanishParser, positive
from andrea_grader.cluster import cores
from andrea_grader.errors import GraderError, UsageError, why
from andrea_lib.probe import DEFAULT_SEED


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 every submission has its record, 1 the grader failed (or, with
    --require-full, points are missing), 2 wrong usage, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        _speak_spanish(stream)
    try:
        options = _parser().parse_args(arguments)
        with _terminated_like_interrupted():
            status: int = options.run(options)
            return status
    except UsageError as error:
        print(f"andrea: {error}", file=sys.stderr)
        return 2
    except GraderError as error:
        print(f"andrea: el corrector falló: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        where = f" («{error.filename}»)" if error.filename else ""
        print(f"andrea: no se puede seguir: {why(error)}{where}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "andrea: interrumpido. Lo ya corregido está escrito; la misma orden sigue "
            "donde se quedó.",
            file=sys.stderr,
        )
        return 130


def _speak_spanish(stream: object) -> None:
    """A locale of before Unicode would print every accent as a question mark."""
    ascii_only = getattr(stream, "encoding", "").lower() in ("ascii", "ansi_x3.4-1968")
    encoding = "utf-8" if ascii_only else None
    stream.reconfigure(encoding=encoding, errors="replace")  # type: ignore[attr-defined]


@contextlib.contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """A machine that shuts down says SIGTERM: finish as after Ctrl-C."""

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _parser() -> argparse.ArgumentParser:
    parser = SpanishParser(
        prog="andrea", description="Herramientas del curso «La primera capa»."
    )
    commands = parser.add_subparsers(
        title="órdenes", dest="orden", metavar="ORDEN", required=True
    )
    grade = commands.add_parser(
        "grade",
        prog="andrea grade",
        help="corrige cuadernos",
        description="Corrige cuadernos y escribe las notas, los comentarios para cada "
        "estudiante y un resumen de la clase. Si se interrumpe, la misma orden sigue "
        "donde se quedó; lo que no ha cambiado no se corrige otra vez.",
        epilog="Estado de salida: 0 si cada entrega tiene su resultado, 1 si el "
        "corrector falló, 2 si la orden está mal escrita, 130 si se interrumpió.",
    )
    _add_inputs(grade)
    _add_course_options(grade)
    _add_grade_options(grade)
    grade.set_defaults(run=marking.grade)
    release = commands.add_parser(
        "release",
        prog="andrea release",
        help="comprueba los ejercicios antes de repartirlos",
        description="Comprueba los ejercicios antes de repartirlos, y prepara la "
        "carpeta de un curso de nbgrader.",
        epilog="Estado de salida: 0 si todo está bien, 1 si hay algo que cambiar, "
        "2 si la orden está mal escrita.",
    )
    _add_course_options(release)
    _add_release_options(release)
    release.set_defaults(run=_release)
    return parser


def _release(options: argparse.Namespace) -> int:
    """Imported only now: it brings along all that runs notebooks."""
    from andrea_grader.release import release

    return release(options)


def _add_inputs(parser: argparse.ArgumentParser) -> None:
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


def _add_course_options(parser: argparse.ArgumentParser) -> None:
    """What marking and releasing have in common."""
    parser.add_argument(
        "--solutions",
        type=Path,
        metavar="CARPETA",
        help="dónde están los ejercicios resueltos (si no, solutions/ del curso)",
    )
    parser.add_argument(
        "--seed",
        default=DEFAULT_SEED,
        metavar="S",
        help="semilla de las pruebas ocultas (un texto; sin ella, la pública)",
    )


def _add_grade_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        type=positive,
        default=cores(),
        metavar="N",
        help="cuántas entregas a la vez (si no, una por núcleo: %(default)s)",
    )
    parser.add_argument(
        "--cell-seconds",
        type=positive,
        default=15,
        metavar="S",
        help="tiempo para cada celda (si no, %(default)s); la entrega tiene seis veces "
        "más",
    )
    parser.add_argument(
        "--dask",
        metavar="DIRECCIÓN",
        help="corrige en un clúster de Dask que ya funciona (tcp://equipo:8786)",
    )
    parser.add_argument(
        "--github",
        action="store_true",
        help="dentro de GitHub Actions: escribe la tabla y los puntos donde los espera",
    )
    parser.add_argument(
        "--require-full",
        action="store_true",
        help="salir con estado 1 si a alguna entrega le falta algún punto",
    )


def _add_release_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="EJERCICIO",
        help="solo estos, por su nombre (01_lookup_tables); si no, todos",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="comprueba los ejercicios y dice qué hay que cambiar",
    )
    parser.add_argument(
        "--nbgrader",
        type=Path,
        metavar="CARPETA",
        help="escribe ahí un curso de nbgrader con los mismos ejercicios",
    )
    parser.add_argument(
        "--exercises",
        type=Path,
        metavar="CARPETA",
        help="dónde están los que se reparten (si no, exercises/, al lado)",
    )
