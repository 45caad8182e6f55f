"""The gradients: sums over the places where an id or a position was used."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from andrea_lib.gather_add import gather_add
from andrea_lib.gather_add_op import gather_add_kernel
from tests.andrea_lib.gather_add_cases import (
    DEVICE,
    DTYPES,
    assert_near,
    eager,
    exact_gradients,
    gradients,
    inputs,
    kernel,
    leaves,
)

pytestmark = pytest.mark.filterwarnings("error:Los kernels")


@pytest.fixture(autouse=True)
def poisoned_outputs():
    """Memory that PyTorch hands out is full of NaN: what is not written is seen."""
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)


def zipf(N: int, V: int) -> torch.Tensor:
    """N ids, id v with weight 1/(v + 1): a few hot rows, as in text."""
    weights = 1 / torch.arange(1.0, V + 1)
    g = torch.Generator().manual_seed(7)
    return torch.multinomial(weights, N, replacement=True, generator=g).to(DEVICE)


def upstream(ids: torch.Tensor, d: int) -> torch.Tensor:
    g = torch.Generator().manual_seed(3)
    return torch.randn(*ids.shape, d, generator=g).to(DEVICE)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("d", [1, 65, 257])
def test_gradients_equal_those_of_float64_up_to_one_rounding(d, dtype):
    data = inputs(B=5, T=3, V=4, d=d, P=5, dtype=dtype)
    dx = upstream(data[0], d).to(dtype)
    _, dtok, dpos = gradients(kernel, data, dx)
    exact_tok, exact_pos = exact_gradients(data, dx)
    assert_near(dtok, exact_tok, dtype)
    assert_near(dpos, exact_pos, dtype)


@pytest.mark.parametrize("tok", [torch.bfloat16, torch.float64])
@pytest.mark.parametrize("pos", [torch.float16, torch.float32])
def test_each_gradient_has_the_type_of_its_table(tok, pos):
    ids, E, P = inputs(3, 2, 4, 8, 2)
    data = ids, E.to(tok), P.to(pos)
    dx = upstream(ids, 8).bfloat16()
    _, dtok, dpos = gradients(kernel, data, dx)
    exact_tok, exact_pos = exact_gradients(data, dx)
    assert_near(dtok, exact_tok, tok)
    assert_near(dpos, exact_pos, pos)


def test_a_thousand_gradients_of_one_add_up_to_a_thousand_in_bfloat16():
    """pytorch PR 198199: summed in bf16 they stop at 256."""
    ids = torch.full((1, 1000), 1, device=DEVICE)
    dx = torch.ones(1, 1, 1, dtype=torch.bfloat16, device=DEVICE).expand(1, 1000, 8)
    dtok = gather_add_kernel.grad_tok(dx, ids, 3, torch.bfloat16)
    plain = torch.zeros((), dtype=torch.bfloat16)
    for one in torch.ones(1000, dtype=torch.bfloat16):
        plain = plain + one
    assert plain == 256
    assert dtok.tolist() == [[0.0] * 8, [1000.0] * 8, [0.0] * 8]


@pytest.mark.parametrize("N", [63, 64, 65, 127, 128, 129, 300])
def test_hot_rows_are_right_around_the_length_of_a_chunk(N):
    """pytorch#20655, llm.c PR 442: all ids equal, and ids as in text."""
    for ids in (torch.full((N,), 2, device=DEVICE), zipf(N, 4)):
        dx = torch.randint(-9, 9, (N, 3), device=DEVICE).double()
        dtok = gather_add_kernel.grad_tok(dx[None], ids[None], 4, torch.float64)
        zeros = torch.zeros(4, 3, dtype=torch.float64, device=DEVICE)
        assert torch.equal(dtok, zeros.index_add_(0, ids, dx))


@given(st.integers(1, 9), st.lists(st.integers(-2, 5), min_size=1, max_size=24))
@settings(max_examples=15, deadline=None)
def test_any_chunk_length_gives_exact_sums(cap, ids):
    index = torch.tensor([ids], device=DEVICE)
    dx = torch.arange(2.0 * len(ids), dtype=torch.float64, device=DEVICE) + 1
    dx = dx.view(1, -1, 2)
    known = (index >= 0) & (index < 4)
    expected = torch.zeros(4, 2, dtype=torch.float64, device=DEVICE)
    expected.index_add_(0, index[known], dx[known])
    before, gather_add_kernel.CAP = gather_add_kernel.CAP, cap
    try:
        dtok = gather_add_kernel.grad_tok(dx, index, 4, torch.float64)
    finally:
        gather_add_kernel.CAP = before
    assert torch.equal(dtok, expected)


