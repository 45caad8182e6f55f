"""Figures of several panels side by side: heat maps, paths of points, dials.

Each returns a `plots.Picture`, as the figures of `andrea_lib.plots` do.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from andrea_lib.plots import BLUE, GREY, INK, ORANGE, SOFT, Picture, figure, style


def heatmaps(
    panels: Mapping[str, ArrayLike],
    *,
    digest: Mapping[str, object],
    alt: str,
    xlabel: str,
    ylabel: str,
    limits: tuple[float, float] | None = None,
    label: str = "",
) -> Picture:
    """Varias matrices en colores, {título: matriz}; con `limits`, la misma escala."""
    fig, axes = figure(height=3.3, cols=len(panels))
    low, high = limits or (None, None)
    with style():
        for ax, (title, values) in zip(axes, panels.items(), strict=True):
            mesh = ax.imshow(
                np.asarray(values, dtype=float), cmap="Blues", aspect="auto",
                vmin=low, vmax=high,
            )  # fmt: skip
            ax.set_title(title, fontsize=11)
            ax.set_xlabel(xlabel)
        axes[0].set_ylabel(ylabel)
        if limits:
            fig.colorbar(mesh, ax=list(axes), label=label, shrink=0.9)
    return Picture(fig, digest, alt)


def paths(
    panels: Mapping[str, ArrayLike], *, digest: Mapping[str, object], alt: str
) -> Picture:
    """Puntos numerados y unidos en orden, {título: (n, 2)}, todos a la misma escala."""
    fig, axes = figure(height=3.3, cols=len(panels))
    reach = 1.2 * max(
        float(np.abs(xy).max()) for xy in map(np.asarray, panels.values())
    )
    with style():
        for ax, (title, xy) in zip(axes, panels.items(), strict=True):
            x, y = np.asarray(xy, dtype=float).T
            ax.plot(x, y, color=GREY, linewidth=0.8)
            ax.scatter(x, y, color=BLUE, s=14)
            for i, where in enumerate(zip(x, y, strict=True)):
                ax.annotate(str(i), where, (3, 2), textcoords="offset points", size=8)
            ax.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel="componente 1")
            ax.set_title(title, fontsize=11)
        axes[0].set_ylabel("componente 2")
    return Picture(fig, digest, alt)


def dials(
    turns: Sequence[float], steps: int, *, digest: Mapping[str, object], alt: str
) -> Picture:
    """Una esfera por giro, en radianes: dónde apunta la flecha tras 0, 1, 2… pasos."""
    fig, axes = figure(height=2.5, cols=len(turns))
    circle = np.linspace(0, 2 * np.pi, 100)
    with style():
        for k, (ax, turn) in enumerate(zip(axes, turns, strict=True)):
            ax.plot(np.cos(circle), np.sin(circle), color=GREY, linewidth=0.8)
            crowded = turn < 0.2  # then only the first and the last have a number
            for t in range(steps):
                tip = np.array([np.cos(t * turn), np.sin(t * turn)])
                colour = ORANGE if t == 0 else BLUE
                arrow = {"arrowstyle": "->", "color": colour, "linewidth": 1.4}
                ax.annotate("", tip, (0, 0), arrowprops=arrow)
                if not crowded or t in (0, steps - 1):
                    ax.text(*(1.2 * tip), str(t), ha="center", va="center", color=INK)
            ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), aspect="equal")
            ax.set_title(f"pareja {k}", fontsize=11)
            ax.axis("off")
    return Picture(fig, digest, alt)


def stacked(
    rows: Mapping[str, Sequence[tuple[str, float]]],
    *,
    digest: Mapping[str, object],
    alt: str,
    xlabel: str,
    dark: Collection[str] = (),
) -> Picture:
    """Barras partidas, {nombre: [(trozo, valor), …]}; los trozos `dark`, oscuros."""
    fig, ax = figure(height=1.0 + 0.6 * len(rows))
    widest = max(sum(value for _, value in parts) for parts in rows.values())
    with style():
        for i, parts in enumerate(rows.values()):
            left = 0.0
            for part, value in parts:
                face, ink = (BLUE, "white") if part in dark else (SOFT, INK)
                ax.barh(i, value, 0.7, left, color=face, edgecolor=BLUE)
                if value > 0.12 * widest:  # wide enough for its name
                    where = left + value / 2, i
                    ax.text(
                        *where, part, ha="center", va="center", color=ink, fontsize=9
                    )
                left += value
            ax.text(left, i, f" {left:.1f}", va="center")
        ax.set_yticks(range(len(rows)), list(rows))
        ax.invert_yaxis()
        ax.set(xlabel=xlabel, xlim=(0, 1.15 * widest))
    return Picture(fig, digest, alt)
