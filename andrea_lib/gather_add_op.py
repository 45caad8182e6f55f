"""Registers the kernels of `gather_add_kernel` as operators of PyTorch.

Three operators: `andrea::gather_add` and the gradient of each table, so that a frozen
table costs nothing. `custom_op` and not `triton_op`: the body of a `triton_op` is also
its fake kernel, and Triton's interpreter then asks a tensor without data where its data
are. Only the ids are kept for the backward pass. Second derivatives are not defined.
"""

from typing import Any

import torch
from torch import Tensor

import andrea_lib.gather_add as public  # first: it sets Triton's interpreter mode
from andrea_lib import gather_add_kernel


@torch.library.custom_op("andrea::gather_add", mutates_args=())
def gather_add(ids: Tensor, tok: Tensor, pos: Tensor, validate: bool) -> Tensor:
    """x[b, t] = tok[ids[b, t]] + pos[t]: ids (B, T), tok (V, D), pos (P, D)."""
    if validate:
        public.check_ids(ids, tok.shape[0])
    return gather_add_kernel.forward(ids, tok, pos)


@torch.library.custom_op("andrea::gather_add_grad_tok", mutates_args=())
def grad_tok(dx: Tensor, ids: Tensor, V: int, dtype: torch.dtype) -> Tensor:
    """dtok (V, D) of dx (B, T, D)."""
    stored = _stored(dx, dtype)
    return gather_add_kernel.grad_tok(dx, ids, V, stored).to(dtype)


@torch.library.custom_op("andrea::gather_add_grad_pos", mutates_args=())
def grad_pos(dx: Tensor, ids: Tensor, V: int, P: int, dtype: torch.dtype) -> Tensor:
    """dpos (P, D) of dx (B, T, D)."""
    stored = _stored(dx, dtype)
    return gather_add_kernel.grad_pos(dx, ids, V, P, stored).to(dtype)


def _stored(dx: Tensor, dtype: torch.dtype) -> torch.dtype:
    """What a kernel writes; the interpreter has no cast from float64 to bfloat16."""
    return torch.float64 if dx.dtype == torch.float64 else dtype


@gather_add.register_fake
def _(ids: Tensor, tok: Tensor, pos: Tensor, validate: bool) -> Tensor:
    dtype = torch.promote_types(tok.dtype, pos.dtype)
    return tok.new_empty((*ids.shape, tok.shape[1]), dtype=dtype)


@grad_tok.register_fake
def _(dx: Tensor, ids: Tensor, V: int, dtype: torch.dtype) -> Tensor:
    return dx.new_empty((V, dx.shape[-1]), dtype=dtype)


@grad_pos.register_fake
def _(dx: Tensor, ids: Tensor, V: int, P: int, dtype: torch.dtype) -> Tensor:
    return dx.new_empty((P, dx.shape[-1]), dtype=dtype)


def _setup_context(ctx: Any, inputs: tuple, output: Tensor) -> None:
    ids, tok, pos, _ = inputs
    ctx.save_for_backward(ids)
    ctx.sizes = tok.shape[0], pos.shape[0]
    ctx.dtypes = tok.dtype, pos.dtype


def _backward(ctx: Any, dx: Tensor) -> tuple[None, Tensor | None, Tensor | None, None]:
    (ids,), (V, P), (tok, pos) = ctx.saved_tensors, ctx.sizes, ctx.dtypes
    needs = ctx.needs_input_grad
    dtok = grad_tok(dx, ids, V, tok) if needs[1] else None
    dpos = grad_pos(dx, ids, V, P, pos) if needs[2] else None
    return None, dtok, dpos, None


gather_add.register_autograd(_backward, setup_context=_setup_context)


def _one_by_one(op: Any) -> Any:
    """The vmap rule of an op: one call for each element of the mapped dimension."""

    def rule(info: Any, in_dims: tuple, *args: Any) -> tuple[Tensor, int]:
        calls = (
            [
                a if d is None else a.select(d, i)
                for a, d in zip(args, in_dims, strict=True)
            ]
            for i in range(info.batch_size)
        )
        return torch.stack([op(*call) for call in calls]), 0

    return rule


@gather_add.register_vmap
def _(info: Any, in_dims: tuple, *args: Any) -> tuple[Tensor, int]:
    """Mapped ids are just a bigger batch; mapped tables are read one by one."""
    if in_dims[1:] != (None, None, None):
        return _one_by_one(gather_add)(info, in_dims, *args)
    ids, *rest = args
    ids = ids.movedim(in_dims[0], 0)
    return gather_add(ids.flatten(0, 1), *rest).unflatten(0, ids.shape[:2]), 0


grad_tok.register_vmap(_one_by_one(grad_tok))
grad_pos.register_vmap(_one_by_one(grad_pos))
