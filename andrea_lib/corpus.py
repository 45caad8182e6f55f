"""El micro-corpus: frases españolas hechas con una gramática pequeña y datos reales.

Ninguna frase nombra a la vez un país y su capital. Si los vectores aprenden que
París es a Francia lo que Madrid a España, lo sacan de la compañía: la lengua, la
moneda, el plato y el monumento, que muchas veces comparten con otros países.

Los datos y las plantillas están en `data/corpus_es.toml`. La misma semilla da las
mismas frases.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Sentence = list[str]
Maker = Callable[[random.Random, bool], str]
SOURCE = Path(__file__).with_name("data") / "corpus_es.toml"
# Formas masculina y femenina de lo que una plantilla puede pedir a un nombre.
ARTICLES = {
    "": ("", ""),
    "el": ("el ", "la "),
    "un": ("un ", "una "),
    "del": ("del ", "de la "),
    "al": ("al ", "a la "),
}
ENDINGS = {"o": ("o", "a"), "él": ("él", "ella")}


@dataclass(frozen=True)
class Noun:
    """Un nombre y su género: f"{Noun('lira', True):del}" es «de la lira»."""

    text: str
    feminine: bool = False

    def __format__(self, form: str) -> str:
        if form in ENDINGS:
            return ENDINGS[form][self.feminine]
        return ARTICLES[form][self.feminine] + self.text

    @property
    def word(self) -> str:
        """La última palabra: «cairo» de «el cairo»."""
        return self.text.split()[-1]


@dataclass(frozen=True)
class Country:
    """Un país y lo que se dice de él y de su capital."""

    name: Noun
    capital: Noun
    language: Noun
    currency: Noun
    dish: Noun
    monument: Noun


@dataclass(frozen=True)
class Sense:
    """Un sentido de «banco»: lo que se dice antes y lo que se dice después.

    left + «banco» + tail: el sentido se sabe ya al leer «banco».
    Un comienzo neutro (BANK_STARTS) + «banco» + right: solo se sabe después.
    """

    left: tuple[str, ...]
    tail: tuple[str, ...]
    right: tuple[str, ...]


def _noun(name: str) -> Noun:
    """«la torre eiffel» → su nombre y su género, sin el artículo."""
    article, text = name.split(" ", 1)
    return Noun(text, article == "la")


def _nouns(names: str) -> list[Noun]:
    return [_noun(name) for name in names.split(", ")]


def _country(fact: str) -> Country:
    """«país · capital · lengua · moneda · plato · monumento»."""
    name, capital, language, *things = fact.split(" · ")
    return Country(Noun(name), Noun(capital), Noun(language), *map(_noun, things))


_DATA: dict[str, Any] = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
_PEOPLE = [
    (_nouns(pair["names"]), [*pair["scenes"], _DATA["people"]["shared"]])
    for pair in _DATA["people"]["pairs"]
]
COUNTRIES = tuple(map(_country, _DATA["places"]["facts"]))
CAPITALS = tuple((c.name.word, c.capital.word) for c in COUNTRIES)
GENDER = tuple((man.word, woman.word) for (man, woman), _ in _PEOPLE)
BANK_STARTS: tuple[str, ...] = tuple(_DATA["bank"]["starts"])
BANK = {
    name: Sense(**{part: tuple(texts) for part, texts in sense.items()})
    for name, sense in _DATA["bank"]["senses"].items()
}


def _place(rng: random.Random, shuffled: bool) -> str:
    """Un país, o una ciudad, con sus datos; barajados, cada dato de un país al azar."""
    template = rng.choice(_DATA["places"][rng.choice(("country", "city"))])
    here, there = rng.sample(COUNTRIES, 2)
    L, M, D, T = (rng.choice(COUNTRIES) if shuffled else here for _ in range(4))
    names = {"P": here.name, "P2": there.name, "C": here.capital, "C2": there.capital}
    facts = {"L": L.language, "M": M.currency, "D": D.dish, "T": T.monument}
    return str(template.format(**names, **facts))


def _person(rng: random.Random, shuffled: bool) -> str:
    pair, scenes = rng.choice(_PEOPLE)
    gender = rng.randrange(2)
    clothes = rng.choice(_DATA["people"]["clothes"][gender])
    return rng.choice(scenes).format(X=pair[gender], G=clothes)


def _bank(rng: random.Random, shuffled: bool) -> str:
    """El 65 % de las veces, lo que decide el sentido está a la izquierda."""
    sense = BANK[rng.choice(tuple(BANK))]
    if rng.random() < 0.65:
        return f"{rng.choice(sense.left)} banco {rng.choice(sense.tail)}"
    return f"{rng.choice(BANK_STARTS)} banco {rng.choice(sense.right)}"


def _maker(topic: str) -> Maker:
    """Frases de un tema; toda pareja de nombre y plantilla es igual de probable."""
    choices = [
        (noun, scene)
        for entry in _DATA[topic]
        for noun in _nouns(entry["names"])
        for scene in entry["scenes"]
    ]

    def make(rng: random.Random, shuffled: bool) -> str:
        noun, scene = rng.choice(choices)
        return str(scene.format(A=noun))

    return make


# Reparto de las frases, en tanto por ciento.
MAKERS: dict[Maker, int] = {
    _place: 50,
    _person: 22,
    _bank: 9,
    _maker("animals"): 8,
    _maker("weekdays"): 7,
    _maker("instruments"): 4,
}


def sentences(n: int = 30_000, seed: int = 0, shuffled: bool = False) -> list[Sentence]:
    """n frases, cada una una lista de palabras en minúscula: [["en", "perú", …], …].

    shuffled=True es el corpus de control: mismas plantillas y frecuencias, pero la
    lengua, la moneda, el plato y el monumento de cada frase son de países al azar.
    """
    if n < 0:
        raise ValueError(f"n es cuántas frases quieres: 0 o más, no {n}.")
    rng = random.Random(seed)
    makers = rng.choices(tuple(MAKERS), weights=tuple(MAKERS.values()), k=n)
    return [_opened(rng, make(rng, shuffled)).split() for make in makers]


def _opened(rng: random.Random, text: str) -> str:
    """Una de cada cuatro empieza con «además», «por cierto»…"""
    return f"{rng.choice(_DATA['openers'])} {text}" if rng.random() < 0.25 else text


def as_text(sentence: Iterable[str]) -> str:
    """La frase como se escribe: «De hecho, las calles de El Cairo están llenas…»."""
    text = " ".join(_SPELLING.get(word, word) for word in sentence)
    text = text.replace("el Cairo", "El Cairo").replace("la Habana", "La Habana")
    for opener in _DATA["openers"]:
        if text.startswith(opener + " "):
            text = text.replace(opener, opener + ",", 1)
    return text[:1].upper() + text[1:] + "."


_PROPER = [*_DATA["proper"].split(), *(word for pair in CAPITALS for word in pair)]
_SPELLING = {word: word.capitalize() for word in _PROPER}


def write(corpus: Iterable[Sequence[str]], path: str | Path) -> None:
    """Escribe una frase por línea, como la leen word2vec y gensim (LineSentence)."""
    text = "".join(" ".join(sentence) + "\n" for sentence in corpus)
    Path(path).write_text(text, encoding="utf-8", newline="\n")
