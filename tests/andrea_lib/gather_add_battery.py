"""A short, hard examination of the kernels, for the real ones and for mutants.

Every tensor ends where a page of memory ends, and the next page may not be touched: one
element read or written too far ends the process. Before each tensor stand sevens, and
an output is NaN until it is written.
"""

import ctypes
import mmap
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

LIBC = ctypes.CDLL(None, use_errno=True)
PAGE = mmap.PAGESIZE
ORDINARY = torch.Tensor.new_empty


def guarded(shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
    """NaN (or −1) in this shape, sevens before it, forbidden memory behind it."""
    count = torch.Size(shape).numel()
    item = torch.empty(0, dtype=dtype).element_size()
    usable = (count * item // PAGE + 2) * PAGE
    region = mmap.mmap(-1, usable + PAGE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(region))
    assert LIBC.mprotect(ctypes.c_void_p(start + usable), PAGE, 0) == 0
    whole = torch.frombuffer(region, dtype=dtype, count=usable // item)
    whole.fill_(7)
    tensor = whole[usable // item - count :].view(shape)
    return tensor.fill_(torch.nan if dtype.is_floating_point else -1)


def new_empty(x: Tensor, shape: Any, **options: Any) -> Tensor:
    """`Tensor.new_empty` during the examination; the interpreter's own goes through."""
    if "device" in options:
        return ORDINARY(x, shape, **options)
    return guarded(tuple(shape), options.get("dtype", x.dtype))


def placed(x: Tensor) -> Tensor:
    """A copy of x in guarded memory."""
    return guarded(tuple(x.shape), x.dtype).copy_(x)


def untouched(x: Tensor) -> bool:
    """Are the sevens before x still there?"""
    before = x.as_strided((64,), (1,), x.storage_offset() - 64)
    return bool((before == 7).all())


def random(*shape: int) -> Tensor:
    """float64 with digits that float32 loses."""
    g = torch.Generator().manual_seed(sum(shape))
    return placed(torch.rand(*shape, generator=g, dtype=torch.float64) + 1)


def forward(kernels: Any) -> None:
    """10 rows (a tile of 8 and two more), two slices of columns, ids by columns."""
    for dtype, d in ((torch.float64, 65), (torch.bfloat16, 3)):
        ids = placed(torch.arange(30).view(3, 10) % 5).T
        tok, pos = placed(random(5, d).to(dtype)), placed(random(3, d).to(dtype))
        x = kernels.forward(ids, tok, pos)
        rtol = 2**-7 if dtype == torch.bfloat16 else 0  # the interpreter truncates
        expected = F.embedding(ids, tok) + pos
        torch.testing.assert_close(x, expected, rtol=rtol, atol=0)
        assert untouched(x)


def bad_ids(kernels: Any) -> None:
    """Rows just outside the table are not read, and nobody gets their gradient."""
    ids = placed(torch.tensor([[0, -1], [5, 4], [2, 1]]))
    tok, pos, dx = random(5, 2), random(2, 2), random(3, 2, 2)
    x = kernels.forward(ids, tok, pos)
    known = (ids >= 0) & (ids < 5)
    expected = (F.embedding(ids * known, tok) + pos).masked_fill(~known[..., None], -1)
    assert torch.equal(x.nan_to_num(-1), expected)
    dx = placed(dx.masked_fill(~known[..., None], torch.nan))
    kept = dx.nan_to_num(0)
    assert torch.equal(kernels.grad_pos(dx, ids, 5, 2, dx.dtype), kept.sum(0))
    dtok = kernels.grad_tok(dx, ids, 5, dx.dtype)
    assert torch.equal(dtok, summed(kept, ids * known, 5))


def summed(dx: Tensor, ids: Tensor, V: int) -> Tensor:
    """dtok in float64, one row after the other."""
    zeros = torch.zeros(V, dx.shape[-1], dtype=dx.dtype)
    return zeros.index_add_(0, ids.flatten(), dx.flatten(0, -2))


def grad_pos(kernels: Any) -> None:
    """T = 2 of P = 3 positions, a batch that is no multiple of a step."""
    ids = placed(torch.arange(18).view(2, 9) % 5).T
    for d in (2, 65):
        dx = placed((random(9, 2, d) * 2**20).round())
        dpos = kernels.grad_pos(dx, ids, 5, 3, dx.dtype)
        assert torch.equal(dpos[:2], dx.sum(0))
        assert torch.equal(dpos[2], torch.zeros(d, dtype=dx.dtype))
        assert untouched(dpos)


# With chunks of 3: segments of 1, 2, 3, 4, 7 rows, starting at, before and behind the
# edges of a chunk, with bad ids at both ends, with one token only, with an unseen one.
SEGMENTS = [
    [0, 1, 1, 2, 2, 2, 3, 3, 3, 3],
    [0] * 7 + [2] * 4 + [3] * 3,
    [0, 0, 1, 1, 1, 1, 1, 1, 1, 3],
    [-1, 0, 0, 0, 0, 0, 4, 4, 4, 4],
    [-1] * 4 + [1] * 6 + [4] * 5,
    [2] * 16,
]


def grad_tok(kernels: Any) -> None:
    """Sums of whole numbers in float64 are exact, whatever the order."""
    kernels.CAP = 3
    for sorted_ids in SEGMENTS:
        shuffled = torch.randperm(len(sorted_ids), generator=torch.manual_seed(0))
        ids = placed(torch.tensor([sorted_ids])[:, shuffled])
        known = (ids >= 0) & (ids < 4)
        dx = placed((random(1, ids.numel(), 1) * 2**40).round())
        expected = summed(dx * known[..., None], ids * known, 4)
        dtok = kernels.grad_tok(dx, ids, 4, dx.dtype)
        assert torch.equal(dtok, expected)
        assert untouched(dtok)


def wide_rows(kernels: Any) -> None:
    """Two slices of columns through the short way and through the long way."""
    kernels.CAP = 3
    ids = placed(torch.tensor([[0, 1, 1, 1, 1]]))
    dx = placed((random(1, 5, 65) * 2**40).round())
    expected = summed(dx, ids, 2)
    assert torch.equal(kernels.grad_tok(dx, ids, 2, dx.dtype), expected)
    strided = dx.transpose(1, 2).contiguous().transpose(1, 2)
    assert torch.equal(kernels.grad_tok(strided, ids, 2, dx.dtype), expected)
    assert torch.equal(kernels.grad_pos(strided, ids, 2, 5, dx.dtype), dx[0])


def rounding(kernels: Any) -> None:
    """Sums are kept in float32 and rounded once, also those of a chunk.

    8 · (1 + 1 + 1/128 + 1 + 1 + 3/128) = 32.25 is a bfloat16; 2 + 1/128 is not.
    """
    kernels.CAP = 2
    ids = placed(torch.zeros(32, 1, dtype=torch.long))
    dx = torch.tensor([1, 1 + 1 / 128, 1, 1 + 3 / 128]).repeat(8).view(32, 1, 1)
    dx = placed(dx.bfloat16())
    for gradient in (
        kernels.grad_tok(dx, ids, 1, torch.bfloat16),
        kernels.grad_pos(dx, ids, 1, 1, torch.bfloat16),
    ):
        assert gradient.item() == 32.25


def keys(kernels: Any) -> None:
    """32766 is the last V for 16-bit keys; without a table of its own."""
    for V in (5, 32766, 32767):
        key, perm, start = kernels.segments(
            torch.tensor([[V, V - 1, 65538 * V, -9]]), V
        )
        assert key.tolist() == [-1, V - 1, V, V]
        assert perm.tolist() == [3, 1, 0, 2]
        assert len(start) == V + 3
        assert start[-3:].tolist() == [1, 2, 4]


def nothing(kernels: Any) -> None:
    """No tokens: gradients of zeros, not of NaN."""
    ids, dx = torch.zeros(0, 2, dtype=torch.long), torch.zeros(0, 2, 3)
    assert not kernels.grad_tok(dx, ids, 4, dx.dtype).any()
    assert not kernels.grad_pos(dx, ids, 4, 5, dx.dtype).any()


PARTS: dict[str, Callable[[Any], None]] = {
    part.__name__: part
    for part in (
        forward,
        bad_ids,
        grad_pos,
        grad_tok,
        wide_rows,
        keys,
        nothing,
        rounding,
    )
}


def examine(kernels: Any, part: str) -> None:
    """AssertionError, another error or a dead process: the kernels are wrong.

    Ends the use of this process for anything else: it changes what memory is given out.
    """
    torch.Tensor.new_empty = new_empty  # type: ignore[method-assign]
    segments = kernels.segments
    kernels.segments = lambda ids, V: tuple(map(placed, segments(ids, V)))
    PARTS[part](kernels)
