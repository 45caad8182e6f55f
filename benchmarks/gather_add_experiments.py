"""Eight questions that only a GPU answers, each with its prediction first.

The predictions were written before any GPU had run the kernels; where a measurement
disagrees, the measurement is right and the reason is worth finding.
"""

import contextlib
import importlib.util
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language import constexpr

from andrea_lib.gather_add_op import gather_add_kernel as kernels
from benchmarks.gather_add_cases import Case, Clock, device_clock, draw

Found = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """Where and how big. The test of this file runs it small, in the interpreter."""

    device: str = "cuda"
    clock: Clock = device_clock
    case: Case = Case(B=64, V=8449)  # noqa: RUF009
    huge: int = 2**31  # more numbers than 32 bits count
    runs: int = 20

    def data(self, kind: str = "uniforme") -> tuple[Tensor, Tensor, Tensor]:
        ids, tok, pos = self.case.tensors(self.device)
        drawn = draw(kind, *ids.shape, self.case.V)
        return drawn.to(self.device), tok, pos

    def upstream(self) -> Tensor:
        shape = self.case.B, self.case.T, self.case.d
        return torch.randn(shape, device=self.device).to(
            getattr(torch, self.case.dtype)
        )

    def us(self, work: Callable[[], Any]) -> str:
        """Median, in microseconds."""
        return f"{1e3 * self.clock(work).ms:.1f} µs"


