"""Mark cases as a class is marked, and look at everything that comes out."""

import csv
import html
import io
import json
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from andrea_grader import reports
from andrea_grader.batch import Batch
from andrea_grader.cluster import here
from andrea_grader.course import Course
from andrea_grader.limits import Limits
from andrea_grader.siblings import settle
from andrea_grader.store import Store
from andrea_grader.submissions import find
from andrea_grader.texts import file_name
from tests.andrea_grader.cases.case import CASES, Base, Case
from tests.andrea_grader.marking import andrea, fingerprint
from tests.andrea_grader.masters import ROOT, Exercise, Json

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

SEED = "clase de 2031"
Pair = tuple[str, Base]


def pairs(cases: Iterable[Case]) -> list[Pair]:
    return [(case.name, base) for case in cases for base in case.bases]


def params(cases: Iterable[Case], *, slow: bool = False) -> "list[ParameterSet]":
    """For `parametrize`: those that are slow, or all, only in `make test-all`."""
    return [
        pytest.param(
            pair,
            id="-".join(pair),
            marks=[pytest.mark.slow] if slow or CASES[pair[0]].slow else [],
        )
        for pair in pairs(cases)
    ]


@dataclass(frozen=True)
class Run:
    """A marked folder; submissions are `base/name.ipynb`."""

    exercise: Exercise
    folder: Path
    out: Path

    @cached_property
    def records(self) -> dict[Pair, Json]:
        found = json.loads((self.out / "results.json").read_text(encoding="utf-8"))
        return {_pair(record["submission"]): record for record in found}

    @cached_property
    def rows(self) -> dict[Pair, dict[str, str]]:
        text = (self.out / "notas.csv").read_text(encoding="utf-8-sig")
        return {_pair(row["entrega"]): row for row in csv.DictReader(io.StringIO(text))}

    @cached_property
    def suites(self) -> dict[Pair, dict[str, str]]:
        """Of the JUnit file: the properties of each suite, by name."""
        root = ET.fromstring((self.out / "notas.xml").read_bytes())
        return {
            _pair(suite.attrib["name"]): {
                p.attrib["name"]: p.attrib["value"] for p in suite.iter("property")
            }
            for suite in root
        }

    def page(self, pair: Pair) -> str:
        """The student's page, as it is read."""
        name = file_name(self.records[pair]["submission"])
        source = (self.out / reports.PAGES / name).read_text(encoding="utf-8")
        assert '<html lang="es"' in source
        body = re.sub(r"<style.*?</style>", "", source, flags=re.DOTALL)
        return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def _pair(submission: str) -> Pair:
    base, name = submission.removesuffix(".ipynb").split("/")
    return name, base  # type: ignore[return-value]


def mark(
    exercise: Exercise,
    chosen: Iterable[Pair],
    where: Path,
    limits: Limits | None = None,
) -> Run:
    """Write the cases into a class folder and mark it, by the command or, with limits
    of one's own, by what the command calls. No byte of the folder may change."""
    run = Run(exercise, where / "Año 2" / "Señal Ñ", where / "notas")
    for name, base in chosen:
        path = run.folder / base / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(CASES[name].file(exercise, base))
    _leave_bait(run.folder)
    before = fingerprint(where)
    if limits:
        _mark_within(run, limits)
    else:
        done = andrea("grade", run.folder, "--out", run.out, "--seed", SEED)
        assert done.returncode == 0, done.stderr
    after = fingerprint(where)
    assert {path: after.get(path) for path in before} == before
    return run


class Runs:
    """Marks the quick cases together when the first of them is asked for, and the slow
    ones likewise."""

    def __init__(
        self,
        exercise: Exercise,
        cases: Iterable[Case],
        where: Path,
        limits: Limits | None = None,
    ) -> None:
        self.exercise, self.cases, self.limits = exercise, list(cases), limits
        self._where, self._done = where, dict[bool, Run]()

    def __getitem__(self, pair: Pair) -> Run:
        slow = CASES[pair[0]].slow
        if slow not in self._done:
            chosen = pairs(case for case in self.cases if case.slow == slow)
            where = self._where / ("lentos" if slow else "rápidos")
            self._done[slow] = mark(self.exercise, chosen, where, self.limits)
        return self._done[slow]


def _leave_bait(folder: Path) -> None:
    """Solutions to find, files to delete, a configuration that says yes."""
    shutil.copytree(ROOT / "solutions", folder.parent.parent / "solutions")
    for place in (folder, folder.parent, folder / "solved"):
        place.mkdir(exist_ok=True)
        (place / "CANARIO.txt").write_text("sigo aquí")
    (folder / "conftest.py").write_text(_CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --nbval-lax -k nada\n")


_CONFTEST = """\
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.outcome = "passed"
    return report
"""


def _mark_within(run: Run, limits: Limits) -> None:
    secret = (ROOT / "solutions", run.folder, run.out)
    course = Course([run.exercise.master], SEED, secret, limits)
    packed, store = course.pack(), Store.of(run.out, course)
    store.prepare()
    with here(2, packed) as place:
        batch = Batch(packed, store, place.executor, place.at_once)
        marked = list(batch.run(find([run.folder], [run.out])))
    reports.write(settle(marked), run.out)
