"""The map of the course: from a text to the logits in eight steps."""

from typing import Any

from andrea_lib.picture import BLUE, GREY, INK, SOFT, Picture, figure, style

STEPS = ("texto", "tokens", "id", "E", "P", "flujo residual", "bloques", "logits")


def course_map(*lit: str) -> Picture:
    """Del texto a los logits en ocho pasos, con los pasos `lit` encendidos."""
    unknown = [step for step in lit if step not in STEPS]
    if unknown or not lit:
        raise ValueError(f"Pasos del mapa: {', '.join(STEPS)}; no {unknown}.")
    fig, ax = figure(height=1.7)
    with style():
        for i, step in enumerate(STEPS):
            _map_box(ax, i, "+ P" if step == "P" else step, step in lit)
        for i in range(len(STEPS) - 1):
            _map_arrow(ax, i)
        ax.set(xlim=(-0.42, 3.42), ylim=(-1.3, 0.3))
        ax.axis("off")
    numbers = [str(STEPS.index(step) + 1) for step in lit]
    return Picture(
        fig,
        {
            "encendido": " y ".join(lit),
            "paso": f"{' y '.join(numbers)} de {len(STEPS)}",
        },
        "Mapa del curso, del texto a los logits: encendido {encendido}, paso {paso}.",
    )


def _map_box(ax: Any, i: int, name: str, lit: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    x, y = i % 4, -(i // 4)
    corner, face = (x - 0.36, y - 0.24), BLUE if lit else SOFT
    style_ = "round,pad=0,rounding_size=0.08"
    ax.add_patch(
        FancyBboxPatch(
            corner, 0.72, 0.48, style_, facecolor=face, edgecolor=BLUE,
            linewidth=2.5 if lit else 0.8,
        )
    )  # fmt: skip
    ax.text(
        x, y - 0.01, name, ha="center", va="center", fontsize=11.5,
        color="white" if lit else INK, weight="bold" if lit else "normal",
    )  # fmt: skip


def _map_arrow(ax: Any, i: int) -> None:
    """From step i to the next; the fourth turns back to the second row."""
    x, y = float(i % 4), -float(i // 4)
    start, end = (x + 0.36, y), (x + 0.64, y)
    if x == 3:
        ax.plot([3, 3, 0, 0], [-0.24, -0.5, -0.5, -0.6], color=GREY, linewidth=1.4)
        start, end = (0.0, -0.5), (0.0, -0.76)
    arrow = {"arrowstyle": "->", "color": GREY, "linewidth": 1.4, "shrinkA": 0}
    ax.annotate("", end, start, arrowprops=arrow)
