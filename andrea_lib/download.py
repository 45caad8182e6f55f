"""Descargar un archivo grande: solo si se pide, con su tamaño, su avance y su sha256.

Lo que llega se guarda en `NOMBRE.part`. Si la red se corta, la misma llamada sigue
desde ahí (cabecera `Range`); el archivo toma su nombre cuando está entero y su tamaño y
su sha256 son los que se esperaban.
"""

import hashlib
import json
import subprocess
import sys
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BLOCK = 1 << 20
TRIES = 3
SECONDS = 60  # without a single byte


class Source(NamedTuple):
    """De dónde se descarga, y lo que se sabe de antemano del archivo."""

    url: str
    sha256: str = ""
    size: int = 0


def download(source: Source, path: str | Path) -> Path:
    """El archivo de `source` en `path`; si ya estaba bien, no descarga nada.

    OSError si no se pudo tras tres intentos: dice cuánto falta y que se puede seguir.
    ValueError si llegó entero y no es el que se esperaba: entonces se borra.
    """
    path = Path(path)
    if path.is_file() and not fault(path, source):
        print(f"{path.name} ya está descargado.")
        return path
    part = path.with_name(f"{path.name}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    fetch(source, part)
    if wrong := fault(part, source):
        part.unlink()
        raise ValueError(f"{path.name} no es el archivo esperado: {wrong}")
    if not source.sha256:
        print(f"sha256 de {path.name}, para compararlo con su página: {digest(part)}")
    return part.replace(path)


def digest(path: Path) -> str:
    """El sha256 de un archivo, en hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fault(path: Path, source: Source) -> str:
    """Qué tiene de distinto el archivo, o nada: tamaño primero, después sha256."""
    size = path.stat().st_size
    if source.size and size != source.size:
        return f"ocupa {size} bytes y debería ocupar {source.size}"
    if source.sha256 and (found := digest(path)) != source.sha256:
        return f"su sha256 es {found[:12]}… y debería ser {source.sha256[:12]}…"
    return ""


def fetch(source: Source, part: Path) -> None:
    """Completa `part`, con tres intentos que siguen donde quedó el anterior."""
    for left in reversed(range(TRIES)):
        try:
            append(source, part)
            return
        except (OSError, HTTPException) as error:
            done = part.stat().st_size if part.exists() else 0
            if isinstance(error, HTTPError) and error.code == 416 and done:
                return  # there was nothing left to send: `fault` has the last word
            if not left:
                raise OSError(
                    f"no se pudo descargar {part.stem} ({error}). Hay "
                    f"{megabytes(done)} guardados: repite la llamada y seguirá ahí."
                ) from error


def append(source: Source, part: Path) -> None:
    """Pide lo que falta y lo añade; empieza de nuevo si el servidor no sabe seguir."""
    done = part.stat().st_size if part.exists() else 0
    request = Request(source.url, headers={"Range": f"bytes={done}-"} if done else {})
    with urlopen(request, timeout=SECONDS) as answer:
        if answer.status != 206:
            done = 0
        total = done + int(answer.headers.get("Content-Length") or 0)
        print(f"{part.stem}: faltan {megabytes(total - done)} de {megabytes(total)}.")
        with part.open("ab" if done else "wb") as file:
            while block := answer.read(BLOCK):
                file.write(block)
                tell(part.stem, done, done := done + len(block), total)
    if done < total:
        raise OSError("la conexión se cortó")


def tell(name: str, before: int, now: int, total: int) -> None:
    """Una línea cada décima parte."""
    if total and 10 * before // total != 10 * now // total:
        print(f"{name}: {100 * now // total} %", flush=True)


def megabytes(n: int) -> str:
    """Bytes en MB = 10⁶ bytes."""
    return f"{n / 1e6:.1f} MB"


def of_package(requirement: str) -> Source:
    """Dónde está el archivo de un paquete de Python, según el índice que use pip.

    pip dice la dirección y el sha256; ni descarga ni instala nada.
    """
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet"]
    command += ["--no-deps", "--ignore-installed", "--report", "-", requirement]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise OSError(f"pip no encuentra {requirement}. ¿Hay conexión a internet?")
    info = json.loads(done.stdout)["install"][0]["download_info"]
    return Source(info["url"], info["archive_info"]["hashes"]["sha256"])
