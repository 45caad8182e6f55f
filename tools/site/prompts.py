"""Hidden cells: what the line says that unfolds them; solutions without markers."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from andrea_grader.markers import BEGIN, END
from tools.site.bodies import on_body

# By the cell's tag; every other folded cell says «el código» (see _config.yml).
HIDDEN = {
    "respuesta": "la solución",
    "errores": "los errores frecuentes",
    "setup": "la preparación",
}


def drop_markers(cell: nodes.container) -> None:
    """The markers of a solution are for the pipeline, not for a reader."""
    for block in list(cell.findall(nodes.literal_block)):
        lines = block.astext().split("\n")
        text = "\n".join(line for line in lines if line not in (BEGIN, END))
        block.rawsource, block.children = text, [nodes.Text(text)]


class Prompts(SphinxTransform):
    """Name what is folded."""

    default_priority = 830

    def apply(self, **_: object) -> None:
        for cell in self.document.findall(nodes.container):
            tags = cell.get("cell_metadata", {}).get("tags", [])
            named = next((HIDDEN[tag] for tag in tags if tag in HIDDEN), None)
            if named and cell.get("hide_mode"):
                cell["prompt_show"] = f"Mostrar {named}"
                cell["prompt_hide"] = f"Ocultar {named}"
            if "respuesta" in tags:
                drop_markers(cell)


def drop_label(app: Sphinx, body: str) -> str:
    """MyST-NB labels the line in English; the words in it say it better."""
    return body.replace(' aria-label="Toggle hidden content"', "")


def setup(app: Sphinx) -> None:
    app.add_transform(Prompts)
    on_body(app, drop_label)
