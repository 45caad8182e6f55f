"""Say what the tests need and this machine lacks, and how to install it.

Nothing is installed here: only `.ci/run` may call the system's package manager.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# A sandbox as small as can be: no network, nothing to write on.
PROBE = ("--ro-bind", "/", "/", "--unshare-net", "true")


def missing() -> Iterator[str]:
    """One Spanish line for each thing that is not here or does not work."""
    if not any(map(shutil.which, CHROMIUM)):
        yield "Falta Chromium, para abrir cada página del sitio: apt install chromium"
    bwrap = shutil.which("bwrap")
    if not bwrap:
        yield (
            "Falta bubblewrap, para corregir cada entrega en su recinto: "
            "apt install bubblewrap"
        )
    elif subprocess.run([bwrap, *PROBE], capture_output=True).returncode:
        yield (
            "bubblewrap está instalado, pero este sistema no le deja crear recintos. "
            "En Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0. En un "
            "contenedor: arráncalo con --privileged"
        )
    if not shutil.which("git"):
        yield "Falta git, para instalar el curso como en Colab: apt install git"


def main() -> int:
    """Print what is missing; in continuous integration that is a failure."""
    lines = list(missing())
    for line in lines:
        print(line)
    if lines and not os.environ.get("CI"):
        print("Las pruebas que lo necesitan se saltan o fallan; las demás se hacen.")
    return 1 if lines and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
