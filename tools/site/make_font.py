"""Make `book/assets/fonts/math.woff2` out of Latin Modern Math; run by hand.

    python -m tools.site.make_font latinmodern-math.otf

The whole font has 700 kB. This keeps the signs that a course on vectors may use,
without hinting and without alternate shapes, and renames it, as its licence asks
of changed copies. What the pages really show is cut out of it at each build.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from tools.site.fonts import FONT

NAME = "ANDREA Mates"
CHANGES = "Parte de Latin Modern Math 1.959, sin hinting ni variantes de forma."
SIGNS = (
    (0x20, 0x7E), (0xA0, 0xFF), (0x131, 0x131), (0x237, 0x237), (0x2C6, 0x2DD),
    (0x300, 0x338), (0x391, 0x3F6), (0x2010, 0x2044), (0x2057, 0x2057),
    (0x20D0, 0x20EF), (0x2100, 0x214F), (0x2190, 0x21FF), (0x2200, 0x22FF),
    (0x2308, 0x230B), (0x23DC, 0x23E1), (0x27E6, 0x27EF), (0x2A00, 0x2A06),
    (0x2A7D, 0x2AB0), (0x1D400, 0x1D4CF), (0x1D538, 0x1D56B), (0x1D6A4, 0x1D71B),
    (0x1D7CE, 0x1D7D7),
)  # fmt: skip


def rename(face: TTFont) -> None:
    """Say in the font itself what it is and what was changed."""
    table = face["name"]
    for record in list(table.names):
        if record.nameID in (1, 3, 4, 6, 16):
            name = NAME.replace(" ", "") if record.nameID == 6 else NAME
            places = (record.platformID, record.platEncID, record.langID)
            table.setName(name, record.nameID, *places)
    table.setName(CHANGES, 10, 3, 1, 0x409)


def make(source: Path, target: Path) -> None:
    """Write the part of the font that the course keeps."""
    options = subset.Options(layout_features=[], hinting=False, flavor="woff2")
    options.name_IDs = ["*"]
    options.drop_tables += ["FFTM"]
    face = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[n for low, high in SIGNS for n in range(low, high + 1)])
    cutter.subset(face)
    rename(face)
    subset.save_font(face, str(target), options)


if __name__ == "__main__":
    make(Path(sys.argv[1]), FONT)
