"""A chapter notices when a function that it teaches is broken.

Its outputs are compared by nbval; here the same notebook runs with one function of
andrea_lib returning 0, one off, or its axes swapped. Every such run must differ.
"""

import importlib
import inspect
from pathlib import Path

import pytest

from andrea_lib.vectors import AnalogyScore
from tests.chapters.mutants import TAUGHT, mutants, run
from tests.chapters.spoil import WAYS, broken, spoil

pytestmark = pytest.mark.notebooks
# One mutant of each kind that dies early: what runs on every change.
QUICK = [
    ("andrea_lib.tokenizer:GPT2Tokenizer.encode", "axes"),
    ("andrea_lib.tokenizer:GPT2Tokenizer.token", "zero"),
    ("andrea_lib.config:ModelConfig.token_table", "one"),
    ("andrea_lib.config:ModelConfig.attention", "zero"),
    ("andrea_lib.embedding:lookup", "one"),
    ("andrea_lib.embedding:lookup", "axes"),
    ("andrea_lib.embedding:one_hot", "zero"),
    ("andrea_lib.gather_add:gather_add", "zero"),
]


def survivors(chapter: str, broken: list[tuple[str, str]], folder: Path) -> list[str]:
    cells = run(chapter, broken, folder)
    pairs = zip(broken, cells, strict=True)
    return [f"{what} ({way})" for (what, way), cell in pairs if not cell]


def test_chapter_1_notices_a_few_broken_functions(tmp_path: Path) -> None:
    assert survivors("01_lookup_tables", QUICK, tmp_path) == []


def test_chapter_2_notices_a_few_broken_functions(tmp_path: Path) -> None:
    early = [
        ("andrea_lib.word_vectors:WordVectors.similarity", "one"),
        ("andrea_lib.geometry:norm", "zero"),
        ("andrea_lib.geometry:dot", "one"),
        ("andrea_lib.geometry:random_rotation", "zero"),
    ]
    assert survivors("02_dot_products", early, tmp_path) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chapter", TAUGHT)
def test_a_chapter_notices_every_broken_function(chapter: str, tmp_path: Path) -> None:
    assert survivors(chapter, mutants(chapter), tmp_path) == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("chapter", TAUGHT)
def test_with_nothing_broken_no_cell_differs(chapter: str, tmp_path: Path) -> None:
    assert run(chapter, [None], tmp_path) == [""]


@pytest.mark.parametrize(
    ("chapter", "name"),
    [
        ("01_lookup_tables", "config"),
        ("01_lookup_tables", "embedding"),
        ("01_lookup_tables", "tokenizer"),
        ("02_dot_products", "geometry"),
        ("02_dot_products", "extra_vectors"),
        ("03_positions", "positions"),
    ],
)
def test_no_public_function_of_a_taught_module_is_forgotten(
    chapter: str, name: str
) -> None:
    module = importlib.import_module(f"andrea_lib.{name}")
    listed = {what.split(":")[1] for what, _ in mutants(chapter)}
    public = {
        function
        for function, value in vars(module).items()
        if inspect.isfunction(value)
        and value.__module__ == module.__name__
        and not function.startswith("_")
    }
    # gpt2() returns the tokenizer, whose methods are broken one by one; e5_output
    # makes the file again, out of a model that a notebook does not have.
    assert public - {"gpt2", "e5_output"} <= listed


def test_spoiling_changes_what_a_function_returns() -> None:
    assert [spoil([1, 2, 3], way) for way in WAYS] == [[], [2, 3, 1], [3, 2, 1]]
    assert [spoil(7, way) for way in WAYS] == [0, 8, 7]
    assert [spoil("gato", way) for way in WAYS] == ["", "atog", "otag"]
    assert broken(lambda: 2, "one")() == 3
    score = AnalogyScore(2, 3, ())
    assert spoil(score, "one") == AnalogyScore(3, 4, ())
