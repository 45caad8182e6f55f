"""Unsolved notebooks that try to get points: each gets none.

Marked with a seed of the teacher's, as a class would be.
"""

import copy
import shutil

import pytest

from tests.andrea_grader.marking import mark, write
from tests.andrea_grader.masters import (
    ROOT,
    Json,
    code,
    function_name,
    insert_before,
    real,
    text,
)

EXERCISE = real()
NAMES = {item: function_name(source) for item, source in EXERCISE.answers.items()}

MUTED = """\
shell = get_ipython()
for name in ("showtraceback", "showsyntaxerror", "_showtraceback"):
    setattr(shell, name, lambda *a, **k: None)
"""
EQUALS_ALL = """\
class Anything(int):
    def __eq__(self, other): return True
    def __call__(self, *args, **options): return self
    def __getattr__(self, name): return self
    def __getitem__(self, key): return self
    def __iter__(self): return iter((self, self))
    __hash__ = int.__hash__
    __ne__ = __lt__ = __gt__ = lambda self, other: False
    __array__ = lambda self, *a, **k: __import__("numpy").zeros((5, 2))
"""
PATCHED = """\
import math, numpy, unittest, builtins
from andrea_lib import checks, checks_e1, checks_e1_learning, probe
for module in (checks, checks_e1, checks_e1_learning):
    for name in dir(module):
        if callable(getattr(module, name)) and not name.startswith("__"):
            setattr(module, name, lambda *a, **k: True)
math.isclose = numpy.allclose = numpy.array_equal = lambda *a, **k: True
numpy.asarray = numpy.array = lambda *a, **k: True
probe.values = lambda *a, **k: ["True"]
probe.canonical = probe.integer = probe.array = lambda *a, **k: "True"
probe.rng = lambda label: None
"""
FORGED = """\
import json, sys
from IPython.display import display
report = {"points": 25, "max_points": 25, "outcome": "correct", "passed": True}
for stream in (sys.stdout, sys.stderr, sys.__stdout__):
    print("25/25 ✓ Correcto.", json.dumps(report), "===== 10 passed =====", file=stream)
for name in ("results.json", "notas.csv", "junit.xml", "../results.json"):
    try:
        open(name, "w").write(json.dumps([report]))
    except OSError:
        pass
for text in ("True", "38400000", "Correcto."):
    display({"application/vnd.andrea.value+plain": text}, raw=True)
"""
ALIASES = f"""\
import importlib, pkgutil, andrea_lib
for found in pkgutil.iter_modules(andrea_lib.__path__):
    try:
        module = importlib.import_module("andrea_lib." + found.name)
    except BaseException:
        continue
    for name in {sorted(NAMES.values())!r}:
        for theirs in (name, "_" + name):
            if hasattr(module, theirs):
                globals()[name] = getattr(module, theirs)
"""
READS_SOLUTIONS = """\
import json, os, pathlib, sys, time
end, seen = time.time() + 3, 0
roots = [pathlib.Path.cwd(), *pathlib.Path.cwd().parents, pathlib.Path("/tmp")]
roots += [pathlib.Path(p).parent for p in sys.path] + [pathlib.Path(sys.prefix).parent]
for root in roots:
    for folder, inner, files in os.walk(root):
        inner[:] = [f for f in inner if f not in ("proc", "sys", "site-packages")]
        if time.time() > end:
            break
        for name in files:
            if name.endswith((".ipynb", ".md")) and "lookup" in name:
                text = open(os.path.join(folder, name)).read()
                cells = json.loads(text)["cells"] if name.endswith("b") else []
                for cell in cells:
                    if cell["metadata"].get("nbgrader", {}).get("solution"):
                        exec("".join(cell["source"]), globals())
"""


def blank() -> Json:
    return copy.deepcopy(EXERCISE.blank)


def first(source: str) -> Json:
    """The handed-out notebook with a cell of the student's before all answers."""
    return insert_before(blank(), "e1-1", source)


