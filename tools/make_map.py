"""`python -m tools.make_map`: the picture of the course on the cover."""

from pathlib import Path

from andrea_lib import plots

MAP = Path(__file__).parents[1] / "book/figures/map.svg"


def draw() -> str:
    """The map as SVG, with the steps that the reader builds lit."""
    return plots.course_map("E", "P").svg()


if __name__ == "__main__":
    MAP.write_text(draw(), encoding="utf-8")
