"""Print the findings of the files given, or of every page and module.

`--mend FILE…` first puts right, in Markdown, what has one right form.
"""

import sys
from pathlib import Path

from . import alt_texts, links, lint, notebooks, prose_numbers
from .mend import mended
from .pages import Finding, pages


def findings(path: Path) -> list[Finding]:
    """Everything that the rules say about a file."""
    if path.suffix == ".ipynb":
        proved = prose_numbers.unproved(path) if path.parent.name == "chapters" else ()
        return [*proved, *alt_texts.findings([path])]
    if path.suffix == ".py":
        return list(lint.of_code(path))
    code = lint.of_code(path) if path in lint.sources() else ()
    return [*lint.of_page(path), *links.broken(path), *alt_texts.of_page(path), *code]


def main(names: list[str]) -> int:
    """Exit status 1 if there is anything to change."""
    everything = [
        *pages(),
        *lint.modules(),
        *notebooks.executed("chapters", "solutions"),
    ]
    given = [Path(name).resolve() for name in names if name != "--mend"]
    if "--mend" in names:
        for path in (p for p in given if p.suffix == ".md"):
            text = path.read_text(encoding="utf-8")
            path.write_text(mended(text, lint.of_page(path)), encoding="utf-8")
    paths = given or everything
    found = [finding for path in paths for finding in findings(path)]
    print(*found, sep="\n")
    print(f"{len(found)} hallazgos en {len(paths)} archivos")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
