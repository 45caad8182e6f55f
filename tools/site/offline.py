"""The site in one file for a USB stick: unpack it, double click, read."""

import zipfile
from pathlib import Path

from tools.site.build import HTML

ZIP = Path("_build/curso.zip")
FOLDER = "curso"
LIMIT = 15_000_000
# What only a web server or a search engine asks for.
ONLINE = {
    *("404.html", "robots.txt", "sitemap.xml", "card.png"),
    *("objects.inv", ".buildinfo"),
}
README = """\
El curso entero, para leer sin conexión.

Descomprime esta carpeta y abre index.html con doble clic: se lee en el navegador.
El buscador y las figuras también funcionan. Lo único que necesita internet son los
enlaces a otros sitios y el botón «Abrir en Colab».
"""
# One date for all files: the same site gives the same zip.
DATE = (2026, 1, 1, 0, 0, 0)


def packed_files(site: Path) -> list[Path]:
    """What goes into the zip, in a fixed order."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    return [f for f in files if f.name not in ONLINE]


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(f"{FOLDER}/{name}", DATE)
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)


def pack(site: Path, target: Path) -> None:
    """Write the zip, with a text that says how to open it."""
    with zipfile.ZipFile(target, "w") as archive:
        _add(archive, "LÉEME.txt", README.encode())
        for path in packed_files(site):
            _add(archive, path.relative_to(site).as_posix(), path.read_bytes())


def make_zip(root: Path) -> int:
    """Pack the built site into _build/curso.zip; 1 if it grew too large to carry."""
    if not (root / HTML / "index.html").is_file():
        print("Todavía no hay sitio: ejecuta antes `make book`.")
        return 1
    pack(root / HTML, root / ZIP)
    size = (root / ZIP).stat().st_size
    print(f"{ZIP}: {size / 1e6:.1f} MB. Descomprímelo y abre {FOLDER}/index.html.")
    if size > LIMIT:
        print(f"Pasa de {LIMIT / 1e6:.0f} MB: es demasiado para repartirlo.")
    return int(size > LIMIT)
