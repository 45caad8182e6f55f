"""Where the kernels cannot run, PyTorch does the work after one Spanish warning.

Each case is a process of its own, with a real failure in it: Triton was imported in
compiled mode on a machine without a GPU, or Triton is not installed.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NO_GPU = {"CUDA_VISIBLE_DEVICES": ""}
USE = """
import warnings, torch
from andrea_lib.gather_add import gather_add
ids, tok, pos = torch.tensor([[1, 0]]), torch.rand(3, 4), torch.rand(2, 4)
tok.requires_grad_()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for _ in range(3):
        x = gather_add(ids, tok, pos, backend="triton")
    x.sum().backward()
assert torch.equal(x, tok[ids] + pos)
assert tok.grad[:, 0].tolist() == [1, 1, 0]
assert [w.category for w in caught] == [RuntimeWarning], caught
assert caught[0].filename == "<string>", caught[0].filename
print(caught[0].message)
"""


def run(code, **environment):
    """What a program prints."""
    clean = {k: v for k, v in os.environ.items() if k != "TRITON_INTERPRET"}
    clean |= {"PYTHONPATH": str(ROOT), **NO_GPU, **environment}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=clean)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_driver_that_cannot_run_the_kernel_falls_back_with_one_warning():
    said = run("import triton\n" + USE)
    assert said.startswith("Los kernels de gather_add no funcionan en cpu")
    assert "importa andrea_lib.gather_add antes" in said


def test_without_triton_torch_does_the_work():
    said = run("import sys; sys.modules['triton'] = None\n" + USE)
    assert "triton" in said
    assert "Sigue PyTorch" in said


def test_a_kernel_that_computes_nonsense_is_not_used():
    """A broken compiler: the probe compares, it does not only launch."""
    nonsense = """
import andrea_lib.gather_add
from andrea_lib import gather_add_kernel as kernels
right = kernels.grad_pos
kernels.grad_pos = lambda *arguments: right(*arguments) + 1
"""
    assert "no da lo mismo que PyTorch" in run(nonsense + USE)


def test_importing_the_module_first_is_enough_for_the_interpreter():
    """`torch.optim.Adam` imports triton on its first step."""
    said = run("""
import warnings; warnings.simplefilter("error")
import torch
from andrea_lib.gather_add import gather_add
w = torch.ones(2, requires_grad=True); w.sum().backward()
torch.optim.Adam([w]).step()
import sys; assert "triton" in sys.modules
print(gather_add(torch.tensor([1]), torch.eye(2), torch.ones(1, 2), backend="triton"))
""")
    assert said.strip() == "tensor([[1., 2.]])"


@pytest.mark.parametrize("asked", ["0", "1"])
def test_a_choice_already_made_is_kept(asked):
    code = "import os, andrea_lib.gather_add; print(os.environ['TRITON_INTERPRET'])"
    assert run(code, TRITON_INTERPRET=asked).strip() == asked


def test_the_probe_works_in_the_middle_of_a_compilation():
    said = run("""
import warnings; warnings.simplefilter("error")
import torch
from andrea_lib.gather_add import gather_add
f = torch.compile(
    lambda *data: gather_add(*data, backend="triton"), fullgraph=True, backend="eager"
)
print(f(torch.tensor([1]), torch.eye(2), torch.ones(1, 2)))
""")
    assert said.strip() == "tensor([[1., 2.]])"
