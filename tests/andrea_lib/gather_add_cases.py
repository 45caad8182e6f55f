"""What the gather-add tests share: the reference, inputs among NaN, what "same" means.

Importing this module first sets Triton's interpreter mode where there is no GPU. With a
GPU the same tests run the compiled kernels, and bf16 must then be bit-equal too.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from andrea_lib.gather_add import gather_add

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
DTYPES = (torch.float32, torch.float16, torch.float64, torch.bfloat16)
Inputs = tuple[Tensor, Tensor, Tensor]


def kernel(ids: Tensor, tok: Tensor, pos: Tensor, **options: bool) -> Tensor:
    """The Triton kernels: compiled on a GPU, interpreted elsewhere."""
    return gather_add(ids, tok, pos, backend="triton", **options)


def eager(ids: Tensor, tok: Tensor, pos: Tensor) -> Tensor:
    """What every training script writes."""
    return F.embedding(ids, tok) + pos[: ids.shape[-1]]


def inputs(
    B: int, T: int, V: int, d: int, P: int, dtype: torch.dtype = torch.float32
) -> Inputs:
    """Random ids (B, T) and tables, each table in the middle of NaN."""
    g = torch.Generator().manual_seed(B + 10 * T + 100 * V + 1000 * d)
    ids = torch.randint(V, (B, T), generator=g)
    tok, pos = torch.randn(V, d, generator=g), torch.randn(P, d, generator=g)
    return ids.to(DEVICE), among_nan(tok.to(dtype)), among_nan(pos.to(dtype))


def among_nan(x: Tensor, margin: int = 64) -> Tensor:
    """The same numbers, contiguous, with NaN just before and just after them."""
    buffer = torch.full((x.numel() + 2 * margin,), torch.nan, dtype=x.dtype)
    middle = buffer.to(DEVICE)[margin : margin + x.numel()].view(x.shape)
    return middle.copy_(x)


def leaves(*tables: Tensor) -> list[Tensor]:
    """The tables as leaves that want a gradient; the memory stays where it is."""
    return [table.detach().requires_grad_() for table in tables]


def gradients(
    f: Callable[..., Tensor], data: Inputs, dx: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """(x, dtok, dpos) of f for the upstream gradient dx."""
    ids, *tables = data
    tok, pos = leaves(*tables)
    x = f(ids, tok, pos)
    dtok, dpos = torch.autograd.grad(x, (tok, pos), dx.to(x.dtype))
    return x.detach(), dtok, dpos


def exact_gradients(data: Inputs, dx: Tensor) -> tuple[Tensor, Tensor]:
    """(dtok, dpos) of the eager formula in float64."""
    ids, tok, pos = data
    return gradients(eager, (ids, tok.double(), pos.double()), dx.double())[1:]


def assert_same(x: Tensor, expected: Tensor) -> None:
    """Bit-equal; the interpreter truncates to bf16: there the last bit may differ."""
    assert x.dtype == expected.dtype
    assert x.shape == expected.shape
    loose = x.dtype == torch.bfloat16 and DEVICE == "cpu"
    rtol = 2**-7 if loose else 0.0
    torch.testing.assert_close(x, expected, rtol=rtol, atol=0.0, equal_nan=True)


def assert_near(x: Tensor, expected: Tensor, dtype: torch.dtype) -> None:
    """Relative error of the whole gradient against float64: rounding, no more."""
    bound = {torch.float64: 1e-15, torch.float32: 1e-6}.get(dtype, 4e-3)
    assert x.dtype == dtype
    assert x.shape == expected.shape
    assert (x.double() - expected).norm() <= bound * expected.norm()
