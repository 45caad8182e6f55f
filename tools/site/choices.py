"""«Elige»: a question, its choices, and folded below a reason for each of them.

    > **Elige.** ¿…?
    >
    > 1. …
    > 2. …
    >
    > <details><summary>Ver las razones</summary>
    >
    > 1. No: …
    > 2. **Sí.** …
    >
    > </details>

In Colab and on paper it is read as it stands; book/assets/js/choices.js makes a
button of each choice. A question without a reason for each choice stops the build.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from tools.site.boxes import box_title

LOGGER = logging.getLogger(__name__)


def is_right(reason: nodes.list_item) -> bool:
    """The reason of the right choice begins with «Sí» in bold."""
    start = next(iter(reason.findall(nodes.strong)), None)
    return start is not None and start.astext().startswith("Sí")


def choice_fault(quote: nodes.block_quote) -> str | None:
    """What is wrong with the question, in Spanish."""
    lists = [part for part in quote if isinstance(part, nodes.enumerated_list)]
    if len(lists) != 2:
        return "hacen falta dos listas numeradas: las opciones y sus razones"
    choices, reasons = lists
    if len(choices) != len(reasons):
        return f"hay {len(choices)} opciones y {len(reasons)} razones"
    right = sum(map(is_right, reasons.children))
    return None if right == 1 else f"{right} razones empiezan por **Sí**; debe ser una"


class CheckChoices(SphinxTransform):
    """Before the quotations become boxes."""

    default_priority = 790

    def apply(self, **_: object) -> None:
        for quote in self.document.findall(nodes.block_quote):
            fault = choice_fault(quote) if box_title(quote) == "Elige" else None
            if fault:
                LOGGER.warning("«Elige»: %s.", fault, location=quote)


def setup(app: Sphinx) -> None:
    app.add_transform(CheckChoices)
