"""Skip-gram training: its pairs, its loss, and what its vectors come to know."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from andrea_lib import corpus, sgns
from andrea_lib.vectors import WordVectors, analogy_accuracy, load_micro

TINY = [["el", "gato", "duerme"], ["el", "perro", "duerme"], ["es", "martes"]]
sentences = st.lists(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=7), min_size=1, max_size=9
).filter(lambda corpus: len({word for s in corpus for word in s}) > 1)


@given(sentences, st.integers(1, 6))
def test_pairs_are_the_words_within_the_window(
    texts: list[list[str]], window: int
) -> None:
    expected = Counter(
        (a, b)
        for text in texts
        for i, a in enumerate(text)
        for j, b in enumerate(text)
        if 0 < abs(i - j) <= window
    )
    assume(expected)
    data = sgns.pairs(texts, window, subsample=1)  # 1: every word stays
    found = Counter(
        (data.words[a], data.words[b])
        for a, b in zip(data.centre, data.context, strict=True)
    )
    assert found == expected


@given(sentences)
def test_words_go_by_frequency_and_noise_by_its_power(texts: list[list[str]]) -> None:
    assume(any(len(text) > 1 for text in texts))
    data = sgns.pairs(texts, subsample=1)
    counts = Counter(word for text in texts for word in text)
    f = np.array([counts[word] for word in data.words])
    assert (np.diff(f) <= 0).all()
    np.testing.assert_allclose(data.noise, f**0.75 / (f**0.75).sum())


def test_frequent_words_are_kept_with_the_square_root_of_their_excess() -> None:
    rare = [f"w{i}" for i in range(1000)]
    texts = [["de", word] for word in rare] * 20  # half of all words are "de"
    data = sgns.pairs(texts, subsample=0.02)
    kept = len(data.centre) / (2 * len(texts))
    assert data.words[0] == "de"
    assert kept == pytest.approx(np.sqrt(0.02 / 0.5), rel=0.1)


def test_a_corpus_that_leaves_no_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="dos palabras"):
        sgns.pairs([["a", "a"]])
    with pytest.raises(ValueError, match="subsample=1"):
        sgns.train([["a"], ["b"]])
    with pytest.raises(ValueError, match="subsample=1"):
        sgns.train_expected(TINY, subsample=1e-9)


@pytest.mark.parametrize("trainer", [sgns.train, sgns.train_expected])
def test_the_first_loss_is_that_of_tossing_coins(trainer) -> None:
    k = 4
    loss = trainer(TINY, subsample=1, k=k).losses[
        0
    ]  # all dot products are 0: σ(0) = 1/2
    assert loss == pytest.approx((1 + k) * np.log(2), rel=1e-6)


@pytest.mark.parametrize("trainer", [sgns.train, sgns.train_expected])
def test_the_seed_decides_everything(trainer) -> None:
    one, same, other = (
        trainer(TINY, subsample=1, seed=s).at().matrix for s in (1, 1, 2)
    )
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)


def test_steps_asked_for_are_kept_and_the_last_always() -> None:
    training = sgns.train_expected(TINY, subsample=1, d=6, steps=30, record=(0, 7))
    assert sorted(training.snapshots) == [0, 7, 30]
    assert training.steps == 30
    assert np.abs(training.at(0).matrix).max() <= 0.5 / 6
    longer = sgns.train_expected(TINY, subsample=1, d=6, steps=30, record=(29,))
    assert not np.array_equal(longer.at(29).matrix, training.at().matrix)
    with pytest.raises(ValueError, match="record="):
        training.at(3)
    with pytest.raises(ValueError, match="del paso 0 al 30"):
        sgns.train_expected(TINY, subsample=1, steps=30, record=(31,))


@pytest.mark.parametrize(("size", "batches"), [(64, 3), (10**6, 1)])
def test_an_epoch_is_every_pair_once(size: int, batches: int) -> None:
    texts = [[f"a{i}", f"b{i}"] for i in range(80)]  # 160 pairs, all words rare
    training = sgns.train(texts, epochs=2, batch=size, subsample=1)
    assert training.steps == 2 * batches


def test_words_of_the_same_company_end_up_close() -> None:
    near = sgns.train_expected(TINY, subsample=1, d=8, steps=200, lr=0.05).at()
    assert near.similarity("gato", "perro") > near.similarity("gato", "martes") + 0.3


def test_training_leaves_the_number_of_threads_alone() -> None:
    before = torch.get_num_threads()
    sgns.train_expected(TINY, subsample=1, steps=2)
    assert torch.get_num_threads() == before


def test_importing_the_trainer_does_not_import_torch() -> None:
    code = "import sys, andrea_lib.sgns; print('torch' in sys.modules)"
    run = [sys.executable, "-c", code]
    out = subprocess.run(run, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


def gap(vectors: WordVectors) -> float:
    return vectors.similarity("gato", "perro") - vectors.similarity("gato", "martes")


def test_the_quick_trainer_learns_capitals_and_gender_from_company() -> None:
    vectors = sgns.train_expected(corpus.sentences()).at()
    assert analogy_accuracy(vectors, corpus.CAPITALS).accuracy >= 0.88
    assert analogy_accuracy(vectors, corpus.GENDER).accuracy >= 0.98
    assert gap(vectors) >= 0.4


def test_with_shuffled_facts_it_learns_gender_and_no_capitals() -> None:
    texts = corpus.sentences(20_000, shuffled=True)
    vectors = sgns.train_expected(texts, steps=200).at()
    assert analogy_accuracy(vectors, corpus.CAPITALS).accuracy <= 0.10
    assert analogy_accuracy(vectors, corpus.GENDER).accuracy >= 0.9


def check(vectors: WordVectors, control: WordVectors) -> None:
    """The bounds that the course states."""
    assert analogy_accuracy(vectors, corpus.CAPITALS).accuracy >= 0.95
    assert analogy_accuracy(vectors, corpus.GENDER).accuracy >= 0.98
    assert analogy_accuracy(control, corpus.CAPITALS).accuracy <= 0.10
    assert vectors.rank("madrid", ["parís", "españa"], "francia") == 1
    assert vectors.rank("reina", ["rey", "mujer"], "hombre") == 1
    assert gap(vectors) >= 0.4


def test_the_committed_vectors_reach_the_bounds_of_the_course() -> None:
    check(load_micro(), load_micro(shuffled=True))
    assert gap(load_micro(0)) < 0.4


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_full_trainer_reaches_the_bounds_of_the_course(seed: int) -> None:
    real, control = (
        sgns.train(corpus.sentences(seed=seed, shuffled=shuffled), seed=seed).at()
        for shuffled in (False, True)
    )
    check(real, control)


@settings(max_examples=10)
@given(st.integers(0, 1000))
def test_more_steps_lower_the_loss(seed: int) -> None:
    losses = sgns.train_expected(TINY, subsample=1, d=8, steps=40, seed=seed).losses
    assert losses[-1] < losses[0]
    assert len(losses) == 40
