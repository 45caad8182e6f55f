"""La entrada de un transformer, x = E[id] + P, en una sola operación.

`gather_add` comprueba lo que recibe y decide quién calcula:

- en una GPU, los kernels de Triton (`gather_add_kernel.py`), si el primer intento sale;
- en la CPU, PyTorch, que es más rápido que interpretar un kernel;
- en la CPU con `backend="triton"`, los mismos kernels en el intérprete de Triton:
  lento, pero paso a paso y en cualquier máquina con Linux.

El intérprete se elige **antes** de importar triton por primera vez, y hay quien lo
importa sin avisar (`torch.optim.Adam`, por ejemplo). Por eso este módulo, al importarse
en una máquina sin GPU, pone la variable de entorno TRITON_INTERPRET=1. Impórtalo al
principio.
"""

import functools
import os
import sys
import threading
import warnings
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

DTYPES = (torch.float32, torch.bfloat16, torch.float16, torch.float64)

if not torch.cuda.is_available() and "triton" not in sys.modules:
    os.environ.setdefault("TRITON_INTERPRET", "1")


def gather_add(
    ids: Tensor,
    tok: Tensor,
    pos: Tensor,
    *,
    validate: bool | None = None,
    backend: str | None = None,
) -> Tensor:
    """x[b, t, :] = tok[ids[b, t], :] + pos[t, :], con gradientes.

    ids: (B, T) o (T,), int32 o int64, con cualquier salto entre elementos.
    tok: (V, d); pos: (P, d), con P ≥ T. float32, bfloat16, float16 o float64.
    Devuelve ids.shape + (d,), con el tipo que daría la suma de las dos tablas. Con d
    múltiplo de 16 bytes la GPU lee y escribe de 16 en 16; con otro d va más despacio.

    validate: qué pasa si un id no existe. True: IndexError (en una GPU hay que
    esperarla). False: su fila sale NaN y no da gradiente. None: True en la CPU, False
    en la GPU.
    backend: None elige solo; "torch" o "triton" lo fijan.

    TypeError por los tipos; ValueError por formas, dispositivos o T > P. Sin segundas
    derivadas, `padding_idx`, `max_norm` ni gradientes dispersos.
    """
    check_arguments(ids, tok, pos, backend)
    if ids.ndim == 1:
        ids = ids.unsqueeze(0)
        x = gather_add(ids, tok, pos, validate=validate, backend=backend)
        return x.squeeze(0)
    if validate is None:
        validate = tok.device.type == "cpu"
    if backend == "torch" or (backend is None and not tok.is_cuda):
        return with_torch(ids, tok, pos, validate)
    if not kernel_runs(tok.device, tok.dtype, pos.dtype):
        return with_torch(ids, tok, pos, validate)
    from andrea_lib import gather_add_op

    return gather_add_op.gather_add(ids, tok, pos, validate)


def with_torch(ids: Tensor, tok: Tensor, pos: Tensor, validate: bool) -> Tensor:
    """La misma cuenta con PyTorch: una lectura por tabla y una suma."""
    P = pos[: ids.shape[1]]
    if not validate:
        known = (ids >= 0) & (ids < len(tok))
        x = F.embedding(ids.where(known, 0), tok) + P
        return x.masked_fill(~known.unsqueeze(-1), torch.nan)
    if tok.is_cuda:
        check_ids(ids, len(tok))
    try:
        return F.embedding(ids, tok) + P
    except IndexError:
        check_ids(ids, len(tok))
        raise


def check_arguments(ids: Tensor, tok: Tensor, pos: Tensor, backend: str | None) -> None:
    """TypeError o ValueError, antes de lanzar nada, con los dos números que chocan."""
    check_types(ids, tok, pos)
    check_shapes(ids, tok, pos)
    if backend not in (None, "torch", "triton"):
        raise ValueError(f'backend es None, "torch" o "triton", no {backend!r}.')


def check_types(ids: Tensor, tok: Tensor, pos: Tensor) -> None:
    """TypeError si no son tensores, si ids no es entero o una tabla no es decimal."""
    for name, x in (("ids", ids), ("tok", tok), ("pos", pos)):
        if not isinstance(x, Tensor):
            raise TypeError(
                f"{name} es {type(x).__name__} y hace falta un tensor: "
                f"torch.as_tensor({name})."
            )
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"Los id son int32 o int64, y ids es {ids.dtype}: ids.long().")
    for name, x in (("tok", tok), ("pos", pos)):
        if x.dtype not in DTYPES:
            raise TypeError(
                f"{name} es {x.dtype}; puede ser float32, bfloat16, float16 o float64."
            )


