"""What is measured: inputs, competitors, clocks. The bytes come from the model."""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from andrea_lib import gather_add_bytes as model
from andrea_lib.gather_add import gather_add

Forward = Callable[[Tensor, Tensor, Tensor], Tensor]


@dataclass(frozen=True)
class Case:
    """A batch of B × T ids over tables of V and T rows, d columns."""

    B: int
    V: int
    dtype: str = "bfloat16"
    ids: str = "uniforme"
    T: int = 1024
    d: int = 768

    def tensors(self, device: str) -> tuple[Tensor, Tensor, Tensor]:
        """(ids, tok, pos), random and never zero: zeros run faster than real data."""
        torch.manual_seed(self.B + self.V)
        dtype = getattr(torch, self.dtype)
        tok = torch.randn(self.V, self.d, device=device).to(dtype)
        pos = torch.randn(self.T, self.d, device=device).to(dtype)
        return draw(self.ids, self.B, self.T, self.V).to(device), tok, pos

    def traffic(self, ids: Tensor) -> model.Case:
        """The case as the bytes model sees it: only rows that occur are read."""
        size = getattr(torch, self.dtype).itemsize
        rows = len(ids.unique())
        return model.Case(self.B, self.T, self.V, self.d, size, rows)


def draw(kind: str, B: int, T: int, V: int) -> Tensor:
    """Ids: uniform, as in text (Zipf, id order shuffled), or one id everywhere."""
    if kind == "iguales":
        return torch.full((B, T), V // 2)
    if kind == "uniforme":
        return torch.randint(V, (B, T))
    weights = 1 / torch.arange(1.0, V + 1)[torch.randperm(V)]
    return torch.multinomial(weights, B * T, replacement=True).view(B, T)


def eager(ids: Tensor, tok: Tensor, pos: Tensor) -> Tensor:
    """What every training script writes."""
    return F.embedding(ids, tok) + pos[: ids.shape[-1]]


def liger() -> Forward | None:
    """Liger's token embedding and a sum, where liger-kernel is installed."""
    try:
        from liger_kernel.ops.experimental.embedding import LigerEmbeddingFunction
    except ImportError:
        return None
    return lambda ids, tok, pos: LigerEmbeddingFunction.apply(tok, ids) + pos


def competitors(device: str) -> dict[str, Forward]:
    """Name → function. Without a GPU ours *is* the PyTorch path, and says so."""
    if device == "cpu":
        return {"gather_add (camino de PyTorch)": gather_add, "PyTorch": eager}
    found = {
        "gather_add": gather_add,
        "gather_add, otra vez": gather_add,
        "PyTorch": eager,
        "torch.compile": torch.compile(eager),
    }
    other = liger()
    return found | ({"Liger + suma": other} if other else {})


@dataclass(frozen=True)
class Times:
    """Milliseconds: median and the quantiles 0.2 and 0.8."""

    ms: float
    low: float
    high: float


Clock = Callable[[Callable[[], Any]], Times]


def device_clock(work: Callable[[], Any]) -> Times:
    """Device time with a cold cache: triton's do_bench empties it before each run."""
    from triton.testing import do_bench

    median, low, high = do_bench(work, quantiles=[0.5, 0.2, 0.8])
    return Times(median, low, high)


def host_clock(work: Callable[[], Any], seconds: float = 0.5) -> Times:
    """Wall time of repeated calls, at least five after one to warm up."""
    work()
    times: list[float] = []
    stop = time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < stop:
        start = time.perf_counter()
        work()
        times.append(1e3 * (time.perf_counter() - start))
    low, _, _, high = statistics.quantiles(times, n=5)
    return Times(statistics.median(times), low, high)


def modes(f: Forward, case: Case, device: str) -> Iterator[tuple[str, Any]]:
    """(mode, call) for f: forward, backward on a kept graph, both."""
    ids, tok, pos = case.tensors(device)
    with torch.no_grad():
        dx = torch.randn_like(f(ids, tok, pos))
    yield "adelante", lambda: f(ids, tok, pos)
    tables = tok.requires_grad_(), pos.requires_grad_()
    x = f(ids, *tables)
    yield "atrás", lambda: torch.autograd.grad(x, tables, dx, retain_graph=True)
    yield "ambas", lambda: torch.autograd.grad(f(ids, *tables), tables, dx)


def floors(size: int, device: str) -> dict[str, Callable[[], Any]]:
    """A copy and a fill that move `size` bytes."""
    source = torch.ones(size // 2, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    whole = torch.empty(size, dtype=torch.uint8, device=device)
    return {"copiar": lambda: target.copy_(source), "rellenar": lambda: whole.fill_(7)}


def bytes_of(mode: str, traffic: model.Case) -> int:
    """What this mode must move, whoever computes it."""
    forward, backward = model.fused(traffic), model.backward_sorted(traffic)
    return {"adelante": forward, "atrás": backward, "ambas": forward + backward}[mode]
