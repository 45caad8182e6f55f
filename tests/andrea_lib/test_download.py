"""A big file arrives whole, checked, and goes on where the network left it."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from andrea_lib import download as module
from andrea_lib.download import Source, download

DATA = bytes(range(256)) * 4000
SHA256 = hashlib.sha256(DATA).hexdigest()


class Server(BaseHTTPRequestHandler):
    """Sends DATA, but hangs up after each `cut` bytes; ranges only if `ranges`."""

    cut, ranges, asked = len(DATA), True, list[str | None]()

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        type(self).asked.append(wanted)
        start = int(wanted[6:-1]) if wanted and self.ranges else 0
        if start >= len(DATA):
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(DATA) - start))
        self.end_headers()
        self.wfile.write(DATA[start : start + self.cut])

    def log_message(self, *_: object) -> None:
        """Quiet."""


@contextmanager
def serving(cut: int = len(DATA), ranges: bool = True) -> Iterator[tuple[Source, list]]:
    """A server of that kind: its file's source, and the ranges that were asked."""
    kind = type("Kind", (Server,), {"cut": cut, "ranges": ranges, "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/x"
        yield Source(url, SHA256, len(DATA)), kind.asked
    finally:
        server.shutdown()
        server.server_close()


def test_it_says_how_much_is_left_and_how_far_it_is(tmp_path: Path, capsys) -> None:
    with serving() as (source, asked):
        path = download(source, tmp_path / "new" / "data.bin")
        assert path.read_bytes() == DATA
        said = capsys.readouterr().out
        assert said.startswith("data.bin: faltan 1.0 MB de 1.0 MB.")
        assert said.endswith("data.bin: 100 %\n")
        download(source, path)
    assert asked == [None]
    assert [p.name for p in path.parent.iterdir()] == ["data.bin"]


def test_a_connection_that_breaks_twice_goes_on_where_it_was(tmp_path: Path) -> None:
    with serving(cut=400_000) as (source, asked):
        assert download(source, tmp_path / "data.bin").read_bytes() == DATA
    assert asked == [None, "bytes=400000-", "bytes=800000-"]


def test_after_three_tries_it_stops_and_the_next_call_goes_on(tmp_path: Path) -> None:
    with serving(cut=200_000) as (source, asked):
        with pytest.raises(OSError, match=r"Hay 0\.6 MB guardados"):
            download(source, tmp_path / "data.bin")
        assert not (tmp_path / "data.bin").exists()
        assert download(source, tmp_path / "data.bin").read_bytes() == DATA
    assert asked[3:] == [f"bytes={n}-" for n in (600_000, 800_000, 1_000_000)]


def test_a_server_that_cannot_go_on_sends_all_again(tmp_path: Path) -> None:
    (tmp_path / "data.bin.part").write_bytes(b"old")
    with serving(ranges=False) as (source, _):
        assert download(source, tmp_path / "data.bin").read_bytes() == DATA


def test_what_was_already_whole_is_checked_and_taken(tmp_path: Path) -> None:
    (tmp_path / "data.bin.part").write_bytes(DATA)
    with serving() as (source, _):
        assert download(source, tmp_path / "data.bin").read_bytes() == DATA


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"sha256": "0" * 64}, "su sha256 es"), ({"size": 7}, "ocupa 1024000 bytes")],
)
def test_another_file_is_refused_and_does_not_stay(
    tmp_path: Path, wrong, words
) -> None:
    with serving() as (source, _), pytest.raises(ValueError, match=words):
        download(source._replace(**wrong), tmp_path / "data.bin")
    assert not list(tmp_path.iterdir())


def test_without_a_known_hash_it_shows_the_one_it_found(tmp_path: Path, capsys) -> None:
    with serving() as (source, _):
        download(Source(source.url), tmp_path / "data.bin")
    assert SHA256 in capsys.readouterr().out


def test_without_network_it_says_so_in_spanish(tmp_path: Path) -> None:
    with serving() as (source, _):
        pass
    with pytest.raises(OSError, match=r"no se pudo descargar data\.bin"):
        download(source, tmp_path / "data.bin")


def test_a_package_that_pip_cannot_find_is_explained(monkeypatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    with pytest.raises(OSError, match="pip no encuentra"):
        module.of_package("no-such-package-of-the-course==1.0")
