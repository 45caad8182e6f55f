"""Solution regions are cut whole; whatever resembles a marker stops the build."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_grader.errors import SourceError
from andrea_grader.markers import BEGIN, END, STUB, cut_regions, regions

GOOD = f"def f(x):\n{BEGIN}\n    return x + 1\n{END}\nf(2)"


def cut(source: str) -> str:
    return cut_regions(source, where="celda e1-1")


def test_a_region_becomes_one_raise_at_the_indentation_of_its_first_line():
    assert cut(GOOD) == f"def f(x):\n    {STUB}\nf(2)"
    assert cut(f"{BEGIN}\n\nn = 3\n{END}") == STUB


def test_each_region_of_a_cell_is_cut():
    assert cut(f"{BEGIN}\na = 1\n{END}\nb = 2\n{BEGIN}\nc = 3\n{END}") == (
        f"{STUB}\nb = 2\n{STUB}"
    )


@pytest.mark.parametrize(
    "source",
    [
        GOOD.replace(BEGIN, f"    {BEGIN}"),
        GOOD.replace(END, f"\t{END}"),
        GOOD.replace(END, f"{END} "),
        GOOD.replace(BEGIN, "### Begin Solution"),
        GOOD.replace(BEGIN, "## BEGIN SOLUTION"),
        GOOD.replace(BEGIN, "###BEGIN SOLUTION"),
        GOOD.replace(BEGIN, "### BEGIN SOLUTOIN").replace(END, "### END SOLUTOIN"),
        GOOD.replace(BEGIN, "# BEGN SOLUTION").replace(END, "# END SOLUTON"),
        GOOD.replace(BEGIN, "### INICIO").replace(END, "### FIN"),
        GOOD.replace(END, ""),
        GOOD.replace(BEGIN, ""),
        GOOD.replace(END, BEGIN),
        f"{GOOD}\n{END}",
        f"{BEGIN}\n\n{END}",
    ],
)
def test_an_indented_misspelt_lonely_or_empty_region_stops_the_build(source):
    with pytest.raises(SourceError, match="celda e1-1"):
        cut(source)


def test_ordinary_comments_are_no_markers():
    source = "# Respuesta 1.1 (no borres esta línea)\n# end of loop\nx = 1  # begin"
    assert cut(source) == source


LINES = st.lists(st.sampled_from(["x = 1", "  y(2)", "", "# nota"]), max_size=4)


@given(before=LINES, secret=st.lists(st.integers(), min_size=1), after=LINES)
def test_whatever_stands_around_it_nothing_of_a_region_stays(before, secret, after):
    inside = [f"secret = {number}" for number in secret]
    source = "\n".join([*before, BEGIN, *inside, END, *after])
    assert regions(source, where="") == ["\n".join(inside)]
    assert cut(source).split("\n") == [*before, STUB, *after]
