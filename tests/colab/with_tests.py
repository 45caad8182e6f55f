"""Run tests inside the stand-in: `.venv-colab/bin/python tests/colab/with_tests.py …`.

What the tests need besides Colab's packages (pytest and its plugins) comes last on the
path, from `.venv`, so that the stand-in's own versions are the ones imported.
"""

import site
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for folder in (ROOT / ".venv").glob("lib/python3.*/site-packages"):
        site.addsitedir(str(folder))
    import numpy
    import pytest
    import torch
    import triton

    print("torch", torch.__version__, "triton", triton.__version__, end=" ")
    print("numpy", numpy.__version__)
    sys.exit(pytest.main(sys.argv[1:]))
