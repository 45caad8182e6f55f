"""Stacks that add or replace: the laws of the signal, and what the file says."""

import json

import pytest
import torch

from andrea_lib import depth
from tools.data import depth as builder

REPLACE, SUM = depth.Rule(add=False, norm=False), depth.Rule(add=True, norm=True)


def test_a_layer_replaces_or_adds_what_it_computes():
    x, weight = torch.tensor([[3.0, -4.0]]), torch.eye(2)
    assert REPLACE.step(x, weight).tolist() == [[3, 0]]
    assert depth.Rule(add=True, norm=False).step(x, weight).tolist() == [[6, -4]]
    halved = depth.Rule(add=False, norm=True, relu=False).step(10 * x, weight)
    assert depth.size(halved) == pytest.approx(1, rel=1e-4)


def test_a_linear_stack_keeps_doubles_or_adds_the_energy_of_the_signal():
    layers = 32
    found = {
        (add, norm): depth.through(depth.Rule(add, norm, relu=False), layers).rms
        for add in (False, True)
        for norm in (False, True)
    }
    assert found[False, False][-1] == pytest.approx(1, rel=0.2)
    assert found[True, False][-1] == pytest.approx(2 ** (layers / 2), rel=0.5)
    assert found[True, True][-1] == pytest.approx((layers + 1) ** 0.5, rel=0.2)
    assert all(rms[0] == pytest.approx(1, abs=1e-4) for rms in found.values())


def test_relu_halves_the_energy_of_what_is_replaced_and_of_its_gradient():
    signal = depth.through(REPLACE, 16)
    assert signal.rms[-1] == pytest.approx(2**-8, rel=0.5)
    assert signal.gradient[0] == pytest.approx(2**-8, rel=0.5)
    assert len(signal.rms) == len(signal.gradient) == 17


def test_the_rings_alternate_colours_and_carry_a_one():
    points, colour = depth.rings(40)
    assert points.shape == (40, 3)
    assert (points[:, 2] == 1).all()
    assert colour.tolist() == [0, 1] * 20
    radius = points[:, :2].norm(dim=1)
    assert [round(2 * float(radius[i::4].mean())) for i in range(4)] == [1, 2, 3, 4]


def test_a_short_stack_learns_and_training_repeats_exactly():
    first, again = (depth.train(SUM, 2, steps=40) for _ in range(2))
    assert first == again
    assert len(first.losses) == 41
    assert first.losses[-1] < 0.7 * first.losses[0]
    assert 0.5 < first.hits <= 1


def test_the_file_holds_every_rule_depth_and_seed():
    found = depth.load()
    assert list(found) == [str(rule) for rule in depth.RULES]
    assert {len(rows) for rows in found.values()} == {len(depth.DEPTHS)}
    assert {len(row) for rows in found.values() for row in rows} == {3}


def test_deep_stacks_learn_only_if_they_add_and_normalise():
    deepest = {rule: min(rows[-1]) for rule, rows in depth.load().items()}
    assert deepest.pop(str(SUM)) >= 0.9
    assert set(deepest.values()) == {0.5}


def test_the_builder_writes_what_is_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(depth, "measure", lambda: {"sumar": [[0.123456]]})
    path = builder.build(tmp_path)
    assert json.loads(path.read_text(encoding="utf-8")) == {"sumar": [[0.1235]]}
    assert depth.load(path) == {"sumar": [[0.1235]]}


@pytest.mark.slow
def test_training_again_gives_what_was_saved_where_it_is_clear_cut(monkeypatch):
    monkeypatch.setattr(depth, "DEPTHS", (4, 32))
    found = depth.measure(seeds=1)
    assert [row[0] for row in found[str(SUM)]] > [0.9, 0.9]
    assert found[str(depth.Rule(False, True))][1][0] <= 0.75
