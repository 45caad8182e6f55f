"""The Sphinx extension of the site; `_config.yml` names it."""

from typing import Any

from sphinx.application import Sphinx

from tools.site import (
    anchors,
    boxes,
    bundles,
    frame,
    highlight,
    mathml,
    outputs,
    pictures,
    prompts,
    tables,
    verdict,
)

PARTS = (
    *(mathml, anchors, boxes, outputs, prompts, tables, pictures, highlight),
    *(frame, bundles, verdict),
)


def setup(app: Sphinx) -> dict[str, Any]:
    for part in PARTS:
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
