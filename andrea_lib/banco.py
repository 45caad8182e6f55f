"""«banco» en un encoder real: qué hace cada capa con una palabra de varios sentidos.

Dos grupos de frases. En «pares» todas empiezan por «Fue al banco a…», así que la
palabra está siempre en la misma posición y lo único que cambia es lo que viene detrás.
En «libres» hay tres sentidos y frases de todos los días, con la palabra donde toque.

`load()` da los vectores que se guardaron; `compute(encoder)` los calcula otra vez.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from andrea_lib.e5 import Encoder

FILE = Path(__file__).with_name("data") / "banco.npz"
TOKEN = "▁banco"
Array = NDArray[np.float32]

PAIRS = {
    "entidad": [
        "pedir un préstamo",
        "firmar la hipoteca",
        "abrir una cuenta",
        "cambiar unos dólares",
        "pagar los impuestos",
        "retirar dinero en efectivo",
        "reclamar una comisión",
        "consultar los intereses",
    ],
    "asiento": [
        "descansar en el parque",
        "leer bajo los árboles",
        "dar de comer a las palomas",
        "tomar el sol en la plaza",
        "esperar junto a la fuente",
        "mirar jugar a los niños",
        "dormir una siesta",
        "atarse los zapatos",
    ],
}

FREE = {
    "entidad": [
        "El banco subió los tipos de interés de las hipotecas.",
        "Mi hermana trabaja en un banco y aprueba préstamos.",
        "La policía detuvo a los ladrones que robaron el banco.",
        "Guardo mis ahorros en el banco desde hace años.",
        "Cada banco cobra una comisión por las transferencias.",
        "La empresa debe dinero al banco y a sus accionistas.",
    ],
    "asiento": [
        "La anciana se sentó en un banco del parque.",
        "Pintaron de verde el banco de la plaza.",
        "Se quedó dormido en un banco de madera.",
        "Comimos el pan en el banco junto a la fuente.",
        "El banco está roto: le falta el respaldo.",
        "Dos novios se besaban en un banco del jardín.",
    ],
    "arena": [
        "El barco encalló en un banco de arena.",
        "La marea dejó al descubierto un banco de arena.",
        "Las gaviotas descansan en el banco de arena de la bahía.",
        "El río formó un banco de arena en la desembocadura.",
        "Los pescadores evitan el banco de arena del canal.",
        "El temporal movió el banco de arena hacia la costa.",
    ],
}


class Banco(NamedTuple):
    """Frases con su grupo y sentido, y el flujo en «banco» tras cada capa.

    states: (frases, capas + 2, d); la columna 0 es la fila de E, la 1 la entrada.
    """

    sentences: list[str]
    groups: NDArray[np.str_]
    senses: NDArray[np.str_]
    states: Array

    def group(self, name: str) -> tuple[NDArray[np.str_], Array]:
        """Los sentidos y los vectores de un grupo: «pares» o «libres»."""
        rows = self.groups == name
        if not rows.any():
            raise ValueError(f"grupo «{name}»: usa 'pares' o 'libres'")
        return self.senses[rows], self.states[rows]


def sentences() -> list[tuple[str, str, str]]:
    """Todas las frases: (grupo, sentido, frase)."""
    pairs = [
        ("pares", sense, f"Fue al banco a {end}")
        for sense, ends in PAIRS.items()
        for end in ends
    ]
    return pairs + [
        ("libres", sense, text) for sense, texts in FREE.items() for text in texts
    ]


def state_of_banco(encoder: Encoder, text: str) -> Array:
    """El flujo en el token «banco» de una frase: (capas + 2, d)."""
    pieces = encoder.tokenize(text)
    if pieces.count(TOKEN) != 1:
        raise ValueError(f"«{text}» tiene que contener «banco» una sola vez: {pieces}")
    return encoder.layers(text)[:, pieces.index(TOKEN) + 1]


def compute(encoder: Encoder) -> Banco:
    """Pasa todas las frases por el encoder."""
    groups, senses, texts = zip(*sentences(), strict=True)
    states = np.stack([state_of_banco(encoder, text) for text in texts])
    return Banco(list(texts), np.array(groups), np.array(senses), states)


def save(result: Banco, path: Path = FILE) -> None:
    """Guarda los vectores en float16, con las frases a las que pertenecen."""
    np.savez_compressed(
        path,
        sentences=np.array(result.sentences),
        groups=result.groups,
        senses=result.senses,
        states=result.states.astype(np.float16),
    )


def load(path: Path = FILE) -> Banco:
    """Los vectores que se guardaron; el guion que los hizo está en `data/NOTICE.md`."""
    with np.load(path) as data:
        return Banco(
            data["sentences"].tolist(),
            data["groups"],
            data["senses"],
            data["states"].astype(np.float32),
        )


def cosines(states: Array) -> Array:
    """cos entre cada dos frases en cada capa: (capas + 2, frases, frases)."""
    by_layer = states.transpose(1, 0, 2)
    unit = by_layer / np.linalg.norm(by_layer, axis=-1, keepdims=True)
    return unit @ unit.transpose(0, 2, 1)


def same_and_other(senses: NDArray[np.str_], states: Array) -> tuple[Array, Array]:
    """Coseno medio por capa entre frases del mismo sentido y de sentido distinto.

    El primero es el control: dice cuánto separa la frase sin cambiar el sentido.
    """
    likeness = cosines(states)
    same = senses[:, None] == senses[None, :]
    distinct = ~np.eye(len(senses), dtype=bool)
    return (
        likeness[:, same & distinct].mean(axis=1),
        likeness[:, ~same].mean(axis=1),
    )


def nearest_hits(senses: NDArray[np.str_], states: Array) -> Array:
    """Por capa, la fracción de frases cuya vecina más parecida comparte el sentido.

    Se resta antes la media de todas: la parte común no dice nada del sentido. Donde
    todas las frases tienen el mismo vector no hay vecina: NaN.
    """
    centred = states - states.mean(axis=0, keepdims=True)
    alive = np.linalg.norm(centred, axis=-1).max(axis=0) > 1e-3
    hits = np.full(states.shape[1], np.nan, dtype=np.float32)
    likeness = cosines(centred[:, alive])
    likeness[:, np.arange(len(senses)), np.arange(len(senses))] = -np.inf
    hits[alive] = (senses[likeness.argmax(axis=2)] == senses).mean(axis=1)
    return hits
