"""The kernel of exercise 3 on small tables among NaN, and its visible check.

Everything that the kernel reads lies in the middle of a larger buffer, and so does what
it writes: a read that strays brings NaN, a write that strays is counted.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from andrea_lib.checks import Case, report

if TYPE_CHECKING:
    from torch import Tensor

MARGIN = 1000  # numbers before and after each table: more than a slip strays
EMPTY = -1.0  # what stands in x, and around it, before the kernel runs

RESTART = (
    "Triton se importó antes de elegir el intérprete: reinicia el núcleo y ejecuta la "
    "celda de respuesta antes que ninguna otra que use torch o triton."
)
WRITES = "Escribe fuera de x: `tl.store` necesita las dos máscaras."
READS = "Sale NaN: lee fuera de una tabla, por falta de máscara o por otra fila."
SKIPS = "Hay huecos de x sin escribir: repasa el lugar de (b, t, c)."
POSITION = "La fila de P no es la t: la misma para todas las secuencias."
TOKEN = "La fila de E no es ids[b, t]: repasa los saltos de ids y la b."
COLUMN = "La columna no es la c."


def run(
    kernel: Any, ids: np.ndarray, tok: np.ndarray, pos: np.ndarray, BB: int, BD: int
) -> tuple[np.ndarray, int]:
    """Lanza el kernel: x, (B, T, d), y cuántos números ha escrito fuera de x.

    ids (B, T), con los saltos que tenga; tok (V, d); pos (P, d), P ≥ T. Hay un
    programa por posición, por cada BB secuencias y por cada BD columnas.
    """
    refuse_compiled(kernel)
    (B, T), d = ids.shape, tok.shape[1]
    strides = [step // ids.itemsize for step in ids.strides]
    inputs = (ids, len(tok)), (tok, np.nan), (pos, np.nan)
    tables = [_inside(_among(a, fill), a.shape, a) for a, fill in inputs]
    around = _among(np.full((B, T, d), EMPTY, dtype=np.float32), EMPTY)
    x = _inside(around, (B, T, d))
    grid = (T, -(-B // BB), -(-d // BD))
    try:
        kernel[grid](x, *tables, B, T, d, *strides, BB=BB, BD=BD)
    except Exception as error:
        raise error.__cause__ or error from None
    outside = [around[:MARGIN], around[MARGIN + x.numel() :]]
    return x.numpy().copy(), sum(int((part != EMPTY).sum()) for part in outside)


def refuse_compiled(kernel: Any) -> None:
    """TypeError o RuntimeError si no es un kernel que el intérprete pueda ejecutar."""
    kind = type(kernel).__name__
    if kind == "JITFunction":
        raise RuntimeError(RESTART)
    if kind != "InterpretedFunction":
        raise TypeError("kernel no es de Triton: falta la línea `@triton.jit`")


def _among(x: np.ndarray, fill: float) -> "Tensor":
    """A flat buffer with x's numbers in the middle, and `fill` on both sides."""
    import torch

    inner = torch.from_numpy(x.copy(order="K"))
    around = torch.full((x.size + 2 * MARGIN,), fill, dtype=inner.dtype)
    _inside(around, x.shape, x).copy_(inner)
    return around


def _inside(
    around: "Tensor", shape: tuple[int, ...], like: np.ndarray | None = None
) -> "Tensor":
    """The middle of a buffer as a table, with the strides of `like`."""
    like = np.empty(shape, dtype=np.float32) if like is None else like
    steps = [step // like.itemsize for step in like.strides]
    return around.as_strided(shape, steps, MARGIN)


def kernel_check(kernel: Any) -> None:
    """Prueba visible de 3.9: B y d que no caben justos, e ids traspuesta."""
    ids = np.array([[2, 0, 1], [1, 1, 2], [0, 2, 2]])
    report(
        _case("B = 3 de 2 en 2, d = 5 de 4 en 4", kernel, ids, 2, 4),
        _case("Un bloque más ancho que la fila", kernel, ids[:2], 4, 8),
        _case("ids traspuesta", kernel, np.array([[2, 0], [1, 1], [0, 2]]).T, 2, 4),
    )


def _case(what: str, kernel: Any, ids: np.ndarray, BB: int, BD: int) -> Case:
    """Tables whose numbers tell where they come from: 1000·(t + 1), 10·i and c."""
    c = np.arange(5)
    tok = (10 * np.arange(3)[:, None] + c).astype(np.float32)
    pos = (1000 * np.arange(1, 5)[:, None] + 0 * c).astype(np.float32)

    def trial() -> str | None:
        x, outside = run(kernel, ids, tok, pos, BB, BD)
        rows = 1 + np.arange(ids.shape[1])[None, :, None]
        if outside:
            return WRITES
        if np.isnan(x).any():
            return READS
        if (x == EMPTY).any():
            return SKIPS
        if (x // 1000 != rows).any():
            return POSITION
        if (x % 1000 // 10 != ids[:, :, None]).any():
            return TOKEN
        return COLUMN if (x % 10 != c).any() else None

    return what, trial
