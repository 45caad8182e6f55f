"""Figures: a digest that is compared, an alt text that quotes it, a stable drawing."""

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from andrea_lib import plots
from andrea_lib.plots import Picture

VALUES = [[1.0, 0.25], [0.25, 1.0]]
WORDS = ["gato", "perro"]
SAID = {"digest": {"gato–perro": 0.2512}, "alt": "Coseno: gato–perro {gato–perro}."}
MAKERS: dict[str, Callable[[], Picture]] = {
    "heatmap": lambda: plots.heatmap(VALUES, WORDS, WORDS, label="coseno", **SAID),
    "lines": lambda: plots.lines(
        range(99), {"a": np.arange(99), "b": -np.arange(99)}, xlabel="paso",
        ylabel="norma", **SAID,
    ),
    "bars": lambda: plots.bars(WORDS, [3.0, 4.0], xlabel="millones", **SAID),
    "points": lambda: plots.points(
        WORDS, VALUES, groups={"animales": WORDS}, xlabel="x", **SAID
    ),
    "course_map": lambda: plots.course_map("id", "E"),
}  # fmt: skip
every_figure = pytest.mark.parametrize("make", MAKERS.values(), ids=list(MAKERS))


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    rgb = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
           for c in to_rgb(colour)]  # fmt: skip
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@every_figure
def test_a_figure_is_an_svg_with_its_alt_text_inside(
    make: Callable[[], Picture],
) -> None:
    picture = make()
    svg = picture.svg()
    assert svg.startswith("<svg")
    assert svg.rstrip().endswith("</svg>")
    assert f"<title>{picture.alt}</title>" in svg


@every_figure
def test_the_same_figure_drawn_twice_is_the_same_text(
    make: Callable[[], Picture],
) -> None:
    assert make().svg() == make().svg()


@every_figure
def test_text_is_drawn_as_paths_and_carries_no_date(
    make: Callable[[], Picture],
) -> None:
    svg = make().svg()
    assert "<text" not in svg
    assert "dc:date" not in svg


def test_show_displays_the_drawing_with_its_alt_and_prints_the_digest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[dict[str, str], dict[str, object]]] = []

    def display(data: dict[str, str], raw: bool, metadata: dict[str, object]) -> None:
        shown.append((data, metadata))

    monkeypatch.setattr("IPython.display.display", display)
    MAKERS["heatmap"]().show()
    (data, metadata), alt = shown[0], "Coseno: gato–perro 0.251."
    assert data["text/plain"] == alt
    assert metadata == {"image/svg+xml": {"alt": alt}}
    assert capsys.readouterr().out == "Resumen: gato–perro = 0.251\n"


@pytest.mark.parametrize("alt", ["Coseno sin valor.", "Coseno {perro–gato}."])
def test_an_alt_text_quotes_a_value_of_the_digest(alt: str) -> None:
    with pytest.raises(ValueError, match="gato–perro"):
        Picture(Figure(), SAID["digest"], alt)


@pytest.mark.parametrize("first", ["Gráfico", "Figura", "Imagen:"])
def test_an_alt_text_does_not_begin_with_what_it_is(first: str) -> None:
    with pytest.raises(ValueError, match="no empieza"):
        Picture(Figure(), {"a": 1}, f"{first} con {{a}}")


def test_colours_are_readable_on_white() -> None:
    for colour in (*plots.COLOURS, plots.INK):
        assert contrast(colour, "white") >= 4.5
    assert contrast(plots.INK, plots.SOFT) >= 4.5


def test_lines_differ_in_dash_and_marker_too() -> None:
    ax = MAKERS["lines"]().fig.axes[0]
    for a, b in pairwise(ax.get_lines()):
        assert a.get_linestyle() != b.get_linestyle()
        assert a.get_marker() != b.get_marker()


def test_bars_carry_their_numbers() -> None:
    ax = MAKERS["bars"]().fig.axes[0]
    assert {t.get_text() for t in ax.texts} == {"3.00", "4.00"}


def test_each_square_of_a_heatmap_carries_its_number() -> None:
    ax = MAKERS["heatmap"]().fig.axes[0]
    assert [t.get_text() for t in ax.texts] == ["1.00", "0.25", "0.25", "1.00"]


def test_the_map_lights_what_it_is_asked_to() -> None:
    picture = plots.course_map("P")
    assert picture.summary == "Resumen: encendido = P · paso = 5 de 8"
    bold = [t.get_text() for t in picture.fig.axes[0].texts if t.get_weight() == "bold"]
    assert bold == ["+ P"]


@pytest.mark.parametrize("lit", [(), ("embedding",)])
def test_the_map_refuses_a_step_that_it_does_not_have(lit: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="flujo residual"):
        plots.course_map(*lit)


def test_arrows_join_what_they_are_told_and_widen_the_axes_to_their_start() -> None:
    picture = plots.points(WORDS, [(4.0, 3.0), (8.0, 6.0)], equal=True, **SAID)
    plots.with_arrows(picture, [((-2, 0), (4, 3))])
    ax = picture.fig.axes[0]
    (arrow,) = [t for t in ax.texts if t.arrow_patch]
    assert (tuple(arrow.xyann), tuple(arrow.xy)) == ((-2, 0), (4, 3))
    assert ax.get_xlim()[0] <= -2
    assert ax.get_aspect() == 1


def test_negative_numbers_carry_a_minus_and_no_hyphen() -> None:
    picture = plots.heatmap([[-0.5, 1]], ["a"], WORDS, **SAID)
    assert picture.fig.axes[0].texts[0].get_text() == "−0.50"
    assert plots._tick(-0.25) == "−0.25"


def test_importing_the_figures_imports_no_matplotlib() -> None:
    code = "import sys, json, andrea_lib.plots; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert not {"matplotlib", "torch", "triton"} & set(json.loads(done.stdout))
