"""The micro-corpus: what no sentence may hold, true facts, correct Spanish."""

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib import corpus
from andrea_lib.corpus import BANK, BANK_STARTS, CAPITALS, COUNTRIES, GENDER, Noun

REAL = corpus.sentences(20_000, seed=3)
SHUFFLED = corpus.sentences(20_000, seed=3, shuffled=True)
TEXTS = sorted({" ".join(sentence) for sentence in REAL + SHUFFLED})
COUNTRY = {c.name.word: c for c in COUNTRIES} | {c.capital.word: c for c in COUNTRIES}
LANGUAGES = {c.language.word for c in COUNTRIES}


def nouns() -> set[Noun]:
    """Every noun that a template writes with an article."""
    found = {n for c in COUNTRIES for n in (c.currency, c.dish, c.monument)}
    for entry in re.findall(r'names = "(.*)"', corpus.SOURCE.read_text("utf-8")):
        found |= {corpus._noun(name) for name in entry.split(", ")}
    return found


@pytest.mark.parametrize("sentences", [REAL, SHUFFLED], ids=["real", "shuffled"])
def test_no_sentence_holds_a_country_and_its_own_capital(
    sentences: list[list[str]],
) -> None:
    for sentence in sentences:
        for country, capital in CAPITALS:
            assert not {country, capital} <= set(sentence)


def test_no_template_could_hold_both() -> None:
    places = corpus._DATA["places"]
    assert not any("{C" in template for template in places["country"])
    assert not any("{P" in template for template in places["city"])


def test_every_country_and_capital_is_one_word_that_occurs() -> None:
    counts = Counter(word for sentence in REAL for word in sentence)
    assert len(CAPITALS) == len(COUNTRIES) == 24
    for word in (word for pair in (*CAPITALS, *GENDER) for word in pair):
        assert counts[word] > 50, word


def test_the_same_seed_gives_the_same_sentences_and_another_others() -> None:
    assert corpus.sentences(500, seed=3) == corpus.sentences(500, seed=3)
    assert corpus.sentences(500, seed=3) != corpus.sentences(500, seed=4)
    assert len({tuple(sentence) for sentence in REAL}) > 2000


@given(st.integers(0, 200), st.integers(0, 10**6), st.booleans())
def test_as_many_sentences_as_asked_all_short_and_in_lower_case(
    n: int, seed: int, shuffled: bool
) -> None:
    sentences = corpus.sentences(n, seed, shuffled)
    assert len(sentences) == n
    for sentence in sentences:
        assert 3 <= len(sentence) <= 15  # a context of 16 holds it and a mark
        assert all(word.isalpha() and word == word.lower() for word in sentence)


def test_a_negative_number_of_sentences_is_refused() -> None:
    with pytest.raises(ValueError, match="0 o más"):
        corpus.sentences(-1)


def language_pairs(sentences: list[list[str]]) -> list[bool]:
    """For each place with a language beside: is it the language spoken there?"""
    return [
        COUNTRY[place].language.word == language
        for sentence in sentences
        for place in COUNTRY.keys() & sentence
        for language in LANGUAGES & set(sentence)
    ]


def test_facts_are_true_and_in_the_control_they_are_not() -> None:
    assert len(language_pairs(REAL)) > 1000
    assert all(language_pairs(REAL))
    right = language_pairs(SHUFFLED)
    assert sum(right) / len(right) < 0.2


def test_the_control_keeps_places_and_templates_as_frequent() -> None:
    real, shuffled = (
        Counter(word for sentence in sentences for word in sentence)
        for sentences in (REAL, SHUFFLED)
    )
    for word in ("habla", "moneda", "parís", "perú", "español", "euro", "banco"):
        assert shuffled[word] == pytest.approx(real[word], rel=0.2), word


def test_articles_agree_with_their_nouns() -> None:
    beside = {pair for text in TEXTS for pair in itertools.pairwise(text.split())}
    for noun in nouns():
        first = noun.text.split()[0]
        for article in ("el", "un", "del", "al") if noun.feminine else ("la", "una"):
            assert (article, first) not in beside


