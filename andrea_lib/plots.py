"""Figures of the course: each function returns a Picture, ready to `show`.

    heatmap(C, words, words, digest={"gato–perro": C[0, 1]},
            alt="Coseno entre palabras: gato–perro {gato–perro}.").show()

Colours have at least 4.5:1 on white (WCAG 2.2 AA) and never speak alone: lines also
differ in dash and marker, bars carry their number.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from andrea_lib.course_map import STEPS, course_map
from andrea_lib.labels import offsets
from andrea_lib.picture import (
    BLUE,
    COLOURS,
    DASHES,
    GREEN,
    GREY,
    INK,
    MARKERS,
    ORANGE,
    PINK,
    SOFT,
    Picture,
    figure,
    style,
)
from andrea_lib.show import shown, thousands

__all__ = [
    "BLUE", "COLOURS", "GREEN", "GREY", "INK", "ORANGE", "PINK", "SOFT", "STEPS",
    "Picture", "bars", "course_map", "figure", "heatmap", "lines", "points", "style",
    "with_arrows",
]  # fmt: skip


def _tick(value: float, _: int = 0) -> str:
    """Whole numbers in groups of three, as in the text."""
    return (
        thousands(int(value)) if value == int(value) else f"{value:g}".replace("-", "−")
    )


def heatmap(
    values: ArrayLike,
    rows: Sequence[object],
    cols: Sequence[object],
    *,
    digest: Mapping[str, object],
    alt: str,
    limits: tuple[float, float] | None = None,
    label: str = "",
    written: bool = True,
) -> Picture:
    """Matriz (filas × columnas) en colores; con `written`, cada número en su casilla.

    `limits`: valores de los extremos del color (por defecto, mínimo y máximo).
    """
    array = np.asarray(values, dtype=float)
    low, high = limits or (array.min(), array.max())
    fig, ax = figure(height=max(1.6, 0.42 * len(rows) + 0.9))
    with style():
        mesh = ax.imshow(array, cmap="Blues", vmin=low, vmax=high, aspect="auto")
        ax.set_xticks(range(len(cols)), list(map(str, cols)))
        ax.set_yticks(range(len(rows)), list(map(str, rows)))
        fig.colorbar(mesh, ax=ax, label=label, shrink=0.9)
        for (i, j), value in np.ndenumerate(array) if written else ():
            dark = value > low + 0.55 * (high - low)
            ax.text(
                j, i, f"{value:.2f}".replace("-", "−"), ha="center", va="center",
                color="white" if dark else INK, fontsize=9,
            )  # fmt: skip
    return Picture(fig, digest, alt)


def lines(
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    digest: Mapping[str, object],
    alt: str,
    xlabel: str,
    ylabel: str,
    xscale: str = "linear",
    yscale: str = "linear",
) -> Picture:
    """Una curva por serie {nombre: y}, cada una con su trazo y su marca."""
    fig, ax = figure()
    with style():
        for i, (name, y) in enumerate(series.items()):
            k = i % len(COLOURS)
            many = np.size(x) > 40
            ax.plot(
                x, y, label=name, color=COLOURS[k], linestyle=DASHES[k],
                marker=MARKERS[k], markevery=max(1, np.size(x) // 10) if many else 1,
            )  # fmt: skip
        ax.set(xlabel=xlabel, ylabel=ylabel, xscale=xscale, yscale=yscale)
        if xscale == "linear":
            ax.xaxis.set_major_formatter(_tick)
        ax.grid(color="#e5e7eb")
        if len(series) > 1:
            ax.legend()
    return Picture(fig, digest, alt)


def bars(
    labels: Sequence[str],
    values: Sequence[float],
    *,
    digest: Mapping[str, object],
    alt: str,
    xlabel: str,
    xscale: str = "linear",
    texts: Sequence[str] | None = None,
) -> Picture:
    """Barras horizontales, de arriba abajo, con su número (o `texts`) al final."""
    fig, ax = figure(height=0.9 + 0.36 * len(labels))
    with style():
        drawn = ax.barh(range(len(labels)), values, color=BLUE, height=0.62)
        ax.bar_label(drawn, labels=list(texts or map(shown, values)), padding=4)
        ax.set_yticks(range(len(labels)), list(labels))
        ax.set(xlabel=xlabel, xscale=xscale)
        ax.invert_yaxis()
        ax.margins(x=0.16)
    return Picture(fig, digest, alt)


def points(
    words: Sequence[str],
    xy: ArrayLike,
    *,
    digest: Mapping[str, object],
    alt: str,
    groups: Mapping[str, Sequence[str]] | None = None,
    xlabel: str = "",
    ylabel: str = "",
    xscale: str = "linear",
    equal: bool = False,
) -> Picture:
    """Palabras en el plano; `xy`: (n, 2); cada grupo {nombre: palabras}, una marca.

    `equal`: los dos ejes a la misma escala, para que los ángulos sean los de verdad.
    """
    where = dict(zip(words, np.asarray(xy, dtype=float), strict=True))
    fig, ax = figure(height=4.4)
    with style():
        for k, (name, members) in enumerate((groups or {"": words}).items()):
            x, y = np.stack([where[word] for word in members]).T
            ax.scatter(
                x, y, color=COLOURS[k % 5], marker=MARKERS[k % 5], s=28,
                label=name, rasterized=len(words) > 2000,
            )  # fmt: skip
        ax.set(xlabel=xlabel, ylabel=ylabel, xscale=xscale)
        ax.margins(0.12)
        if equal:
            ax.set_aspect("equal", adjustable="datalim")
        if len(words) <= 120:
            _name(ax, where)
        if groups:
            ax.legend()
    return Picture(fig, digest, alt)


def _name(ax: Any, where: Mapping[str, NDArray[np.float64]]) -> None:
    """Each word beside its point, where it hides no other."""
    ax.autoscale_view()
    ax.apply_aspect()
    at = ax.transData.transform(np.stack(list(where.values()))) * 72 / ax.figure.dpi
    for (word, xy), place in zip(where.items(), offsets(list(where), at), strict=True):
        ax.annotate(word, xy, place, textcoords="offset points", fontsize=9)


def with_arrows(
    picture: Picture, segments: Iterable[tuple[ArrayLike, ArrayLike]]
) -> Picture:
    """La misma figura con flechas, cada una (desde, hasta) en las unidades del eje."""
    ax = picture.fig.axes[0]
    look = {"arrowstyle": "->", "color": GREY, "linewidth": 1.4, "shrinkA": 0}
    with style():
        for start, end in segments:
            ax.update_datalim([np.asarray(start)])
            ax.annotate("", np.asarray(end), np.asarray(start), arrowprops=look)
        ax.autoscale_view()
    return picture
