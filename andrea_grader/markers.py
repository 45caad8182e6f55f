"""Solution regions of an answer cell: find them, cut them, refuse odd ones.

Markers stand at column 0. A marker that is indented, misspelt or alone would
leave a solution in the students' copy (this happened to others), so whatever
looks like a marker and is not one stops the build.
"""

import re
from difflib import SequenceMatcher

from andrea_grader.errors import SourceError

BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"
STUB = "raise NotImplementedError()"
# Shorter lines ("return total / n") may well be written by chance.
LONG = 25
# Below this likeness ordinary comments stay comments ("# end of loop": 0.58).
_LIKENESS = 0.75


def _looks_like_marker(line: str) -> bool:
    text = line.strip()
    if not text.startswith("#"):
        return False
    words = re.sub(r"[^A-Z]+", " ", text.upper()).strip()
    likeness = max(
        SequenceMatcher(None, words, marker[4:]).ratio() for marker in (BEGIN, END)
    )
    return text.startswith("###") or likeness >= _LIKENESS


def check_markers(source: str, *, where: str) -> None:
    """Stop at any line that looks like a marker and is not exactly one."""
    for number, line in enumerate(source.split("\n"), start=1):
        if _looks_like_marker(line) and line not in (BEGIN, END):
            raise SourceError(
                f"{where}, línea {number}: «{line}» parece una marca de "
                f"solución mal escrita. Escribe «{BEGIN}» o «{END}», sin sangría ni "
                "nada detrás."
            )


def split_regions(source: str, *, where: str) -> list[tuple[bool, list[str]]]:
    """Pieces of a cell in order: (is it solution?, its lines), markers dropped."""
    check_markers(source, where=where)
    pieces: list[tuple[bool, list[str]]] = [(False, [])]
    for line in source.split("\n"):
        inside = pieces[-1][0]
        if line not in (BEGIN, END):
            pieces[-1][1].append(line)
        elif (line == BEGIN) == inside:
            raise SourceError(
                f"{where}: sobra o falta una marca: cada «{BEGIN}» va antes de su "
                f"«{END}»."
            )
        else:
            pieces.append((not inside, []))
    if pieces[-1][0]:
        raise SourceError(f"{where}: falta «{END}»: la solución no se cierra.")
    return pieces


def regions(source: str, *, where: str) -> list[str]:
    """The text of each solution region."""
    pieces = split_regions(source, where=where)
    return ["\n".join(lines) for solution, lines in pieces if solution]


def long_lines(text: str) -> set[str]:
    """Lines long enough to be nobody's chance, without indentation."""
    lines = {line.strip() for line in text.splitlines()}
    return {line for line in lines if len(line) >= LONG}


def secret_lines(source: str, *, where: str) -> set[str]:
    """The long lines of a cell's solution regions, comments aside."""
    found = long_lines("\n".join(regions(source, where=where)))
    return {line for line in found if not line.startswith("#")}


def cut_regions(source: str, *, where: str) -> str:
    """The cell as a student gets it: each region becomes one `raise`."""
    kept: list[str] = []
    for solution, lines in split_regions(source, where=where):
        kept += [_stub(lines, where)] if solution else lines
    return "\n".join(kept)


def _stub(lines: list[str], where: str) -> str:
    first = next((line for line in lines if line.strip()), None)
    if first is None:
        raise SourceError(f"{where}: la solución está vacía.")
    return first[: len(first) - len(first.lstrip())] + STUB
