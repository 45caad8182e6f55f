"""Change the HTML of each page just before it is written: one hook for all."""

from collections.abc import Callable
from typing import Any

from sphinx.application import Sphinx


def on_body(app: Sphinx, change: Callable[[Sphinx, str], str]) -> None:
    """Replace the body of every page that has one by `change(app, body)`."""

    def hook(
        app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
    ) -> None:
        if "body" in context:
            context["body"] = change(app, context["body"])

    app.connect("html-page-context", hook)
