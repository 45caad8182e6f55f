"""Right kind of answer, wrong form: a comma for a point, a list for a word.

Works on canonical texts (andrea_lib.probe): the kind of what was expected against the
kind of what was shown, and the student's source where the text alone does not tell.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from andrea_grader.master import Question
from andrea_grader.record import Outcome

_DOTTED = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{3}){2,}(?![\w.])")
_COMMAS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w.,])")
_ONE_POINT = re.compile(r"(?<![\w.])[1-9]\d{0,2}\.\d{3}(?![\w.])")
_ENDS_IN_COMMA = re.compile(r"[^,]+,\s*")
_SHAPE = re.compile(r'"forma": (\[[^\]]*\])')
_CLASS = re.compile(r'"clase": ("\w")')

_IS_NUMBER = {"int", "float"}


def dotted_thousands(source: str) -> str | None:
    """The first number such as 38.400.000 in a text."""
    return _first(_DOTTED, source)


def comma_thousands(source: str) -> str | None:
    """The first number such as 1,050 in a text."""
    return _first(_COMMAS, source)


def _first(pattern: re.Pattern[str], source: str) -> str | None:
    found = pattern.search(source)
    return found.group() if found else None


def kind(text: str) -> str:
    """What a canonical line shows: int, float, text, list, array, dict, None, type…"""
    if text in ("None", "True", "False"):
        return "none" if text == "None" else "bool"
    if text.startswith('{"clase":'):
        return "array"
    if text.startswith("<entero "):  # too long to be written
        return "int"
    marks = {'"': "text", "[": "list", "{": "dict", "<": "type", "!": "error", "": ""}
    if text[:1] in marks:
        return marks[text[:1]]
    return "int" if re.fullmatch(r"-?\d+", text) else "float"


def form_advice(
    expected: str, shown: str, question: Question, sources: Sequence[str]
) -> tuple[Outcome, str] | None:
    """Outcome and advice for one line that differs; None where the form is right."""
    if kind(shown) == "none":
        return _nothing(question)
    if shown == "<ellipsis>":
        return "missing", "Sin responder: en lugar de `...` va tu respuesta."
    if shown in _CALLABLES:
        return "wrong", (
            "Has dado la función, no su resultado: falta llamarla, con paréntesis."
        )
    words = _by_kind(expected, shown, question, sources)
    return ("wrong", words) if words else None


_CALLABLES = {
    f"<{name}>" for name in ("function", "method", "builtin_function_or_method")
}


def _nothing(question: Question) -> tuple[Outcome, str]:
    if question.called:
        return "wrong", (
            "Tu función devuelve None: termina con `return` (con `print` el valor se "
            "ve, pero no se devuelve)."
        )
    return "missing", (
        "Sin responder: vale None. Asigna el valor a su nombre; `print` lo muestra, "
        "pero no lo guarda."
    )


def _by_kind(
    expected: str, shown: str, question: Question, sources: Sequence[str]
) -> str | None:
    wanted, got = kind(expected), kind(shown)
    if wanted in _IS_NUMBER:
        return _not_a_number(wanted, got, shown, question, sources)
    if wanted == "text" and got != "text":
        return _not_a_word(got, shown)
    if wanted == got == "array":
        return shape_advice(expected, shown)
    if wanted in ("array", "list") and got not in ("array", "list"):
        return "Se pide un array (o una lista), y has dado otra cosa."
    if wanted == "bool" and got != "bool":
        return "Se pide True o False, sin comillas."
    return None


def _not_a_number(
    wanted: str, got: str, shown: str, question: Question, sources: Sequence[str]
) -> str | None:
    if got == "text":
        comma = " y con punto decimal, no con coma" if "," in shown else ""
        return f"Has dado un texto: escribe el número sin comillas{comma}."
    if got in ("list", "array", "dict"):
        return _pair_or_list(question, sources)
    if got == "bool":
        return "Se pide un número, y has dado True o False."
    if got == "type":
        return f"Se pide un número, y has dado un valor de tipo `{shown.strip('<>')}`."
    return _one_point(question, sources) if wanted == "int" else None


def _pair_or_list(question: Question, sources: Sequence[str]) -> str:
    """A tuple that was typed as a number, or a list that was meant."""
    texts = list(_assigned(sources, question.names))
    if any(_ENDS_IN_COMMA.fullmatch(text) for text in texts):
        return "Se pide un solo número: sobra la coma del final."
    typed = [text for text in texts if _is_pair(text)]
    if not typed:
        return (
            "Se pide un solo número, y has dado una lista o un array: saca el elemento."
        )
    text = typed[-1].strip("()")
    if comma_thousands(text) == text:
        return (
            f"`{text}` son varios números: en Python la coma no separa los miles. "
            f"Escribe `{text.replace(',', '_')}`."
        )
    return (
        f"`{text}` es una pareja de números: en Python los decimales van con punto. "
        f"Escribe `{text.replace(',', '.', 1).replace(' ', '')}`."
    )


def _is_pair(text: str) -> bool:
    return bool(re.fullmatch(r"\(?\d[\d_]*(?:,\s*\d[\d_]*)+\)?", text))


def _one_point(question: Question, sources: Sequence[str]) -> str | None:
    for text in _assigned(sources, question.names):
        if _ONE_POINT.fullmatch(text):
            return (
                f"Para Python, `{text}` es un número con decimales: los miles no se "
                f"separan con punto. Escribe `{text.replace('.', '_')}`."
            )
    return None


def _assigned(sources: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """The texts that are assigned to the asked names, as they were typed."""
    wanted = set(names)
    for source in sources:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):  # magics, null bytes
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and wanted & set(_targets(node)):
                yield ast.get_source_segment(source, node.value) or ""


def _targets(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]


def _not_a_word(got: str, shown: str) -> str:
    if shown.startswith("[["):
        return "Se pide solo la palabra, y has dado parejas (palabra, similitud)."
    if got == "list":
        return "Se pide una palabra, y has dado una lista: saca el elemento."
    return "Se pide un texto: escríbelo entre comillas."


def shape_advice(expected: str, shown: str) -> str | None:
    """The arrays differ in shape or class, whatever their values."""
    for pattern, words in (
        (_SHAPE, "El array tiene otra forma (`shape`) que la que se pide."),
        (_CLASS, "El array es de otra clase (enteros, decimales o booleanos)."),
    ):
        one, other = pattern.search(expected), pattern.search(shown)
        if one and other and one.group(1) != other.group(1):
            return words
    return None
