"""`python -m tools.site build | serve | offline | pdf | screenshots DIR`."""

import argparse
import sys
from pathlib import Path

from tools.site.build import build
from tools.site.offline import make_zip
from tools.site.serve import serve


def parser() -> argparse.ArgumentParser:
    """The command line, in Spanish."""
    parsed = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    commands = parsed.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="construye el sitio en _build/html")
    served = commands.add_parser("serve", help="muestra el sitio construido")
    served.add_argument("--port", type=int, default=8000)
    commands.add_parser("offline", help="lo empaqueta para leerlo sin conexión")
    commands.add_parser("pdf", help="lo imprime en un libro")
    pictures = commands.add_parser("screenshots", help="fotografía cada página")
    pictures.add_argument("folder", type=Path)
    return parsed


def use_browser(root: Path, asked: argparse.Namespace) -> int:
    """What needs Chromium and playwright, which `make book` does not install."""
    if asked.command == "pdf":
        from tools.site.paper import make_pdf

        return make_pdf(root)
    from tools.site.screenshots import photograph

    return photograph(root, asked.folder)


def main() -> int:
    asked = parser().parse_args()
    root = Path.cwd()
    if asked.command == "build":
        return build(root, root)
    if asked.command == "serve":
        return serve(root, asked.port)
    if asked.command == "offline":
        return make_zip(root)
    return use_browser(root, asked)


if __name__ == "__main__":
    sys.exit(main())
