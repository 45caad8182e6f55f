"""The task that only order solves: what is asked, and who can answer."""

import pytest
import torch

from andrea_lib import order_task as task


def test_no_pair_of_the_exam_is_seen_while_learning() -> None:
    pairs = [
        {frozenset(text.split()[::2]) for text in task.sentences(exam)}
        for exam in (False, True)
    ]
    assert not pairs[0] & pairs[1]
    assert len(pairs[0] | pairs[1]) == 28  # 8 nouns, two by two


def test_the_exam_holds_every_pair_in_both_orders() -> None:
    texts = set(task.sentences(exam=True))
    turned = {" ".join(reversed(text.split())) for text in texts}
    assert texts == turned
    assert "perro muerde hombre" in texts


def test_a_sentence_is_four_ids_and_ends_with_the_question() -> None:
    ids = task.encode("perro muerde hombre", "abuela mira gato")
    assert ids.shape == (2, 4)
    assert [task.WORDS[i] for i in ids[1].tolist()] == [
        "abuela",
        "mira",
        "gato",
        "¿quién?",
    ]


def test_unknown_words_and_other_lengths_are_named() -> None:
    with pytest.raises(ValueError, match="dragón"):
        task.encode("dragón muerde hombre")
    with pytest.raises(ValueError, match="«perro muerde» no son tres"):
        task.encode("perro muerde")


def test_without_mask_or_positions_both_orders_get_the_same_answer() -> None:
    model = task.train("none", causal=False, steps=30).double()
    notes = model(task.encode("perro muerde hombre", "hombre muerde perro"))[:, -1]
    assert torch.allclose(*notes, atol=1e-12, rtol=0)
    assert task.accuracy(model) <= 0.5


@pytest.mark.parametrize(
    ("positions", "layers", "solved"),
    [("none", 1, False), ("none", 2, True), ("learned", 1, True), ("rope", 1, True)],
)
def test_the_mask_needs_two_blocks_and_a_position_only_one(
    positions, layers, solved
) -> None:
    model = task.train(positions, causal=True, layers=layers, seed=1)
    assert (task.accuracy(model) >= 0.95) is solved


def test_training_repeats_exactly() -> None:
    one, two = (task.train("learned", causal=True, steps=5) for _ in range(2))
    assert torch.equal(one.wte.weight, two.wte.weight)
