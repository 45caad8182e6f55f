"""Unsolved notebooks that silence, patch or deceive: each gets none."""

from tests.andrea_grader.cases.case import UNSOLVED, Draft, case, programs

KIND = "tricks"

MUTED = """\
shell = get_ipython()
for name in ("showtraceback", "showsyntaxerror", "_showtraceback"):
    setattr(shell, name, lambda *a, **k: None)
"""
MUTED_BY_HANDLER = """\
get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)
import sys
sys.excepthook = lambda *a: None
"""
MUTED_BY_TRANSFORMER = """\
import ast
class Quiet(ast.NodeTransformer):
    def visit_Raise(self, node): return ast.copy_location(ast.Pass(), node)
    visit_Assert = visit_Raise
get_ipython().ast_transformers.append(Quiet())
get_ipython().input_transformers_cleanup.append(
    lambda lines: [line.replace("raise NotImplementedError()", "return 0")
                   if line.startswith(" ") else line for line in lines])
"""
MUTED_KERNEL = """\
kernel = get_ipython().kernel
before = kernel.do_execute
async def quiet(*a, **k):
    reply = await before(*a, **k)
    return {"status": "ok", "execution_count": 1, "payload": [],
            "user_expressions": {}}
kernel.do_execute = quiet
"""
MUTED_SHELL = """\
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
ExecutionResult.success = property(lambda self: True)
ExecutionResult.raise_error = lambda self: None
InteractiveShell.showtraceback = lambda *a, **k: None
"""
PATCHED_CHECKS = """\
import pkgutil, importlib, andrea_lib
for found in pkgutil.iter_modules(andrea_lib.__path__):
    if found.name.startswith("checks"):
        module = importlib.import_module("andrea_lib." + found.name)
        for name in dir(module):
            if callable(getattr(module, name)) and not name.startswith("__"):
                setattr(module, name, lambda *a, **k: True)
"""
PATCHED_NUMPY = """\
import math, numpy, unittest
for name in ("isclose", "allclose", "array_equal", "array_equiv"):
    setattr(numpy, name, lambda *a, **k: True)
for name in dir(numpy.testing):
    if name.startswith("assert_"):
        setattr(numpy.testing, name, lambda *a, **k: None)
math.isclose = lambda *a, **k: True
unittest.TestCase.assertEqual = lambda *a, **k: None
numpy.asarray = numpy.array = lambda *a, **k: True
"""
PATCHED_PROBE = """\
from andrea_lib import canonical, probe
probe.values = lambda *a, **k: ["True"]
probe.canonical = canonical.canonical = lambda *a, **k: "True"
probe.integer = probe.array = probe.number = probe.word = lambda *a, **k: "True"
probe.rng = lambda label: None
"""
REPLACED_PROBE = """\
import sys, types
from IPython.display import display
fake = types.ModuleType("andrea_lib.probe")
def show(source, names, space=None):
    for text in ("True", "Correcto.", ""):
        display({"application/vnd.andrea.value+plain": text}, raw=True)
fake.show, fake.MIME = show, "application/vnd.andrea.value+plain"
fake.rng = fake.integer = fake.number = fake.array = fake.word = lambda *a: 1
sys.modules["andrea_lib.probe"] = sys.modules["andrea_lib"].probe = fake
"""
PATCHED_RANDOM = """\
import os, random, numpy
os.environ["ANDREA_SEED"] = "andrea"
class Fixed:
    def __getattr__(self, name): return lambda *a, **k: numpy.ones((3, 3), int)
numpy.random.default_rng = lambda *a, **k: Fixed()
random.random = lambda: 0.5
"""
PATCHED_DISPLAY = """\
import IPython.display, IPython.core.display_functions as functions
for module in (IPython.display, functions):
    module.display = lambda data, **k: None
get_ipython().display_pub.publish = lambda *a, **k: None
"""
ANYTHING = """\
class Anything(int):
    def __eq__(self, other): return True
    def __call__(self, *args, **options): return self
    def __getattr__(self, name): return self
    def __getitem__(self, key): return self
    def __iter__(self): return iter((self, self))
    __hash__ = int.__hash__
    __ne__ = __lt__ = __gt__ = lambda self, other: False
    __add__ = __radd__ = __mul__ = __rmul__ = __matmul__ = lambda self, other: self
    __array__ = lambda self, *a, **k: __import__("numpy").zeros((5, 2))
"""
LIAR = """\
class Liar(str):
    __class__ = int
    def __new__(cls): return str.__new__(cls, "True")
    def __str__(self): return "Correcto."
    __repr__ = __format__ = lambda self, *a: "True"
    __bool__ = lambda self: True
    __len__ = __index__ = __int__ = lambda self: 3
    __float__ = lambda self: 3.0
    shape, dtype = (), float
    tolist = lambda self: self
    __call__ = lambda self, *a, **k: self
    __module__ = "numpy"
"""
CHANGES_LATER = """\
import atexit, sys, threading
def later():
    for name in list(globals()):
        if callable(globals()[name]):
            globals()[name] = lambda *a, **k: 0
atexit.register(later)
sys.settrace(lambda *a: None)
sys.setprofile(lambda *a: None)
get_ipython().events.register("pre_run_cell", lambda info: later())
get_ipython().events.register("post_run_cell", lambda result: result)
"""
RUNS_CELLS_ITSELF = """\
shell = get_ipython()
before = shell.run_cell
def run_cell(source, *a, **k):
    return before("pass", *a, **k)
shell.run_cell = run_cell
async def run_cell_async(source, *a, **k):
    return before("pass")
shell.run_cell_async = run_cell_async
"""
FIRST = {
    "muted_tracebacks": MUTED,
    "muted_by_a_handler": MUTED_BY_HANDLER,
    "muted_by_a_transformer": MUTED_BY_TRANSFORMER,
    "muted_kernel": MUTED_KERNEL,
    "muted_shell_class": MUTED_SHELL,
    "cells_not_run": RUNS_CELLS_ITSELF,
    "fixed_random_numbers": PATCHED_RANDOM,
    "changes_names_later": CHANGES_LATER,
    "exit_with_status_zero": "import sys\nsys.exit(0)",
    "exit_by_alarm": "import os, signal\nsignal.signal(14, lambda *a: os._exit(0))\n"
    "signal.setitimer(signal.ITIMER_REAL, 0.4)",
    "end_of_input": "get_ipython().ask_exit()\nget_ipython().kernel.do_shutdown(False)",
}
AROUND = {
    "checks_patched": PATCHED_CHECKS,
    "numpy_patched": PATCHED_NUMPY,
    "probe_patched": PATCHED_PROBE,
    "probe_replaced": REPLACED_PROBE,
    "display_patched": PATCHED_DISPLAY,
}
SLOW = {
    *("muted_by_a_handler", "muted_by_a_transformer", "muted_shell_class"),
    *("cells_not_run", "fixed_random_numbers", "changes_names_later"),
    *("exit_by_alarm", "end_of_input", "display_patched"),
}
programs(KIND, UNSOLVED, "ZERO", FIRST.items(), Draft.start, slow=SLOW)
programs(KIND, UNSOLVED, "ZERO", AROUND.items(), Draft.around, slow=SLOW)


def _settings(draft: Draft, value: str) -> str:
    return "".join(f"{name} = {value}\n" for name in draft.names)


@case(KIND, UNSOLVED, "ZERO")
def equals_everything(draft: Draft) -> None:
    draft.around(ANYTHING + _settings(draft, "Anything(3)"))


@case(KIND, UNSOLVED, "ZERO", slow=True)
def lies_about_its_class(draft: Draft) -> None:
    draft.around(LIAR + _settings(draft, "Liar()"))


@case(KIND, UNSOLVED, "ZERO", slow=True)
def a_mock_for_everything(draft: Draft) -> None:
    draft.around(
        "from unittest.mock import MagicMock, ANY\n" + _settings(draft, "MagicMock()")
    )


@case(KIND, UNSOLVED, "ZERO", slow=True)
def true_for_everything(draft: Draft) -> None:
    draft.around(_settings(draft, "lambda *a, **k: True"))
