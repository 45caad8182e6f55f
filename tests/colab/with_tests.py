"""Run tests inside the stand-in: `.venv-colab/bin/python tests/colab/with_tests.py …`.

What the tests need besides Colab's packages (pytest and its plugins) comes last on the
path, from `.venv`, so that the stand-in's own versions are the ones imported.
"""

import site
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for folder in (ROOT / ".venv").glob("lib/python3.*/site-packages"):
        site.addsitedir(str(folder))
    import pytest

    # Not imported here: the course chooses triton's interpreter before triton starts.
    print(*(f"{name} {version(name)}" for name in ("torch", "triton", "numpy")))
    sys.exit(pytest.main(sys.argv[1:]))
