"""Wrong-answer tables: named slips, each with the advice that it deserves.

    %%wrong e1-1
    # error: sumar en lugar de multiplicar
    # consejo: Te ha salido V + d. La tabla tiene V filas y cada una lleva d números.
    n_params = V + d

The magic runs every row on the graded cell above it, so a table is tested whenever
its notebook is executed; the grader runs the same rows on its own inputs.
"""

import re
import symtable
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from andrea_lib import probe
from andrea_lib.probe import Space

MIN_ROWS = 3
_SLIP = re.compile(r"#\s*error:\s*(.*)")
_ADVICE = re.compile(r"#\s*consejo:\s*(.*)")
_COMMENT = re.compile(r"#\s?(.*)")
_HEAD = re.compile(r"%%wrong\s+(\S+)")


@dataclass(frozen=True)
class WrongRow:
    """A slip, what to tell who makes it, and code that makes it."""

    slip: str
    advice: str
    code: str


def wrong_item(source: str) -> str | None:
    """The item that a `%%wrong` cell belongs to; None for any other cell."""
    head = _HEAD.match(source)
    return head.group(1) if head else None


def wrong_rows(source: str) -> list[WrongRow]:
    """Read a table, with or without its first line `%%wrong e1-3`."""
    return [_row(block) for block in _blocks(source)]


def _blocks(source: str) -> Iterator[list[str]]:
    """Lines from one `# error:` to the next."""
    block: list[str] = []
    for line in source.splitlines():
        if _HEAD.match(line) or (not block and not line.strip()):
            continue
        if _SLIP.match(line) and block:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _row(block: list[str]) -> WrongRow:
    slip, advice = _SLIP.match(block[0]), _ADVICE.match("".join(block[1:2]))
    if not slip or not advice:
        raise ValueError(
            f"«{block[0]}»: cada fila empieza por «# error: …» y «# consejo: …»."
        )
    words, rest = [advice.group(1)], block[2:]
    while rest and (more := _COMMENT.match(rest[0])):
        words.append(more.group(1).strip())
        rest = rest[1:]
    code = "\n".join(rest).strip("\n")
    if not slip.group(1) or not words[0] or not code:
        raise ValueError(f"«{block[0]}»: falta el error, el consejo o el código.")
    return WrongRow(slip.group(1).strip(), " ".join(words).strip(), code)


def check_rows(rows: list[WrongRow], reference: str, texts: list[str]) -> None:
    """Each row must differ from the right answer and from every other row."""
    seen = {reference: "la respuesta correcta"}
    for row, text in zip(rows, texts, strict=True):
        if text in seen:
            raise ValueError(
                f"La fila «{row.slip}» da lo mismo que {seen[text]}: "
                "no se pueden distinguir."
            )
        seen[text] = f"la fila «{row.slip}»"


def _shown(row: WrongRow, source: str, names: tuple[str, ...], space: Space) -> str:
    """What the graded cell shows for a row, which must give one of its names."""
    found = symtable.symtable(row.code, row.slip, "exec").get_symbols()
    if not any(one.get_name() in names and one.is_assigned() for one in found):
        raise ValueError(
            f"La fila «{row.slip}» no define {' ni '.join(names)}: escribe el mismo "
            "nombre que corrige la celda de nota."
        )
    return "\n".join(probe.values(source, names, probe.bindings(row.code, space)))


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext andrea_grader.wrong` añade la celda mágica `%%wrong ejercicio`."""

    def wrong(line: str, cell: str) -> None:
        source, names = probe.last_graded()
        rows = wrong_rows(cell)
        if len(rows) < MIN_ROWS:
            raise ValueError(f"{line}: hacen falta al menos {MIN_ROWS} filas.")
        texts = [_shown(row, source, names, shell.user_ns) for row in rows]
        right = "\n".join(probe.values(source, names, shell.user_ns))
        check_rows(rows, right, texts)
        for row in rows:
            print(f"✗ {row.slip}\n  → {row.advice}")

    shell.register_magic_function(wrong, "cell", "wrong")
