"""Other places where notebooks are written, each with its own habits."""

from tests.andrea_grader.cases.case import BOTH, SOLVED, Draft, case, dump, programs
from tests.andrea_grader.masters import Json, code, text

KIND = "environment"


@case(KIND, BOTH, "SAME")
def saved_by_colab(draft: Draft) -> Json:
    """No cell ids, ids in the metadata, lines as a list, fields of its own."""
    for n, cell in enumerate(draft.cells):
        ran = {"status": "ok", "elapsed": 12, "user": {"displayName": "Alguien"}}
        cell["metadata"] |= {"id": f"Ab{n:010}", "colab": {}, "outputId": f"aa-{n}"}
        if cell["cell_type"] == "code":
            cell["metadata"]["executionInfo"] = ran
        cell["source"] = text(cell).splitlines(keepends=True)
        del cell["id"]
    colab = {"name": "Copia de ejercicio.ipynb", "provenance": [], "gpuType": "T4"}
    metadata = {"accelerator": "GPU", "colab": colab, "language_info": {"name": "x"}}
    return draft.nb | {"nbformat_minor": 0, "metadata": metadata}


@case(KIND, SOLVED, "SAME")
def known_by_colabs_ids_only(draft: Draft) -> None:
    for cell in draft.cells:
        cell["metadata"] = {"id": cell.pop("id"), "outputId": "a1", "colab": {}}
        cell["source"] = text(cell).split("(no borres esta línea)\n")[-1]
        cell["outputExpanded"] = False


@case(KIND, BOTH, "SAME")
def widgets_without_state(draft: Draft) -> None:
    kind = "application/vnd.jupyter.widget-state+json"
    draft.nb["metadata"]["widgets"] = {kind: {"0a": {"model_name": "HTMLModel"}}}
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "0a"}}
    bar = {"output_type": "display_data", "metadata": {}, "data": view}
    draft.answers()[0]["outputs"] = [bar]


@case(KIND, BOTH, "SAME")
def kernel_of_another_machine(draft: Draft) -> None:
    draft.nb["metadata"]["kernelspec"] = {
        "name": "conda-env-clase-py",
        "display_name": "Python [conda env:clase]",
        "language": "julia",
    }


@case(KIND, BOTH, "SAME")
def no_metadata_at_all(draft: Draft) -> None:
    draft.nb["metadata"] = {}


@case(KIND, SOLVED, "SAME", slow=True)
def language_that_is_not_python(draft: Draft) -> None:
    draft.nb["metadata"] = {
        "kernelspec": {"name": "ir"},
        "language_info": {"name": "R"},
    }


def everywhere(draft: Draft, at_top: Json, in_cells: Json) -> None:
    draft.nb["metadata"] |= at_top
    for n, cell in enumerate(draft.cells):
        cell["metadata"] |= {k: v if v != "#" else n for k, v in in_cells.items()}


EDITORS: dict[str, tuple[Json, Json]] = {
    "saved_by_vs_code": (
        {"orig_nbformat": 4, "vscode": {"interpreter": {"hash": "31f2"}}},
        {"vscode": {"languageId": "python"}, "execution": "#"},
    ),
    "saved_by_kaggle": (
        {"kaggle": {"accelerator": "none", "dataSources": [], "isGpuEnabled": False}},
        {"_cell_guid": "b1", "_uuid": "8f", "trusted": True, "_kg_hide-input": True},
    ),
    "saved_by_deepnote": (
        {"deepnote": {}, "deepnote_notebook_id": "0", "deepnote_persisted_session": 1},
        {"deepnote_cell_type": "code", "cell_id": "#", "source_hash": None},
    ),
    "saved_by_jupyterlab": (
        {"toc-autonumbering": True, "widgets": {}},
        {
            "jupyter": {"source_hidden": True, "outputs_hidden": True},
            "collapsed": True,
            "editable": False,
            "slideshow": {"slide_type": "skip"},
            "scrolled": "auto",
        },
    ),
    "saved_by_pycharm": ({}, {"pycharm": {"name": "#%%\n", "is_executing": True}}),
    "saved_by_databricks": (
        {"application/vnd.databricks.v1+notebook": {"language": "python"}},
        {"application/vnd.databricks.v1+cell": {"title": "", "nuid": "#"}},
    ),
    "run_by_papermill": (
        {"papermill": {"exception": None, "parameters": {}, "version": "2.6.0"}},
        {"papermill": {"duration": 0.1, "status": "completed"}, "execution": {}},
    ),
    "paired_by_jupytext": (
        {"jupytext": {"formats": "ipynb,py:percent", "main_language": "python"}},
        {"lines_to_next_cell": 2},
    ),
}
_QUICK = ("saved_by_vs_code", "saved_by_jupyterlab", "saved_by_kaggle")
for _name, _both in EDITORS.items():

    def _build(draft: Draft, both: tuple[Json, Json] = _both) -> None:
        everywhere(draft, *both)

    _build.__name__ = _name
    case(KIND, SOLVED, "SAME", slow=_name not in _QUICK)(_build)


