"""What the kernel page says about the file stands in the file."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "chapters/03b_gather_add_kernel.md").read_text(encoding="utf-8")
KERNELS = (ROOT / "andrea_lib/gather_add_kernel.py").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"## (3b\.\d) · .*\n((?:.*\n)*?)(?=\+\+\+|\Z)", PAGE))


def quoted(section):
    """The code between backticks in the lists that explain the file."""
    after = SECTIONS[section].split(":label: archivo")[1]
    points = [line for line in after.splitlines() if line.startswith("- ")]
    return [code for line in points for code in re.findall("`([^`]+)`", line)]


@pytest.mark.parametrize("section", ["3b.3", "3b.5"])
def test_every_piece_of_code_that_is_explained_is_in_the_file(section):
    fragments = quoted(section)
    assert len(fragments) >= 8
    for code in fragments:
        assert code.split("…")[0] in KERNELS, code


def test_every_section_ends_with_what_the_reader_can_do():
    assert len(SECTIONS) == 6
    for text in SECTIONS.values():
        assert text.rstrip().splitlines()[-1].startswith("**Ya puedes**")
