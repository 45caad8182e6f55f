"""Cells of the student's own that change or break something beside the answers."""

from tests.andrea_grader.cases.case import SOLVED, Draft, programs
from tests.andrea_grader.cases.grading import KIND

SURROUNDINGS = """\
import os, sys, random, locale, warnings, decimal
import numpy
os.chdir("/")
sys.path.insert(0, "/nada")
numpy.set_printoptions(precision=1)
random.seed(3)
numpy.random.seed(3)
decimal.getcontext().prec = 2
os.environ["LANG"] = "xx"
warnings.simplefilter("ignore")
sys.setrecursionlimit(5_000)
%precision 2
%matplotlib inline
%xmode Verbose
%config InlineBackend.figure_format = "svg"
%autosave 0
"""
PICTURES = """\
import matplotlib.pyplot as plt
for n in range(3):
    plt.figure()
    plt.plot([n, 1])
plt.show()
"""
FILES = """\
import pathlib
pathlib.Path("auxiliar.py").write_text("def doble(x):\\n    return 2 * x\\n")
from auxiliar import doble
pathlib.Path("datos").mkdir()
pathlib.Path("datos/tabla.csv").write_text("a,b\\n1,2\\n")
open("datos/tabla.csv")
"""
LOGGING = """\
import logging, warnings
logging.basicConfig(level="DEBUG")
logging.error("algo")
from tqdm.auto import tqdm
for _ in tqdm(range(3)):
    pass
"""
ODD_BUT_RIGHT = {
    "other_surroundings": SURROUNDINGS,
    "pictures": PICTURES,
    "files_of_its_own": FILES,
    "logging_and_progress_bars": LOGGING,
    "exit_in_a_cell": "exit()",
    "system_exit_in_a_cell": "raise SystemExit(3)",
    "interrupt_in_a_cell": "raise KeyboardInterrupt",
    "cell_that_fails": "1 / 0",
    "cell_that_cannot_be_read": "esto no es Python",
    "only_run_as_a_program": "if __name__ != '__main__':\n    raise SystemExit",
    "strict_warnings": "import warnings\nwarnings.simplefilter('error')",
    "strict_numpy": "import numpy\nnumpy.seterr(all='raise')",
    "future_import": "from __future__ import annotations",
    "reset_in_the_middle": "%reset -f\nimport numpy as np",
}
SLOW = {
    *("system_exit_in_a_cell", "interrupt_in_a_cell", "cell_that_cannot_be_read"),
    *("only_run_as_a_program", "strict_numpy", "future_import", "pictures"),
}
programs(KIND, SOLVED, "SAME", ODD_BUT_RIGHT.items(), Draft.start, slow=SLOW)
