"""The machine code for four generations of cards: no spills, rows 16 bytes wide."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "andrea_lib/gather_add_kernel.py"
BUILDER = Path(__file__).with_name("gather_add_aot.py")
TARGETS = (75, 80, 89, 90)
DTYPES = ("bf16", "fp16", "fp32")
# kernel: 16-byte loads and stores of rows, 32-bit products (only program numbers)
ROWS = {
    "forward_kernel": (9, 8, 2),
    "grad_pos_kernel": (4, 1, 1),
    "long_kernel": (4, 1, 1),
    "grad_tok_kernel": (8, 1, 1),
}
# What may be narrow: ids, keys and bounds of segments, one number each.
NUMBERS = {"ld.global.b16", "ld.global.b32", "ld.global.b64"}
WIDE_LOAD, WIDE_STORE = "ld.global.v4.b32", "st.global.v4.b32"


def build(requests, cache):
    """Runs the builder in a process where Triton compiles."""
    environment = {k: v for k, v in os.environ.items() if k != "TRITON_INTERPRET"}
    environment |= {"TRITON_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(BUILDER), json.dumps(requests)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def row(request, found):
    """One line of the table."""
    wide = found["accesses"].get(WIDE_LOAD, 0), found["accesses"].get(WIDE_STORE, 0)
    return (
        f"{request['kernel']:16} {request['dtype']:5} sm_{request['sm']}"
        f"{found['registers']:10}{wide[0]:8} + {wide[1]}"
        f"{found['stack'] + found['local']:8}{found['multiply']:10}"
    )


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    requests = [
        {"file": str(KERNELS), "kernel": k, "dtype": d, "sm": sm, "ids": "i32"}
        for k in ROWS
        for d in DTYPES
        for sm in TARGETS
    ]
    found = build(requests, tmp_path_factory.mktemp("triton"))
    return list(zip(requests, found, strict=True))


def test_the_table_of_builds(builds, capsys):
    head = "kernel           type  card   registers  v4.b32  spilled  64-bit mul"
    with capsys.disabled():
        print("", head, *(row(*one) for one in builds), sep="\n")
    assert len(builds) == len(ROWS) * len(DTYPES) * len(TARGETS)


def test_nothing_is_spilled_and_the_registers_leave_room_for_all_warps(builds):
    """sm_75 holds 16 one-warp programs (128 registers each), sm_80 and 90 hold 32 (64),
    sm_89 holds 24 (85, given out by eights: 80)."""
    room = {75: 128, 80: 64, 89: 80, 90: 64}
    for request, found in builds:
        assert (found["stack"], found["local"]) == (0, 0), request
        assert found["registers"] <= room[request["sm"]], (request, found)


def test_rows_move_in_accesses_of_16_bytes(builds):
    for request, found in builds:
        loads, stores, _ = ROWS[request["kernel"]]
        counts = found["accesses"]
        assert counts[WIDE_LOAD] >= loads, (request, counts)
        assert counts[WIDE_STORE] >= stores, (request, counts)
        assert set(counts) - {WIDE_LOAD, WIDE_STORE} <= NUMBERS, (request, counts)


def test_the_forward_kernel_loads_all_its_rows_before_it_stores_one(builds):
    for request, found in builds:
        if request["kernel"] == "forward_kernel":
            assert found["loads_first"], request


def narrow(request, found):
    """Is a place in a table multiplied in 32 bits?"""
    small = {kind: n for kind, n in found["products"].items() if "i32" in kind}
    return small != {"i32": ROWS[request["kernel"]][2]}


def test_addresses_are_multiplied_in_64_bits(builds):
    """pytorch#165095; ids are int32 here, so the multiplication is ours to widen."""
    for request, found in builds:
        assert not narrow(request, found), (request, found["products"])
        assert found["multiply"] > 0, request


CASTS = [
    ("forward_kernel", "n.to(tl.int64)[:, None] * D", "n[:, None] * D"),
    ("forward_kernel", "b.to(tl.int64) * stride_b", "b * stride_b"),
    ("forward_kernel", "(b.to(tl.int64) * T + t)", "(b * T + t)"),
    ("forward_kernel", "pos + t.to(tl.int64) * D", "pos + t * D"),
    ("grad_pos_kernel", "n = b.to(tl.int64) * T", "n = b * T"),
    ("grad_pos_kernel", "x + n.to(tl.int64) * D", "x + n * D"),
    ("long_kernel", "(row // 2).to(tl.int64) * CAP", "row // 2 * CAP"),
]


def test_every_cast_to_64_bits_is_missed_when_it_goes(tmp_path):
    source = KERNELS.read_text(encoding="utf-8")
    requests = []
    for n, (kernel, old, new) in enumerate(CASTS):
        assert source.count(old) == 1, old
        file = tmp_path / f"mutant_{n}.py"
        file.write_text(source.replace(old, new), encoding="utf-8")
        request = {"file": str(file), "kernel": kernel, "dtype": "bf16", "sm": 90}
        requests.append(request | {"ids": "i32"})
    for request, found in zip(requests, build(requests, tmp_path), strict=True):
        assert narrow(request, found), (request, found["products"])
