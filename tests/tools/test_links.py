"""Links to other people's pages: what is gone is broken, what refuses is mentioned."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.tools.conftest import CONFIG
from tools.links import main
from tools.site.build import HTML


class Server(BaseHTTPRequestHandler):
    """Answers /N with status N."""

    def do_GET(self) -> None:
        self.send_response(int(self.path[1:]))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def other() -> Iterator[str]:
    """The address of somebody else's pages."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def check(root: Path, *links: str) -> int:
    """The exit status for a site of one page with those links."""
    (root / HTML).mkdir(parents=True)
    (root / "_config.yml").write_text(CONFIG)
    text = "".join(f'<a href="{link}">x</a>' for link in links)
    (root / HTML / "index.html").write_text(f'{text}<a href="page.html#x">y</a>')
    return main(root)


def test_pages_that_answer_are_fine_and_are_asked_once(
    tmp_path: Path, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(tmp_path, f"{other}/200", f"{other}/200#part") == 0
    assert capsys.readouterr().out == "Enlaces a otras páginas: 1; rotos: 0.\n"


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_is_gone_fails(
    tmp_path: Path, other: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(tmp_path, f"{other}/{status}", f"{other}/200") == 1
    said = capsys.readouterr().out
    assert f"Roto: {other}/{status} (en index.html) responde {status}." in said
    assert "2; rotos: 1." in said


@pytest.mark.parametrize("link", ["/403", "/429", "/503"])
def test_a_page_that_refuses_is_only_mentioned(
    tmp_path: Path, other: str, link: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(tmp_path, other + link) == 0
    assert "Sin comprobar: " in capsys.readouterr().out


def test_a_host_that_does_not_exist_fails(tmp_path: Path) -> None:
    assert check(tmp_path, "http://no-such-host.invalid/") == 1


def test_without_a_site_it_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(tmp_path) == 1
    assert "make book" in capsys.readouterr().out