def check_shapes(ids: Tensor, tok: Tensor, pos: Tensor) -> None:
    """ValueError si las formas o los dispositivos no casan, o si T > P."""
    if ids.ndim not in (1, 2):
        raise ValueError(f"ids tiene forma (T,) o (B, T), no {tuple(ids.shape)}.")
    if tok.ndim != 2 or pos.ndim != 2 or tok.shape[1] != pos.shape[1]:
        raise ValueError(
            "tok es (V, d) y pos es (P, d) con la misma d; "
            f"aquí son {tuple(tok.shape)} y {tuple(pos.shape)}."
        )
    if tok.shape[0] == 0:
        raise ValueError("tok no tiene ninguna fila: V = 0.")
    if ids.shape[-1] > pos.shape[0]:
        raise ValueError(
            f"La secuencia tiene T = {ids.shape[-1]} tokens y la tabla de posiciones "
            f"solo P = {pos.shape[0]} filas: recorta la secuencia o amplía la tabla."
        )
    if not ids.device == tok.device == pos.device:
        raise ValueError(
            f"ids está en {ids.device}, tok en {tok.device} y pos en {pos.device}: "
            "llévalos al mismo dispositivo con .to()."
        )


def check_ids(ids: Tensor, V: int) -> None:
    """IndexError que nombra el primer id que no está entre 0 y V − 1."""
    bad = ((ids < 0) | (ids >= V)).nonzero()
    if len(bad):
        b, t = bad[0].tolist()
        raise IndexError(
            f"El id {ids[b, t].item()} (lote {b}, posición {t}) no tiene fila: "
            f"la tabla tiene V = {V}, de 0 a {V - 1}."
        )


def kernel_runs(device: torch.device, tok: torch.dtype, pos: torch.dtype) -> bool:
    """¿Funcionan aquí los kernels con estos tipos? Se prueba una vez; si no, avisa."""
    return _probed(device, tok, pos)


# torch.compile calls it and keeps the answer. This is all that the decorator
# torch.compiler.assume_constant_result does, after importing 1.6 s of compiler.
kernel_runs.__dict__["_dynamo_marked_constant"] = True


@functools.cache
def _probed(device: torch.device, tok: torch.dtype, pos: torch.dtype) -> bool:
    """Runs the probe; a failure becomes one warning, and PyTorch does the work."""
    try:
        _in_clean_thread(lambda: _probe(device, tok, pos))
    except Exception as error:
        warnings.warn(
            f"Los kernels de gather_add no funcionan en {device} con {tok}: {error}\n"
            "Sigue PyTorch: el mismo resultado, más despacio. Si no tienes GPU, "
            "reinicia e importa andrea_lib.gather_add antes de entrenar nada.",
            RuntimeWarning,
            stacklevel=4,
        )
        return False
    return True


def _probe(
    device: torch.device, tok_dtype: torch.dtype, pos_dtype: torch.dtype
) -> None:
    """One forward and both backward passes on a table of three rows, compared."""
    from andrea_lib import gather_add_op as op

    ids = torch.tensor([[2, 0], [2, 2]], device=device)
    tok = torch.arange(12.0, device=device).view(3, 4).to(tok_dtype)
    pos = torch.arange(8.0, device=device).view(2, 4).to(pos_dtype)
    x = op.gather_add(ids, tok, pos, False)
    dtok = op.grad_tok(torch.ones_like(x), ids, 3, tok_dtype)
    dpos = op.grad_pos(torch.ones_like(x), ids, 3, 2, pos_dtype)
    counts = torch.tensor([1.0, 0.0, 3.0], device=device)
    same = torch.equal(x, tok[ids] + pos)
    same &= torch.equal(dtok.float(), counts[:, None].expand(3, 4))
    same &= torch.equal(dpos.float(), torch.full((2, 4), 2.0, device=device))
    if not same:
        raise RuntimeError("la prueba no da lo mismo que PyTorch")


def _in_clean_thread(work: Callable[[], None]) -> None:
    """Runs work where no vmap, fake tensor or autocast mode of the caller is active."""
    failures: list[Exception] = []

    def run() -> None:
        try:
            work()
        except Exception as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
