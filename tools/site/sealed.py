"""The answers on the pages of solutions: sealed until the reader opens them.

Folded text is still text: search engines, the search of the browser and the source
of the page show it to who was not looking for it. So the page carries an answer in
base64 and book/assets/js/sealed.js writes it out when its fold is opened. It hides
nothing from who wants it: the notebooks of the solutions lie in the repository.
"""

import base64
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.writers.html5 import HTML5Translator

from tools.address import read_address
from tools.site.frame import SOLUTIONS, blob_url
from tools.site.highlight import course_colours, unwrap

# Answers, and the wrong ones: they repeat whole lines of the right one.
SEALED_TAGS = {"respuesta", "errores"}


class Sealed(nodes.General, nodes.Element):
    """What it holds goes out in base64."""


def seal(html: str) -> str:
    return base64.b64encode(html.encode()).decode("ascii")


class SealAnswers(SphinxTransform):
    """Put the code of each answer into a Sealed; after the cells have their names."""

    default_priority = 840

    def apply(self, **_: object) -> None:
        if not self.env.docname.startswith(SOLUTIONS):
            return
        for cell in self.document.findall(nodes.container):
            if SEALED_TAGS & set(cell.get("cell_metadata", {}).get("tags", [])):
                for block in list(cell.findall(nodes.literal_block)):
                    if block.parent.get("nb_element") == "cell_code_source":
                        block.replace_self(Sealed("", block.deepcopy()))


def visit(translator: HTML5Translator, node: Sealed) -> None:
    node["start"] = len(translator.body)


def depart(translator: HTML5Translator, node: Sealed) -> None:
    """Take what was written since `visit` and write it sealed."""
    body, start = translator.body, node["start"]
    root = Path(translator.builder.app.confdir)
    text = unwrap("".join(body[start:]), course_colours(root))
    del body[start:]
    notebook = f"{translator.builder.current_docname}.ipynb"
    link = blob_url(read_address(root), notebook)
    body.append(
        f'<div class="sealed" data-sealed="{seal(text)}"></div>'
        "<noscript><p>Para abrir la solución hace falta JavaScript. Sin él, está en el "
        f'<a href="{link}">cuaderno de la solución</a>.</p></noscript>'
    )


def setup(app: Sphinx) -> None:
    app.add_node(Sealed, html=(visit, depart))
    app.add_transform(SealAnswers)
