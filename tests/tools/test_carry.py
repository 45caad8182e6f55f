"""One address: changed in `_config.yml`, it is new everywhere and old nowhere."""

import json
from pathlib import Path

import pytest

from andrea_grader.errors import SourceError
from tests.clone import ROOT, clone
from tools.address import PLACEHOLDER, Address, read_address
from tools.carry import PLACES, carried, carry
from tools.notebooks import main

NEW = Address("https://github.com/Escuela/otro-curso", "principal", "v9.9.9")


def test_an_address_says_what_pip_colab_and_binder_need() -> None:
    assert NEW.pip == "git+https://github.com/Escuela/otro-curso@v9.9.9"
    assert NEW.site == "https://escuela.github.io/otro-curso/"
    assert NEW.colab("chapters/01 a.ipynb") == (
        "https://colab.research.google.com/github/Escuela/otro-curso/blob/v9.9.9/"
        "chapters/01%20a.ipynb"
    )
    assert NEW.binder("a/b.ipynb") == (
        "https://mybinder.org/v2/gh/Escuela/otro-curso/v9.9.9?labpath=a%2Fb.ipynb"
    )


def test_before_any_release_the_branch_stands_for_the_tag() -> None:
    assert Address(NEW.url, "main").pip.endswith("@main")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "repository: {url: https://github.com/solo, branch: main}",
            "no tiene la forma",
        ),
        ("repository: {url: github.com/a/b, branch: main}", "no tiene la forma"),
        ("repository: {branch: main}", "escribe `repository:`"),
        ("title: x", "escribe `repository:`"),
    ],
)
def test_an_address_that_cannot_be_used_is_explained(
    tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "_config.yml").write_text(text)
    with pytest.raises(SourceError, match=words):
        read_address(tmp_path)


def test_the_address_may_end_like_a_git_remote(tmp_path: Path) -> None:
    text = "repository: {url: https://github.com/a/b.git, branch: main, tag: v1.0.0}"
    (tmp_path / "_config.yml").write_text(text)
    assert read_address(tmp_path) == Address("https://github.com/a/b", "main", "v1.0.0")


@pytest.mark.parametrize(
    "place", PLACES, ids=lambda place: f"{place.file}-{place.pattern[-12:]}"
)
def test_a_place_is_written_once_and_two_of_them_stop(place) -> None:
    text = (ROOT / place.file).read_text("utf-8")
    new = carried(place, text, NEW)
    if place.file != "README.md" or "<!-- dirección -->" in text:
        assert place.write(NEW) in new
    with pytest.raises(SourceError, match="deja solo el primero"):
        carried(place, f"{place.write(NEW)}\n{place.write(NEW)}\n", NEW)


def test_the_check_says_where_the_address_is_old_and_writes_nothing(
    tmp_path: Path,
) -> None:
    citation = tmp_path / "CITATION.cff"
    citation.write_text('version: 1\nrepository-code: "x"\nurl: "y"\n')
    before = citation.read_text()
    (found,) = carry(tmp_path, NEW, only_check=True)
    assert found.startswith("CITATION.cff: su dirección")
    assert citation.read_text() == before
    assert carry(tmp_path, NEW) == []
    assert f'repository-code: "{NEW.url}"\nurl: "{NEW.site}"' in citation.read_text()
    assert carry(tmp_path, NEW, only_check=True) == []


def where(root: Path, *texts: str) -> set[str]:
    """The files that hold one of these texts."""
    files = (path for path in root.rglob("*") if path.is_file())
    return {
        path.relative_to(root).as_posix()
        for path in files
        if any(text.encode() in path.read_bytes() for text in texts)
    }


def test_one_edit_and_make_notebooks_leave_no_trace_of_the_old_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root, old = clone(tmp_path / "copy"), read_address(ROOT)
    config = root / "_config.yml"
    text = config.read_text("utf-8").replace(old.url, NEW.url)
    text = text.replace(f"branch: {old.branch}", f"branch: {NEW.branch}")
    config.write_text(text.replace(f'tag: "{old.tag}"', f'tag: "{NEW.tag}"'), "utf-8")
    monkeypatch.chdir(root)
    assert read_address(root) == NEW

    assert main([]) == 0
    said = capsys.readouterr().out
    assert "ejecutado" not in said
    assert "dirección de ejemplo" not in said
    assert main(["--check"]) == 0
    site = old.site.removeprefix("https://")
    assert where(root, old.url, old.slug, site, f"@{old.ref}\\n") == set()
    notebooks = {path.relative_to(root).as_posix() for path in root.rglob("*.ipynb")}
    assert len(notebooks) == 14
    assert notebooks | {"_config.yml", "CITATION.cff", "pyproject.toml"} <= where(
        root, NEW.url
    )
    exercise = json.loads(
        (root / "exercises/01_lookup_tables.ipynb").read_text("utf-8")
    )
    assert any(f'{NEW.pip}"\n' in "".join(c["source"]) for c in exercise["cells"])


def test_the_placeholder_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"https://github.com/{PLACEHOLDER}/x"
    (tmp_path / "_config.yml").write_text(f"repository: {{url: {url}, branch: main}}")
    for folder in ("chapters", "solutions"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path)
    assert main([]) == 0
    assert capsys.readouterr().out.count("dirección de ejemplo") == 1
