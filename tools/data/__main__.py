"""Make data files again, all (20 min) or some: `python -m tools.data glove micro`."""

from __future__ import annotations

import argparse
from pathlib import Path

import andrea_lib
from tools.data import (
    banco,
    depth,
    e5,
    e5_output,
    glove,
    gpt2,
    manifest,
    micro,
    micro_decoder,
    micro_positions,
    wiki,
)

BUILDERS = {
    "gpt2": gpt2.build,
    "glove": glove.build,
    "e5": e5.build,
    "e5_output": e5_output.build,
    "wiki": wiki.build,
    "micro": micro.build,
    "banco": banco.build,
    "micro_decoder": micro_decoder.build,
    "micro_positions": micro_positions.build,
    "depth": depth.build,
}


def main() -> None:
    """Build what is named, then the manifest and its notice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(BUILDERS))
    names = parser.parse_args().names or list(BUILDERS)
    if unknown := set(names) - set(BUILDERS):
        parser.error(f"no such file: {', '.join(sorted(unknown))}")
    folder = Path(andrea_lib.__file__).with_name("data")
    for name in names:
        path = BUILDERS[name](folder)
        print(f"{path.name}: {path.stat().st_size} bytes")
    manifest.write(folder)


if __name__ == "__main__":
    main()
