"""The bytes model against numbers counted by hand."""

import pytest
import torch

from andrea_lib import gather_add_bytes as model
from andrea_lib.gather_add_bytes import Case, megabytes

ANDREA = Case(B=64, T=1024, V=8449, d=768, size=2)
IDS, E, P, X = 524_288, 12_977_664, 1_572_864, 100_663_296  # counted by hand


def test_the_four_parts_of_the_forward_pass():
    assert (ANDREA.ids, ANDREA.tok, ANDREA.pos, ANDREA.x) == (IDS, E, P, X)


def test_the_hand_counted_megabytes():
    assert megabytes(model.fused(ANDREA)) == 115.7
    assert megabytes(model.eager(ANDREA)) == 320.2
    assert megabytes(model.eager(ANDREA, arange=False)) == 317.1
    assert megabytes(model.loop(ANDREA)) == 302.5
    assert megabytes(model.backward_sorted(ANDREA)) == 215.9
    assert megabytes(model.cache_reads(ANDREA)) == 201.3
    assert megabytes(model.cache_reads(ANDREA, reuse=8)) == 113.2


def test_eager_is_the_sum_of_its_three_operations():
    gather = IDS + E + X
    positions = 8192 + 8192 + P + P  # arange is written and read, P read and copied
    add = X + P + X
    assert model.eager(ANDREA) == gather + positions + add


def test_atomics_are_the_sum_of_their_steps():
    zeros, adds = 4 * 8449 * 768, 8 * 64 * 1024 * 768
    cast = (4 + 2) * 8449 * 768
    positions = X + P
    assert model.backward_atomic(ANDREA) == X + zeros + adds + cast + positions
    wide = Case(B=2, T=3, V=5, d=4, size=4)
    assert model.backward_atomic(wide) == 96 + 80 + 192 + 96 + 48


def test_only_the_rows_that_occur_are_read():
    ids = torch.tensor([[3, 3, 1], [1, 1, 3]])
    case = Case(B=2, T=3, V=1000, d=4, size=4, rows=len(ids.unique()))
    assert case.tok == 2 * 4 * 4
    assert model.fused(case) == 48 + 32 + 48 + 96


@pytest.mark.parametrize("size", [2, 4])
def test_twice_the_bytes_of_a_number_is_almost_twice_the_traffic(size):
    one, two = (Case(64, 1024, 8449, 768, s) for s in (size, 2 * size))
    assert model.fused(two) - one.ids == 2 * (model.fused(one) - one.ids)
