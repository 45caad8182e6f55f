"""Write a file whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, durable: bool = False) -> None:
    """Nobody ever sees a part of it; `durable`: not even if the machine stops now."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
