"""The residual stream: every value is what the course's decoder writes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from andrea_lib import micro_decoder
from andrea_lib.decoder import Trace
from andrea_lib.geometry import cosine, norm
from andrea_lib.show import sig
from tests.site.figures.moving import Figure, words_of
from tools.site.figures.stream import TEXTS, TOP, recorded

pytestmark = pytest.mark.browser
Open = Callable[..., Figure]
NAME = "residual_stream"


@pytest.fixture(scope="module")
def traces() -> list[Trace]:
    """What torch writes, in 64 bits as in the chapter."""
    micro = micro_decoder.load()
    micro.model.double()
    return [micro.trace(text) for text in TEXTS]


@pytest.fixture(scope="module")
def micro() -> micro_decoder.MicroDecoder:
    return micro_decoder.load()


def written(trace: Trace, now: int, at: int) -> dict[str, str]:
    """The list of numbers that the figure must show."""
    write = trace.writes[now]
    value, after = (x[0, at].numpy() for x in (write.value, write.after))
    before = trace.writes[now - 1].after[0, at].numpy()
    return {
        "norma de lo que suma": sig(float(norm(value))),
        "norma del flujo": sig(float(norm(after))),
        "coseno con lo que había": sig(float(cosine(value, before))) if now else "—",
    }


def guesses(
    micro: micro_decoder.MicroDecoder, trace: Trace, now: int, at: int
) -> list[str]:
    """The likeliest words if the model ended there."""
    model = micro.model.double()
    shares = 100 * model.lens(trace.writes[now].after)[0, at].softmax(-1)
    best = shares.topk(TOP)
    return [
        f"{micro.words[i]} · {sig(share)}\u00a0%"
        for share, i in zip(best.values.tolist(), best.indices.tolist(), strict=True)
    ]


def go(figure: Figure, now: int) -> None:
    figure.body.get_by_role("slider", name="Escritura").fill(str(now))


def test_numpy_writes_what_torch_writes(traces: list[Trace]) -> None:
    texts: list[Any] = recorded()
    for trace, text in zip(traces, texts, strict=True):
        for write, step in zip(trace.writes, text["steps"], strict=True):
            assert write.name == step["name"]
            assert np.allclose(write.after[0], step["stream"], atol=0.0051)
            assert np.allclose(norm(write.value[0]), step["written"], rtol=1e-9)
            assert np.allclose(norm(write.after[0]), step["size"], rtol=1e-9)


def test_every_write_of_every_text_is_shown_as_it_was_written(
    open_figure: Open, traces: list[Trace], micro: micro_decoder.MicroDecoder
) -> None:
    figure = open_figure(NAME)
    for text, trace in zip(TEXTS, traces, strict=True):
        figure.body.get_by_label("Frase").select_option(text)
        at = len(text.split())
        for now in range(len(trace.writes)):
            go(figure, now)
            assert figure.readings() == written(trace, now, at)
            shown = figure.body.locator(".guesses li").all_inner_texts()
            assert shown == guesses(micro, trace, now, at)


def test_another_position_has_its_own_stream(
    open_figure: Open, traces: list[Trace]
) -> None:
    figure = open_figure(NAME)
    go(figure, 3)
    figure.body.get_by_role("button", name="gato").click()
    assert figure.readings() == written(traces[0], 3, 2)


def test_the_keys_go_through_the_writes_and_a_screen_reader_hears_the_guess(
    open_figure: Open, traces: list[Trace]
) -> None:
    figure = open_figure(NAME)
    write = figure.body.get_by_role("slider", name="Escritura")
    write.focus()
    for key in ("End", "ArrowLeft"):
        figure.page.keyboard.press(key)
    assert write.get_attribute("aria-valuetext") == "atención 3"
    assert figure.readings() == written(traces[0], 5, 5)
    figure.heard("atención 3: sofá 55.4")


@pytest.mark.parametrize("touch", [False, True])
def test_mouse_and_finger_pick_a_write_on_the_line(
    open_figure: Open, traces: list[Trace], touch: bool
) -> None:
    figure = open_figure(NAME, has_touch=touch, viewport={"width": 390, "height": 900})
    last = figure.place(24 + 52 * 6, 32)
    (figure.page.touchscreen.tap if touch else figure.page.mouse.click)(*last)
    assert figure.readings() == written(traces[0], 6, 5)
    slider = figure.body.get_by_role("slider", name="Escritura")
    assert slider.input_value() == "6"


def test_the_answer_in_the_page_is_the_models(
    traces: list[Trace], micro: micro_decoder.MicroDecoder
) -> None:
    cat = [guesses(micro, traces[0], now, 5)[0].split()[0] for now in range(7)]
    assert cat == ["gobierno", "sofá", "banco", "sofá", "sofá", "sofá", "sofá"]
    last = guesses(micro, traces[2], 6, 5)
    assert last[0] == "español · 21.0\u00a0%"
    assert "acaba en «español», con el 21.0 %" in words_of(NAME)
    assert not any("francés" in guess for guess in last)
