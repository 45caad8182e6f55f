"""micro_decoder.npz: a decoder trained on the micro-corpus (1.5 min on two cores)."""

from pathlib import Path

from andrea_lib import micro_decoder


def build(folder: Path) -> Path:
    """Train again and write the file into the data folder."""
    path = folder / "micro_decoder.npz"
    micro_decoder.save(micro_decoder.train_again(), path)
    return path
