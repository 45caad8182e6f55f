"""Dos tablas más, para dos preguntas del capítulo 2.

- `load_wiki()`: qué se aprende con medio millón de palabras de español de verdad;
- `load_e5_output()`: palabras tras pasar por el transformer entero, no filas de E.

`data/NOTICE.md` dice de dónde salen y quién las hizo.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from andrea_lib.e5 import Encoder
from andrea_lib.word_vectors import WordVectors

DATA = Path(__file__).with_name("data")

_WORDS = """
gato perro mascota gatito cachorro conejo caballo vaca pájaro
xilófono piano guitarra violín flauta tambor trompeta
lunes martes miércoles jueves viernes sábado domingo
médico médica enfermero enfermera ingeniero ingeniera maestro maestra
banco dinero préstamo euro yen dólar agua río orilla arena pez
silla mesa parque rey reina príncipe princesa hombre mujer padre madre
"""
E5_WORDS = tuple(_WORDS.split())


@cache
def load_wiki() -> WordVectors:
    """Palabras de los resúmenes de Wikipedia en español: PPMI y SVD, (V, 50).

    Las que salen al menos 5 veces, de la más frecuente a la menos. Cada fila viaja
    con 8 bits por número y una escala: E = q · escala.
    """
    data = np.load(DATA / "wiki_es_50d.npz")
    E = data["q"].astype(np.float32) * data["scale"][:, None].astype(np.float32)
    return WordVectors(data["words"], E, "los resúmenes de Wikipedia")


@cache
def load_e5_output() -> WordVectors:
    """Salida de multilingual-e5-small para cada palabra de E5_WORDS, (V, 384).

    La palabra entra sola en el modelo, y su vector es la media de los tokens tras la
    última capa, como se usa ese modelo.
    """
    data = np.load(DATA / "e5_output_es.npz")
    return WordVectors(data["words"], data["vectors"], "la salida del e5 pequeño")


def e5_output(encoder: Encoder) -> NDArray[np.float32]:
    """Vuelve a calcular lo que `load_e5_output` lee: (V, 384), unos 4 s."""
    return np.stack([encoder.layers(word)[-1].mean(axis=0) for word in E5_WORDS])
