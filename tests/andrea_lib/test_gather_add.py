"""The forward pass: x[b, t] = tok[ids[b, t]] + pos[t] for every input that is allowed.

Numbers like pytorch#29966 name the public report of a failure that a test repeats.
"""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from andrea_lib.gather_add import gather_add
from tests.andrea_lib.gather_add_cases import (
    DEVICE,
    DTYPES,
    among_nan,
    assert_same,
    eager,
    inputs,
    kernel,
)

pytestmark = pytest.mark.filterwarnings("error:Los kernels")
I64 = torch.iinfo(torch.int64)


@pytest.fixture(autouse=True)
def poisoned_outputs():
    """Memory that PyTorch hands out is full of NaN: what is not written is seen."""
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("B", [1, 7, 8, 9])
def test_equals_eager_around_the_eight_rows_of_a_tile(B, dtype):
    data = inputs(B, T=3, V=5, d=4, P=3, dtype=dtype)
    assert_same(kernel(*data), eager(*data))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("d", [1, 2, 63, 65, 128, 129, 255, 257])
def test_equals_eager_for_widths_that_break_vectors(d, dtype):
    data = inputs(B=2, T=2, V=3, d=d, P=4, dtype=dtype)
    assert_same(kernel(*data), eager(*data))


@given(
    st.integers(1, 10),
    st.integers(1, 4),
    st.integers(1, 9),
    st.integers(1, 140),
    st.data(),
)
@settings(max_examples=15, deadline=None)
def test_equals_eager_for_any_sizes_and_ids(B, T, V, d, data):
    _, tok, pos = inputs(B, T, V, d, P=T + data.draw(st.integers(0, 2)))
    flat = st.lists(st.integers(0, V - 1), min_size=B * T, max_size=B * T)
    ids = torch.tensor(data.draw(flat), device=DEVICE).view(B, T)
    assert torch.equal(kernel(ids, tok, pos), eager(ids, tok, pos))


@pytest.mark.parametrize("tok", DTYPES)
@pytest.mark.parametrize("pos", DTYPES)
def test_two_table_types_promote_as_in_eager(tok, pos):
    ids, E, P = inputs(3, 2, 5, 8, 2)
    E, P = E.to(tok), P.to(pos)
    assert_same(kernel(ids, E, P), eager(ids, E, P))


def test_int32_ids_equal_int64_ids():
    """pytorch#188467."""
    ids, tok, pos = inputs(9, 2, 5, 8, 2)
    assert torch.equal(kernel(ids.int(), tok, pos), kernel(ids, tok, pos))


def id_views(ids):
    """Other ways to hold (B, T) ids; none is contiguous (pytorch PR 63806)."""
    B, T = ids.shape
    yield ids.T.contiguous().T
    yield ids[:1].expand(B, T)
    yield ids[:, :1].expand(B, T)
    yield torch.stack([ids, ids.flip(0)], -1)[..., 0]
    yield torch.cat([ids, ids])[::2][:B]


def test_ids_may_have_any_strides():
    ids, tok, pos = inputs(9, 3, 5, 4, 3)
    for view in id_views(ids):
        assert not view.is_contiguous()
        assert torch.equal(kernel(view, tok, pos), eager(view, tok, pos))


def test_tables_may_be_views():
    ids, _, pos = inputs(3, 2, 5, 6, 2)
    wide = torch.randn(7, 12, device=DEVICE)
    for tok in (wide[1:6, 3:9], torch.randn(6, 5, device=DEVICE).T, wide[:5, ::2]):
        assert torch.equal(kernel(ids, tok, pos), eager(ids, tok, pos))


def test_a_table_that_is_not_aligned_to_16_bytes_is_read_right():
    ids, tok, pos = inputs(3, 2, 5, 128, 2)
    odd = among_nan(tok, margin=1)
    assert odd.data_ptr() % 16
    assert torch.equal(kernel(ids, odd, pos), eager(ids, tok, pos))


