"""The lookup, as an address and as a product: the same bits, the same refusals."""

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from andrea_lib.embedding import lookup, one_hot, one_hot_lookup

V, D = 7, 3
finite = st.floats(-1e6, 1e6, width=32).map(lambda x: x + 0.0)  # no −0
tables = hnp.arrays(np.float32, (V, D), elements=finite)
shapes = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)
batches = shapes.flatmap(
    lambda shape: hnp.arrays(np.int64, shape, elements=st.integers(0, V - 1))
)


@given(tables, batches)
def test_each_id_gives_its_row_in_the_shape_of_the_ids(E: Any, ids: Any) -> None:
    x = lookup(E, ids)
    assert x.shape == (*ids.shape, D)
    for where, i in np.ndenumerate(ids):
        assert x[where].tobytes() == E[i].tobytes()


@given(tables, batches)
def test_the_product_with_one_hot_gives_the_same_bits(E: Any, ids: Any) -> None:
    assert one_hot_lookup(E, ids).tobytes() == lookup(E, ids).tobytes()


@given(batches)
def test_one_hot_has_a_single_one_at_the_id(ids: Any) -> None:
    h = one_hot(ids, V)
    assert h.shape == (*ids.shape, V)
    assert (h.sum(axis=-1) == 1).all()
    assert (h.argmax(axis=-1) == ids).all()


@given(tables, batches)
def test_numpy_and_torch_agree(E: Any, ids: Any) -> None:
    T = torch.tensor(E)
    assert (lookup(T, torch.tensor(ids)).numpy() == lookup(E, ids)).all()
    assert (one_hot_lookup(T, torch.tensor(ids)).numpy() == lookup(E, ids)).all()


@pytest.mark.parametrize("read", [lookup, one_hot_lookup])
def test_a_repeated_id_adds_its_gradients(read: Any) -> None:
    E = torch.zeros(V, D, requires_grad=True)
    read(E, [5, 2, 5, 5]).sum().backward()
    assert E.grad is not None
    assert E.grad[:, 0].tolist() == [0, 0, 1, 0, 0, 3, 0]


def test_rows_are_copies() -> None:
    E = np.zeros((V, D), dtype=np.float32)
    for ids in (4, [4], np.array(4)):
        assert not np.shares_memory(lookup(E, ids), E)


def test_an_empty_batch_gives_no_rows() -> None:
    assert lookup(np.zeros((V, D)), []).shape == (0, D)


def test_an_infinite_row_spoils_only_the_product() -> None:
    E = np.zeros((V, D), dtype=np.float32)
    E[5] = np.inf
    with np.errstate(invalid="ignore"):
        assert np.isnan(one_hot_lookup(E, 3)).all()
    assert (lookup(E, 3) == 0).all()


def test_large_ids_do_not_go_through_floats() -> None:
    E = torch.zeros(2**24 + 2, 1, dtype=torch.bfloat16)
    E[2**24 + 1] = 1
    assert lookup(E, 2**24 + 1).item() == 1


@pytest.mark.parametrize("read", [lookup, one_hot_lookup])
@pytest.mark.parametrize("kind", [np.asarray, torch.tensor])
@pytest.mark.parametrize("bad", [-1, V, 10**12])
def test_an_id_without_a_row_is_named(read: Any, kind: Any, bad: int) -> None:
    E = kind(np.zeros((V, D), dtype=np.float32))
    with pytest.raises(IndexError, match=f"El id {bad} .* de 0 a {V - 1}"):
        read(E, [0, bad])


@pytest.mark.parametrize("bad", [2.0, True, [True, False], "3"])
def test_an_id_that_is_no_integer_is_refused(bad: Any) -> None:
    with pytest.raises(TypeError, match="Un id es un entero"):
        lookup(np.zeros((V, D)), bad)
