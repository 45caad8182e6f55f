"""The laws of sinusoids and RoPE, as properties."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib import positions as pos

even = st.integers(1, 32).map(lambda half: 2 * half)
places = st.integers(0, 5_000)
layouts = st.sampled_from(["interleaved", "halves"])


@given(places, even, layouts)
def test_every_position_has_norm_sqrt_of_half_d(t, d, layout):
    row = pos.sinusoidal([t], d, layout)[0]
    assert np.isclose(row @ row, d / 2, rtol=1e-12)


@given(places, places, st.integers(0, 500), even, layouts)
def test_the_dot_depends_on_the_offset_only(m, n, s, d, layout):
    a, b, c, e = pos.sinusoidal([m, m + s, n, n + s], d, layout)
    assert np.isclose(a @ b, c @ e, atol=1e-7)


@given(places, st.integers(-50, 50), even, layouts)
def test_a_shift_is_one_rotation_for_every_position(t, s, d, layout):
    here, there = pos.sinusoidal([t, t + s], d, layout)
    turn = pos.shift_matrix(s, d, layout)
    assert np.allclose(turn @ here, there, atol=1e-9)
    assert np.allclose(turn @ turn.T, np.eye(d), atol=1e-12)


@given(even, st.integers(0, 2**32 - 1), layouts)
def test_rope_keeps_norms_and_sees_only_the_offset(d, seed, layout):
    q, k = np.random.default_rng(seed).normal(size=(2, 1, d))
    turned = pos.rope(q, [37], layout)
    assert np.isclose(np.linalg.norm(turned), np.linalg.norm(q))
    near = pos.rope(q, [5], layout) @ pos.rope(k, [2], layout).T
    far = pos.rope(q, [1_005], layout) @ pos.rope(k, [1_002], layout).T
    assert np.allclose(near, far, atol=1e-8)


@given(even, places, st.integers(0, 2**32 - 1))
def test_the_two_layouts_are_one_permutation_apart(d, t, seed):
    x = np.random.default_rng(seed).normal(size=(1, d))
    order = pos.to_halves(d)
    assert np.array_equal(
        pos.sinusoidal([t], d)[:, order], pos.sinusoidal([t], d, "halves")
    )
    assert np.array_equal(
        pos.rope(x, [t])[:, order], pos.rope(x[:, order], [t], "halves")
    )


def test_rope_gives_torch_the_same_numbers_and_a_gradient():
    x = torch.randn(2, 7, 8, dtype=torch.float64, requires_grad=True)
    turned = pos.rope(x, range(7))
    assert np.allclose(turned.detach(), pos.rope(x.detach().numpy(), range(7)))
    turned.square().sum().backward()
    assert torch.allclose(x.grad, 2 * x)


def test_rope_leaves_its_input_alone():
    x = np.ones((3, 4))
    pos.rope(x, range(3))
    assert np.array_equal(x, np.ones((3, 4)))


def test_a_number_of_positions_means_all_of_them_from_zero():
    assert np.array_equal(pos.sinusoidal(5, 6), pos.sinusoidal([0, 1, 2, 3, 4], 6))


def test_position_one_million_is_accurate():
    from math import cos, sin

    row = pos.sinusoidal([10**6], 4)[0]
    want = [sin(1e6), cos(1e6), sin(1e4), cos(1e4)]
    assert np.allclose(row, want, atol=1e-9)


def test_the_longest_wave_of_the_paper_and_of_the_authors_code():
    assert round(pos.longest_wavelength(512) / (2 * np.pi), 1) == 9646.6
    assert pos.longest_wavelength(512, authors=True) == 2 * np.pi * 10_000


def test_likeness_is_not_monotone_in_the_distance():
    table = pos.sinusoidal(100, 512)
    likeness = table @ table[0]
    assert int(np.argmax(np.diff(likeness) > 0)) + 1 == 44


def test_alibi_lowers_the_score_with_the_distance_and_nothing_else():
    bias = pos.alibi(4, 2)
    assert bias.shape == (2, 4, 4)
    assert np.array_equal(bias[0, 3], [-3 / 16, -2 / 16, -1 / 16, 0])
    assert np.array_equal(np.diagonal(bias[1]), np.zeros(4))


@pytest.mark.parametrize("d", [0, 1, 7, -2])
def test_an_odd_width_is_refused_with_the_reason(d):
    with pytest.raises(ValueError, match="par"):
        pos.sinusoidal(3, d)


def test_an_unknown_layout_is_refused_by_name():
    with pytest.raises(ValueError, match="halves"):
        pos.sinusoidal(3, 4, "mixed")
