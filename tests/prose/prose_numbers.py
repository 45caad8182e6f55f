"""Every number of the prose stands in an output between the same two headings.

Exempt: integers up to 20, years, section numbers, points, what a question asks
(a prediction may offer wrong numbers), code, names (GPT-2, fp32) and powers (10⁶).
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from .notebooks import Section, load, sections
from .pages import Finding, Paragraph, named, paragraphs

SPACE = "[\u202f\u00a0_]"
IN_PROSE = re.compile(
    rf"(?<![\w.,-])(?:\d{{1,3}}(?:{SPACE}\d{{3}})+|\d+)(?:\.\d+)?(?!\w)"
)
IN_OUTPUT = re.compile(
    rf"(?:\d{{1,3}}(?:[{SPACE[1:-1]} ]\d{{3}})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?"
)
SIMPLE = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")
QUESTION = re.compile(r"¿[^?]*\?")
PLACE = re.compile(
    r"(?:§|\b(?:secci(?:ón|ones)|apartados?|capítulos?|ejercicios?|respuestas?|preguntas?"
    r"|puntos?|figuras?|tablas?|página|ecuaci(?:ón|ones)|versi(?:ón|ones)|Python|Triton))"
    r"\s*\d[\d.]*(?:(?:, | y | a | o |–)\d[\d.]*)*",
    re.IGNORECASE,
)
SECTION = re.compile(r"^\d[\d.]*\s*·")
BY_ARTICLE = re.compile(r"\blas?\s+\d\.\d{1,2}(?![\d.]*\d)")  # «hasta la 2.5»
POINTS = re.compile(r"\d+\s+puntos?\b")
LATEX_SPACE = re.compile(r"\\[,;:! ]|\{,\}|\\(?:thin|med|thick)space\b")
LATEX_NAME = re.compile(r"\\(?:text|mathrm|operatorname)\{[^{}]*\}|\\[a-zA-Z]+")
ALSO_WIDE = (1950, 2030)  # years


def plain_math(text: str) -> str:
    """`6\\,488\\,832` → `6_488_832`; commands out, so that digits stand alone."""
    text = re.sub(rf"(?<=\d)(?:{LATEX_SPACE.pattern})(?=\d{{3}})", "_", text)
    text = LATEX_NAME.sub(" ", LATEX_SPACE.sub(" ", text))
    return re.sub(r"[_^](?!\d{3}(?!\d))\{?", " ^ ", text)


def value(digits: str) -> Decimal:
    """Digits without separators, as a number: 25.960 is 25.96."""
    return Decimal(re.sub(r"[\s_\u202f\u00a0]", "", digits))


def exempt(number: Decimal) -> bool:
    """Integers up to 20, and years."""
    whole = number == number.to_integral_value()
    first, last = ALSO_WIDE
    return whole and (number <= 20 or first <= number <= last)


def claimed(paragraph: Paragraph) -> Iterator[str]:
    """The numbers that a paragraph claims."""
    text = plain_math(paragraph.text)
    text = SECTION.sub("", text) if paragraph.heading else text
    for pattern in (QUESTION, PLACE, BY_ARTICLE, POINTS):
        text = pattern.sub(" ", text)
    for match in IN_PROSE.finditer(text):
        if not exempt(value(match[0])):
            yield match[0]


def shown(outputs: list[str]) -> set[Decimal]:
    """All numbers of some outputs, also grouped by plain spaces."""
    text = "\n".join(outputs)
    return {value(n) for n in IN_OUTPUT.findall(text) + SIMPLE.findall(text)}


def missing(section: Section) -> Iterator[tuple[str, str]]:
    """The numbers of a section that none of its outputs shows, and their cells."""
    seen = shown(section.shown)
    for cell, source in section.said:
        for paragraph in paragraphs(source, cell, keep_math=True):
            for digits in claimed(paragraph):
                if value(digits) not in seen:
                    yield digits, cell


def line_of(digits: str, title: str, source: Path) -> int:
    """Line of the chapter's source that holds a number, from a heading on; or 0."""
    lines = source.read_text(encoding="utf-8").splitlines() if source.exists() else []
    start = next((n for n, line in enumerate(lines) if line.endswith(f"# {title}")), 0)
    form = re.compile(rf"(?<![\w.]){re.escape(digits)}(?![\w]|\.\d)")
    found = (n for n, line in enumerate(lines, 1) if n > start and form.search(line))
    return next(found, 0)


def unproved(path: Path) -> Iterator[Finding]:
    """The findings of an executed notebook, with the lines of its source."""
    source = path.with_suffix(".md")
    name = named(source)
    for section in sections(load(path)):
        for digits, cell in missing(section):
            advice = (
                f"ninguna salida entre este título («{section.title}») y el siguiente"
                f" lo muestra (celda {cell}): imprímelo ahí, o quítalo"
            )
            yield Finding(name, line_of(digits, section.title, source), digits, advice)
