"""Numbers and signs, as `Notación` says: the first table of rules."""

import re

from .pages import MARK, Paragraph
from .rules import Rule

THIN = "\u202f"  # narrow no-break space, between thousands
HARD = "\u00a0"  # no-break space, before % and units
UNITS = r"(?:[kMGT]i?B|[mµn]?s|[kMG]Hz|M)"
IDENTIFIER = re.compile(r"\b(?:id|tokens?|semilla|bytes? \d+)\b", re.IGNORECASE)


def grouped(match: re.Match[str]) -> str:
    """The digits of a match in groups of three, four figures without space."""
    digits = re.sub(r"\D", "", match[0])
    return digits if len(digits) < 5 else f"{int(digits):,}".replace(",", THIN)


def with_hard_space(match: re.Match[str]) -> str:
    """Number or mark, no-break space, sign."""
    number = re.match(rf"[\d.{THIN}{MARK}]+", match[0])
    assert number, match
    head = number[0].replace(MARK, "…")
    return f"{head}{HARD}{match[0][number.end() :].strip()}"


def is_a_name(match: re.Match[str], paragraph: Paragraph) -> bool:
    """Five figures that name something (ids are names) are not grouped."""
    return len(match[0]) == 5 and bool(IDENTIFIER.search(paragraph.text))