@contextlib.contextmanager
def constants(**values: Any) -> Iterator[None]:
    """The kernels with other constants."""
    before = {name: getattr(kernels, name) for name in values}
    for name, value in values.items():
        setattr(kernels, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(kernels, name, value)


def variant(old: str, new: str, folder: str) -> Any:
    """The kernels' file with one text replaced; Triton wants a file, not a string."""
    source = Path(kernels.__file__).read_text(encoding="utf-8")
    assert source.count(old) == 1, old
    path = Path(folder) / "variant.py"
    path.write_text(source.replace(old, new), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("variant", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@triton.jit
def atomic_kernel(dtok, dx, ids, V, D, BB: constexpr, BD: constexpr):
    """dtok[ids[n], c] += dx[n, c] for BB rows n: whoever comes first adds first."""
    row, c = kernels.place(D, BD)
    n = row * BB + tl.arange(0, BB)
    i = tl.load(ids + n)
    rows = kernels.load_rows(dx, n, c, D, n >= 0, 0.0)
    ok = ((i >= 0) & (i < V))[:, None] & (c < D)[None, :]
    tl.atomic_add(dtok + i[:, None] * D + c[None, :], rows, ok)


def grad_tok_atomic(dx: Tensor, ids: Tensor, V: int, dtype: torch.dtype) -> Tensor:
    """dtok by atomic sums in float32, cast at the end; B·T a multiple of BB."""
    D = dx.shape[-1]
    total = torch.zeros(V, D, device=dx.device)
    rows = ids.numel() // kernels.BB
    args = total, dx, ids, V, D
    kernels.launch(atomic_kernel, rows, dx, *args, BB=kernels.BB)
    return total.to(dtype)


def timed_forward(setting: Setting, module: Any = kernels) -> str:
    data = setting.data()
    return setting.us(lambda: module.forward(*data))


def reuse(setting: Setting) -> Found:
    """One position row for BB batches, or read again for every token."""
    found = {}
    for BB in (8, 1):
        with constants(BB=BB):
            found[f"{BB} lotes"] = timed_forward(setting)
    return found


def tile_rows(setting: Setting) -> Found:
    found = {}
    for BB in (4, 8, 16):
        with constants(BB=BB):
            found[f"BB = {BB}"] = timed_forward(setting)
    return found


def streaming(setting: Setting) -> Found:
    old = ".to(x.dtype.element_ty), inside)"
    new = old.replace("inside)", 'inside, cache_modifier=".cs")')
    with tempfile.TemporaryDirectory() as folder:
        module = variant(old, new, folder)
        return {
            "sin .cs": timed_forward(setting),
            "con .cs": timed_forward(setting, module),
        }


def backward_call(
    setting: Setting, kind: str = "zipf", f: Callable[..., Tensor] = kernels.grad_tok
) -> str:
    ids, tok, _ = setting.data(kind)
    dx = setting.upstream()
    return setting.us(lambda: f(dx, ids, setting.case.V, tok.dtype))


def chunks(setting: Setting) -> Found:
    found = {}
    for CAP in (64, 128, 256):
        for U in (4, 8):
            with constants(CAP=CAP, U=U):
                found[f"CAP = {CAP}, U = {U}"] = backward_call(setting)
    return found


def keys(setting: Setting) -> Found:
    found = {}
    ids = setting.data("zipf")[0]
    for kind in (torch.int16, torch.int32, torch.int64):
        with constants(KEYS=(kind,)):
            found[str(kind)] = setting.us(lambda: kernels.segments(ids, setting.case.V))
    return found


def skew(setting: Setting) -> Found:
    found = {}
    for kind in ("uniforme", "zipf", "iguales"):
        found[f"{kind}, por segmentos"] = backward_call(setting, kind)
        found[f"{kind}, atómicas"] = backward_call(setting, kind, grad_tok_atomic)
        found[f"{kind}, PyTorch"] = backward_call(setting, kind, dense_backward)
    ids, _, pos = setting.data("zipf")
    dx, P = setting.upstream(), len(pos)
    work = lambda: kernels.grad_pos(dx, ids, setting.case.V, P, dx.dtype)  # noqa: E731
    return found | {"posiciones": setting.us(work)}


def dense_backward(dx: Tensor, ids: Tensor, V: int, dtype: torch.dtype) -> Tensor:
    """PyTorch's own backward pass of an embedding."""
    return torch.ops.aten.embedding_dense_backward(dx, ids, V, -1, False)


def repeatability(setting: Setting) -> Found:
    found = {}
    ids, dx = setting.data("zipf")[0], setting.upstream()
    ways = {"por segmentos": kernels.grad_tok, "atómicas": grad_tok_atomic}
    for name, f in ways.items():
        first = f(dx, ids, setting.case.V, torch.float32)
        same = (
            torch.equal(first, f(dx, ids, setting.case.V, torch.float32))
            for _ in range(setting.runs)
        )
        found[name] = f"{sum(same)} de {setting.runs} veces los mismos bits"
    return found


def huge_tables(setting: Setting) -> Found:
    """V·d beyond 2³¹: the last rows are read, and get their gradient."""
    d = setting.case.d
    V = setting.huge // d + 2
    tok = torch.zeros(V, d, dtype=torch.float16, device=setting.device)
    tok[-2:] = 3
    ids = torch.tensor([[V - 1], [V - 2], [0]], device=setting.device)
    x = kernels.forward(ids, tok, tok[:1] + 1)
    dtok = kernels.grad_tok(x, ids, V, torch.float16)
    read = x[:, 0, 0].tolist() == [4, 4, 1]
    written = dtok[[0, -2, -1], 0].tolist() == [1, 4, 4]
    zero = int(dtok.count_nonzero()) == 3 * d
    found = {"V·d": V * d, "lee las últimas filas": read}
    found["las escribe"] = written and zero
    return found | huge_output(setting)


def huge_output(setting: Setting) -> Found:
    """B·T·d beyond 2³¹: the last row is written, and read on the way back."""
    T, d = setting.case.T, setting.case.d
    B = setting.huge // (T * d) + 1
    ids = torch.zeros(B, T, dtype=torch.int32, device=setting.device)
    ids[-1, -1] = 1
    tok = torch.ones(2, d, dtype=torch.float16, device=setting.device)
    x = kernels.forward(ids, tok, torch.ones_like(tok[:1]).expand(T, d))
    written = int(x.count_nonzero()) == B * T * d and bool((x[-1, -1] == 2).all())
    read = kernels.grad_tok(x, ids, 2, torch.float32)[1].tolist() == [2.0] * d
    return {"B·T·d": B * T * d, "escribe la última fila": written, "la lee": read}


EXPERIMENTS: list[tuple[str, str, Callable[[Setting], Found]]] = [
    ("1. Reutilizar la fila de posición", "27–32 µs; sin reutilizar, 33–40 µs", reuse),
    (
        "2. Filas por bloque",
        "8 gana por poco a 4; 16 no cabe en los registros",
        tile_rows,
    ),
    (
        "3. Escribir sin guardar en la caché (.cs)",
        "igual salvo tablas al borde",
        streaming,
    ),
    ("4. Filas por tramo y por paso", "CAP = 64 y U = 4, a menos de un 10 %", chunks),
    ("5. Tipo de la clave", "20–30, 35–45 y 55–75 µs", keys),
    (
        "6. Atómicas o segmentos",
        "con id iguales, segmentos a menos de 2 × uniforme",
        skew,
    ),
    ("7. Los mismos bits", "segmentos siempre; atómicas casi nunca", repeatability),
    ("8. Más de 2³¹ números", "lee y escribe las últimas filas", huge_tables),
]


def run_all(setting: Setting) -> list[dict[str, Any]]:
    """Every experiment, printed as soon as it is done."""
    results = []
    for title, prediction, experiment in EXPERIMENTS:
        found = experiment(setting)
        print(f"{title}. Predicción: {prediction}. Medido: {found}", flush=True)
        results.append({"title": title, "prediction": prediction, "found": found})
    return results
