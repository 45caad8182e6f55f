"""Inside Colab's own image, each week: `python3 -m tests.colab.inside`.

Needs nothing that Colab lacks. What changed since `packages.toml` was written, then
every chapter, setup cell first, in an empty folder. 1 if a package or a cell did.
"""

import os
import platform
import sys
import tempfile
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from tests.colab.repository import ROOT, make_repository, redirect

FACTS = tomllib.loads((Path(__file__).parent / "packages.toml").read_text("utf-8"))
STARTUP = "import google.colab\n"  # as Colab's own kernels do before the first cell


def version_now(name: str) -> str:
    try:
        return version(name).split("+")[0]
    except PackageNotFoundError:
        return "no está"


def moved() -> list[str]:
    """Packages of the list that have another version now, and Python."""
    noted = FACTS["packages"] | {"Python": FACTS["python"]}
    now = {name: version_now(name) for name in FACTS["packages"]}
    now["Python"] = platform.python_version()
    gone = [name for name in FACTS["brought_by"] if version_now(name) == "no está"]
    return [
        *(f"{n}: {noted[n]} → {now[n]}" for n in noted if noted[n] != now[n]),
        *(f"{name}: ya no está" for name in gone),
    ]


def failures(path: Path, folder: Path, env: dict[str, str]) -> list[str]:
    """The cells of a notebook that end in an error that nobody wanted."""
    nb = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(nb, allow_errors=True, timeout=600, resources=place)
    client.execute(env=env)
    return [
        f"{path.name}, celda {cell.id}: {output.ename}: {output.evalue}"
        for cell in nb.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
        and "raises-exception" not in cell.metadata.get("tags", [])
    ]


def prepare(folder: Path) -> dict[str, str]:
    """The environment of the kernels: our repository, and Colab's start."""
    startup = folder / "ipython" / "profile_default" / "startup" / "00-colab.py"
    startup.parent.mkdir(parents=True)
    startup.write_text(STARTUP)
    repository = make_repository(folder / "repository")
    paths = redirect(repository, folder / "gitconfig")
    return {**os.environ, **paths, "IPYTHONDIR": str(folder / "ipython")}


def main() -> int:
    found = moved()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env, alone = prepare(folder), folder / "alone"
        alone.mkdir()
        for path in sorted((ROOT / "chapters").glob("*.ipynb")):
            found += failures(path, alone, env)
            print(path.name, flush=True)
    print("\n".join(found) or "Colab: nada ha cambiado.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
