"""Words and vectors: search, analogies, files, and what to do on a wrong word."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from andrea_lib import vectors
from andrea_lib.vectors import UnknownWordError, WordVectors

# A world where the offsets are exact: (royal, female, plural).
ROYAL = WordVectors(
    ["hombre", "mujer", "rey", "reina", "hombres"],
    [[1, 0, 0.1], [1, 1, 0.1], [3, 0, 0.1], [3, 1, 0.1], [1, 0, 2]],
)
words = st.lists(
    st.text(st.characters(exclude_categories=["Cs", "Z", "C"]), min_size=1, max_size=6),
    min_size=1,
    max_size=8,
    unique=True,
)
tables = words.flatmap(
    lambda names: st.tuples(
        st.just(names),
        arrays(
            np.float32,
            (len(names), 3),
            elements=st.floats(allow_nan=False, allow_infinity=False, width=32),
        ),
    )
)


@pytest.fixture(scope="module")
def glove() -> WordVectors:
    return vectors.load_glove()


def test_a_row_is_found_by_its_word() -> None:
    np.testing.assert_array_equal(ROYAL["rey"], np.float32([3, 0, 0.1]))
    np.testing.assert_array_equal(ROYAL[["rey", "mujer"]], ROYAL.matrix[[2, 1]])
    assert (len(ROYAL), ROYAL.d, "rey" in ROYAL, "roi" in ROYAL) == (5, 3, True, False)
    assert list(ROYAL) == list(ROYAL.words)


def test_a_table_cannot_be_changed_and_is_a_copy() -> None:
    source = np.ones((1, 2), dtype=np.float32)
    table = WordVectors(["a"], source)
    source[:] = 7
    assert table["a"].tolist() == [1, 1]
    with pytest.raises(ValueError, match="read-only"):
        table.matrix[0] = 0


def test_the_analogy_gives_queen_and_leaves_the_query_out() -> None:
    found = ROYAL.most_similar(["rey", "mujer"], ["hombre"])
    assert found[0][0] == "reina"
    assert {"rey", "mujer", "hombre"}.isdisjoint(word for word, _ in found)
    assert len(ROYAL.most_similar("rey", exclude_query=False, topn=99)) == len(ROYAL)
    assert ROYAL.most_similar("rey", exclude_query=False)[0][0] == "rey"


def test_scores_are_cosines_with_the_sum_of_unit_vectors() -> None:
    unit = ROYAL.matrix / np.linalg.norm(ROYAL.matrix, axis=1, keepdims=True)
    query = unit[2] - unit[0] + unit[1]
    expected = unit[3] @ query / np.linalg.norm(query)
    ((_, score),) = ROYAL.most_similar(["rey", "mujer"], "hombre", topn=1)
    assert score == pytest.approx(float(expected), abs=1e-6)


def test_a_vector_may_stand_where_a_word_does() -> None:
    by_word = ROYAL.most_similar("rey", topn=2, exclude_query=False)
    assert ROYAL.most_similar(ROYAL["rey"], topn=2) == by_word
    assert ROYAL.most_similar([ROYAL["rey"]], topn=2) == by_word


def test_similarity_is_symmetric_and_one_with_itself() -> None:
    assert ROYAL.similarity("rey", "reina") == ROYAL.similarity("reina", "rey")
    assert ROYAL.similarity("rey", "rey") == pytest.approx(1)


def test_the_rank_is_the_place_in_the_list(glove: WordVectors) -> None:
    query = (["paris", "spain"], ["france"])
    for exclude in (True, False):
        found = glove.most_similar(*query, topn=5, exclude_query=exclude)
        for place, (word, _) in enumerate(found, start=1):
            assert glove.rank(word, *query, exclude_query=exclude) == place


def test_a_word_of_the_query_has_no_rank_when_they_are_left_out() -> None:
    with pytest.raises(ValueError, match="está en la consulta"):
        ROYAL.rank("rey", ["rey", "mujer"], "hombre")


def test_cosmul_multiplies_the_shifted_cosines() -> None:
    def shifted(a: str, b: str) -> float:
        return (1 + ROYAL.similarity(a, b)) / 2

    found = ROYAL.most_similar_cosmul(["rey", "mujer"], ["hombre"])
    for word, score in found:
        up = shifted(word, "rey") * shifted(word, "mujer")
        expected = up / (shifted(word, "hombre") + 0.001)
        assert score == pytest.approx(expected, rel=1e-6)
    assert found[0][0] == "reina"
    assert [word for word, _ in found] == ["reina", "hombres"]


def test_neighbours_by_distance_come_with_their_distance() -> None:
    assert ROYAL.nearest("rey", 1, "distancia") == [("reina", pytest.approx(1))]
    assert ROYAL.nearest("mujer", 1, "punto") == [("reina", pytest.approx(4.01))]


@pytest.mark.parametrize("topn", [0, -1])
def test_topn_says_how_many(topn: int) -> None:
    with pytest.raises(ValueError, match="1 o más"):
        ROYAL.most_similar("rey", topn=topn)
    with pytest.raises(ValueError, match="1 o más"):
        ROYAL.nearest("rey", topn=topn)


def test_an_empty_query_and_one_that_cancels_are_refused() -> None:
    with pytest.raises(ValueError, match="consulta está vacía"):
        ROYAL.most_similar([], [])
    with pytest.raises(ValueError, match="vector cero"):
        ROYAL.most_similar("rey", "rey")


def test_a_vector_of_another_width_is_refused_with_both_shapes() -> None:
    with pytest.raises(ValueError, match=r"\(3,\).*\(2,\)"):
        ROYAL.most_similar(np.ones(2))


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("reyna", "«reina»"),
        ("REY", "«rey»"),
        ("xyz", "dice si está"),
    ],
)
def test_an_unknown_word_says_what_to_do(word: str, advice: str) -> None:
    with pytest.raises(UnknownWordError) as error:
        ROYAL[word]
    assert str(error.value).startswith(f"«{word}» no está en")
    assert advice in str(error.value)
    assert isinstance(error.value, KeyError)


def test_a_spanish_word_in_the_english_table_gets_its_translation(
    glove: WordVectors,
) -> None:
    with pytest.raises(UnknownWordError, match="«cat»"):
        glove["gato"]
    with pytest.raises(UnknownWordError, match="«king»"):
        glove.similarity("queen", "Rey")


def test_a_word_goes_between_quotes() -> None:
    with pytest.raises(UnknownWordError, match="entre comillas"):
        ROYAL[3]  # type: ignore[index]


def test_words_and_rows_must_match() -> None:
    with pytest.raises(ValueError, match="2 palabras"):
        WordVectors(["a", "b"], np.ones((3, 4)))
    with pytest.raises(ValueError, match="«a» está repetida"):
        WordVectors(["a", "b", "a"], np.ones((3, 4)))


def test_a_subset_keeps_rows_and_a_new_matrix_keeps_words() -> None:
    small = ROYAL.subset(["reina", "rey"])
    assert small.words == ("reina", "rey")
    np.testing.assert_array_equal(small["rey"], ROYAL["rey"])
    assert ROYAL.with_matrix(-ROYAL.matrix)["rey"].tolist() == (-ROYAL["rey"]).tolist()


# Files


@given(table=tables, header=st.booleans())
def test_a_text_file_gives_the_same_floats_back(
    tmp_path_factory: pytest.TempPathFactory,
    table: tuple[list[str], np.ndarray],
    header: bool,
) -> None:
    path = tmp_path_factory.mktemp("text") / "v.txt"
    vectors.save_text(WordVectors(*table), path, header)
    back = vectors.load_text(path)
    assert list(back.words) == table[0]
    np.testing.assert_array_equal(back.matrix, table[1])


def test_word2vec_has_a_first_line_and_glove_has_not(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    vectors.save_text(ROYAL, path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[1]) == ("5 3", "hombre 1 0 0.100000001")
    vectors.save_text(ROYAL, path, header=False)
    assert path.read_text(encoding="utf-8").splitlines() == lines[1:]
    assert vectors.load_text(path, limit=2).words == ("hombre", "mujer")


def test_a_file_may_hold_words_with_blanks_but_we_do_not_write_them(
    tmp_path: Path,
) -> None:
    path = tmp_path / "v.txt"
    path.write_text("uno 1 2\na b 3 4\n", encoding="utf-8")
    assert vectors.load_text(path)["a b"].tolist() == [3, 4]
    with pytest.raises(ValueError, match="separador"):
        vectors.save_text(vectors.load_text(path), path)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("rey 1 2\nreina 1\n", "línea 2"),
        ("rey 1 2\nreina 1 x\n", "línea 2 debería ser una palabra y 2 números"),
        ("rey\n", "línea 1"),
        ("2 3\n", "ninguna palabra"),
        ("", "ninguna palabra"),
    ],
)
def test_a_broken_file_names_the_line(tmp_path: Path, text: str, advice: str) -> None:
    path = tmp_path / "v.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=advice):
        vectors.load_text(path)


# Analogies


def test_accuracy_counts_every_ordered_pair_of_pairs() -> None:
    score = vectors.analogy_accuracy(ROYAL, [("hombre", "mujer"), ("rey", "reina")])
    assert (score.hits, score.total, score.accuracy, score.misses) == (2, 2, 1, ())


def test_a_miss_says_what_was_asked_and_what_came() -> None:
    bent = ROYAL.with_matrix(ROYAL.matrix * [[1], [1], [1], [-1], [1]])
    score = vectors.analogy_accuracy(bent, [("hombre", "mujer"), ("rey", "reina")])
    assert score.hits == 0
    assert score.misses[0] == vectors.Miss(
        "hombre", "mujer", "rey", "reina", score.misses[0].got
    )
    assert score.misses[0].got != "reina"


def test_one_pair_makes_no_analogy() -> None:
    with pytest.raises(ValueError, match="dos parejas"):
        vectors.analogy_accuracy(ROYAL, [("rey", "reina")])


def test_glove_knows_most_capitals_but_not_without_the_rule_or_the_offset(
    glove: WordVectors,
) -> None:
    capitals = vectors.pairs("capital")
    score = vectors.analogy_accuracy(glove, capitals)
    assert (score.hits, score.total) == (462, 552)
    assert len(score.misses) == 552 - 462
    assert vectors.analogy_accuracy(glove, capitals, exclude_query=False).hits < 400
    assert vectors.analogy_accuracy(glove, capitals, offset=False).accuracy < 0.15
    assert vectors.analogy_accuracy(glove, capitals, topn=5).accuracy > 0.95


def test_glove_gives_the_analogies_that_the_course_prints(glove: WordVectors) -> None:
    def best(*query: str, raw: bool = False) -> str:
        a, b, c = query
        return glove.most_similar([b, c], [a], 1, exclude_query=not raw)[0][0]

    assert best("man", "king", "woman") == "queen"
    assert best("france", "paris", "spain") == "madrid"
    assert best("man", "king", "woman", raw=True) == "king"
    assert best("walk", "walking", "swim") == "swimming"
    assert best("man", "brother", "woman") != "sister"


def test_every_relation_is_in_glove_and_has_its_spanish(glove: WordVectors) -> None:
    nouns = ("capital", "gender", "plural", "demonym")
    for relation in (*nouns, "gerund", "past", "comparative", "opposite"):
        english, spanish = vectors.pairs(relation), vectors.pairs(relation, "es")
        assert len(english) == len(spanish) >= 8
        for pair, labels in zip(english, spanish, strict=True):
            assert all(word in glove for word in pair)
            assert tuple(map(vectors.spanish, pair)) == labels
    assert vectors.pairs("capital")[0] == ("france", "paris")
    assert vectors.pairs("gender", "es")[1] == ("rey", "reina")


def test_groups_are_words_and_relations_are_pairs(glove: WordVectors) -> None:
    assert vectors.group("animal")[:3] == ("cat", "dog", "pet")
    assert vectors.group("animal", "es")[:3] == ("gato", "perro", "mascota")
    assert all(word in glove for word in vectors.group("instrument"))
    assert vectors.spanish("xylophone") == "xilófono"
    assert vectors.spanish("unlabelled") == "unlabelled"
    with pytest.raises(ValueError, match="usa group"):
        vectors.pairs("animal")
    with pytest.raises(ValueError, match="capital"):
        vectors.group("planetas")


# The multilingual table


def test_e5_rows_tell_capital_letters_apart_and_days_from_cats() -> None:
    e5 = vectors.load_e5_rows()
    assert e5.d == 384
    assert "Madrid" in e5
    assert "madrid" not in e5
    days = {"lunes", "miércoles", "jueves", "viernes"}
    assert days == {word for word, _ in e5.most_similar("martes", topn=4)}
    assert e5.similarity("gato", "mascota") > e5.similarity("gato", "martes") + 0.1


def test_micro_vectors_are_kept_for_three_steps_and_a_control() -> None:
    start, end = vectors.load_micro(0), vectors.load_micro()
    assert np.abs(start.matrix).max() <= 0.5 / 48 + 1e-5
    assert start.words == end.words == vectors.load_micro(shuffled=True).words
    assert end.most_similar("gato", topn=1)[0][0] == "perro"
    assert start.similarity("gato", "perro") < 0.5
    with pytest.raises(ValueError, match="están los de"):
        vectors.load_micro(7)
    with pytest.raises(ValueError, match="del control"):
        vectors.load_micro(50, shuffled=True)