@case(KIND, SOLVED, "SAME")
def executed_by_nbconvert(draft: Draft) -> None:
    """Outputs of every kind, numbers of execution, an error's traceback."""
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": ["\x1b"]}
    stream = {"output_type": "stream", "name": "stdout", "text": ["a\n", "b"]}
    mime = "application/vnd.andrea.value+plain"
    data = {"text/plain": "3", mime: "38400000"}
    shown = {"output_type": "execute_result", "data": data, "metadata": {}}
    for n, cell in enumerate(c for c in draft.cells if c["cell_type"] == "code"):
        shown = shown | {"execution_count": n}
        cell |= {"execution_count": n, "outputs": [error, stream, shown]}
        cell["metadata"]["execution"] = {"iopub.execute_input": "2031-01-01T00:00:00Z"}


@case(KIND, SOLVED, "SAME")
def validated_by_nbgrader(draft: Draft) -> None:
    """Checksums, and metadata that nbgrader adds when it hands a notebook out."""
    draft.nb["metadata"]["celltoolbar"] = "Create Assignment"
    for cell in draft.cells:
        if nbgrader := cell["metadata"].get("nbgrader"):
            nbgrader |= {"checksum": "7f2e", "schema_version": 3}


@case(KIND, SOLVED, "SAME", slow=True)
def attachments_and_raw_cells(draft: Draft) -> None:
    picture = {"imagen.png": {"image/png": "iVBORw0KGgo="}}
    note = {"cell_type": "markdown", "metadata": {}, "source": "![](attachment:i.png)"}
    raw = {
        "cell_type": "raw",
        "metadata": {"format": "text/latex"},
        "source": "\\LaTeX",
    }
    draft.cells[0:0] = [note | {"attachments": picture}, raw]


@case(KIND, SOLVED, "SAME", slow=True)
def of_a_later_format(draft: Draft) -> Json:
    return draft.nb | {"nbformat": 5, "nbformat_minor": 99}


@case(KIND, SOLVED, "SAME", slow=True)
def format_as_text(draft: Draft) -> Json:
    return draft.nb | {"nbformat": "4", "nbformat_minor": None}


@case(KIND, SOLVED, "SAME", slow=True)
def cell_of_another_language(draft: Draft) -> None:
    draft.start("%%bash\necho hola")
    draft.start("%%html\n<b>hola</b>")
    draft.start("%%javascript\nalert(1)")


@case(KIND, SOLVED, "SAME", slow=True)
def one_line_of_json(draft: Draft) -> bytes:
    """Keys in another order, no line ends, no accents but escapes."""
    return dump(dict(reversed(draft.nb.items())), separators=(",", ":"))


@case(KIND, SOLVED, "SAME", slow=True)
def setup_cell_deleted(draft: Draft) -> None:
    draft.nb["cells"] = [c for c in draft.cells if c.get("id") != "preparacion"]


@case(KIND, SOLVED, "SAME")
def await_and_magics(draft: Draft) -> None:
    """Legal in a notebook only."""
    for item in (draft.items[0], draft.items[-1]):
        draft.before(
            item,
            "import asyncio\nawait asyncio.sleep(0)\n!echo hola\nls = !ls\n"
            "%matplotlib inline\nprint?\n?len\n%who\n%timeit -n1 -r1 pass\n%cd -q .",
        )
    cell = draft.answers()[0]
    cell["source"] = f"%%time\n{text(cell)}"


COLAB = """\
from google.colab import drive, files
drive.mount('/content/drive')
%cd /content/drive/MyDrive/curso
"""
INSTALL = """\
%pip install --quiet --no-index paquete-que-no-existe-del-curso
!pip install -q --no-index 'otro-paquete-que-no-existe==1.0'
"""
KAGGLE = """\
import numpy as np
import pandas as pd
import os
for dirname, _, filenames in os.walk('/kaggle/input'):
    for filename in filenames:
        print(os.path.join(dirname, filename))
"""
CODE_EDITOR = """\
%load_ext autoreload
%autoreload 2
import matplotlib
matplotlib.use("TkAgg")
import sys
sys.path.append("C:\\\\Users\\\\Ana\\\\curso")
%run -i ../otro.ipynb
"""
LEFT_IN = {
    "colab_imports": COLAB,
    "install_lines": INSTALL,
    "kaggle_first_cell": KAGGLE,
    "editor_first_cell": CODE_EDITOR,
    "debugger_on": "%pdb on\n1 / 0",
    "debugger_after_an_error": "%debug",
    "torch_settings": "import torch\ntorch.set_grad_enabled(False)\n"
    "torch.set_default_dtype(torch.float16)\ntorch.set_num_threads(2)",
}
programs(KIND, SOLVED, "SAME", LEFT_IN.items(), Draft.start)


@case(KIND, SOLVED, "SAME", slow=True)
def empty_and_doubled_cells(draft: Draft) -> None:
    """Empty cells everywhere, and a whole copy of the notebook's own tests."""
    for item in draft.items:
        draft.before(item, "")
    draft.cells.extend(
        [code(text(c)) for c in draft.cells if "prueba" in str(c.get("id"))]
    )
