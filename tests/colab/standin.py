"""A stand-in for Colab: `python -m tests.colab.standin .venv-colab`.

An environment of its own with Colab's versions of what the notebooks import, as far as
the package index has them for this Python. torch is too big to have twice: it and
what it needs are borrowed from `.venv`, package by package, so that nothing which
Colab lacks is within reach. `google.colab` is an empty module, imported before the
first cell as Colab does.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FACTS = tomllib.loads((HERE / "packages.toml").read_text("utf-8"))
# At Colab's version. torch 2.11.0 is not: the CPU wheel of .venv stands for it.
OWN = ("ipython", "matplotlib", "numpy", "triton")
# IPython 7 and ipykernel 7 do not go together; the rest has no version to keep.
REST = ("ipykernel<7", "setuptools", "wheel")
BORROWED = ("torch", "tokenizers")
STARTUP = "import google.colab\n"


def python_of(env: Path) -> Path:
    return env / "bin" / "python"


def site_packages(env: Path) -> Path:
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    command = [python_of(env), "-c", code]
    return Path(subprocess.check_output(command, encoding="utf-8").strip())


def with_needs(names: tuple[str, ...]) -> Iterator[Distribution]:
    """The packages, and what they need on this machine, once each."""
    waiting, seen = list(names), set[str]()
    while waiting:
        found = distribution(waiting.pop())
        if found.name in seen:
            continue
        seen.add(found.name)
        yield found
        for need in map(Requirement, found.requires or []):
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                waiting.append(need.name)


def borrow(folder: Path) -> None:
    """Links to the files of torch and tokenizers, and of what they need."""
    folder.mkdir(exist_ok=True)
    for found in with_needs(BORROWED):
        for top in {file.parts[0] for file in found.files or []} - {
            "..",
            "__pycache__",
        }:
            link = folder / top
            if not link.is_symlink():
                link.symlink_to(found.locate_file(top))


def play_colab(env: Path, site: Path) -> None:
    """The empty `google.colab`, IPython's start, and a kernel called python3."""
    module = site / "google" / "colab" / "__init__.py"
    startup = env / "ipython" / "profile_default" / "startup" / "00-colab.py"
    kernel = env / "share" / "jupyter" / "kernels" / "python3" / "kernel.json"
    argv = [str(python_of(env)), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": argv, "display_name": "Python 3", "language": "python"}
    texts = {module: "", startup: STARTUP, kernel: json.dumps(spec)}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def build(env: Path) -> None:
    """Make the environment; the file `ready` says that it is whole."""
    subprocess.run([sys.executable, "-m", "venv", env], check=True)
    pins = [f"{name}=={FACTS['packages'][name]}" for name in OWN]
    pip = [python_of(env), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", *pins, *REST], check=True)
    site = site_packages(env)
    borrow(env / "borrowed")
    (site / "zz-borrowed.pth").write_text(f"{env / 'borrowed'}\n", "utf-8")
    play_colab(env, site)
    (env / "ready").touch()


def ready(env: Path = ROOT / ".venv-colab") -> Path:
    """The environment, made now if it is not there or older than its recipe."""
    mark = env / "ready"
    recipe = max(
        (HERE / name).stat().st_mtime for name in ("standin.py", "packages.toml")
    )
    if not mark.exists() or mark.stat().st_mtime < recipe:
        build(env)
    return env


if __name__ == "__main__":
    ready(Path(sys.argv[1]).resolve())
