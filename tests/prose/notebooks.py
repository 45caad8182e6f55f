"""Executed notebooks in sections: what is said and what came out under a heading."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .pages import ROOT

Cell = dict[str, Any]
HEADING = re.compile(r"(?m)^(?=#{1,6} )")
TAGS = re.compile(r"<[^<>]+>")
FENCED = re.compile(r"(?ms)^(`{3,}).*?^\1\s*$")


@dataclass
class Section:
    """From one heading to the next: Markdown with its cell's id, outputs' text."""

    title: str
    said: list[tuple[str, str]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


def joined(source: str | list[str]) -> str:
    """Notebook files hold text whole or in lines."""
    return source if isinstance(source, str) else "".join(source)


def output_text(output: dict[str, Any]) -> str:
    """What a reader sees of an output as text."""
    if output["output_type"] == "stream":
        return joined(output["text"])
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    data = output.get("data", {})
    html = TAGS.sub(" ", joined(data.get("text/html", "")))
    return joined(data.get("text/plain", "")) + "\n" + html


def split_at_headings(text: str) -> list[str]:
    """Markdown in pieces, each of them headed (but perhaps the first one)."""
    hidden = FENCED.sub(lambda m: m[0].replace("#", "\ue000"), text)
    return [p.replace("\ue000", "#") for p in HEADING.split(hidden) if p.strip()]


def sections(notebook: dict[str, Any]) -> list[Section]:
    """The sections of a notebook, in order."""
    found = [Section("")]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            found[-1].shown += [output_text(o) for o in cell["outputs"]]
            continue
        for piece in split_at_headings(joined(cell["source"])):
            if piece.startswith("#"):
                found.append(Section(piece.splitlines()[0].lstrip("# ")))
            found[-1].said.append((cell.get("id", "?"), piece))
    return found


def executed(*folders: str) -> list[Path]:
    """The executed notebooks of some folders."""
    return [p for f in folders for p in sorted((ROOT / f).glob("*.ipynb"))]


def load(path: Path) -> dict[str, Any]:
    """A notebook file as it stands."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def code_cells(notebook: dict[str, Any]) -> Iterator[Cell]:
    """The code cells of a notebook."""
    return (c for c in notebook["cells"] if c["cell_type"] == "code")
