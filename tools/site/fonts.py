"""The mathematical font, cut down to the signs that the pages show.

`book/assets/fonts/math.woff2` is already a part of Latin Modern Math (see the
notice beside it); what is left of it after this goes into the style sheet itself.
"""

import base64
import html
import io
import re
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FONT = Path("book/assets/fonts/math.woff2")
_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
# A single letter in <mi> is shown as its slanted twin, which lives far away.
_ITALIC = {
    **{chr(ord("A") + n): chr(0x1D434 + n) for n in range(26)},
    **{chr(ord("a") + n): chr(0x1D44E + n) for n in range(26)},
    **{chr(0x391 + n): chr(0x1D6E2 + n) for n in range(25)},
    **{chr(0x3B1 + n): chr(0x1D6FC + n) for n in range(25)},
    "h": "ℎ", "∇": "𝛻", "∂": "𝜕", "ϵ": "𝜖", "ϑ": "𝜗", "ϰ": "𝜘",
    "ϕ": "𝜙", "ϱ": "𝜚", "ϖ": "𝜛", "ı": "𝚤", "ȷ": "𝚥",
}  # fmt: skip


def signs(pages: Iterable[str]) -> set[str]:
    """Every character of every formula, with the slanted twins of letters."""
    shown: set[str] = set()
    for page in pages:
        for formula in _FORMULA.findall(page):
            shown |= set(html.unescape(re.sub(r"<[^>]+>", "", formula)))
    # The sign of a root is drawn by the browser, which needs its shape.
    return shown | {"√"} | {_ITALIC[sign] for sign in shown if sign in _ITALIC}


def missing_signs(font: Path, wanted: set[str]) -> set[str]:
    """The characters that the font cannot show (invisible ones need no shape)."""
    has = TTFont(font).getBestCmap()
    return {s for s in wanted if ord(s) not in has and s.isprintable()}


def cut(font: Path, wanted: set[str]) -> bytes:
    """The font with those characters only, as woff2."""
    options = subset.Options(layout_features=[], hinting=False, flavor="woff2")
    face = subset.load_font(str(font), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(sign) for sign in wanted])
    cutter.subset(face)
    out = io.BytesIO()
    subset.save_font(face, out, options)
    return out.getvalue()


def data_uri(font: bytes) -> str:
    """The font as an address that holds the font itself."""
    return "data:font/woff2;base64," + base64.b64encode(font).decode("ascii")
