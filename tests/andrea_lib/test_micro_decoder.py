"""The committed decoder: what it tells apart, and what a causal model cannot."""

import numpy as np
import pytest
import torch

from andrea_lib import corpus
from andrea_lib import micro_decoder as micro


@pytest.fixture(scope="module")
def saved() -> micro.MicroDecoder:
    return micro.load()


def by_left(trained: micro.MicroDecoder) -> list[list[np.ndarray]]:
    return [
        [
            trained.states(f"{left} banco {sense.tail[0]}", "banco")
            for left in sense.left
        ]
        for sense in corpus.BANK.values()
    ]


def by_right(trained: micro.MicroDecoder) -> list[list[np.ndarray]]:
    return [
        [trained.states(f"este banco {right}", "banco") for right in sense.right]
        for sense in corpus.BANK.values()
    ]


def test_the_vocabulary_is_that_of_the_corpus(saved):
    words, flat = micro.tokens()
    assert words == saved.words
    assert len(flat) > 200_000
    assert [words[i] for i in flat[:2]] == [".", corpus.sentences()[0][0]]


def test_training_left_the_model_far_below_a_blind_guess(saved):
    assert saved.losses[0] > np.log(len(saved.words)) - 0.5
    assert saved.losses[-20:].mean() < 1.3


def test_the_left_context_tells_the_senses_apart_and_the_row_of_E_cannot(saved):
    hits = micro.sense_hits(by_left(saved))
    assert len(hits) == 5
    assert hits[0] == 1 / 3
    assert hits[-1] >= 0.9


def test_the_right_context_changes_exactly_nothing(saved):
    states = [row for rows in by_right(saved) for row in rows]
    assert all(np.array_equal(state, states[0]) for state in states)


def test_a_saved_model_comes_back_as_it_was(saved, tmp_path):
    micro.save(saved, tmp_path / "again.npz")
    again = micro.load(tmp_path / "again.npz")
    ids = saved.encode("en francia la gente habla francés")
    assert torch.equal(again.model(ids), saved.model(ids))


def test_an_unknown_word_is_named(saved):
    with pytest.raises(ValueError, match="xilófago"):
        saved.encode("el xilófago duerme")


@pytest.mark.slow
def test_a_new_training_shows_the_same_shape():
    again = micro.train_again(d=32, layers=2, steps=400, seed=1)
    hits = micro.sense_hits(by_left(again))
    assert hits[-1] >= hits[0] + 0.25
    assert (hits[1:] >= hits[:-1]).all()
    assert again.losses[-20:].mean() < 2
