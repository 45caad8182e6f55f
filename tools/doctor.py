"""Say what the tests need and this machine lacks, and how to install it.

Nothing is installed here: only `.ci/run` may call the system's package manager.
"""

import os
import shutil
import sys

NEEDS = {
    ("chromium", "chromium-browser", "google-chrome"): (
        "Chromium, para abrir cada página del sitio",
        "apt install chromium",
    ),
    ("bwrap",): (
        "bubblewrap, para corregir cada entrega en su recinto",
        "apt install bubblewrap",
    ),
}


def missing() -> list[str]:
    """One Spanish line for each tool that is not on the PATH."""
    return [
        f"Falta {what}. En Debian o Ubuntu: {how}"
        for names, (what, how) in NEEDS.items()
        if not any(shutil.which(name) for name in names)
    ]


def main() -> int:
    """Print what is missing; in continuous integration that is a failure."""
    lines = missing()
    for line in lines:
        print(line)
    if lines and not os.environ.get("CI"):
        print("Las pruebas que lo necesitan se saltan; las demás se hacen.")
    return 1 if lines and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
