"""Numbers as the course writes them, and tables that read well everywhere."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib.show import holds, shown, sig, table, thousands


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0"),
        (8449, "8449"),
        (50_257, "50\u202f257"),
        (-6_488_832, "−6\u202f488\u202f832"),
    ],
)
def test_thousands_are_grouped_from_five_figures(n: int, text: str) -> None:
    assert thousands(n) == text


@given(st.integers(-(10**15), 10**15))
def test_grouping_loses_no_digit(n: int) -> None:
    assert int(thousands(n).replace("\u202f", "").replace("−", "-")) == n


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.036084, "0.0361"), (27.7128, "27.7"), (0.9996, "1.00"), (-0.25, "−0.250"),
        (123.4, "123"), (98_698_752.0, "9.87·10⁷"), (4e-7, "4.00·10⁻⁷"), (0.0, "0"),
        (-0.0, "0"), (float("inf"), "inf"), (float("nan"), "nan"),
        (12_345.6, "12\u202f300"),
    ],
)  # fmt: skip
def test_three_significant_figures(x: float, text: str) -> None:
    assert sig(x) == text


@given(st.floats(1e-3, 9.9e5))
def test_rounding_is_within_half_a_unit_of_the_third_figure(x: float) -> None:
    value = float(sig(x).replace("\u202f", ""))
    assert value == pytest.approx(x, rel=5.0001e-3)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "sí"), (np.bool_(False), "no"), (12_345, "12\u202f345"),
        ("gato", "gato"), (np.float32(0.5), "0.500"), (torch.tensor(2.0), "2.00"),
        ([1, 0.5], "1, 0.500"),
    ],
)  # fmt: skip
def test_a_value_is_shown_by_its_kind(value: object, text: str) -> None:
    assert shown(value) == text


def test_a_sentence_and_whether_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    holds("aciertos ≥ 95 %", np.float64(0.96) >= 0.95)
    assert capsys.readouterr().out == "aciertos ≥ 95 %: sí\n"


def test_a_table_has_a_text_and_an_html(monkeypatch: pytest.MonkeyPatch) -> None:
    shown_data: list[dict[str, str]] = []
    monkeypatch.setattr("IPython.display.display", lambda d, raw: shown_data.append(d))
    table(["modelo", "V"], [["<b>", 50_257], ["ANDREA", 8449]])
    plain, html = shown_data[0]["text/plain"], shown_data[0]["text/html"]
    assert plain.splitlines() == [
        "modelo       V",
        "<b>     50\u202f257",
        "ANDREA    8449",
    ]
    assert "&lt;b&gt;" in html
    assert html.count("<tr>") == 3


def test_a_row_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="Cada fila necesita 2 valores"):
        table(["modelo", "V"], [["ANDREA"]])
