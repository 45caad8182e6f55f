"""The repository's address: `_config.yml` is the one place that holds it."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from tools.errors import SourceError

PLACEHOLDER = "CAMBIA-ESTO"


@dataclass(frozen=True)
class Address:
    url: str
    branch: str

    @property
    def pip(self) -> str:
        """What pip installs: the branch of the repository, through git."""
        return f"git+{self.url}@{self.branch}"

    @property
    def is_placeholder(self) -> bool:
        return PLACEHOLDER in self.url


def read_address(root: Path) -> Address:
    """Read `repository.url` and `repository.branch`; Spanish error if absent."""
    config = root / "_config.yml"
    if not config.is_file():
        raise SourceError(
            "no encuentro _config.yml: ejecuta esto en la raíz del repositorio."
        )
    try:
        repository = yaml.safe_load(config.read_text("utf-8"))["repository"]
        return Address(repository["url"].rstrip("/"), repository["branch"])
    except (TypeError, KeyError, AttributeError, yaml.YAMLError):
        raise SourceError(
            "_config.yml no dice dónde está el repositorio: escribe "
            "`repository:` con `url:` y `branch:`."
        ) from None
