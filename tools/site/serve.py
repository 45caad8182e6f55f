"""Show the built site in the browser, from this machine only."""

import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.site.build import HTML


class Quiet(SimpleHTTPRequestHandler):
    """Without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def make_server(site: Path, port: int) -> ThreadingHTTPServer:
    """A server of that folder; port 0 takes any free one."""
    handler = partial(Quiet, directory=str(site))
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def serve(root: Path, port: int) -> int:
    """Until Ctrl+C; the port, or a free one if it is taken."""
    site = root / HTML
    if not (site / "index.html").is_file():
        print("Todavía no hay sitio: ejecuta antes `make book`.")
        return 1
    try:
        server = make_server(site, port)
    except OSError:
        server = make_server(site, 0)
    address = f"http://127.0.0.1:{server.server_port}/"
    print(f"El sitio está en {address} (Ctrl+C para terminar).")
    webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()
    return 0
