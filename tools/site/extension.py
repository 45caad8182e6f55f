"""The Sphinx extension of the site; `_config.yml` names it."""

from typing import Any

from sphinx.application import Sphinx

from tools.site import (
    anchors,
    boxes,
    bundles,
    choices,
    discover,
    figures,
    frame,
    highlight,
    mathml,
    outputs,
    pictures,
    progress,
    prompts,
    sealed,
    tables,
    verdict,
)

PARTS = (
    *(mathml, anchors, boxes, choices, outputs, prompts, sealed, progress, tables),
    *(pictures, figures, highlight, frame, bundles, discover, verdict),
)


def setup(app: Sphinx) -> dict[str, Any]:
    for part in PARTS:
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