@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_one_sequence_equals_a_batch_of_one(backend):
    ids, tok, pos = inputs(1, 3, 5, 4, 3)
    x = gather_add(ids[0], tok, pos, backend=backend)
    assert torch.equal(x, eager(ids, tok, pos)[0])


@pytest.mark.parametrize("backend", ["torch", "triton"])
@pytest.mark.parametrize("shape", [(0, 3, 4), (2, 0, 4), (2, 3, 0), (0, 0, 0)])
def test_empty_batches_have_the_right_shape_and_zero_gradients(shape, backend):
    """pytorch#189668, #46572: width 0, empty input, a grid of 0 programs."""
    B, T, d = shape
    ids = torch.zeros(B, T, dtype=torch.long, device=DEVICE)
    tok = torch.ones(5, d, device=DEVICE, requires_grad=True)
    pos = torch.ones(3, d, device=DEVICE, requires_grad=True)
    x = gather_add(ids, tok, pos, backend=backend)
    assert x.shape == shape
    for gradient in torch.autograd.grad(x.sum(), (tok, pos)):
        assert torch.equal(gradient, torch.zeros_like(gradient))


@pytest.mark.parametrize("backend", ["torch", "triton"])
@pytest.mark.parametrize("bad", [-1, 5, 2**40, 65536 + 2, 2**32 + 2, I64.min, I64.max])
def test_a_bad_id_gives_a_row_of_nan_and_nothing_else(bad, backend):
    """pytorch#29966: id V was a device assert that ended the process."""
    ids, tok, pos = inputs(9, 2, 5, 4, 2)
    ids[8, 1] = bad
    good = ids.clone()
    good[8, 1] = 0
    x = gather_add(ids, tok, pos, validate=False, backend=backend)
    expected = eager(good, tok, pos)
    expected[8, 1] = torch.nan
    torch.testing.assert_close(x, expected, rtol=0, atol=0, equal_nan=True)
    again = gather_add(good, tok, pos, backend=backend)
    assert torch.equal(again, eager(good, tok, pos))


def test_a_bad_int32_id_gives_a_row_of_nan():
    ids, tok, pos = inputs(2, 2, 5, 4, 2)
    ids = ids.int()
    ids[1, 0] = torch.iinfo(torch.int32).min
    x = kernel(ids, tok, pos, validate=False)
    assert torch.isnan(x).nonzero()[:, :2].unique(dim=0).tolist() == [[1, 0]]


@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_validate_names_the_bad_id(backend):
    ids, tok, pos = inputs(2, 3, 5, 4, 3)
    ids[1, 2] = 5
    with pytest.raises(
        IndexError, match=r"id 5 \(lote 1, posición 2\).*V = 5, de 0 a 4"
    ):
        gather_add(ids, tok, pos, validate=True, backend=backend)


@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_on_the_cpu_a_bad_id_raises_without_asking(backend):
    ids, tok, pos = (x.cpu() for x in inputs(2, 3, 5, 4, 3))
    ids[0, 1] = -1
    if DEVICE == "cuda" and backend == "triton":
        return  # a compiled kernel cannot read the CPU's memory
    with pytest.raises(IndexError, match="El id -1"):
        gather_add(ids, tok, pos, backend=backend)


def test_the_last_rows_of_a_table_beyond_two_to_the_31_are_read():
    """pytorch#165095: int32 offsets. The table is 4.3 GB of memory never touched."""
    V, d = 2**31 // 64 + 2, 64
    tok = torch.empty(0, dtype=torch.float16, device=DEVICE)
    torch.use_deterministic_algorithms(False)  # or the whole table is filled with NaN
    tok = torch.empty(V, d, dtype=torch.float16, device=DEVICE)
    tok[-2:] = torch.arange(128.0, device=DEVICE).view(2, d)
    ids = torch.tensor([[V - 1], [V - 2]], device=DEVICE)
    pos = torch.zeros(1, d, dtype=torch.float16, device=DEVICE)
    for kind in (torch.int32, torch.int64):
        x = kernel(ids.to(kind), tok, pos, validate=False)
        assert torch.equal(x[:, 0], tok[-2:].flip(0))
