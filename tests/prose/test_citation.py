"""The version is the same wherever it is written."""

import re
import tomllib

import yaml

from .pages import ROOT


def version() -> str:
    """The version of the distribution."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def test_the_citation_names_the_version_and_the_title_of_the_course() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    assert str(citation["version"]) == version()
    assert citation["title"].startswith(config["title"])
    assert citation["authors"] == [{"name": config["author"]}]


def test_the_cover_cites_what_the_citation_file_says() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    cover = (ROOT / "index.md").read_text(encoding="utf-8")
    assert f"*{citation['title']}*, versión {version()}." in cover


def test_the_changes_begin_with_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^## \[(.+?)\]", changes)[0] == version()
