"""How every chapter is built: map, recall, sections that end with what you can do."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.prose.notebooks import Cell, Section, code_cells, joined, load, sections

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "chapters").glob("*.ipynb"))
NUMBERED = [path for path in PATHS if re.match(r"0[1-4]_", path.name)]
every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
every_chapter = pytest.mark.parametrize("path", NUMBERED, ids=lambda path: path.stem)


def tags(cell: Cell) -> list[str]:
    return cell["metadata"].get("tags", [])


def text(section: Section) -> str:
    return "\n\n".join(piece for _, piece in section.said)


def outline(path: Path) -> list[tuple[str, str]]:
    """Each section of the second level with all its text."""
    found: list[tuple[str, str]] = []
    for section in filter(text, sections(load(path))):
        if text(section).startswith("### ") and found:
            found[-1] = (found[-1][0], found[-1][1] + "\n\n" + text(section))
        else:
            found.append((section.title, text(section)))
    return found


@every_notebook
def test_at_most_a_tenth_of_the_cells_are_not_compared(path: Path) -> None:
    cells = list(code_cells(load(path)))
    exempt = [c["id"] for c in cells if "nbval-ignore-output" in tags(c)]
    assert not [c["id"] for c in cells if "nbval-skip" in tags(c)]
    # The setup cell, the same everywhere, prints versions: it is not counted.
    assert len(set(exempt) - {"preparacion"}) <= len(cells) / 10


@every_notebook
def test_every_cell_ran_in_order_and_none_left_an_error(path: Path) -> None:
    cells = list(code_cells(load(path)))
    assert [c["execution_count"] for c in cells] == list(range(1, len(cells) + 1))
    kinds = [o["output_type"] for c in cells for o in c["outputs"]]
    assert "error" not in kinds
    assert not [c["id"] for c in cells if writes_to_stderr(c)]


def writes_to_stderr(cell: Cell) -> bool:
    return any(o.get("name") == "stderr" for o in cell["outputs"])


def pictures(path: Path) -> list[Cell]:
    def drawn(cell: Cell) -> bool:
        return any("image/svg+xml" in o.get("data", {}) for o in cell["outputs"])

    return [cell for cell in code_cells(load(path)) if drawn(cell)]


@every_notebook
def test_beside_each_figure_stands_its_digest(path: Path) -> None:
    for cell in pictures(path):
        printed = [joined(o["text"]) for o in cell["outputs"] if "text" in o]
        assert "Resumen: " in "".join(printed), cell["id"]


@every_notebook
def test_figures_are_drawings_not_pixels(path: Path) -> None:
    outputs = [o for c in code_cells(load(path)) for o in c["outputs"]]
    kinds = {kind for o in outputs for kind in o.get("data", {})}
    assert not kinds & {"image/png", "image/jpeg"}


@every_chapter
def test_a_chapter_opens_with_the_map_and_three_recall_questions(path: Path) -> None:
    first, *_ = outline(path)
    opening: list[dict[str, Any]] = []
    for cell in load(path)["cells"]:
        if joined(cell["source"]).startswith("## "):
            break
        opening.append(cell)
    assert first[1].count("<details><summary>") == 3
    assert any("Mapa del curso" in json.dumps(c, ensure_ascii=False) for c in opening)


@every_chapter
def test_each_section_ends_with_what_you_can_do_now(path: Path) -> None:
    parts = [(t, body) for t, body in outline(path) if re.match(r"\d\.\d+ · ", t)]
    assert len(parts) >= 5
    for title, body in parts:
        assert body.strip().split("\n\n")[-1].startswith("**Ya puedes** "), title


@every_chapter
def test_each_section_asks_for_a_prediction_or_a_check(path: Path) -> None:
    for title, body in outline(path):
        if re.match(r"\d\.\d+ · ", title):
            asked = body.count("**Predice primero.**") + body.count("**Compruébalo:")
            assert asked, title


@every_chapter
def test_a_chapter_ends_with_its_checked_figures(path: Path) -> None:
    title, body = outline(path)[-1]
    assert title == "Cifras comprobadas"
    assert "../exercises/" in body
    *_, last = code_cells(load(path))
    assert "assert" in joined(last["source"])


@every_notebook
def test_a_folded_block_has_the_blank_lines_that_markdown_needs(path: Path) -> None:
    for cell in load(path)["cells"]:
        if cell["cell_type"] == "markdown":
            source = re.sub(r"(?m)^> ?", "", joined(cell["source"]))
            opened = source.count("<details>")
            well_formed = re.findall(r"</summary>\n\n(?s:.)*?\n\n</details>", source)
            assert opened == len(well_formed), cell["id"]
