"""`tests/coverage.csv`: every statement of the sources has its experiment.

A label is `chapter:cell` (`1:tabla`) or an exercise's item (`e1-3`). Only what a
chapter that is not in the book yet will cover has none.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator

from .pages import ROOT

TABLE = ROOT / "tests/coverage.csv"
# Statements of both sources, places where they are wrong or loose, misconceptions.
KINDS = {"A": 46, "B": 43, "correction": 22, "misconception": 27}
LABEL = re.compile(r"(?m)^:label:\s*([a-z0-9-]+)\s*$")

Row = dict[str, str]


def rows() -> list[Row]:
    """The table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(name: str) -> str:
    """`01_lookup_tables` → 1, `03b_gather_add_kernel` → 3b."""
    return name.split("_")[0].lstrip("0") or "0"


def labels() -> Iterator[str]:
    """What a label of the table may name."""
    for path in sorted((ROOT / "chapters").glob("*.md")):
        for label in LABEL.findall(path.read_text(encoding="utf-8")):
            yield f"{number(path.stem)}:{label}"
    for path in sorted((ROOT / "solutions").glob("*.md")):
        yield from LABEL.findall(path.read_text(encoding="utf-8"))


def published() -> set[str]:
    """The numbers of the chapters that the book has."""
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    return {number(name) for name in re.findall(r"file: chapters/(\w+)", contents)}


def test_the_table_holds_every_statement_once() -> None:
    assert Counter(row["source"] for row in rows()) == KINDS
    for name in ("id", "statement"):
        found = [row[name] for row in rows()]
        assert all(found)
        assert len(found) == len(set(found))


def test_every_label_exists() -> None:
    known = set(labels())
    missing = {r["id"]: x for r in rows() for x in r["label"].split() if x not in known}
    assert not missing


def test_a_statement_without_label_waits_for_a_chapter_to_come() -> None:
    waiting = [row for row in rows() if not row["label"]]
    assert not [row["id"] for row in waiting if row["chapter"] in published()]
    assert {row["chapter"] for row in waiting} <= {"2", "3", "4"}


def test_a_chapter_is_named_by_its_number() -> None:
    names = ("00_minimum", "01_lookup_tables", "03b_gather_add_kernel")
    assert [number(name) for name in names] == ["0", "1", "3b"]
