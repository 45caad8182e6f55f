"""What a figure of the course is: a drawing, its digest and its alt text.

The drawing is an SVG (text as paths, stable ids); its bytes may differ between
versions of matplotlib, so nbval compares only the digest, which `show` prints below.
The alt text takes its values from the digest ({key}), so it is never out of date.
"""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from andrea_lib.show import shown

BLUE, ORANGE, GREEN, PINK, GREY = "#0b5394", "#b45309", "#166534", "#9d174d", "#4b5563"
COLOURS = (BLUE, ORANGE, GREEN, PINK, GREY)
MARKERS = ("o", "s", "^", "D", "v")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)))
INK, SOFT = "#1a1a1a", "#dbe7f3"

STYLE: Any = {
    "svg.hashsalt": "andrea",
    "svg.fonttype": "path",
    "figure.facecolor": "white",
    "figure.figsize": (6.4, 3.4),
    "figure.constrained_layout.use": True,
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
}


@contextmanager
def style() -> Iterator[None]:
    """El estilo del curso, solo dentro del bloque `with`."""
    import matplotlib

    with matplotlib.rc_context(STYLE):
        yield


def figure(height: float = 3.4, cols: int = 1) -> tuple[Any, Any]:
    """Una figura vacía (sin `pyplot`) y sus ejes: uno, o `cols` uno junto a otro."""
    from matplotlib.figure import Figure

    with style():
        fig = Figure(figsize=(6.4, height))
        return fig, fig.subplots(1, cols)


@dataclass(frozen=True)
class Picture:
    """Una figura, su resumen y su texto alternativo.

    `digest`: valores con nombre; `alt`: frase que cita al menos uno como {nombre}.
    """

    fig: Any
    digest: Mapping[str, object]
    alt: str

    def __post_init__(self) -> None:
        alt = self.alt
        for key, value in self.digest.items():
            alt = alt.replace(f"{{{key}}}", shown(value))
        if alt == self.alt or "{" in alt:
            raise ValueError(
                "El texto alternativo cita valores del resumen como {clave}, "
                f"y las claves son: {', '.join(self.digest)}."
            )
        if alt.split(" ")[0].strip(":,.").lower() in {"gráfico", "figura", "imagen"}:
            raise ValueError("El texto alternativo no empieza por Gráfico, Figura…")
        object.__setattr__(self, "alt", alt)

    @property
    def summary(self) -> str:
        """La línea que se compara al probar: "Resumen: a = 1 · b = 2"."""
        pairs = (f"{key} = {shown(value)}" for key, value in self.digest.items())
        return "Resumen: " + " · ".join(pairs)

    def svg(self) -> str:
        """El dibujo como SVG, con el texto alternativo en <title>."""
        buffer = io.StringIO()
        with style():
            self.fig.savefig(
                buffer, format="svg", metadata={"Date": None, "Title": self.alt}
            )
        text = buffer.getvalue()
        return text[text.index("<svg") :]

    def show(self) -> None:
        """Muestra el dibujo y, debajo, imprime su resumen."""
        from IPython.display import display

        display(
            {"image/svg+xml": self.svg(), "text/plain": self.alt},
            raw=True,
            metadata={"image/svg+xml": {"alt": self.alt}},
        )
        print(self.summary)
