"""The canonical text of a value, the clean room, and what graded cells call."""

import collections
import math
import subprocess
import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib import probe
from tests.shell import own_shell

scalars = st.none() | st.booleans() | st.integers() | st.text() | st.floats()
data = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


class AlwaysEqual(int):
    """Says yes to every comparison and lies about its class and its text."""

    def __eq__(self, other: object) -> bool:
        return True

    __ne__ = __lt__ = __gt__ = lambda self, other: False
    __hash__ = int.__hash__
    __str__ = __repr__ = lambda self: "42"
    __index__ = __int__ = lambda self: 42


class Liar:
    """Passes for an int with isinstance."""

    __class__ = int  # type: ignore[assignment]


@given(data)
def test_the_text_is_one_line(value):
    assert "\n" not in probe.canonical(value)


@given(st.integers())
def test_an_integer_is_written_exactly_whatever_its_library(n):
    assert probe.canonical(n) == str(n)
    if abs(n) < 2**62:
        assert probe.canonical(np.int64(n)) == str(n)


@given(st.floats(-1e300, 1e300))
def test_a_float_never_reads_like_an_integer(x):
    text = probe.canonical(x)
    assert not text.lstrip("-").isdigit()
    assert math.isclose(float(text), x, rel_tol=1e-3, abs_tol=1e-300)
    assert probe.canonical(np.float64(x)) == text


@given(st.integers(-(2**53), 2**53))
def test_an_integer_and_a_float_of_its_value_differ_until_they_are_normalised(n):
    assert probe.canonical(n) != probe.canonical(float(n))
    assert probe.integer(float(n)) == n
    assert probe.canonical(probe.number(n)) == probe.canonical(float(n))


@given(st.text())
def test_composed_and_decomposed_text_is_the_same(text):
    spread = unicodedata.normalize("NFD", text)
    assert probe.canonical(text) == probe.canonical(spread)


