"""Do the site's links to other people's pages still lead somewhere? `make links`.

A page that answers "not found", or a host that does not exist, is a broken link. One
that refuses robots or is slow (403, 429, 5xx, no answer) is only mentioned.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import gaierror
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urldefrag, urlsplit
from urllib.request import Request, urlopen

from andrea_grader.errors import SourceError
from tools.address import read_address
from tools.site.build import HTML
from tools.site.links import read_pages

AGENT = {"User-Agent": "Mozilla/5.0 (compatible; course link check)"}
SECONDS = 20
GONE = (404, 410)


class Answer(NamedTuple):
    """What came back from an address; no fault: it is there."""

    url: str
    fault: str = ""
    broken: bool = False


def external_links(site: Path) -> dict[str, str]:
    """Every http address of the site, without its anchor, and a page that has it."""
    found = {
        urldefrag(link).url: page.path.relative_to(site.resolve()).as_posix()
        for page in read_pages(site).values()
        for link in page.links
        if urlsplit(link).scheme in ("http", "https")
    }
    return dict(sorted(found.items()))


def ask(url: str) -> Answer:
    """Ask for the page; what it holds is not read."""
    try:
        with urlopen(Request(url, headers=AGENT), timeout=SECONDS):
            return Answer(url)
    except HTTPError as error:
        return Answer(url, f"responde {error.code}", error.code in GONE)
    except URLError as error:
        unknown = isinstance(error.reason, gaierror)
        return Answer(url, f"no responde: {error.reason}", unknown)
    except (OSError, ValueError) as error:
        return Answer(url, f"no responde: {error}")


def check(links: dict[str, str]) -> Iterator[tuple[Answer, str]]:
    """Every answer that is not a page, with where its link stands."""
    with ThreadPoolExecutor(8) as pool:
        for answer in pool.map(ask, links):
            if answer.fault:
                yield answer, links[answer.url]


def main(root: Path) -> int:
    """1 if a link is broken; links into a repository not yet named do not count."""
    site = root / HTML
    if not site.is_dir():
        print("No hay sitio que mirar: constrúyelo con make book.")
        return 1
    links, address = external_links(site), read_address(root)
    if address.is_placeholder:
        own = (address.url, address.site, address.colab(""))
        links = {url: page for url, page in links.items() if not url.startswith(own)}
    faults = list(check(links))
    for answer, page in faults:
        kind = "Roto" if answer.broken else "Sin comprobar"
        print(f"{kind}: {answer.url} (en {page}) {answer.fault}.")
    broken = sum(answer.broken for answer, _ in faults)
    print(f"Enlaces a otras páginas: {len(links)}; rotos: {broken}.")
    return 1 if broken else 0


if __name__ == "__main__":
    try:
        sys.exit(main(Path.cwd()))
    except SourceError as error:
        sys.exit(f"Error: {error}")
