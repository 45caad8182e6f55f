"""Pages from templates: self-contained HTML in which every text is escaped."""

from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from andrea_grader import texts

_FILTERS: dict[str, Callable[..., object]] = {
    "rich": texts.rich,
    "inline": texts.inline,
    "legal": texts.legal,
    "points": texts.points,
    "number": texts.number,
    "short_name": texts.short_name,
}


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    environment.filters.update(_FILTERS)
    return environment


def _finalize(value: object) -> object:
    """Nothing that HTML cannot hold leaves a template."""
    return texts.legal(value) if type(value) is str else value


_ENVIRONMENT = _environment()


def render(template: str, **values: object) -> str:
    return _ENVIRONMENT.get_template(template).render(**values)


def plural(count: int, one: str, many: str) -> str:
    """1 pregunta, 2 preguntas."""
    return f"{count} {one if count == 1 else many}"


_ENVIRONMENT.globals["plural"] = plural