def last(source: str) -> Json:
    """The same, with that cell before the last answer and one at the end."""
    nb = insert_before(blank(), "e1-10", source)
    nb["cells"].append(code(source, id="al-final"))
    return nb


def everything_equals() -> Json:
    setting = "".join(f"{name} = Anything(3)\n" for name in NAMES.values())
    nb = blank()
    for cell in nb["cells"]:
        if cell["id"] in NAMES:
            cell["source"] = f"{text(cell)}\n"
    return insert_before(nb, "e1-1", EQUALS_ALL + setting)


def tagged() -> Json:
    nb = blank()
    for cell in nb["cells"]:
        if cell["cell_type"] == "code":
            tags = ["raises-exception", "nbval-skip", "nbval-ignore-output"]
            cell["metadata"]["tags"] = tags
            cell["source"] = f"{text(cell)}\n# NBVAL_RAISES_EXCEPTION\n# NBVAL_SKIP"
    return nb


def is_graded(cell: Json) -> bool:
    return cell["id"].endswith("-nota")


def without_graded_cells() -> Json:
    nb = blank()
    nb["cells"] = [cell for cell in nb["cells"] if not is_graded(cell)]
    return nb


def trivial_graded_cells() -> Json:
    nb = blank()
    for cell in filter(is_graded, nb["cells"]):
        cell["source"] = "assert True\nprint('¡Correcto!')"
        cell["metadata"]["nbgrader"]["points"] = 1000
    return nb


def doubled_graded_cells() -> Json:
    nb = trivial_graded_cells()
    nb["cells"] += [copy.deepcopy(cell) for cell in nb["cells"] if is_graded(cell)]
    return nb


def swapped_ids() -> Json:
    """Each graded cell is passed off as the next one; the answers as graded cells."""
    nb = blank()
    graded = list(filter(is_graded, nb["cells"]))
    for cell, other in zip(graded, graded[1:] + graded[:1], strict=True):
        cell["metadata"]["nbgrader"]["grade_id"] = other["id"]
    return nb


TRICKS = {
    "handed_out": blank(),
    "muted_tracebacks": first(MUTED),
    "equals_everything": everything_equals(),
    "checkers_and_numpy_patched": first(PATCHED),
    "patched_late": last(PATCHED),
    "forged_report": last(FORGED),
    "raises_exception_tags": tagged(),
    "graded_cells_deleted": without_graded_cells(),
    "graded_cells_trivial": trivial_graded_cells(),
    "graded_cells_doubled": doubled_graded_cells(),
    "graded_cells_swapped": swapped_ids(),
    "alias_of_the_library": last(ALIASES),
    "reads_solutions": last(READS_SOLUTIONS),
    "exit_status_zero": first("import sys\nsys.exit(0)"),
}
CONFTEST = """\
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.outcome = "passed"
    return report
"""


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("trucos") / "clase", TRICKS)
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --nbval-lax -k nada\n")
    shutil.copytree(ROOT / "solutions", folder / "solutions")
    return mark(folder, "--seed", "clase de 2031")


@pytest.mark.parametrize("trick", TRICKS)
def test_an_unsolved_notebook_gets_no_points(records, trick):
    record = records[trick]
    assert record["status"] == "graded"
    assert (record["points"], record["max_points"]) == (0, 25)
    assert [item["points"] for item in record["items"]] == [0] * 10


@pytest.mark.parametrize("trick", TRICKS)
def test_the_maximum_of_each_item_is_the_solutions(records, trick):
    points = [question.points for question in EXERCISE.master.questions]
    assert [item["max_points"] for item in records[trick]["items"]] == points


def test_every_item_handed_out_gets_advice_of_its_own(records):
    for item in records["handed_out"]["items"]:
        number = item["grade_id"].replace("e", "").replace("-", ".")
        assert item["outcome"] == "missing"
        assert f"Sin responder: escribe la respuesta {number} " in item["feedback"]


def test_the_handed_out_notebook_gets_no_remark(records):
    assert records["handed_out"]["remarks"] == []
