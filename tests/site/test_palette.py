"""Contrast of the site's own colours, computed as WCAG 2 says, in both modes."""

import re
from pathlib import Path

import pytest

PALETTE = Path(__file__).resolve().parents[2] / "book/assets/css/palette.css"
AA = 4.5
BOXES = ("predict", "verify", "remember", "careful", "further")
TOKENS = ("comment", "keyword", "string", "number", "name", "error")
PAIRS = [
    *((text, ground) for text in ("ink", "soft", "link", "accent")
      for ground in ("paper", "ground", "raised", "code")),
    *((f"t-{token}", ground) for token in TOKENS for ground in ("code", "paper")),
    *((text, f"{box}-ground") for box in BOXES for text in (box, "ink", "link")),
    ("on-accent", "accent"), ("ink", "mark"),
]  # fmt: skip


def modes() -> dict[str, dict[str, str]]:
    """The palette's two blocks: light, and dark over light."""
    blocks = re.findall(r"\{([^}]*)\}", PALETTE.read_text("utf-8"))
    light, dark = (dict(re.findall(r"--([\w-]+): (#\w{6})", block)) for block in blocks)
    return {"light": light, "dark": {**light, **dark}}


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_has_a_contrast_of_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_text_can_be_read_on_its_ground(mode: str) -> None:
    colours = modes()[mode]
    weak = {
        f"{text} on {ground}": round(contrast(colours[text], colours[ground]), 2)
        for text, ground in PAIRS
        if contrast(colours[text], colours[ground]) < AA
    }
    assert weak == {}
