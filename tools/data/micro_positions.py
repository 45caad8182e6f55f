"""micro_positions.npz: decoders that differ in their positions (9 min on two cores)."""

from pathlib import Path

from andrea_lib import micro_positions


def build(folder: Path) -> Path:
    """Train again and write the file into the data folder."""
    tokens = micro_positions.text(30_000, seed=0)
    models = {
        positions: micro_positions.train_again(positions, tokens)
        for positions in micro_positions.SCHEMES
    }
    path = folder / "micro_positions.npz"
    micro_positions.save(models, micro_positions.shuffled_control(tokens), path)
    return path
