"""The decoder records every write, and the sum of what it recorded is what it did."""

import pytest
import torch

from andrea_lib import decoder as dec

SMALL = dec.Shape(V=23, T=8, d=16, layers=2, heads=2)


def woken(shape: dec.Shape, dtype: torch.dtype = torch.float32) -> dec.Decoder:
    """A model whose blocks do write: their last matrices start at zero otherwise."""
    model = dec.Decoder(shape, seed=1).to(dtype)
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(0.1 * torch.randn(weight.shape, dtype=dtype))
    return model


def some_ids(shape: dec.Shape = SMALL, B: int = 3) -> torch.Tensor:
    return torch.randint(
        shape.V, (B, shape.T), generator=torch.Generator().manual_seed(5)
    )


def test_the_writes_summed_in_order_are_the_final_stream_to_the_bit():
    trace = woken(SMALL).trace(some_ids())
    first, *rest = trace.writes
    total = first.value
    for write in rest:
        total = total + write.value
        assert torch.equal(total, write.after)
    assert torch.equal(total, trace.final)
    assert [w.name for w in trace.writes] == [
        "entrada", "atención 1", "MLP 1", "atención 2", "MLP 2",
    ]  # fmt: skip


def test_every_logit_splits_into_the_writes_without_remainder():
    model = woken(SMALL, torch.float64)
    trace = model.trace(some_ids())
    total = sum(model.contributions(trace).values())
    assert torch.allclose(total, trace.logits, atol=1e-10, rtol=0)


def test_trace_and_forward_say_the_same():
    model = woken(SMALL)
    assert torch.equal(model.trace(some_ids()).logits, model(some_ids()))


def test_the_lens_on_the_final_stream_gives_the_logits():
    model = woken(SMALL)
    trace = model.trace(some_ids())
    assert torch.equal(model.lens(trace.final), trace.logits)


@pytest.mark.parametrize(
    "positions", ["learned", "sinusoidal", "rope", "alibi", "none"]
)
def test_a_causal_model_cannot_see_what_comes_later(positions):
    shape = dec.Shape(V=23, T=8, d=16, layers=2, heads=2, positions=positions)
    model, ids = woken(shape), some_ids(shape)
    changed = ids.clone()
    changed[:, 5:] = (changed[:, 5:] + 1) % shape.V
    before, after = model(ids), model(changed)
    assert torch.equal(before[:, :5], after[:, :5])
    assert not torch.equal(before[:, 5:], after[:, 5:])


@pytest.mark.parametrize("positions", ["learned", "sinusoidal", "rope", "alibi"])
def test_without_a_mask_only_positions_break_the_symmetry(
    positions,
):
    for scheme, equal in ((positions, False), ("none", True)):
        shape = dec.Shape(
            V=23, T=6, d=16, layers=2, heads=2, positions=scheme, causal=False
        )
        model, ids = woken(shape, torch.float64), some_ids(shape)
        order = torch.randperm(6, generator=torch.Generator().manual_seed(2))
        same = torch.allclose(model(ids)[:, order], model(ids[:, order]), atol=1e-12)
        assert same is equal


def test_tied_means_one_tensor_and_a_gradient_from_both_ends():
    shape = dec.Shape(V=23, T=8, d=16, layers=1, heads=2, tied=True)
    model = dec.Decoder(shape)
    assert model.wte.weight.data_ptr() == model.lm_head.weight.data_ptr()
    model(torch.tensor([[1, 2]])).sum().backward()
    assert (model.wte.weight.grad.abs().sum(1) > 0).all()
    free = dec.Decoder(SMALL)
    free(torch.tensor([[1, 2]])).square().sum().backward()
    rows = free.wte.weight.grad.abs().sum(1) > 0
    assert rows.nonzero().flatten().tolist() == [1, 2]


def test_parameters_are_two_tables_the_positions_and_twelve_d_squared_a_layer():
    n = sum(p.numel() for p in dec.Decoder(SMALL).parameters())
    assert n == 2 * 23 * 16 + 8 * 16 + 12 * 2 * 16**2


def test_training_lowers_the_loss_and_repeats_exactly():
    tokens = torch.arange(400) % 7
    runs = []
    for _ in range(2):
        model = dec.Decoder(dec.Shape(V=7, T=8, d=16, layers=1, heads=2))
        runs.append(dec.train(model, tokens, steps=60, batch=16, lr=1e-2))
    assert runs[0] == runs[1]
    assert runs[0][-1] < 0.3 * runs[0][0]


def test_a_sequence_longer_than_the_model_is_refused_with_both_lengths():
    with pytest.raises(ValueError, match=r"mide 9 .* 8"):
        dec.Decoder(SMALL)(torch.zeros(1, 9, dtype=torch.long))


def test_too_few_tokens_to_train_are_refused_with_both_numbers():
    with pytest.raises(ValueError, match=r"8 tokens .* 9"):
        dec.train(dec.Decoder(SMALL), torch.zeros(8, dtype=torch.long))


def test_a_width_that_the_heads_do_not_divide_is_refused():
    with pytest.raises(ValueError, match="sobra"):
        dec.Shape(V=5, T=4, d=10, heads=4)
