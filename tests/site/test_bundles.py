"""One style sheet, one script, one font: nothing needed is lost on the way."""

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from tools.site import fonts
from tools.site.bundles import is_known
from tools.site.highlight import coloured, unwrap
from tools.site.prune import prune, words

REPOSITORY = Path(__file__).resolve().parents[2]
FONT = REPOSITORY / fonts.FONT


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (".box{color:red}", True),
        (".tabs{color:red}", False),
        ("#menu a{color:red}", True),
        (".box .tabs{color:red}", False),
        ("p{color:red}", True),
        (".highlight :is(.k, .absent){color:red}", True),
        (".menu:not(.absent){color:red}", True),
        ("@media print{.box{color:red}}", True),
        ("@media print{.tabs{color:red}}", False),
        ("@font-face{font-family:x}", True),
    ],
)
def test_a_rule_stays_exactly_if_something_can_use_it(rule: str, kept: bool) -> None:
    known = words(['<div class="box menu highlight" id="menu"><b class="k">'])
    assert (prune(rule, known) != "") == kept


def test_only_the_unused_half_of_a_list_of_selectors_goes() -> None:
    assert prune(".box, .tabs { color: red }", {"box"}) == ".box{color: red}"


def test_a_broken_style_sheet_is_an_error() -> None:
    with pytest.raises(ValueError, match="style sheet"):
        prune("p { color: red } }", set())


def test_nothing_goes_when_everything_is_used() -> None:
    styles = REPOSITORY / "book/assets/css"
    for path in styles.glob("*.css"):
        css = path.read_text("utf-8")
        assert prune(css, words([css])).count("{") == _uncommented(css).count("{")


def _uncommented(css: str) -> str:
    parts = css.split("/*")
    return parts[0] + "".join(part.split("*/", 1)[1] for part in parts[1:])


def test_letters_bring_their_slanted_twins_and_the_root_sign() -> None:
    shown = fonts.signs(["<p>ñ</p><math><mi>x</mi><mo>&lt;</mo><mi>φ</mi></math>"])
    assert shown == {"x", "𝑥", "<", "φ", "𝜑", "√"}


def test_the_font_has_every_twin() -> None:
    letters = "".join(fonts._ITALIC)
    shown = fonts.signs([f"<math>{letters}</math>"])
    assert fonts.missing_signs(FONT, shown) == set()


def test_a_sign_that_the_font_lacks_is_found() -> None:
    assert fonts.missing_signs(FONT, {"x", "字"}) == {"字"}


def test_the_cut_font_is_small_and_still_a_font_for_mathematics() -> None:
    face = TTFont(io.BytesIO(data := fonts.cut(FONT, {"x", "𝑥", "∑", "√"})))
    assert set(face.getBestCmap()) == {ord(sign) for sign in "x𝑥∑√"}
    assert "MATH" in face
    assert len(data) < 12_000


def test_a_file_that_nobody_decided_about_is_noticed() -> None:
    assert is_known("_static/doctools.js")
    assert not is_known("https://unpkg.com/mathjax.js")


@given(st.text("ab =.\n", max_size=20), st.sampled_from(["k", "n", "p"]))
def test_unwrapping_code_keeps_its_text(text: str, kind: str) -> None:
    body = f'<pre><span></span><span class="{kind}">{text}</span>!</pre>'
    kept = unwrap(body, {"k"})
    assert kept == (
        body.replace("<span></span>", "") if kind == "k" else f"<pre>{text}!</pre>"
    )


def test_words_outside_of_code_keep_their_spans() -> None:
    assert (
        unwrap('<p><span class="n">x</span></p>', set())
        == '<p><span class="n">x</span></p>'
    )


def test_the_style_sheet_says_which_words_have_a_colour() -> None:
    assert coloured(".highlight :is(.k, .kn) { color: red }") == {"k", "kn"}
