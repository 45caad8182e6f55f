"""Links such as `bibliography.md#vaswani2017` may name any id of a page.

MyST's links to another page know the slugs of its headings only. Here they learn
its labels, `(vaswani2017)=`, and the ids of its HTML, `<a id="vaswani2017"></a>`.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

_ID = re.compile(r'\bid="([^"]+)"')


def page_ids(doctree: nodes.document) -> set[str]:
    """Every id that the page will have."""
    raw = " ".join(node.astext() for node in doctree.findall(nodes.raw))
    return set(doctree.ids) | set(_ID.findall(raw))


def add_ids(app: Sphinx, doctree: nodes.document) -> None:
    """Once a page is read: its ids count as slugs (line, id, text)."""
    metadata = app.env.metadata[app.env.docname]
    slugs = metadata.get("myst_slugs", {})
    own = {name: (0, name, name) for name in page_ids(doctree)}
    metadata["myst_slugs"] = {**own, **slugs}


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", add_ids)
