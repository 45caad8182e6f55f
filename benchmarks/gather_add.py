"""How fast is gather_add here, and against whom?

    python -m benchmarks.gather_add                 the table (make bench)
    python -m benchmarks.gather_add --experiments   and the eight experiments on a GPU,
                                                    ten minutes (make bench-gpu)

Without a GPU it measures the PyTorch path, which is what the library uses there, and
says so. Results go to benchmarks/results/, which the kernel page reads.
"""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from benchmarks import gather_add_report as report
from benchmarks.gather_add_cases import (
    Case,
    Clock,
    bytes_of,
    competitors,
    device_clock,
    eager,
    floors,
    host_clock,
    modes,
)

# Everything in bf16, the type of training; the other types at one size.
GPU = [
    *(
        Case(B, V, ids=ids)
        for V in (8449, 50257)
        for ids in ("uniforme", "zipf")
        for B in (1, 4, 16, 64)
    ),
    *(
        Case(64, 8449, dtype, ids)
        for dtype in ("float16", "float32")
        for ids in ("uniforme", "zipf")
    ),
    Case(1, 8449, T=1),  # almost only the cost of asking
]
CPU = [Case(B, 8449, "float32", ids) for B in (1, 4) for ids in ("uniforme", "zipf")]
NOTES = {
    "gpu": "Medianas de triton.testing.do_bench, con la caché vacía antes de cada vez.",
    "cpu": "Sin GPU: lo medido es el camino de PyTorch de gather_add, que es el que se "
    "usa en la CPU. Los kernels de Triton no se han medido.",
}


def check(case: Case, device: str) -> None:
    """The answer is right before it is timed, on memory full of NaN."""
    ids, tok, pos = case.tensors(device)
    torch.use_deterministic_algorithms(True)
    for name, f in competitors(device).items():
        x, expected = f(ids, tok, pos), eager(ids, tok, pos)
        if not torch.equal(x, expected):
            raise SystemExit(f"{name} no da lo mismo que PyTorch en {case}")
    torch.use_deterministic_algorithms(False)


def measured(case: Case, device: str, clock: Clock) -> list[dict[str, Any]]:
    """The rows of one case: every competitor in every mode, and the two floors."""
    traffic = case.traffic(case.tensors(device)[0])
    label = f"{case.dtype}, V = {case.V}, {case.B} × {case.T} id {case.ids}"
    times: dict[str, dict[str, Any]] = {}
    for name, f in competitors(device).items():
        for mode, call in modes(f, case, device):
            times.setdefault(mode, {})[name] = clock(call)
    rows = []
    for mode, found in times.items():
        size = bytes_of(mode, traffic)
        found |= {name: clock(work) for name, work in floors(size, device).items()}
        for name, one in found.items():
            row = {"case": label, "mode": mode, "who": name, "gbs": size / one.ms / 1e6}
            row["of_copy"] = found["copiar"].ms / one.ms
            row["speedup"] = found["PyTorch"].ms / one.ms
            rows.append(row | asdict(one))
    return rows


def run(
    cases: list[Case], device: str, clock: Clock, experiments: list[dict[str, Any]]
) -> dict[str, Any]:
    """All results; prints each row when it is there."""
    kind = "gpu" if device == "cuda" else "cpu"
    rows = []
    for case in cases:
        check(case, device)
        for row in measured(case, device, clock):
            print(report.line(row), flush=True)
            rows.append(row)
    found = {"device": kind, "note": NOTES[kind], "machine": report.machine()}
    return found | {"rows": rows, "experiments": experiments}


def main() -> None:
    """Reads the command line, measures, saves, says where."""
    parser = argparse.ArgumentParser(description="Mide gather_add en esta máquina.")
    parser.add_argument(
        "--experiments", action="store_true", help="también los ocho experimentos"
    )
    parser.add_argument(
        "--out", type=Path, default=report.RESULTS, help="carpeta de los resultados"
    )
    asked = parser.parse_args()
    gpu = torch.cuda.is_available()
    if asked.experiments and not gpu:
        parser.exit(
            1, "Los experimentos necesitan una GPU, y aquí no hay: no medido.\n"
        )
    experiments: list[dict[str, Any]] = []
    if asked.experiments:
        from benchmarks.gather_add_experiments import Setting, run_all

        experiments = run_all(Setting())
    device, clock = ("cuda", device_clock) if gpu else ("cpu", host_clock)
    if gpu:
        # The backward pass is timed on one graph, again and again.
        torch._functorch.config.donated_buffer = False
    else:
        print(NOTES["cpu"])
    results = run(GPU if gpu else CPU, device, clock, experiments)
    if gpu:
        print(*report.verdicts(results), sep="\n")
    print("Guardado en", report.save(results, asked.out))


if __name__ == "__main__":
    main()
