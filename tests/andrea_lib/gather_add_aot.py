"""Compiles kernels ahead of time for cards that are not here, and looks inside.

    python tests/andrea_lib/gather_add_aot.py REQUESTS

A program of its own: Triton must have been imported in compiled mode, which a test
process is not. REQUESTS is JSON: a list of {"file", "kernel", "dtype", "sm", "ids"}.
The answer on standard output is a list of what `report` finds, in the same order.
"""

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

D = 768
CUOBJDUMP = Path(triton.__file__).parent / "backends/nvidia/bin/cuobjdump"
SIZES = {"bf16": 2, "fp16": 2, "fp32": 4}
# What is known of a run-time number: a multiple of 16 at the sizes of ANDREA.
MULTIPLES_OF_16 = {"D", "T", "B", "N", "stride_b"}
TYPES = {"key": "*i16", "perm": "*i64", "start": "*i64", "part": "*fp32"}


def load(file: str) -> Any:
    """The module in a file: the real kernels or a mutant of them."""
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled(module: Any, kernel: str, dtype: str, sm: int, ids: str) -> Any:
    """The kernel as `launch` would ask for it: bf16 tables, 16-bit keys, one warp."""
    function = getattr(module, kernel)
    known = {"BB": module.BB, "U": module.U, "CAP": module.CAP, "stride_t": 1}
    known["BD"] = module.WIDTH // SIZES[dtype]
    pointers = {"ids": f"*{ids}", **TYPES}
    tables = ("x", "tok", "pos", "dpos", "dtok", "dx")
    pointers |= dict.fromkeys(tables, f"*{dtype}")
    signature = {n: pointers.get(n, "i32") for n in function.arg_names}
    signature |= {n: "constexpr" for n in function.arg_names if n in known}
    divisible = [["tt.divisibility", 16]]
    attributes = {
        (place,): divisible
        for place, name in enumerate(function.arg_names)
        if name in pointers or name in MULTIPLES_OF_16
    }
    constants = {n: v for n, v in known.items() if n in signature}
    source = ASTSource(function, signature, constants, attributes)
    options = {"num_warps": 1}
    return triton.compile(source, target=GPUTarget("cuda", sm, 32), options=options)


def resources(cubin: bytes) -> dict[str, int]:
    """Registers, stack and local memory, as NVIDIA's tool reads them."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        command = [str(CUOBJDUMP), "-res-usage", file.name]
        text = subprocess.run(
            command, capture_output=True, text=True, check=True
        ).stdout
    found = dict(re.findall(r"(REG|STACK|LOCAL):(\d+)", text))
    return {name: int(value) for name, value in found.items()}


def report(request: dict[str, Any]) -> dict[str, Any]:
    """What the machine code of one kernel does.

    accesses and multiply (64-bit products) are counted in PTX; products are the types
    of the multiplications in Triton's own code, before anything is merged.
    """
    request = dict(request)
    asm = compiled(load(request.pop("file")), **request).asm
    accesses = re.findall(r"(?:ld|st)\.global\.\S+", asm["ptx"])
    used = resources(asm["cubin"])
    last_load = max(asm["ptx"].rfind(a) for a in accesses if a.startswith("ld"))
    first_store = min(asm["ptx"].find(a) for a in accesses if a.startswith("st"))
    return {
        "registers": used["REG"],
        "stack": used["STACK"],
        "local": used["LOCAL"],
        "accesses": Counter(accesses),
        "multiply": len(re.findall(r"(?:mul|mad)\.(?:lo\.s64|wide)", asm["ptx"])),
        "products": Counter(re.findall(r"arith\.muli .*: (\S+)", asm["ttir"])),
        "loads_first": last_load < first_store,
    }


if __name__ == "__main__":
    print(json.dumps([report(request) for request in json.loads(sys.argv[1])]))
