"""A release says the same in every place that names it."""

import json
import tomllib

import yaml

from tests.clone import ROOT
from tools.address import read_address

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
ZENODO = json.loads((ROOT / ".zenodo.json").read_text("utf-8"))
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "version"
]


def test_the_released_tag_is_the_version_of_the_package() -> None:
    """No release yet: no tag, and Colab takes the branch."""
    assert read_address(ROOT).tag in ("", f"v{VERSION}")


def test_zenodo_gets_what_the_citation_says() -> None:
    assert ZENODO["title"] == CITATION["title"]
    assert ZENODO["creators"] == CITATION["authors"]
    assert ZENODO["keywords"] == CITATION["keywords"]
    assert ZENODO["license"] in CITATION["license"]
    assert CITATION["abstract"] in ZENODO["description"]


def test_zenodo_takes_the_version_from_the_tag() -> None:
    """Written here, it would be old in the next release."""
    assert not {"version", "doi", "publication_date"} & ZENODO.keys()
    assert (ZENODO["upload_type"], ZENODO["language"]) == ("software", "spa")
