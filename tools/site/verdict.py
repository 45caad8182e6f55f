"""The last step of a build: take away what no page needs, and stop at a fault."""

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

from tools.site.leaks import find_leaks
from tools.site.links import find_broken

LOGGER = logging.getLogger(__name__)


def judge(app: Sphinx, error: Exception | None) -> None:
    """Every broken link and every leak is named, and the build has failed."""
    if error or app.builder.format != "html":
        return
    site, root = Path(app.outdir), Path(app.confdir)
    # The source of a solution's page is the solution itself.
    shutil.rmtree(site / "_sources" / "solutions", ignore_errors=True)
    for fault in (*find_broken(site, root), *find_leaks(site, root)):
        LOGGER.warning("%s", fault)
        app.statuscode = 1


def setup(app: Sphinx) -> None:
    app.connect("build-finished", judge, priority=990)