@given(st.dictionaries(st.text(), st.integers()))
def test_the_order_of_a_dictionary_does_not_matter(table):
    turned = dict(reversed(table.items()))
    assert probe.canonical(turned) == probe.canonical(table)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "True"),
        (np.bool_(False), "False"),
        (-0.0, "0.0"),
        (38.4000001, "38.4"),
        (float("nan"), "nan"),
        ((1, "a"), '[1, "a"]'),
        (np.array([[1, 2], [3, 4]]), "[[1, 2], [3, 4]]"),
        (np.array(5), "5"),
        (np.str_("sí"), '"sí"'),
        ({3, 1, 2}, "{1, 2, 3}"),
        (collections.Counter("aab"), '{"a": 2, "b": 1}'),
        (len, "<builtin_function_or_method>"),
        (lambda: 1, "<function>"),
        (..., "<ellipsis>"),
        (object(), "<object>"),
        (10**400, "1" + "0" * 400),
        ("\ud800", '"?"'),
        (AlwaysEqual(7), "7"),
        (Liar(), "<Liar>"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_written_by_their_true_type(value, text):
    assert probe.canonical(value) == text


def test_torch_tensors_are_written_like_arrays():
    torch = pytest.importorskip("torch")
    tensor = torch.tensor([[0.5, 2.0]], requires_grad=True)
    assert probe.canonical(tensor) == "[[0.5, 2.0]]"
    assert probe.canonical(tensor.to(torch.bfloat16)) == "[[0.5, 2.0]]"


@pytest.mark.parametrize(
    "value", [list(range(5000)), np.zeros((50, 50)), {*range(2000)}]
)
def test_what_is_too_long_is_named_and_not_written(value):
    assert probe.canonical(value).startswith("<")


def test_a_list_that_holds_itself_has_a_text():
    endless: list[object] = []
    endless.append(endless)
    assert "…" in probe.canonical(endless)


def test_a_graded_cell_sees_only_the_names_it_asks_for():
    space = {"f": lambda x: x + 1, "secret": 3, "len": None}
    lines = probe.values("f(1)\nlen('abc')\nsecret\nmissing", ["f", "missing"], space)
    assert lines[:2] == ["2", "3"]
    assert lines[2:] == [
        "!NameError: name 'secret' is not defined",
        "!NameError: name 'missing' is not defined",
    ]


def test_after_an_error_the_next_line_still_runs():
    assert probe.values("1 / 0\nx = 2\nx\nraise SystemExit(3)\nx", [], {}) == [
        "!ZeroDivisionError: division by zero",
        "2",
        "!SystemExit: 3",
        "2",
    ]


def test_an_interrupt_ends_the_graded_cell():
    with pytest.raises(KeyboardInterrupt):
        probe.values("raise KeyboardInterrupt", [], {})


def test_what_is_printed_on_the_way_is_dropped(capfd):
    source = "import sys, warnings\nprint('ruido', file=sys.stderr)\nprint(1)\n2"
    assert probe.values(source, [], {}) == ["None", "None", "2"]
    assert capfd.readouterr() == ("", "")


def test_an_exception_that_cannot_say_its_name_is_still_one_line():
    source = "class Odd(Exception):\n    def __str__(self): return 3\nraise Odd"
    assert probe.values(source, [], {}) == ["!Odd: "]


def test_fresh_bindings_leave_the_others_alone():
    space = {"x": 1}
    fresh = probe.bindings("x = 2\ndef f(): return x", space)
    assert space == {"x": 1}
    assert probe.values("f()\nx", ["f", "x"], fresh) == ["2", "2"]


def test_the_inputs_depend_on_the_seed_and_on_the_label(monkeypatch):
    def draw(seed: str, label: str) -> list[int]:
        monkeypatch.setenv("ANDREA_SEED", seed)
        return probe.rng(label).integers(0, 10**9, size=4).tolist()

    assert draw("a", "e1-3") == draw("a", "e1-3")
    assert draw("a", "e1-3") != draw("b", "e1-3")
    assert draw("a", "e1-3") != draw("a", "e1-4")


@pytest.mark.parametrize("value", [8, 8.0, np.int32(8), np.float64(8), np.array(8)])
def test_an_integer_of_any_kind_counts(value):
    assert probe.integer(value) == 8
    assert type(probe.integer(value)) is int


@pytest.mark.parametrize("value", [8.5, "8", True, None, (38, 4), float("inf")])
def test_what_is_no_integer_stays_as_it_is(value):
    assert probe.integer(value) is value


@pytest.mark.parametrize(
    "value",
    ["parís", " PARÍS \n", "Paris", "“París”", "«París»", "Pari\u0301s", "pArïs"],
)
def test_words_are_the_same_but_for_how_they_are_typed(value):
    assert probe.word(value) == "paris"


def test_an_eñe_is_a_letter_and_no_accent():
    assert probe.word("Año") == probe.word("an\u0303o") == "año"
    assert probe.word("ano") != probe.word("año")


@pytest.mark.parametrize("value", [["París"], 3, None])
def test_what_is_no_word_stays_as_it_is(value):
    assert probe.word(value) is value


def test_arrays_show_shape_class_and_values():
    assert probe.canonical(probe.array([[1, 2]])) == (
        '{"clase": "i", "forma": [1, 2], "valores": [[1, 2]]}'
    )
    single = probe.array(np.float32([0.5]))
    assert probe.canonical(single) == probe.canonical(probe.array([0.5]))
    assert probe.canonical(probe.array([1])) != probe.canonical(probe.array([1.0]))


@pytest.mark.parametrize("value", [[[1], [1, 2]], ["a"], len, None])
def test_what_is_no_array_stays_as_it_is(value):
    assert probe.array(value) is value


@pytest.fixture(scope="module")
def shell():
    with own_shell(probe) as shell:
        yield shell


def test_the_magic_shows_one_text_of_our_kind(shell, capsys):
    shell.run_cell("int = 3\ndef twice(x): return 2 * x")
    shell.run_cell_magic("graded", "twice", "twice(21)\nint('7')\n")
    assert capsys.readouterr().out == "42\n7\n"
    assert probe.last_graded() == ("twice(21)\nint('7')\n", ("twice",))


def test_the_library_is_imported_without_numpy():
    code = "import sys, andrea_lib.probe; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
