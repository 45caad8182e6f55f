"""Sizes of models: exact counts against published weights, and bad sizes refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib.config import MODELS, ModelConfig

# Parameters of the published weights, counted by their owners.
PUBLISHED = {
    "GPT-2 small": 124_439_808,
    "BERT-base": 109_482_240,
    "LLaMA-2-7B": 6_738_415_616,
}
# What follows from ANDREA's published sizes; its cards say 12.8 M and 98.7 M.
COUNTED = {
    "ANDREA-12M": 12_780_288,
    "ANDREA-120M": 98_698_752,
    "ANDREA-480M": 505_678_848,
}
TOKEN_TABLES = {
    "ANDREA-12M": 885_120,
    "ANDREA-120M": 6_488_832,
    "ANDREA-480M": 25_560_576,
    "Transformer 2017": 18_944_000,
    "GPT-2 small": 38_597_376,
    "BERT-base": 23_440_896,
    "LLaMA-2-7B": 131_072_000,
    "GPT-3 175B": 617_558_016,
}
sizes = st.builds(
    ModelConfig,
    name=st.just("uno"),
    V=st.integers(1, 10**6),
    d_model=st.integers(1, 99).map(lambda n: 8 * n),
    T=st.integers(1, 10**4),
    layers=st.integers(1, 99),
    heads=st.just(8),
    tied=st.booleans(),
    positions=st.sampled_from(["aprendidas", "sinusoidales", "RoPE"]),
)


@pytest.mark.parametrize(("name", "n"), {**PUBLISHED, **COUNTED}.items())
def test_the_count_is_the_number_of_weights_of_the_model(name: str, n: int) -> None:
    assert MODELS[name].n_params == n


@pytest.mark.parametrize(("name", "n"), TOKEN_TABLES.items())
def test_the_token_table_has_v_rows_of_d_numbers(name: str, n: int) -> None:
    assert MODELS[name].token_table == n


def test_gpt3_counted_as_gpt2_agrees_with_its_name() -> None:
    assert round(MODELS["GPT-3 175B"].n_params / 1e9) == 175


def test_a_published_total_is_given_where_the_formula_does_not_hold() -> None:
    assert MODELS["Transformer 2017"].n_params == 65_000_000


def test_only_one_v_gives_the_published_size_of_andrea_12m() -> None:
    def millions(V: int) -> float:
        return round(replace(MODELS["ANDREA-12M"], V=V).n_params / 1e6, 1)

    assert millions(2305) == 12.8
    assert millions(4353) == 14.4


@given(sizes)
def test_the_parts_make_the_whole(m: ModelConfig) -> None:
    parts = m.token_table + m.position_table + m.output_table + m.blocks
    assert m.n_params == parts
    assert m.blocks == m.layers * 12 * m.d_model**2


@given(sizes)
def test_an_own_output_table_costs_one_more_token_table(m: ModelConfig) -> None:
    own, shared = replace(m, tied=False), replace(m, tied=True)
    assert own.n_params - shared.n_params == m.V * m.d_model


@given(sizes)
def test_only_learned_positions_cost_a_table(m: ModelConfig) -> None:
    expected = m.T * m.d_model if m.positions == "aprendidas" else 0
    assert m.position_table == expected


@pytest.mark.parametrize("field", ["V", "d_model", "T", "layers", "heads"])
def test_a_size_below_one_is_refused_by_its_name(field: str) -> None:
    with pytest.raises(ValueError, match=rf"{field} = 0"):
        replace(MODELS["GPT-2 small"], **{field: 0})


def test_heads_that_do_not_divide_the_width_are_refused() -> None:
    with pytest.raises(ValueError, match="no se reparte entre 7 cabezas"):
        replace(MODELS["GPT-2 small"], heads=7)