@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_bad_ids_get_no_gradient(backend):
    """pytorch#145267. As a 16-bit key, 65536 + 2 would fall on row 2."""
    ids, tok, pos = inputs(3, 4, 5, 4, 4)
    tok, pos = leaves(tok, pos)
    ids[1] = torch.tensor([-1, 5, 65536 + 2, 2**40])
    x = gather_add(ids, tok, pos, validate=False, backend=backend)
    x.nan_to_num().sum().backward()
    counts = torch.bincount(ids[[0, 2]].flatten(), minlength=5).float()
    assert torch.equal(tok.grad, counts[:, None].expand(5, 4))
    assert torch.equal(pos.grad, torch.full((4, 4), 2.0, device=DEVICE))


def test_ids_that_turn_bad_before_the_backward_pass_add_nothing():
    """pytorch#192445: they had been checked on the way forward, not backward."""
    ids, tok, pos = inputs(2, 2, 5, 4, 2)
    tok, pos = leaves(tok, pos)
    x = kernel(ids, tok, pos)
    ids.data[:] = torch.tensor([[-7, 99], [2**40, 1]])
    x.sum().backward()
    assert torch.equal(tok.grad[:, 0].cpu(), torch.tensor([0.0, 1, 0, 0, 0]))
    assert torch.equal(pos.grad[:, 0].cpu(), torch.tensor([0.0, 1]))


def test_ids_changed_in_place_before_the_backward_pass_are_an_error():
    ids, tok, pos = inputs(2, 2, 5, 4, 2)
    tok, pos = leaves(tok, pos)
    x = kernel(ids, tok, pos)
    ids += 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        x.sum().backward()


def after(name):
    """What may stand behind the op and give it a gradient with other strides."""
    return {
        "sum": lambda x: x.sum(),
        "cat": lambda x: torch.cat([x, x], -1).square().sum(),
        "transpose": lambda x: (x.transpose(0, 2) @ torch.ones(3, 2).to(x)).sum(),
        "slice": lambda x: x[:, ::2, 1:].sum(),
    }[name]


@pytest.mark.parametrize("name", ["sum", "cat", "transpose", "slice"])
def test_the_upstream_gradient_may_have_any_strides(name):
    """pytorch#194719: gradcheck never sees expanded or strided gradients."""
    ids, *tables = inputs(3, 3, 5, 6, 4)
    ours, theirs = leaves(*tables), leaves(*tables)
    after(name)(kernel(ids, *ours)).backward()
    after(name)(eager(ids, *theirs)).backward()
    for a, b in zip(ours, theirs, strict=True):
        torch.testing.assert_close(a.grad, b.grad, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("frozen", ["tok", "pos"])
def test_a_frozen_table_gets_no_gradient(frozen):
    ids, *tables = inputs(2, 2, 5, 4, 2)
    tok, pos = leaves(*tables)
    (tok if frozen == "tok" else pos).requires_grad_(False)
    kernel(ids, tok, pos).sum().backward()
    assert (tok.grad is None) == (frozen == "tok")
    assert (pos.grad is None) == (frozen == "pos")


def test_the_same_input_gives_the_same_bits():
    ids = zipf(140, 4).view(70, 2)
    dx = upstream(ids, 8)
    data = ids, *inputs(1, 1, 4, 8, 2)[1:]
    first = gradients(kernel, data, dx)
    for a, b in zip(first, gradients(kernel, data, dx), strict=True):
        assert torch.equal(a, b)


@pytest.mark.parametrize("V", [32766, 32767, 40000])
def test_keys_of_any_width_put_bad_ids_at_the_two_ends(V):
    """65538 does not become key 2, and V itself is not lost at the edge of int16."""
    ids = torch.tensor([V - 1, 65536 + 2, 2, -1, V, V - 1, 2**40], device=DEVICE)
    key, perm, start = gather_add_kernel.segments(ids, V)
    known = ids[perm].clamp(-1, V)
    assert torch.equal(key.long(), known)
    assert perm.tolist()[:2] == [3, 2]
    assert len(start) == V + 3
    for v in (2, V - 1):
        lo, hi = start[v + 1], start[v + 2]
        assert torch.equal(ids[perm[lo:hi]], ids[ids == v])
    bad_above = 3 if V < 65538 else 2
    assert start[V + 2] - start[V + 1] == bad_above
