"""The five committed decoders: equal but for positions, and how far each one goes."""

import numpy as np
import pytest
import torch

from andrea_lib import micro_positions as micro
from andrea_lib.geometry import cosine_matrix


@pytest.fixture(scope="module")
def models():
    return micro.load()


@pytest.fixture(scope="module")
def beyond(models):
    """Mean loss in T/2 … T − 1 and in T … 2·T − 1, by scheme."""
    text = micro.text(120, seed=98)
    curves = {
        name: micro.loss_by_position(micro.stretched(model, 32), text)
        for name, model in models.items()
    }
    return {name: (c[8:16].mean(), c[16:].mean()) for name, c in curves.items()}


def test_only_the_learned_scheme_has_a_table(models) -> None:
    n = {name: sum(p.numel() for p in m.parameters()) for name, m in models.items()}
    assert n["learned"] - n["none"] == 16 * 32
    assert len({n[name] for name in n if name != "learned"}) == 1


def test_all_five_learned_about_as_much_where_they_were_trained(beyond) -> None:
    inside = [near for near, _ in beyond.values()]
    assert max(inside) < 1.2
    assert max(inside) - min(inside) < 0.2


def test_past_their_length_sinusoids_fail_and_alibi_does_not(beyond) -> None:
    loss = {name: far - near for name, (near, far) in beyond.items()}
    assert loss["sinusoidal"] > 1
    assert loss["learned"] > 1
    assert loss["alibi"] < 0.1
    assert loss["alibi"] < loss["rope"] < loss["none"] < loss["sinusoidal"]


@pytest.mark.parametrize("name", micro.SCHEMES)
def test_a_stretched_model_is_the_same_where_the_old_one_was(models, name) -> None:
    ids = micro.text(10, seed=1)[:16][None]
    short, long = models[name], micro.stretched(models[name], 40)
    assert torch.allclose(short(ids), long(ids), atol=1e-5)
    assert long(micro.text(20, seed=1)[:40][None]).shape[1] == 40


def test_saved_models_come_back_as_they_were(models, tmp_path, monkeypatch) -> None:
    control = micro.tables()["barajada"]
    monkeypatch.setattr(micro, "FILE", tmp_path / "again.npz")
    micro.save(models, control, micro.FILE)
    again, ids = micro.load(), micro.text(10, seed=1)[:16][None]
    assert all(torch.equal(again[name](ids), models[name](ids)) for name in models)
    assert np.array_equal(micro.tables()["barajada"], control)


def test_neighbouring_rows_are_alike_only_if_the_text_has_an_order() -> None:
    near = {
        name: np.diag(cosine_matrix(P), 1).mean() for name, P in micro.tables().items()
    }
    assert near["entrenada"] > 0.7
    assert abs(near["al nacer"]) < 0.15
    assert abs(near["barajada"]) < 0.15


def test_a_short_new_training_shows_the_same_difference() -> None:
    learn, text = micro.text(3000, seed=1), micro.text(120, seed=98)
    growth = {}
    for name in ("sinusoidal", "alibi"):
        model = micro.train_again(name, learn, steps=120, batch=32)
        curve = micro.loss_by_position(micro.stretched(model, 32), text)
        growth[name] = curve[16:].mean() - curve[8:16].mean()
    assert growth["sinusoidal"] > 0.1 > growth["alibi"]
