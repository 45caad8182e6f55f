"""LaTeX to MathML while building, so that no page loads a script for formulas."""

import re

import math_core
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

LOGGER = logging.getLogger(__name__)
# An arrow as an accent is set too far to the right in our font; above it is right.
MACROS = {"vec": r"\overset{\rightarrow}{#1}"}
CONVERTER = math_core.LatexToMathML(
    allow_unreliable_rendering=True, fancy_error=False, macros=MACROS
)
# Signs that must not be parted from the formula by the end of a line.
OPENING = "([¿¡«“"
CLOSING = ".,;:)]?!»”%"


def normalise(latex: str) -> str:
    """What the converter takes: no labels, no second numbers, rows aligned."""
    latex = re.sub(r"\\label\{[^}]*\}", "", latex).strip()
    latex = re.sub(r"\\(begin|end)\{(?:align|split)\*?\}", r"\\\1{aligned}", latex)
    if "\\\\" in latex and "\\begin" not in latex:
        return rf"\begin{{aligned}}{latex}\end{{aligned}}"
    return latex


def to_mathml(latex: str, *, display: bool) -> str:
    """One `<math>` element; LatexError for a command that the converter lacks."""
    source = normalise(latex)
    return str(CONVERTER.convert_with_local_state(source, displaystyle=display))


def _convert(node: nodes.Element, *, display: bool) -> str:
    try:
        return to_mathml(node.astext(), display=display)
    except math_core.LatexError as error:
        LOGGER.warning(
            "fórmula que el sitio no sabe escribir: %s en «%s». Usa solo las órdenes "
            "que math-core conoce.", error, node.astext(), location=node,
        )  # fmt: skip
        return "<math><merror><mtext>?</mtext></merror></math>"


def visit_inline(translator: HTML5Translator, node: nodes.Element) -> None:
    """A formula within a line."""
    start = translator.starttag(node, "span", "", CLASS="math notranslate nohighlight")
    translator.body.append(f"{start}{_convert(node, display=False)}</span>")
    raise nodes.SkipNode


def visit_block(translator: HTML5Translator, node: nodes.Element) -> None:
    """A formula on its own line, in a box that scrolls; its number at the right."""
    start = translator.starttag(node, "div", CLASS="math notranslate nohighlight")
    translator.body.append(start)
    formula = _convert(node, display=True)
    translator.body.append(f'<div class="equation">{formula}</div>')
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, "Enlace a esta ecuación")
        translator.body.append("</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


class KeepPunctuation(SphinxPostTransform):
    """Put a formula and the sign that touches it into one unbreakable piece."""

    default_priority = 700
    formats = ("html",)

    def run(self, **_: object) -> None:
        for formula in list(self.document.findall(nodes.math)):
            _join(formula)


def _join(formula: nodes.math) -> None:
    before = _take(formula, -1, rf"[{re.escape(OPENING)}]+$")
    after = _take(formula, 1, rf"^[{re.escape(CLOSING)}]+")
    if not before and not after:
        return
    piece = nodes.inline(classes=["unbroken"])
    formula.replace_self(piece)
    piece += [nodes.Text(before), formula, nodes.Text(after)]


def _take(formula: nodes.math, side: int, pattern: str) -> str:
    """Cut the touching signs off the neighbouring text and return them."""
    position = formula.parent.index(formula) + side
    if not 0 <= position < len(formula.parent):
        return ""
    text = formula.parent[position]
    found = re.search(pattern, text) if isinstance(text, nodes.Text) else None
    if not found:
        return ""
    rest = text[: found.start()] + text[found.end() :]
    formula.parent[position] = nodes.Text(rest)
    return found.group()


def setup(app: Sphinx) -> None:
    app.add_post_transform(KeepPunctuation)
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
