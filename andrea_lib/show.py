"""What the notebooks print: numbers in the course's typography, tables, bounds.

Exact values are printed whole, arithmetic on shipped data with three significant
digits, trained or timed values as the sentence of a bound, so that a second run on
another machine prints the same text (and nbval can compare it).
"""

from collections.abc import Iterable, Sequence
from html import escape

NARROW = "\u202f"  # narrow no-break space, between thousands
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def thousands(n: int) -> str:
    """6488832 → '6 488 832': espacio fino cada tres cifras (desde cinco cifras)."""
    text = f"{abs(n):,}".replace(",", NARROW) if abs(n) >= 10_000 else str(abs(n))
    return f"−{text}" if n < 0 else text


def sig(x: float, digits: int = 3) -> str:
    """0.036084 → '0.0361': `digits` cifras significativas, con punto decimal.

    Sin notación científica entre 10⁻⁴ y 10⁶; fuera de ahí, '1.95·10⁹'.
    """
    x = float(x)
    if x == 0 or x - x != 0:  # zero, infinite or not a number
        return f"{abs(x):.0f}" if x == 0 else f"{x:.0f}".replace("-", "−")
    mantissa, power = f"{x:.{digits - 1}e}".split("e")
    exponent = int(power)
    if -4 <= exponent < 6:
        decimals = digits - 1 - exponent
        text = (
            f"{x:.{decimals}f}" if decimals > 0 else thousands(int(round(x, decimals)))
        )
    else:
        text = f"{mantissa}·10{str(exponent).translate(_RAISED)}"
    return text.replace("-", "−")


def shown(value: object) -> str:
    """El texto de un valor: sí/no, enteros exactos, decimales con 3 cifras."""
    if isinstance(value, str):
        return value
    if hasattr(value, "item"):  # numpy and torch scalars
        value = value.item()
    if isinstance(value, bool):
        return "sí" if value else "no"
    if isinstance(value, int):
        return thousands(value)
    if isinstance(value, float):
        return sig(value)
    return ", ".join(map(shown, value)) if isinstance(value, Iterable) else str(value)


def holds(what: str, condition: object) -> None:
    """Imprime una frase y si se cumple: 'aciertos ≥ 95 %: sí'."""
    print(f"{what}: {shown(bool(condition))}")


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Muestra una tabla; la primera columna a la izquierda, las demás a la derecha."""
    from IPython.display import display

    texts = [[shown(value) for value in row] for row in rows]
    if any(len(row) != len(header) for row in texts):
        raise ValueError(f"Cada fila necesita {len(header)} valores, como la cabecera.")
    display(
        {"text/html": _html(header, texts), "text/plain": _plain(header, texts)},
        raw=True,
    )


def _plain(header: Sequence[str], rows: list[list[str]]) -> str:
    lines = [list(header), *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if i == 0 else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _html(header: Sequence[str], rows: list[list[str]]) -> str:
    def cells(tag: str, line: Sequence[str]) -> str:
        return "".join(
            f'<{tag} style="text-align:{"left" if i == 0 else "right"}">'
            f"{escape(text)}</{tag}>"
            for i, text in enumerate(line)
        )

    body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    head = f"<thead><tr>{cells('th', header)}</tr></thead>"
    return f"<table>\n{head}\n<tbody>\n{body}\n</tbody>\n</table>"
