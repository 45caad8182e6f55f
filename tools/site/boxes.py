"""Block quotes that begin with fixed bold words become coloured boxes.

The same Markdown is read in Colab, where it stays a plain quotation. What a cell
shows right after «Predice primero» is folded, so that the bet comes before it.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

# First words of a box, its class, and whether it starts folded.
BOXES = {
    "Predice primero": ("predict", False),
    "Compruébalo: ¿es así?": ("verify", False),
    "Elige": ("choose", False),
    "Para recordar": ("remember", False),
    "Ojo": ("careful", False),
    "Para ir más lejos ○": ("further", True),
}


def _bold_start(quote: nodes.block_quote) -> nodes.strong | None:
    """The bold words that the quotation begins with, if it does."""
    first = quote.children[0] if quote.children else None
    if not isinstance(first, nodes.paragraph):
        return None
    # MyST leaves an empty text before the bold words.
    start = next((child for child in first.children if child.astext()), None)
    return start if isinstance(start, nodes.strong) else None


def box_title(quote: nodes.block_quote) -> str | None:
    """Which box it is, without the full stop; None for a plain quotation."""
    bold = _bold_start(quote)
    title = bold.astext().strip().removesuffix(".") if bold else None
    return title if title in BOXES else None


def _without_title(quote: nodes.block_quote) -> list[nodes.Node]:
    """The box's content: the bold words go, and a paragraph left empty too."""
    first, bold = quote.children[0], _bold_start(quote)
    rest = first.children[first.index(bold) + 1 :]
    if rest and isinstance(rest[0], nodes.Text):
        rest[0] = nodes.Text(rest[0].lstrip())
    first.children = rest
    return [child for child in quote.children if child is not first or first.astext()]


def _open_box(title: str, kind: str, body: list[nodes.Node]) -> nodes.Element:
    box = nodes.container(classes=["box", kind], is_div=True)
    box += nodes.paragraph(title, title, classes=["box-title"])
    box.extend(body)
    return box


def _folded_box(title: str, kind: str, body: list[nodes.Node]) -> list[nodes.Node]:
    start = f'<details class="box {kind}"><summary class="box-title">{title}</summary>'
    return [
        nodes.raw("", start, format="html"),
        *body,
        nodes.raw("", "</details>", format="html"),
    ]


def make_box(quote: nodes.block_quote, title: str) -> None:
    """Replace the quotation by its box."""
    kind, folded = BOXES[title]
    body = _without_title(quote)
    if folded:
        quote.replace_self(_folded_box(title, kind, body))
    else:
        quote.replace_self(_open_box(title, kind, body))


def _next_output(quote: nodes.block_quote) -> nodes.container | None:
    """What the cell right after the quotation shows, if a cell comes there."""
    cell = quote.next_node(descend=False, siblings=True)
    outputs = cell.children[-1:] if isinstance(cell, nodes.container) else []
    shown = [child for child in outputs if "cell_output" in child["classes"]]
    return shown[0] if shown else None


def fold_outcome(quote: nodes.block_quote) -> None:
    """What answers a prediction waits folded, unless the box itself has the answer."""
    output = None if "<details>" in quote.astext() else _next_output(quote)
    if output:
        summary = "<summary>Ya he apostado: ver qué sale</summary>"
        start = nodes.raw("", f'<details class="bet">{summary}', format="html")
        # Not replace_self: it would give the raw pieces the output's class.
        cell = output.parent
        cell.insert(cell.index(output), start)
        cell.append(nodes.raw("", "</details>", format="html"))


def effort_line(line: nodes.paragraph) -> None:
    """Difficulty, minutes and points of a question, each in its own piece."""
    pieces = line.astext().split(" · ")
    line["classes"].append("effort")
    line.children = []
    line += [nodes.inline(text, text) for text in pieces]
    line.children[0]["classes"].append(f"level-{pieces[0].split()[1]}")


class Boxes(SphinxTransform):
    """Boxes, and the line that heads an exercise."""

    default_priority = 800

    def apply(self, **_: object) -> None:
        for quote in list(self.document.findall(nodes.block_quote)):
            title = box_title(quote)
            if title == "Predice primero":
                fold_outcome(quote)
            if title:
                make_box(quote, title)
        for line in self.document.findall(nodes.paragraph):
            if line.rawsource.startswith("*Dificultad ") and len(line.children) == 1:
                effort_line(line)


def setup(app: Sphinx) -> None:
    app.add_transform(Boxes)
