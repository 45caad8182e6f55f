"""GPT-2's tokenizer: the ids the course prints, and that nothing is lost."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib import tokenizer

gpt2 = tokenizer.gpt2()
LINES = tokenizer.MERGES.read_text(encoding="utf-8").split("\n")[:-1]
AGE = {merge: i for i, merge in enumerate(tokenizer.parse_merges(LINES))}
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def test_hello_world_is_15496_995_0() -> None:
    assert gpt2.encode("Hello world!") == [15496, 995, 0]


def test_1917_is_problem_and_not_world() -> None:
    assert gpt2.token(1917) == " problem"
    assert gpt2.token(995) == " world"
    assert gpt2.encode("world") == [6894]


def test_neighbouring_ids_are_not_alike_except_where_they_are_bytes() -> None:
    assert [gpt2.token(i) for i in (15495, 15496, 15497)] == [
        " 108",
        "Hello",
        " pleasant",
    ]
    assert [gpt2.token(i) for i in (47, 48)] == ["P", "Q"]
    assert "".join(gpt2.token(i) for i in range(15, 25)) == "0123456789"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (" gato", [" g", "ato"]),
        ("gato", ["g", "ato"]),
        (" banco", [" ban", "co"]),
        (" río", [" r", "í", "o"]),
    ],
)
def test_spanish_words_cost_more_than_one_token(text: str, pieces: list[str]) -> None:
    assert gpt2.pieces(text) == pieces


def test_the_vocabulary_is_bytes_merges_and_the_end_of_text() -> None:
    assert gpt2.vocab_size == 256 + 50_000 + 1
    assert sorted(gpt2.token_bytes(i) for i in range(256)) == [
        bytes([b]) for b in range(256)
    ]
    assert gpt2.token(50_256) == "<|endoftext|>"


def test_no_two_ids_are_the_same_bytes() -> None:
    assert len({gpt2.token_bytes(i) for i in range(gpt2.vocab_size)}) == 50_257


@given(texts)
def test_decoding_gives_the_text_back(text: str) -> None:
    ids = gpt2.encode(text)
    assert gpt2.decode(ids) == text
    assert b"".join(map(gpt2.token_bytes, ids)) == text.encode()
    assert len(gpt2.pieces(text)) == len(ids)


@given(st.text("abcdeñáíó .,¿?", max_size=40))
def test_pieces_of_whole_characters_join_into_the_text(text: str) -> None:
    if not any("\\x" in piece for piece in gpt2.pieces(text)):
        assert "".join(gpt2.pieces(text)) == text


@given(st.text("abcdefghijklmnop", min_size=1, max_size=12))
def test_a_word_is_merged_in_the_order_the_merges_were_learnt(word: str) -> None:
    pieces = list(word)
    while len(pieces) > 1:
        pairs = list(itertools.pairwise(pieces))
        oldest = min(pairs, key=lambda pair: AGE.get(pair, len(AGE)))
        if oldest not in AGE:
            break
        i = pairs.index(oldest)
        pieces[i : i + 2] = ["".join(oldest)]
    assert gpt2.pieces(word) == pieces


def test_part_of_a_character_is_shown_as_bytes() -> None:
    assert gpt2.pieces("😀") == ["\\xf0\\x9f\\x98", "\\x80"]
    assert gpt2.decode(gpt2.encode("😀")[:1]) == "�"


def test_the_end_of_text_inside_a_text_is_ordinary_text() -> None:
    assert 50_256 not in gpt2.encode("<|endoftext|>")
    assert gpt2.decode([50_256]) == "<|endoftext|>"


@pytest.mark.parametrize("bad", [-1, 50_257])
def test_an_id_that_does_not_exist_says_the_range(bad: int) -> None:
    with pytest.raises(IndexError, match="de 0 a 50256"):
        gpt2.token(bad)


@pytest.mark.parametrize("bad", [3.0, "3", None])
def test_an_id_is_an_integer(bad: object) -> None:
    with pytest.raises(TypeError, match="entero"):
        gpt2.token(bad)  # type: ignore[arg-type]


def test_only_text_is_encoded() -> None:
    with pytest.raises(TypeError, match="join"):
        gpt2.encode(["gato"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="carácter 1"):
        gpt2.encode("a\ud800")


def test_the_empty_text_has_no_tokens() -> None:
    assert gpt2.encode("") == []
    assert gpt2.decode([]) == ""
