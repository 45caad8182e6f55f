"""The benchmark measures what it says, and its GPU part at least runs (small, here)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from benchmarks import gather_add as benchmark
from benchmarks import gather_add_report as report
from benchmarks.gather_add_cases import Case, Times, bytes_of, draw, host_clock
from benchmarks.gather_add_experiments import EXPERIMENTS, Setting, run_all

ROOT = Path(__file__).parents[2]
TINY = Case(B=4, V=5, dtype="float32", T=2, d=3)


def once(work):
    """A clock for tests of everything but the time."""
    work()
    return Times(1.0, 0.9, 1.1)


def test_the_experiments_run_and_answer():
    case = Case(B=8, V=3, dtype="float32", T=1, d=2)
    results = run_all(Setting("cpu", once, case, huge=6, runs=2))
    assert len(results) == len(EXPERIMENTS) == 8
    found = {r["title"][0]: r["found"] for r in results}
    assert found["7"]["por segmentos"] == "2 de 2 veces los mismos bits"
    assert found["8"] == {
        "V·d": 10,
        "lee las últimas filas": True,
        "las escribe": True,
        "B·T·d": 8,
        "escribe la última fila": True,
        "la lee": True,
    }
    assert found["2"] == {f"BB = {BB}": "1000.0 µs" for BB in (4, 8, 16)}


def test_a_row_says_who_how_fast_and_against_what(tmp_path):
    results = benchmark.run([TINY], "cpu", once, [])
    rows = {(r["mode"], r["who"]): r for r in results["rows"]}
    who = {"gather_add (camino de PyTorch)", "PyTorch", "copiar", "rellenar"}
    assert set(rows) == {(m, w) for m in ("adelante", "atrás", "ambas") for w in who}
    traffic = TINY.traffic(TINY.tensors("cpu")[0])
    size = bytes_of("ambas", traffic)
    assert rows["ambas", "PyTorch"]["gbs"] == pytest.approx(size / 1e6)
    assert rows["ambas", "PyTorch"]["speedup"] == 1.0
    path = report.save(results, tmp_path)
    assert json.loads(path.read_text(encoding="utf-8"))["rows"] == results["rows"]
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    assert "Los kernels de Triton no se han medido" in text
    assert f"- torch: {torch.__version__}" in text
    assert path.with_suffix(".svg").read_text(encoding="utf-8").startswith("<?xml")


def test_the_model_reads_only_the_rows_that_occur():
    ids = draw("iguales", 4, 2, 5)
    assert ids.unique().tolist() == [2]
    assert TINY.traffic(ids).tok == 3 * 4


def test_zipf_ids_are_skewed_and_uniform_ids_are_not():
    torch.manual_seed(0)
    share = {
        kind: draw(kind, 64, 64, 100).flatten().bincount().max().item() / 64**2
        for kind in ("uniforme", "zipf")
    }
    assert share["uniforme"] < 0.03 < 0.1 < share["zipf"]


def test_the_clock_orders_its_quantiles():
    times = host_clock(lambda: sum(range(1000)), seconds=0.01)
    assert 0 < times.low <= times.ms <= times.high


def test_the_verdicts_compare_with_the_targets():
    def row(mode, who, ms, of_copy):
        case = "bfloat16, V = 8449, 64 × 1024 id uniforme"
        pair = {"of_copy": of_copy, "speedup": 3 / ms}
        return {"case": case, "mode": mode, "who": who, "ms": ms, **pair}

    rows = [
        row("adelante", "gather_add", 1.0, 0.79),
        row("atrás", "gather_add", 2.0, 0.5),
        row("atrás", "torch.compile", 1.9, 0.5),
    ]
    verdicts = report.verdicts({"rows": rows})
    assert [v.rsplit(" ", 1)[1] for v in verdicts] == ["no", "sí", "sí", "no"]


def test_without_a_gpu_the_experiments_say_that_nothing_was_measured():
    if torch.cuda.is_available():
        return
    command = [sys.executable, "-m", "benchmarks.gather_add", "--experiments"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1
    assert "no medido" in done.stderr
