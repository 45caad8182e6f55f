"""ruff on the code cells of the sources, with the lines of the source.

Each source becomes a temporary `.py` with as many lines: code stays where it
is, all else is blank. So a line number of ruff's is one of the source's.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Cells import where they need it, end in an expression, and redefine names.
_IGNORED = "E402,B018,F811,I001"


def lint(sources: list[Path], root: Path) -> int:
    """Print ruff's findings as `chapters/NAME.md:LINE:COLUMN: …`; 1 if any."""
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            copy = Path(folder) / source.relative_to(root).with_suffix(".py")
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = "\n".join(code_lines(source.read_text("utf-8-sig").splitlines()))
            copy.write_text(text.rstrip("\n") + "\n", "utf-8")
        ruff = subprocess.run(
            [sys.executable, "-m", "ruff", "check", "--output-format=concise",
             f"--config={root / 'pyproject.toml'}", f"--extend-ignore={_IGNORED}", "."],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
    names = {s.relative_to(root).with_suffix(".py").as_posix(): s for s in sources}
    for line in ruff.stdout.splitlines():
        name, colon, rest = line.partition(":")
        source_name = f"{name[:-3]}.md" if name in names else name
        print(f"{source_name}{colon}{rest}")
    print(ruff.stderr, end="", file=sys.stderr)
    return ruff.returncode


def code_lines(lines: list[str]) -> Iterator[str]:
    """Each line as ruff should see it: cell code as it is, the rest blank."""
    inside = options = False
    for line in lines:
        if not inside:
            inside = options = line.startswith("```{code-cell}")
            yield ""
        elif line.startswith("```"):
            inside = False
            yield ""
        else:
            options = options and line.startswith(":")
            yield "" if options or _is_magic(line) else line


def _is_magic(line: str) -> bool:
    return line.lstrip().startswith(("%", "!"))