RULES = (
    Rule(
        "miles con coma",
        r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])",
        "los miles, con espacio fino U+202F",
        bad=("tiene 6,488,832 números", "son 8,449 filas"),
        good=(f"tiene 6{THIN}488{THIN}832 números", "son 8449 filas", "[3, 768]"),
        fix=grouped,
    ),
    Rule(
        "miles con punto",
        r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3}){2,}|[1-9]\d{0,2}\.000)(?![\d.]?\d)",
        "los miles, con espacio fino U+202F",
        bad=("un vocabulario de 50.000 tokens", "son 6.488.832 números"),
        good=("la pérdida baja a 1.044", "son 0.000 de diferencia"),
        fix=grouped,
    ),
    Rule(
        "miles con espacio ancho",
        r"(?<![\d.,\u202f])\d{1,3}(?:[ \u00a0\u2009]\d{3})+(?![\d\u202f])",
        "los miles, con espacio fino U+202F",
        bad=("son 6 488 832 números", "son 50\u00a0000 filas"),
        good=(f"son 50{THIN}000 filas", "en 2017 512 dimensiones"),
        fix=grouped,
    ),
    Rule(
        "cuatro cifras con espacio",
        r"(?<![\d\u202f.])\d\u202f\d{3}(?![\d\u202f])",
        "cuatro cifras van sin espacio",
        bad=(f"las 8{THIN}449 filas",),
        good=("las 8449 filas", f"los 6{THIN}488{THIN}832 números"),
        fix=grouped,
    ),
    Rule(
        "miles sin separar",
        r"(?<![\w.,·/:\u202f-])\d{5,}(?![\w\u202f])",
        "los miles, con espacio fino U+202F; los id de cinco cifras, sin separar",
        bad=("la tabla tiene 6488832 números", "son 50000 filas"),
        good=("el id 15496", f"son 50{THIN}000 filas", "1.00012345", "8449 filas"),
        fix=grouped,
        exempt=is_a_name,
    ),
    Rule(
        "coma decimal",
        r"(?<![\d,])\d+,\d+(?![\d,])",
        "el curso usa punto decimal, como el código; una lista lleva espacio",
        bad=("el 6,57\u00a0% de los pesos",),
        good=("el 6.57\u00a0% de los pesos", "en 1, 2 y 3"),
        exempt=lambda m, _: bool(re.fullmatch(r"\d{1,3},\d{3}", m[0])),
    ),
    Rule(
        "espacio ante %",
        rf"[\d.{THIN}{MARK}]*[\d{MARK}] ?%",
        "espacio de no separación antes de %",
        bad=("el 98.9% acierta", "el 98.9 % acierta", f"el {MARK} % acierta"),
        good=("el 98.9\u00a0% acierta", f"el 98.9{THIN}% acierta"),
        fix=with_hard_space,
    ),
    Rule(
        "espacio ante unidad",
        rf"(?<![\w.«-])\d[\d.{THIN}]*(?<![.{THIN}]) ?{UNITS}(?![\w-])",
        "espacio de no separación entre número y unidad",
        bad=("ocupa 25.96 MB", "tarda 27µs", "son 98.7 M de números"),
        good=("ocupa 25.96\u00a0MB", "tarda 27\u00a0µs", "ANDREA-120M", "el «120M»"),
        fix=with_hard_space,
        flags=re.NOFLAG,
    ),
    Rule(
        "guion en lugar de menos",
        r"(?:(?<=[\s(\[=«])|^)-(?=\d)",
        "el signo menos es − (U+2212)",
        bad=("el id -1", "entre (-1 y 1)"),
        good=("el id −1", "GPT-2", "el 2026-11-30"),
    ),
    Rule(
        "guion en lugar de raya",
        r"(?<=[^\s|]) -{1,3} (?=[^\s|])",
        "resta con − (U+2212); inciso con comas, paréntesis o raya (—así—)",
        bad=("rey - hombre + mujer", "la tabla -- ya entrenada"),
        good=("rey − hombre + mujer", "la tabla, ya entrenada"),
    ),
    Rule(
        "guion en un intervalo",
        r"(?<![\w.-])\d+-\d+(?![\w-])",
        "intervalo con semirraya (–) o «de … a …»",
        bad=("las filas 0-8448",),
        good=("las filas 0–8448", "de 0 a 8448", "el 2026-11-30", "LLaMA-2-7B"),
        fix=lambda m: m[0].replace("-", "–"),
    ),
    Rule(
        "equis en lugar de ×",
        r"(?<![\w.])(?:\d[\d\u202f]*|[VTBd]) ?[x*] ?(?:\d[\d\u202f]*|[VTBd])(?!\w)",
        "el signo de los tamaños es ×",
        bad=("una matriz de 1024x768", "la tabla V x d"),
        good=("una matriz de 1024 × 768", "el vector x", "la tabla V × d"),
        fix=lambda m: re.sub(r" ?[x*] ?", " × ", m[0]),
        flags=re.NOFLAG,
    ),
    Rule(
        "tres puntos sueltos",
        r"\.\.\.",
        "los puntos suspensivos son un signo: …",
        bad=("y así...",),
        good=("y así…",),
    ),
    Rule(
        "comillas rectas",
        r"\"|(?<![\w'])'(?=\w)",
        "comillas «» y dentro “”; lo que es código, en `monoespaciada`",
        bad=('la palabra "gato"', "la palabra 'gato'"),
        good=("la palabra «gato»", "d'Alembert"),
    ),
    Rule(
        "espacio ante signo",
        r"(?<=[^\s|]) [,;:.?!](?=\s|$)",
        "sin espacio antes del signo",
        bad=("la tabla , entera", "¿qué sale ?"),
        good=("la tabla, entera", "¿qué sale?"),
    ),
    Rule(
        "palabra doble",
        r"\b([a-záéíóúüñ]{2,}) \1\b",
        "sobra una de las dos",
        bad=("cada fila de de la tabla",),
        good=("cada fila de la tabla", "paso a paso"),
        flags=re.NOFLAG,
    ),
    Rule(
        "sigla en plural",
        r"\b[A-Z]{2,}s\b",
        "las siglas no llevan s: los LLM, las GPU",
        bad=("los LLMs y las GPUs",),
        good=("los LLM y las GPU", "los id", "RoPE"),
        fix=lambda m: m[0][:-1],
        flags=re.NOFLAG,
    ),
    Rule(
        "mayúscula de mes, día, lengua o gentilicio",
        r"(?<=[a-záéíóúñ,] )(?:Enero|Febrero|Marzo|Abril|Mayo|Junio|Julio|Agosto"
        r"|Septiembre|Octubre|Noviembre|Diciembre|Lunes|Martes|Miércoles|Jueves"
        r"|Viernes|Sábado|Domingo|Español|Inglés|Francés|Alemán|Portugués"
        r"|Española|Inglesa|Francesa|Alemana)\b",
        "en español va con minúscula",
        bad=("un corpus en Español", "el Martes"),
        good=("un corpus en español", "Martes y xilófono"),
        fix=lambda m: m[0].lower(),
        flags=re.NOFLAG,
    ),
    Rule(
        "tilde que ya no se pone",
        r"\b(?:sólo|guión|ést[ea]s?|éstos|és[ea]s?|ésos|aquél(?:los|las?)?)\b",
        "sin tilde desde la Ortografía de 2010",
        bad=("sólo hay una", "un guión", "ésta es la tabla"),
        good=("solo hay una", "un guion", "esta es la tabla", "está"),
        fix=lambda m: m[0].translate(str.maketrans("óéÓÉ", "oeOE")),
    ),
)
