"""The results of the marking benchmark as JSON, as a Spanish table and as a picture."""

import datetime
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import psutil

from benchmarks.grading_watch import Cost

RESULTS = Path(__file__).with_name("results")
PACKAGES = ("nbval", "pytest", "jupyter-client", "ipykernel", "torch", "numpy")
_HEAD = (
    "| quién | entregas | segundos | por minuto | × nbgrader | CPU (s) | CPU por "
    "entrega | memoria (GB) | puntos distintos | otros programas |"
)


@dataclass(frozen=True)
class Row:
    """One grader on the whole class; `differences`: items with other points."""

    who: str
    submissions: int
    cost: Cost
    differences: int

    @property
    def rate(self) -> float:
        """Submissions a minute, the start included."""
        return 60 * self.submissions / self.cost.wall


def machine() -> dict[str, str]:
    """Without these a number says nothing."""
    words = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    models = [w.partition(":")[2].strip() for w in words if w.startswith("model name")]
    found = {"procesador": (models or [platform.machine()])[0]}
    found["núcleos"] = str(psutil.cpu_count())
    found["fecha"] = datetime.date.today().isoformat()
    found["python"] = platform.python_version()
    return found | {package: version(package) for package in PACKAGES}


def line(row: Row, first: Row) -> str:
    cost = row.cost
    return (
        f"| {row.who} | {row.submissions} | {cost.wall:.1f} | {row.rate:.0f} "
        f"| {row.rate / first.rate:.1f} | {cost.cpu:.0f} "
        f"| {cost.cpu / row.submissions:.2f} | {cost.memory / 1e9:.2f} "
        f"| {row.differences} | {cost.others:.0%} |"
    )


def text(rows: Sequence[Row], what: str) -> str:
    """The whole report in Markdown."""
    facts = "\n".join(f"- {key}: {value}" for key, value in machine().items())
    rule = "|---|" + "---:|" * 9
    table = "\n".join([_HEAD, rule, *(line(row, rows[0]) for row in rows)])
    note = (
        "Las mismas entregas por todos, una corrección tras otra, con el arranque "
        "incluido. «Puntos distintos»: preguntas que no tienen los puntos que da "
        "nbgrader. «Otros programas»: parte del tiempo de los procesadores que "
        "gastaron mientras tanto; con más de un 10 % solo vale la columna de CPU."
    )
    return f"# Corregir una clase: medidas\n\n{what}\n\n{facts}\n\n{note}\n\n{table}\n"


def picture(rows: Sequence[Row], path: Path) -> None:
    """Submissions a minute, one bar each."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "andrea"
    figure, axes = pyplot.subplots(figsize=(8, 0.6 * len(rows) + 1), layout="tight")
    bars = axes.barh([row.who for row in rows], [row.rate for row in rows])
    axes.bar_label(bars, fmt="%.0f", padding=3)
    axes.invert_yaxis()
    axes.set_xlabel("entregas corregidas por minuto")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def write(rows: Sequence[Row], exercise: str, torch: bool, out: Path) -> None:
    """grading.json, grading.md and grading.svg."""
    out.mkdir(parents=True, exist_ok=True)
    what = f"Ejercicio {exercise}" + (", con `import torch`." if torch else ".")
    data = {"machine": machine(), "what": what, "rows": [asdict(row) for row in rows]}
    content = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    (out / "grading.json").write_text(content, encoding="utf-8")
    (out / "grading.md").write_text(text(rows, what), encoding="utf-8")
    picture(rows, out / "grading.svg")
