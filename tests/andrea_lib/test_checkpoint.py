"""A synthetic checkpoint in the published format: what is read and what is refused."""

import struct
from pathlib import Path

import numpy as np
import pytest
import torch

from andrea_lib import checkpoint as ck
from andrea_lib import decoder as dec

SHAPE = dec.Shape(V=40, T=12, d=16, layers=2, heads=4)
SIZES = {"d": 16, "T": 12, "layers": 2, "heads": 4, "vocabularies": (30, 40, 50)}


def in_order(model: dec.Decoder) -> list[torch.nn.Parameter]:
    """The weights in microGPT's order: the three tables, then each layer."""
    tables = [model.wte.weight, model.wpe.weight, model.lm_head.weight]
    for attention, mlp in model.blocks():
        tables += [attention.wq.weight, attention.wk.weight, attention.wv.weight]
        tables += [attention.wo.weight, mlp.fc1.weight, mlp.fc2.weight]
    return tables


def trained(tokens: torch.Tensor) -> tuple[dec.Decoder, torch.optim.Adam]:
    model = dec.Decoder(SHAPE)
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in dec.batches(tokens, SHAPE.T, 8, 5, seed=0):
        optimizer.zero_grad()
        logits = model(x).flatten(0, 1)
        torch.nn.functional.cross_entropy(logits, y.flatten()).backward()
        optimizer.step()
    return model, optimizer


def save(path: Path, model: dec.Decoder, optimizer: torch.optim.Adam) -> None:
    weights = in_order(model)
    flat = [[w.detach() for w in weights]]
    for moment in ("exp_avg", "exp_avg_sq"):
        flat.append([optimizer.state[w][moment] for w in weights])
    body = [torch.cat([part.flatten() for part in block]).numpy() for block in flat]
    head = struct.pack("<ii", 5, len(body[0]))
    path.write_bytes(head + b"".join(part.astype("<f4").tobytes() for part in body))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A model trained on 25 of the 40 ids, saved in the published format."""
    path = tmp_path_factory.mktemp("checkpoint") / "ANDREA.bin"
    tokens = torch.arange(600) * 7 % 25
    model, optimizer = trained(tokens)
    save(path, model, optimizer)
    return path, model


def test_each_table_is_the_tensor_that_was_saved(run):
    path, model = run
    opened = ck.open_checkpoint(path, **SIZES)
    assert (opened.step, opened.model.V, opened.model.tied) == (5, 40, False)
    for name in ("wte", "wpe", "lm_head"):
        saved = getattr(model, name).weight.detach().numpy()
        assert np.array_equal(opened.table(name), saved)


def test_rows_with_a_moment_are_exactly_the_ids_that_were_seen(run):
    opened = ck.open_checkpoint(run[0], **SIZES)
    assert opened.seen_rows("wte").nonzero()[0].tolist() == list(range(25))
    assert opened.seen_rows("lm_head").all()


def test_the_moments_prove_the_order(run):
    _, head, unseen = ck.open_checkpoint(run[0], **SIZES).evidence()
    assert (head.found, head.holds) == ("40 de 40", True)
    assert (unseen.found, unseen.holds) == ("25 de 40", True)


def test_a_wrong_order_is_contradicted(run, tmp_path):
    data = np.fromfile(run[0], "<f4", offset=8).reshape(3, -1)
    v, p = 40 * 16, 12 * 16
    order = np.r_[v + p : 2 * v + p, v : v + p, 0:v, 2 * v + p : data.shape[1]]
    other = tmp_path / "swapped.bin"
    other.write_bytes(Path(run[0]).read_bytes()[:8] + data[:, order].tobytes())
    _, head, unseen = ck.open_checkpoint(other, **SIZES).evidence()
    assert head.holds is False
    assert unseen.holds is None


def test_smooth_positions_are_a_clue_and_random_ones_are_not_conclusive(run, tmp_path):
    assert ck.open_checkpoint(run[0], **SIZES).evidence()[0].holds is None
    data = np.fromfile(run[0], "<f4", offset=8)
    smooth = np.linspace(0, 1, 12)[:, None] + np.ones((12, 16))
    data[40 * 16 : 40 * 16 + 12 * 16] = smooth.ravel()
    path = tmp_path / "smooth.bin"
    path.write_bytes(Path(run[0]).read_bytes()[:8] + data.tobytes())
    assert ck.open_checkpoint(path, **SIZES).evidence()[0].holds is True


def test_a_truncated_file_is_refused_with_both_sizes(run, tmp_path):
    whole = Path(run[0]).read_bytes()
    cut = tmp_path / "cut.bin"
    cut.write_bytes(whole[:-4])
    with pytest.raises(ValueError, match=rf"{len(whole)} bytes.*{len(whole) - 4}"):
        ck.open_checkpoint(cut, **SIZES)


def test_a_header_that_lies_is_refused(run, tmp_path):
    lying = tmp_path / "lying.bin"
    lying.write_bytes(struct.pack("<ii", 5, -1) + b"\0" * 40)
    with pytest.raises(ValueError, match="n = -1"):
        ck.open_checkpoint(lying, **SIZES)
    empty = tmp_path / "empty.bin"
    empty.write_bytes(b"abc")
    with pytest.raises(ValueError, match="3 bytes"):
        ck.open_checkpoint(empty, **SIZES)


def test_a_size_that_fits_no_model_says_which_V_it_would_be(run):
    with pytest.raises(ValueError, match="V = 40 con salida propia"):
        ck.open_checkpoint(run[0], **{**SIZES, "vocabularies": (30, 50)})


def test_two_models_of_the_same_size_are_not_guessed_between(run):
    with pytest.raises(ValueError, match="un solo modelo"):
        ck.open_checkpoint(run[0], **{**SIZES, "vocabularies": (40, 80)})


def test_the_published_sizes_fit_one_model_each():
    for name, V, n in (("12M", 2_305, 12_780_288), ("120M", 8_449, 98_698_752)):
        d, layers = (384, 6) if name == "12M" else (768, 12)
        assert ck.choose(n, d, 1_024, layers, 12, ck.KNOWN_V).V == V
