"""The results as JSON, as a Spanish table and as a picture, with card and versions."""

import datetime
import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import torch

RESULTS = Path(__file__).with_name("results")
PACKAGES = ("torch", "triton", "numpy", "liger-kernel")
HEAD = "| caso | modo | quién | ms | ±20 % | GB/s | % de copiar | × PyTorch |"


def machine() -> dict[str, str]:
    """Card or processor, versions, date: without them a number says nothing."""
    if torch.cuda.is_available():
        name = torch.cuda.get_device_name()
    else:
        name = f"CPU, {torch.get_num_threads()} hilos ({platform.machine()})"
    found = {"máquina": name, "fecha": datetime.date.today().isoformat()}
    found["python"] = platform.python_version()
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "no está"
    return found


def line(row: dict[str, Any]) -> str:
    """One row of the table."""
    return (
        f"| {row['case']} | {row['mode']} | {row['who']} | {row['ms']:.3f} "
        f"| {row['low']:.3f}–{row['high']:.3f} | {row['gbs']:.0f} "
        f"| {row['of_copy']:.0%} | {row['speedup']:.2f} |"
    )


def text(results: dict[str, Any]) -> str:
    """The whole report in Markdown."""
    head = "\n".join(f"- {key}: {value}" for key, value in results["machine"].items())
    parts = [f"# gather_add: medidas\n\n{head}", results["note"]]
    if results["device"] == "gpu":
        parts.append("\n".join(f"- {verdict}" for verdict in verdicts(results)))
    rule = "|---|---|---|" + "---:|" * 5
    parts.append("\n".join([HEAD, rule, *map(line, results["rows"])]))
    for experiment in results["experiments"]:
        found = "\n".join(f"- {k}: {v}" for k, v in experiment["found"].items())
        title = f"## {experiment['title']}\n\nPredicción: {experiment['prediction']}."
        parts.append(f"{title}\n\n{found}")
    return "\n\n".join(parts) + "\n"


def verdicts(results: dict[str, Any]) -> list[str]:
    """The targets of the kernel, on the batch of ANDREA in bf16: met or not."""
    case = "bfloat16, V = 8449, 64 × 1024 id uniforme"
    found = {(r["mode"], r["who"]): r for r in results["rows"] if r["case"] == case}
    forward, backward = found["adelante", "gather_add"], found["atrás", "gather_add"]
    compiled = found["atrás", "torch.compile"]["ms"]
    targets = {
        "adelante, al menos el 80 % de copiar": forward["of_copy"] >= 0.8,
        "adelante, al menos 2 × PyTorch": forward["speedup"] >= 2,
        "atrás, al menos 1.5 × PyTorch": backward["speedup"] >= 1.5,
        "atrás, no más lento que torch.compile": backward["ms"] <= compiled,
    }
    return [f"{name}: {'sí' if met else 'no'}" for name, met in targets.items()]


def picture(results: dict[str, Any], path: Path) -> None:
    """Bars of GB/s, one group for each case and mode, the copy as 100 %."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams |= {"svg.hashsalt": "andrea", "svg.fonttype": "none"}
    from matplotlib import pyplot as plt

    rows = results["rows"]
    labels = [f"{r['case']}, {r['mode']}: {r['who']}" for r in rows]
    figure, axes = plt.subplots(figsize=(9, 1 + 0.22 * len(rows)))
    axes.barh(range(len(rows)), [100 * r["of_copy"] for r in rows], color="#2a6f97")
    axes.axvline(100, color="black", linewidth=1)
    axes.set_yticks(range(len(rows)), labels, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("bytes por segundo, en % de una copia de los mismos bytes")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def save(results: dict[str, Any], folder: Path = RESULTS) -> Path:
    """Writes gather_add_gpu.* or gather_add_cpu.*; returns the JSON's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"gather_add_{results['device']}.json"
    path.write_text(
        json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    path.with_suffix(".md").write_text(text(results), encoding="utf-8")
    picture(results, path.with_suffix(".svg"))
    return path