@pytest.mark.parametrize("word", ["lira", "corona", "arepa", "musaca", "mascota"])
def test_nouns_that_once_had_the_wrong_article(word: str) -> None:
    assert any(f"la {word}" in text for text in TEXTS)
    assert not any(f" el {word}" in f" {text}" for text in TEXTS)


def test_adjectives_and_pronouns_agree_with_the_person() -> None:
    stems = set(re.findall(r"(\w+)\{X:o\}", corpus.SOURCE.read_text("utf-8")))
    assert len(stems) > 10
    for man, woman in GENDER:
        for person, right, wrong, end in (
            (man, "él", "ella", "a"),
            (woman, "ella", "él", "o"),
        ):
            about = [f" {text} " for text in TEXTS if person in text.split()]
            about = [text.replace("con vestido", "") for text in about]  # her dress
            assert any(f" {right} " in text for text in about)
            for word in (wrong, *(stem + end for stem in stems)):
                assert not any(f" {word} " in text for text in about), (person, word)


def test_names_keep_their_article_and_it_is_not_contracted() -> None:
    for text in TEXTS:
        for article, name in (("el", "cairo"), ("la", "habana"), ("la", "india")):
            assert len(re.findall(rf"\b{name}\b", text)) == len(
                re.findall(rf"\b{article} {name}\b", text)
            )
        assert not re.search(r"\b(a|de) el (?!cairo)", text), text
        assert not re.search(r"\b(al|del) cairo", text), text


def test_a_sentence_is_written_with_capitals_comma_and_stop() -> None:
    def written(text: str) -> str:
        return corpus.as_text(text.split())

    assert written("en la india se paga con la rupia") == (
        "En la India se paga con la rupia."
    )
    assert written("de hecho el vuelo de el cairo a la habana llega tarde") == (
        "De hecho, el vuelo de El Cairo a La Habana llega tarde."
    )
    assert written("la torre eiffel está en parís") == "La torre Eiffel está en París."


def test_half_the_sentences_are_about_places() -> None:
    share = sum(bool(COUNTRY.keys() & sentence) for sentence in REAL) / len(REAL)
    assert share == pytest.approx(0.5, abs=0.02)
    bank = sum("banco" in sentence for sentence in REAL) / len(REAL)
    assert bank == pytest.approx(0.09, abs=0.01)


def test_bank_has_three_senses_and_its_left_context_decides_the_sense() -> None:
    assert set(BANK) == {"entidad", "arena", "asiento"}
    lefts = [left for sense in BANK.values() for left in sense.left]
    assert len(set(lefts)) == len(lefts) == 24
    assert not set(lefts) & set(BANK_STARTS)


def test_every_sentence_with_bank_is_of_one_sense() -> None:
    whole = {
        name: {f"{left} banco {tail}" for left in sense.left for tail in sense.tail}
        | {f"{start} banco {right}" for start in BANK_STARTS for right in sense.right}
        for name, sense in BANK.items()
    }
    seen = Counter()
    for text in (" ".join(sentence) for sentence in REAL if "banco" in sentence):
        senses = [n for n, texts in whole.items() if any(map(text.endswith, texts))]
        assert len(senses) == 1, text
        seen[senses[0]] += 1
    assert min(seen.values()) > 400


def test_gato_and_perro_never_meet_yet_keep_the_same_company() -> None:
    assert not any({"gato", "perro"} <= set(sentence) for sentence in REAL)
    company = {
        word: {w for s in REAL if word in s for w in s}
        for word in ("gato", "perro", "martes")
    }
    shared = company["gato"] & company["perro"]
    assert len(shared) > 2 * len(company["gato"] & company["martes"])


def test_written_sentences_are_read_back_line_by_line(tmp_path: Path) -> None:
    corpus.write(REAL[:50], tmp_path / "c.txt")
    lines = (tmp_path / "c.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split() for line in lines] == REAL[:50]


def test_a_noun_writes_itself_in_its_gender() -> None:
    torre, rey = Noun("torre eiffel", True), Noun("rey")
    assert f"{torre:del}, {torre:al}, {torre}" == (
        "de la torre eiffel, a la torre eiffel, torre eiffel"
    )
    assert f"{rey:un} list{rey:o} y {rey:él}" == "un rey listo y él"
    assert torre.word == "eiffel"
