"""The repository's address: `_config.yml` is the one place that holds it."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

import yaml

from andrea_grader.errors import SourceError

PLACEHOLDER = "CAMBIA-ESTO"
NOTICE = (
    "Aviso: _config.yml aún tiene la dirección de ejemplo del repositorio; con ella no "
    "funcionan los botones de Colab ni la primera celda."
)
COLAB = "https://colab.research.google.com/github"
BINDER = "https://mybinder.org/v2/gh"


@dataclass(frozen=True)
class Address:
    """A repository on GitHub, its branch, and the released tag where there is one."""

    url: str
    branch: str
    tag: str = ""

    @property
    def ref(self) -> str:
        """What readers get: the released tag; before any release, the branch."""
        return self.tag or self.branch

    @property
    def slug(self) -> str:
        """`owner/name`."""
        return urlsplit(self.url).path.strip("/")

    @property
    def pip(self) -> str:
        """What pip installs through git."""
        return f"git+{self.url}@{self.ref}"

    @property
    def site(self) -> str:
        """Where GitHub Pages shows the site."""
        owner, name = self.slug.split("/")[:2]
        return f"https://{owner.lower()}.github.io/{name}/"

    def colab(self, notebook: str) -> str:
        """What opens a notebook of the repository in Colab."""
        return f"{COLAB}/{self.slug}/blob/{quote(self.ref)}/{quote(notebook)}"

    def binder(self, notebook: str) -> str:
        """What opens a notebook of the repository in Binder."""
        path = quote(notebook, safe="")
        return f"{BINDER}/{self.slug}/{quote(self.ref, safe='')}?labpath={path}"

    @property
    def is_placeholder(self) -> bool:
        return PLACEHOLDER in self.url


def read_address(root: Path) -> Address:
    """Read `repository` in `_config.yml`; Spanish error if it is not there."""
    config = root / "_config.yml"
    if not config.is_file():
        raise SourceError(
            "no encuentro _config.yml: ejecuta esto en la raíz del repositorio."
        )
    try:
        repository = yaml.safe_load(config.read_text("utf-8"))["repository"]
        url = repository["url"].rstrip("/").removesuffix(".git")
        address = Address(url, repository["branch"], repository.get("tag") or "")
    except (TypeError, KeyError, AttributeError, yaml.YAMLError):
        raise SourceError(
            "_config.yml no dice dónde está el repositorio: escribe "
            "`repository:` con `url:` y `branch:`."
        ) from None
    if address.slug.count("/") != 1 or not address.url.startswith("https://"):
        raise SourceError(
            f"_config.yml: la dirección «{url}» no tiene la forma "
            "https://github.com/USUARIO/REPOSITORIO."
        )
    return address
