"""Each table in a box of its own that scrolls, so that the page never does."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform


class ScrollingTables(SphinxTransform):
    """A container around each table."""

    default_priority = 820

    def apply(self, **_: object) -> None:
        for table in list(self.document.findall(nodes.table)):
            box = nodes.container(classes=["scroll"], is_div=True)
            table.replace_self(box)
            box += table


def setup(app: Sphinx) -> None:
    app.add_transform(ScrollingTables)
