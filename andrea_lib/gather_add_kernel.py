"""x[b, t, :] = tok[ids[b, t], :] + pos[t, :] en Triton, hacia delante y hacia atrás.

Cuatro kernels y quien los lanza. Cada programa es **un warp** (32 hilos) y lleva BD
columnas: 16 bytes por hilo, el acceso más ancho de la GPU. Hacia atrás no hay sumas
atómicas: se ordenan los id y las filas de cada token quedan juntas, como en llm.c.

Letras: B lotes, T posiciones, N = B·T; tok tiene V filas, pos P, las dos D columnas.
"""

# mypy: allow-untyped-defs
from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language import constexpr

WIDTH = 512  # bytes que lleva un warp de una vez: 32 hilos × 16
BB = 8  # filas de un bloque: salen ocho lecturas antes de la primera escritura
U = 4  # filas por paso hacia atrás: con cuatro bastan 64 registros por hilo
CAP = 64  # filas que un programa suma él solo; un token con más es un segmento largo
KEYS = (torch.int16, torch.int32, torch.int64)  # ordenar claves cortas cuesta menos


@triton.jit
def place(D, BD: constexpr):
    """(fila, columnas (BD,)) de este programa; los trozos de una fila van seguidos."""
    pid = tl.program_id(0)
    slices = tl.cdiv(D, BD)
    return pid // slices, pid % slices * BD + tl.arange(0, BD)


@triton.jit
def load_ids(ids, b, t, B, stride_b, stride_t):
    """ids[b, t], (len(b),); −1 donde b ≥ B."""
    where = b.to(tl.int64) * stride_b + t.to(tl.int64) * stride_t
    return tl.load(ids + where, b < B, other=-1)


@triton.jit
def load_rows(x, n, c, D, ok, other):
    """x[n, c] en precisión de suma, (len(n), BD); `other` donde no ok o c ≥ D."""
    where = n.to(tl.int64)[:, None] * D + c[None, :]  # V·D puede pasar de 2³¹
    rows = tl.load(x + where, ok[:, None] & (c < D)[None, :], other=other)
    return rows.to(tl.float64 if x.dtype.element_ty == tl.float64 else tl.float32)


@triton.jit
def store_row(x, n, c, D, row):
    """x[n, c] = row, (BD,), redondeado una sola vez."""
    tl.store(x + n.to(tl.int64) * D + c, row.to(x.dtype.element_ty), c < D)


@triton.jit
def forward_kernel(
    x, ids, tok, pos, B, T, V, D, stride_b, stride_t, BB: constexpr, BD: constexpr
):
    """x[b, t, c] = tok[ids[b, t], c] + pos[t, c]: BB filas b, un t, BD columnas c.

    x (B, T, D); ids (B, T), con sus saltos; tok (V, D); pos (P, D), P ≥ T.
    Un id que no existe no se lee: su fila sale NaN.
    """
    row, c = place(D, BD)
    t, b = row % T, row // T * BB + tl.arange(0, BB)
    i = load_ids(ids, b, t, B, stride_b, stride_t)
    p = tl.load(pos + t.to(tl.int64) * D + c[None, :], (c < D)[None, :])
    e = load_rows(tok, i, c, D, (i >= 0) & (i < V), float("nan"))
    where = (b.to(tl.int64) * T + t)[:, None] * D + c[None, :]
    inside = (b < B)[:, None] & (c < D)[None, :]
    tl.store(x + where, (e + p).to(x.dtype.element_ty), inside)


@triton.jit
def grad_pos_kernel(
    dpos, dx, ids, B, T, V, D, stride_b, stride_t, U: constexpr, BD: constexpr
):
    """dpos[t, c] = Σ_b dx[b, t, c], con b en orden; 0 si t ≥ T: un t, BD columnas c.

    dpos (P, D); dx (B, T, D); ids (B, T). La fila de un id que no existe no suma.
    """
    ACC: constexpr = tl.float64 if dx.dtype.element_ty == tl.float64 else tl.float32
    t, c = place(D, BD)
    acc = tl.zeros((U, BD), ACC)
    start = tl.where(t < T, 0, B)
    while start < B:  # `while`: un `range` así falla en algún intérprete
        b = start + tl.arange(0, U)
        i = load_ids(ids, b, t, B, stride_b, stride_t)
        n = b.to(tl.int64) * T + t
        acc += load_rows(dx, n, c, D, (i >= 0) & (i < V), 0.0)
        start += U
    store_row(dpos, t, c, D, tl.sum(acc, 0))


@triton.jit
def sum_rows(x, perm, lo, hi, c, D, ACC: constexpr, U: constexpr):
    """Σ_{lo ≤ j < hi} x[perm[j], c], (BD,): de U en U, siempre en el mismo orden."""
    acc = tl.zeros((U, c.shape[0]), ACC)
    while lo < hi:
        j = lo + tl.arange(0, U)
        acc += load_rows(x, tl.load(perm + j, j < hi, other=0), c, D, j < hi, 0.0)
        lo += U
    return tl.sum(acc, 0)


