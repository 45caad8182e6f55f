"""Run an assembled notebook under nbval and take down what each cell did.

nbval stays as it is: its cells run and compare. Its file class is subclassed, so that
the kernel is ours (see watched_kernel.py), only our own graded cells are compared and
a time limit never turns later cells into expected failures.
"""

import contextlib
import os
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from nbformat import v4
from nbval.plugin import IPyNbCell, IPyNbFile

from andrea_grader.assemble import STEP, Plan, to_notebook
from andrea_grader.errors import NoKernelError
from andrea_grader.sandbox import Box
from andrea_grader.watched_kernel import CellResult, Limits, WatchedKernel
from andrea_lib.probe import MIME

# pytest's own plugins that cost time or write files.
_OFF = (
    *("cacheprovider", "doctest", "junitxml", "logging"),
    *("unraisableexception", "threadexception"),
)


@dataclass
class GradingPlugin:
    """One run: where its kernel lives, and what each step did."""

    box: Box
    outlive: float = 0
    results: dict[str, CellResult] = field(default_factory=dict)
    died_after: float | None = None
    seconds: float = 0
    broken: str = ""

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> "Submission":
        submission = Submission.from_parent(parent, path=file_path)
        submission.plugin = self
        return submission

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: IPyNbCell, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "setup" and call.excinfo:
            self.broken = call.excinfo.exconly()
        if report.when == "call" and item.parent.kernel:
            self.results[item.cell.metadata[STEP]] = _result(item, report)
        return report


def _result(item: IPyNbCell, report: pytest.TestReport) -> CellResult:
    """nbval's verdict and what the kernel saw; of a cell that did not start nothing."""
    kernel = item.parent.kernel
    result, kernel.now = kernel.now, CellResult()
    result.passed = report.passed and not hasattr(report, "wasxfail")
    outputs = item.test_outputs or []
    result.values = [out.data[MIME] for out in outputs if "data" in out]
    return result


class Submission(IPyNbFile):
    """nbval's notebook file with our kernel."""

    plugin: GradingPlugin

    # nbval marks every cell after a time-out as "expected to fail", so that none of
    # them can fail any more: here later cells pass or fail like any other.
    timed_out = property(lambda self: False, lambda self, value: None)

    def setup(self) -> None:
        self.kernel = WatchedKernel(self.plugin.box)

    def collect(self) -> Iterator[IPyNbCell]:
        """nbval's cells, without the markers that a student's comments may hold."""
        for cell in super().collect():
            cell.options = defaultdict(bool, check=True)
            yield cell

    def teardown(self) -> None:
        """nbval leaves the sockets of a dead kernel open."""
        if self.kernel is not None:
            self.kernel.outlive(self.plugin.outlive)
            self.plugin.died_after = self.kernel.died_after
            self.plugin.seconds = self.kernel.whole.seconds()
            self.kernel.stop()


@dataclass(frozen=True)
class Run:
    """What each step did, the seconds that the kernel had, and after how many of them
    it ended by itself."""

    results: dict[str, CellResult]
    seconds: float
    died_after: float | None


def run_plan(
    plan: Plan,
    references: Mapping[str, str],
    box: Box,
    outside: Path,
    outlive: float = 0,
) -> Run:
    """Run a plan in its box; the notebook with the references stays outside.

    Cells that end earlier than `outlive` seconds after the start are watched so long.
    """
    path = outside / "cuaderno.ipynb"
    path.write_text(v4.writes(to_notebook(plan, references)), encoding="utf-8")
    plugin = GradingPlugin(box, outlive)
    with _quiet_pytest():
        status = pytest.main(_arguments(path, outside, box.limits), plugins=[plugin])
    if status == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    if not any(result.started for result in plugin.results.values()):
        why = plugin.broken or f"estado de pytest: {int(status)}"
        raise NoKernelError(f"el núcleo de Jupyter no arrancó ({why})")
    keys = (step.key for step in plan.steps)
    results = {key: plugin.results.get(key, CellResult()) for key in keys}
    return Run(results, plugin.seconds, plugin.died_after)


def _arguments(path: Path, folder: Path, limits: Limits) -> list[str]:
    """No configuration, plugin or conftest but what stands here."""
    return [
        *(str(path), "-q", "-c", os.devnull, "--rootdir", str(folder)),
        *("--confcutdir", str(folder)),  # or pytest reads all folders above it
        *(
            "--noconftest",
            "--capture=no",
            "--tb=no",
            "--color=no",
            "--disable-warnings",
        ),
        *("--nbval-cell-timeout", str(limits.cell), "-p", "nbval.plugin"),
        *(word for name in _OFF for word in ("-p", f"no:{name}")),
    ]


@contextlib.contextmanager
def _quiet_pytest() -> Iterator[None]:
    """pytest without the teacher's plugins and options, and without a word."""
    before = dict(os.environ)
    os.environ.update(_PYTEST_ENV)
    try:
        with (
            open(os.devnull, "w", encoding="utf-8") as null,
            contextlib.redirect_stdout(null),
            contextlib.redirect_stderr(null),
        ):
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


_PYTEST_ENV = {
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_ADDOPTS": "",
    "PYTEST_PLUGINS": "",
}
