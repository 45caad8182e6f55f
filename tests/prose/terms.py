"""Terms of the course (the glossary page): the second table of rules."""

import re

from .pages import Paragraph
from .rules import Rule, foreign


def in_spain(match: re.Match[str], paragraph: Paragraph) -> bool:
    """«Producto escalar» is named once, as what is said in Spain."""
    return "en España" in paragraph.text


def in_spanish(match: re.Match[str]) -> str:
    """Decoders → decodificadores."""
    word = "decodificador" if match[0][0] in "dD" else "codificador"
    return word + ("es" if match[0].endswith("s") else "")


TERMS = (
    Rule(
        "embedding",
        r"\bincrustaci(?:ón|ones)\b|\bembebid[oa]s?\b|\binmersi(?:ón|ones)\b",
        "embedding (pl. embeddings)",
        bad=("la tabla de incrustación", "vectores embebidos"),
        good=("la tabla de embeddings",),
    ),
    Rule(
        "tabla de consulta",
        r"\btablas? de b[uú]squedas?\b",
        "tabla de consulta",
        bad=("es una tabla de búsqueda",),
        good=("es una tabla de consulta", "la búsqueda de la palabra"),
    ),
    Rule(
        "token",
        r"\btokenizers?\b|\bfichas\b|\b(?:cada|por|de) ficha\b",
        "token, tokens; tokenizador",
        bad=("el tokenizer de GPT-2", "cada ficha del texto"),
        good=("cada token", "tokenizador (*tokenizer*)", "la ficha del modelo"),
        exempt=foreign,
    ),
    Rule(
        "id",
        r"\bIDs?\b|\bids\b|\bíndices? numéricos?\b|\bidentificativ[oa]s?\b",
        "id, siempre en singular y minúscula: el id, los id",
        bad=("los IDs", "los ids", "cada ID de token"),
        good=("los id", "el id 15496"),
        flags=re.NOFLAG,
    ),
    Rule(
        "tamaño del vocabulario",
        r"\btamaño de vocab\w*",
        "tamaño del vocabulario, V",
        bad=("el tamaño de vocab", "el tamaño de vocabulario"),
        good=("el tamaño del vocabulario",),
    ),
    Rule(
        "vector one-hot",
        r"\bvector(?:es)? calientes?\b|\buno en caliente\b",
        "vector one-hot",
        bad=("un vector caliente",),
        good=("un vector one-hot",),
    ),
    Rule(
        "producto punto",
        r"\bproductos? interior(?:es)?\b|\bmultiplicad[oa]s? por producto punto\b",
        "producto punto",
        bad=("el producto interior de u y v",),
        good=("el producto punto de u y v",),
    ),
    Rule(
        "producto escalar",
        r"\bproductos? escalar(?:es)?\b",
        "producto punto («escalar» una sola vez, donde se dice que es de España)",
        bad=("el producto escalar de u y v",),
        good=("el producto punto (en España, sobre todo, producto escalar)",),
        exempt=in_spain,
    ),
    Rule(
        "norma",
        r"(?<!orden de )(?<!órdenes de )\bmagnitud(?:es)?\b"
        r"|\blongitud(?:es)? (?:del?|de los|de un|de cada) vector(?:es)?\b",
        "norma",
        bad=("la magnitud del vector", "la longitud de un vector"),
        good=("la norma del vector", "tres órdenes de magnitud", "longitud de onda"),
    ),
    Rule(
        "similitud coseno",
        r"\bsimilaridad(?:es)?\b|\bsimilitud(?:es)? del? coseno\b",
        "similitud coseno",
        bad=("la similaridad coseno", "la similitud de coseno"),
        good=("la similitud coseno",),
    ),
    Rule(
        "clave",
        r"(?<!entre )\bllaves?\b",
        "clave (k); los signos { } van «entre llaves»",
        bad=("consulta, llave y valor",),
        good=("consulta, clave y valor", "un diccionario va entre llaves"),
    ),
    Rule(
        "posiciones aprendidas",
        r"\bposicional(?:es)?\b|\brotativ[oa]s?\b",
        "posiciones aprendidas; RoPE (posiciones rotatorias)",
        bad=("los embeddings posicionales", "posiciones rotativas"),
        good=("las posiciones aprendidas", "posiciones rotatorias"),
    ),
    Rule(
        "flujo residual",
        r"\b(?:corriente|arroyo|torrente)s? residual(?:es)?\b|\bresidual stream\b",
        "flujo residual",
        bad=("la corriente residual",),
        good=("el flujo residual", "el flujo residual (*residual stream*)"),
        exempt=foreign,
    ),
    Rule(
        "conexión residual",
        r"\bconexi(?:ón|ones) de salto\b|\batajos?\b(?! de teclado)",
        "conexión residual",
        bad=("una conexión de salto", "un atajo alrededor del bloque"),
        good=("una conexión residual", "un atajo de teclado"),
    ),
    Rule(
        "proyección de salida",
        r"\bdes-?(?:embeb|incrust)\w*",
        "proyección de salida (*unembedding*)",
        bad=("la matriz de desembebido", "se desembebe"),
        good=("la proyección de salida",),
    ),
    Rule(
        "compartida o propia",
        r"\b(?:des)?vinculad[oa]s?\b|\batad[oa]s?\b",
        "E compartida; salida propia",
        bad=("embeddings vinculados", "una tabla atada", "no vinculada"),
        good=("la tabla E, compartida con la salida",),
    ),
    Rule(
        "retropropagación",
        r"\bpropagaci(?:ón|ones) hacia atrás\b|\bback-?prop\w*",
        "retropropagación",
        bad=("la propagación hacia atrás", "con backprop"),
        good=("la retropropagación", "la retropropagación (*backpropagation*)"),
        exempt=foreign,
    ),
    Rule(
        "pérdida",
        r"\bfunci(?:ón|ones) de cost[oe]s?\b|\bcostes?\b",
        "pérdida; de una tabla, lo que cuesta u ocupa",
        bad=("la función de costo", "el coste de la tabla"),
        good=("la función de pérdida", "lo que cuesta la tabla"),
    ),
    Rule(
        "lote",
        r"\bbatch(?:es)?\b|\btandas?\b",
        "lote",
        bad=("cada batch", "por tandas"),
        good=("cada lote", "un lote (*batch*)"),
        exempt=foreign,
    ),
    Rule(
        "kernel y núcleo",
        r"\bkernels? de (?:jupyter|python)\b"
        r"|\bnúcleos?\s+(?:gather|de (?:la )?GPU|de triton|CUDA|triton)",
        "kernel (de GPU); núcleo de Jupyter",
        bad=("el kernel de Jupyter", "el núcleo gather-add"),
        good=("el núcleo de Jupyter", "el kernel gather-add", "dos núcleos"),
    ),
    Rule(
        "transformer",
        r"\btransformador(?:es)?\b",
        "transformer (pl. transformers)",
        bad=("un bloque transformador",),
        good=("un bloque de transformer",),
    ),
    Rule(
        "decodificador",
        r"\b(?:en|de)coders?\b",
        "decodificador, codificador",
        bad=("un decoder de tres bloques", "los encoders"),
        good=("un decodificador (*decoder*)", "la clase `Decoder`"),
        fix=in_spanish,
        exempt=foreign,
    ),
    Rule(
        "propagación hacia delante",
        r"\bpases? hacia a?delante\b|\b(?:el|un) forward\b"
        r"|\bpropagación hacia adelante\b",
        "propagación hacia delante",
        bad=("un pase hacia adelante", "el forward del modelo"),
        good=("la propagación hacia delante",),
    ),
    Rule(
        "ajuste fino",
        r"\bafinamientos?\b|\btune(?:o|ar|ad[oa])\b|\bfine-?tuning\b",
        "ajuste fino",
        bad=("el afinamiento", "el fine-tuning"),
        good=("el ajuste fino", "el ajuste fino (*fine-tuning*)"),
        exempt=foreign,
    ),
    Rule(
        "relleno",
        r"\bacolchad\w*|\bpadding\b",
        "relleno",
        bad=("filas de padding",),
        good=("filas de relleno", "relleno (*padding*)"),
        exempt=foreign,
    ),
)
