"""Voice of the course: «tú» for everyone, plain words, no scolding."""

from .rules import Rule

VOICE = (
    Rule(
        "tú, sin vosotros",
        r"\b(?:vosotr[oa]s|vuestr[oa]s?|os|vais|sois|dais)\b"
        r"|\b(?!(?:dieci|veinti)séis)\w{2,}[áé]is\b",
        "de tú, o mejor primera del plural e infinitivo",
        bad=("vosotros tenéis la tabla", "os toca"),
        good=("tienes la tabla", "dieciséis filas", "te toca"),
    ),
    Rule(
        "tú, sin vos",
        r"\b(?:vos|ten[ée]s|podés|querés|sabés|hacés|decís|mirá|ejecutá|probá|escribí"
        r"|acordate|fijate)\b",
        "de tú",
        bad=("si querés probar",),
        good=("si quieres probar", "yo probé"),
        exempt=lambda m, _: m[0].lower() in ("tenes", "escribí"),
    ),
    Rule(
        "tu equipo",
        r"\bordenador(?:es)?\b|\bcomputador[ae]s?\b",
        "tu equipo, la máquina",
        bad=("tu ordenador", "la computadora"),
        good=("tu equipo", "la computación"),
    ),
    Rule(
        "teléfono",
        r"(?<!media )(?<!medias )\bm[óo]vil(?:es)?\b|\bcelular(?:es)?\b",
        "teléfono",
        bad=("desde el móvil", "un celular"),
        good=("desde el teléfono", "la media móvil de Adam"),
    ),
    Rule(
        "archivo",
        r"\bficheros?\b",
        "archivo",
        bad=("el fichero de datos",),
        good=("el archivo de datos",),
    ),
    Rule(
        "coger",
        r"\bcog(?:er|es?|emos|en|id[oa]s?|iendo|ió|imos)\b|\bcoj(?:o|as?|amos|an)\b",
        "tomar, elegir, agarrar",
        bad=("coge la fila",),
        good=("toma la fila", "escoge la fila", "recoger"),
    ),
    Rule(
        "cálculo",
        r"\bcómputos?\b",
        "cálculo, computación",
        bad=("a cambio de más cómputo",),
        good=("a cambio de más cálculo",),
    ),
    Rule(
        "biblioteca",
        r"\blibrerías?\b",
        "biblioteca",
        bad=("la librería numpy",),
        good=("la biblioteca numpy",),
    ),
    Rule(
        "palabras de un solo país",
        r"\bchul[oa]s?\b|\bchéver\w+|(?:^|[.,¡¿!?] )vale[,.!]",
        "una palabra que se entienda en todas partes",
        bad=("un truco chulo", "Vale, sigamos", "qué chévere"),
        good=("un buen truco", "la norma vale 1", "vale 3."),
    ),
    Rule(
        "billón",
        r"\bbill(?:ón|ones)\b",
        "millones, o potencia de diez",
        bad=("175 billones",),
        good=("6740 millones", "millón"),
    ),
    Rule(
        "segundos",
        r"\bsegs?\b\.?",
        "segundos, o s",
        bad=("tarda 3 segs",),
        good=("tarda 3 segundos", "según"),
    ),
    Rule(
        "inglés traducido",
        r"\bhac(?:e|er|en|ía) sentido\b|\bal final del día\b|\ben orden a\b"
        r"|\bapl(?:ica|icar) para\b",
        "dilo en español llano: encaja, al cabo, para",
        bad=("esto hace sentido", "al final del día"),
        good=("esto encaja", "tiene sentido"),
    ),
    Rule(
        "rodeos",
        r"\b(?:es de|cabe) (?:destacar|señalar|mencionar)\b|\ben virtud de\b"
        r"|\brealizar? la ejecución\b|\bcomo veremos\b",
        "el verbo pronto, y la predicción antes que la respuesta",
        bad=("Es de destacar que la suma", "Realizar la ejecución de la celda"),
        good=("La suma es lineal", "Ejecuta la celda"),
    ),
    Rule(
        "regañina",
        r"\bincorrecto\. |\binténtalo de nuevo\b|\bte equivocas\b"
        r"|\bse equivoca(?: gravemente)?\b",
        "nombra el desliz, no a la persona",
        bad=("Incorrecto. Inténtalo de nuevo.", "El texto se equivoca"),
        good=("Te ha salido V + d.",),
    ),
)
