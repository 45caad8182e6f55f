"""The chapters' stored outputs are what their cells give, compared by nbval.

Time and memory are recorded, never judged: a busy machine must not fail a chapter.
"""

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))


@pytest.mark.notebooks
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_running_a_chapter_gives_its_stored_outputs(
    path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    seconds = round(perf_counter() - start, 1)
    record_testsuite_property(f"{path.stem}: seconds", seconds)
    # The largest process among all children so far: an upper bound of this kernel.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    record_testsuite_property(f"{path.stem}: peak MiB, at most", peak // 1024)
    assert done.returncode == 0, done.stdout[-5000:]
    assert "skipped" not in done.stdout.splitlines()[-1]