@triton.jit
def long_kernel(
    part, dx, key, perm, start, N, D, CAP: constexpr, U: constexpr, BD: constexpr
):
    """part[2k + lado, c] = suma de lo que un token largo tiene en el tramo k.

    El tramo k son los lugares kCAP … kCAP + CAP − 1 de los id ordenados. Un token con
    más de CAP filas no cabe dentro: toca siempre un borde, y basta mirar al dueño del
    primer lugar (lado 0) y al del último (lado 1). part (2⌈N/CAP⌉, D); dx (N, D).
    """
    ACC: constexpr = tl.float64 if dx.dtype.element_ty == tl.float64 else tl.float32
    row, c = place(D, BD)
    first = (row // 2).to(tl.int64) * CAP
    end = tl.minimum(first + CAP, N)
    v = tl.load(key + tl.where(row % 2 == 0, first, end - 1))
    lo, hi = tl.load(start + v + 1), tl.load(start + v + 2)
    if (hi - lo > CAP) & ((row % 2 == 0) | (lo > first)):
        lo, hi = tl.maximum(lo, first), tl.minimum(hi, end)
        store_row(part, row, c, D, sum_rows(dx, perm, lo, hi, c, D, ACC, U))


@triton.jit
def grad_tok_kernel(
    dtok, part, dx, perm, start, D, CAP: constexpr, U: constexpr, BD: constexpr
):
    """dtok[v, c] = Σ_{ids[n] = v} dx[n, c]; 0 si v no salió: un v, BD columnas c.

    dtok (V, D); dx (N, D). Las filas de v ocupan los lugares start[v + 1] …
    start[v + 2] − 1 del orden; si son más de CAP, sus sumas parciales están en part.
    """
    ACC: constexpr = tl.float64 if dx.dtype.element_ty == tl.float64 else tl.float32
    v, c = place(D, BD)
    lo, hi = tl.load(start + v + 1), tl.load(start + v + 2)
    if hi - lo <= CAP:
        store_row(dtok, v, c, D, sum_rows(dx, perm, lo, hi, c, D, ACC, U))
    else:
        acc = tl.zeros((U, BD), ACC)
        chunk = lo // CAP
        while chunk * CAP < hi:
            k = chunk + tl.arange(0, U)
            side = tl.where(k * CAP < lo, 1, 0)  # 1 si el tramo empieza antes que v
            acc += load_rows(part, 2 * k + side, c, D, k * CAP < hi, 0.0)
            chunk += U
        store_row(dtok, v, c, D, tl.sum(acc, 0))


def launch(kernel: Any, rows: int, wide: Tensor, *args: Any, **sizes: int) -> None:
    """Un programa por cada una de las `rows` filas y cada BD columnas de `wide`."""
    BD = WIDTH // wide.element_size()
    grid = (rows * triton.cdiv(wide.shape[-1], BD),)
    with torch.cuda.device_of(wide):
        kernel[grid](*args, BD=BD, num_warps=1, **sizes)


def forward(ids: Tensor, tok: Tensor, pos: Tensor) -> Tensor:
    """x (B, T, D) de ids (B, T), tok (V, D) y pos (P, D)."""
    (B, T), (V, D) = ids.shape, tok.shape
    x = tok.new_empty((B, T, D), dtype=torch.promote_types(tok.dtype, pos.dtype))
    if x.numel():
        args = x, ids, tok.contiguous(), pos.contiguous(), B, T, V, D, *ids.stride()
        launch(forward_kernel, triton.cdiv(B, BB) * T, x, *args, BB=BB)
    return x


def grad_pos(dx: Tensor, ids: Tensor, V: int, P: int, dtype: torch.dtype) -> Tensor:
    """dpos (P, D) de dx (B, T, D) y los mismos ids (B, T)."""
    B, T, D = dx.shape
    dpos, dx = dx.new_empty((P, D), dtype=dtype), dx.contiguous()
    if dpos.numel():
        launch(grad_pos_kernel, P, dx, dpos, dx, ids, B, T, V, D, *ids.stride(), U=U)
    return dpos


def grad_tok(dx: Tensor, ids: Tensor, V: int, dtype: torch.dtype) -> Tensor:
    """dtok (V, D) de dx (B, T, D): ordenar los id y sumar segmentos."""
    N, D = ids.numel(), dx.shape[-1]
    dtok, dx = dx.new_empty((V, D), dtype=dtype), dx.contiguous()
    if not N or not dtok.numel():
        return dtok.zero_()
    key, perm, start = segments(ids, V)
    wide = torch.promote_types(dx.dtype, torch.float32)
    part = dx.new_empty((2 * triton.cdiv(N, CAP), D), dtype=wide)
    launch(long_kernel, len(part), dx, part, dx, key, perm, start, N, D, CAP=CAP, U=U)
    launch(grad_tok_kernel, V, dx, dtok, part, dx, perm, start, D, CAP=CAP, U=U)
    return dtok


def segments(ids: Tensor, V: int) -> tuple[Tensor, Tensor, Tensor]:
    """Los id en orden (N,), su lugar anterior (N,) y dónde empieza cada uno (V + 3)."""
    short = next(kind for kind in KEYS if torch.iinfo(kind).max > V)
    known = ids.clamp(-1, V)  # −1 y V: nadie los suma; sin recortar, 65538 sería 2
    key, perm = known.to(short).flatten().sort(stable=True)
    edges = torch.arange(-1, V + 2, dtype=short, device=ids.device)
    return key, perm, torch.searchsorted(key, edges)
