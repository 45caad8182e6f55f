"""The real site, built once for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.site.browser import served
from tools.site.build import HTML, build

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the course's own site, fresh."""
    out = tmp_path_factory.mktemp("site")
    assert build(REPOSITORY, out) == 0
    return out / HTML


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with served(site) as found:
        yield found
