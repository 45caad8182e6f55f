"""At the end of each section of a notebook, a button that marks it as read.

The marks live in the reader's browser only: book/assets/js/progress.js.
"""

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

FOLDERS = ("chapters/", "exercises/")
_BUTTON = (
    '<p class="needs-js done-line"><button class="done" type="button" '
    'aria-pressed="false" data-section="{}" title="Se guarda solo en este navegador">'
    "Apartado leído</button></p>"
)


class ProgressButtons(SphinxTransform):
    """The page's title holds the sections of the second level."""

    default_priority = 850

    def apply(self, **_: object) -> None:
        if not self.env.docname.startswith(FOLDERS):
            return
        for page in self.document.children:
            for section in page.children:
                if isinstance(section, nodes.section):
                    button = _BUTTON.format(escape(section["ids"][0]))
                    section += nodes.raw("", button, format="html")


def setup(app: Sphinx) -> None:
    app.add_transform(ProgressButtons)
