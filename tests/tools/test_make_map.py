"""The cover's picture is the one that the library draws."""

from tools.make_map import MAP, draw


def test_the_committed_map_is_the_one_that_is_drawn() -> None:
    assert MAP.read_text(encoding="utf-8") == draw(), "python -m tools.make_map"
