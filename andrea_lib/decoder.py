"""Un decodificador pequeño que anota cada escritura en el flujo residual.

x ← x + f(norm(x)), dos veces por bloque: la atención mezcla posiciones; el MLP trabaja
dentro de cada una. Como en microGPT: posiciones aprendidas, RMSNorm sin parámetros
(también antes del bloque 1), sin sesgos, ReLU² y salida propia o compartida. Se lee de
arriba abajo y cada paso se puede mirar: `Decoder.trace`.

Fuentes: Karpathy, microGPT; Elhage y otros, 2021 (el flujo residual como canal).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from andrea_lib import positions as pos
from andrea_lib.descent import descend

Positions = Literal["learned", "sinusoidal", "rope", "alibi", "none"]


@dataclass(frozen=True)
class Shape:
    """Las medidas de un decodificador: V, T, d, capas y cabezas."""

    V: int
    T: int
    d: int = 64
    layers: int = 3
    heads: int = 4
    positions: Positions = "learned"
    tied: bool = False
    causal: bool = True

    def __post_init__(self) -> None:
        if self.d % self.heads:
            raise ValueError(
                f"d = {self.d} no se reparte entre {self.heads} cabezas: sobra "
                f"{self.d % self.heads}"
            )


class Write(NamedTuple):
    """Una escritura: quién la hizo, qué sumó y cómo quedó el flujo, (B, T, d)."""

    name: str
    value: Tensor
    after: Tensor


class Trace(NamedTuple):
    """El recorrido entero: las escrituras en orden y los logits, (B, T, V)."""

    writes: list[Write]
    logits: Tensor

    @property
    def final(self) -> Tensor:
        """El flujo tras la última escritura, (B, T, d)."""
        return self.writes[-1].after


def rms_norm(x: Tensor) -> Tensor:
    """x / √(media(x²) + 10⁻⁵): misma dirección, norma √d."""
    return x * rms_scale(x)


def rms_scale(x: Tensor) -> Tensor:
    """1 / √(media(x²) + 10⁻⁵), (…, 1): lo que `rms_norm` multiplica."""
    return (x.square().mean(-1, keepdim=True) + 1e-5).rsqrt()


class Attention(nn.Module):
    """softmax(q·kᵀ/√d_h) · v en cada cabeza; con máscara causal solo mira atrás."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.wq, self.wk, self.wv, self.wo = (
            nn.Linear(shape.d, shape.d, bias=False) for _ in range(4)
        )

    def heads(self, x: Tensor, weight: nn.Linear) -> Tensor:
        """(B, T, d) → (B, cabezas, T, d/cabezas)."""
        B, T, _ = x.shape
        return weight(x).view(B, T, self.shape.heads, -1).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.heads(x, w) for w in (self.wq, self.wk, self.wv))
        if self.shape.positions == "rope":
            q, k = (pos.rope(z, range(x.shape[1])) for z in (q, k))
        bias = self.distance(x) if self.shape.positions == "alibi" else None
        causal = self.shape.causal and bias is None
        mixed = F.scaled_dot_product_attention(q, k, v, bias, is_causal=causal)
        return self.wo(mixed.transpose(1, 2).reshape(x.shape))

    def distance(self, x: Tensor) -> Tensor:
        """Lo que ALiBi resta a cada nota, con la máscara puesta: (cabezas, T, T)."""
        T = x.shape[1]
        bias = x.new_tensor(pos.alibi(T, self.shape.heads))
        later = torch.ones_like(bias[0], dtype=torch.bool).triu(1)
        return bias.masked_fill(later, -torch.inf) if self.shape.causal else bias


class MLP(nn.Module):
    """W₂ · ReLU(W₁ x)²: la misma función en cada posición, sin mirar a las demás."""

    def __init__(self, d: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(d, 4 * d, bias=False)
        self.fc2 = nn.Linear(4 * d, d, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc2(F.relu(self.fc1(x)).square())


class Decoder(nn.Module):
    """ids (B, T) → logits (B, T, V), con todas sus escrituras a la vista."""

    def __init__(self, shape: Shape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        self.wte = nn.Embedding(shape.V, shape.d)
        if shape.positions == "learned":
            self.wpe = nn.Embedding(shape.T, shape.d)
        self.attention = nn.ModuleList(Attention(shape) for _ in range(shape.layers))
        self.mlp = nn.ModuleList(MLP(shape.d) for _ in range(shape.layers))
        self.lm_head = nn.Linear(shape.d, shape.V, bias=False)
        if shape.tied:
            self.lm_head.weight = self.wte.weight
        self.reset(seed)

    def blocks(self) -> Iterator[tuple[Attention, MLP]]:
        """Las dos máquinas de cada bloque: la que mezcla posiciones y la que no."""
        for attention, mlp in zip(self.attention, self.mlp, strict=True):
            yield cast(Attention, attention), cast(MLP, mlp)

    @torch.no_grad()
    def reset(self, seed: int) -> None:
        """Normal de desviación 0.08; lo último de cada bloque, a cero: aún calla."""
        generator = torch.Generator().manual_seed(seed)
        for weight in self.parameters():
            weight.normal_(std=0.08, generator=generator)
        for attention, mlp in self.blocks():
            attention.wo.weight.zero_()
            mlp.fc2.weight.zero_()

    def embed(self, ids: Tensor) -> Tensor:
        """E[ids] + P[t], (B, T, d), sin normalizar."""
        T = ids.shape[-1]
        if T > self.shape.T:
            raise ValueError(
                f"la secuencia mide {T} y el modelo llega a {self.shape.T}"
            )
        x = self.wte(ids)
        if self.shape.positions == "learned":
            return x + self.wpe.weight[:T]
        if self.shape.positions == "sinusoidal":
            table = pos.sinusoidal(T, self.shape.d) / self.shape.d**0.5
            return x + x.new_tensor(table)
        return x

    def write(self, ids: Tensor) -> Iterator[Write]:
        """Cada escritura, en orden; la primera es la norma de E[ids] + P[t]."""
        x = rms_norm(self.embed(ids))
        yield Write("entrada", x, x)
        for layer, (attention, mlp) in enumerate(self.blocks(), 1):
            for name, f in (("atención", attention), ("MLP", mlp)):
                value = f(rms_norm(x))
                x = x + value
                yield Write(f"{name} {layer}", value, x)

    def forward(self, ids: Tensor) -> Tensor:
        *_, last = self.write(ids)
        return self.lm_head(rms_norm(last.after))

    @torch.no_grad()
    def trace(self, ids: Tensor) -> Trace:
        """Las escrituras, el flujo final y los logits de `ids`, sin gradiente."""
        writes = list(self.write(ids))
        return Trace(writes, self.lens(writes[-1].after))

    @torch.no_grad()
    def lens(self, x: Tensor) -> Tensor:
        """Los logits que daría el flujo x si fuera el final: (…, V)."""
        return self.lm_head(rms_norm(x))

    @torch.no_grad()
    def contributions(self, trace: Trace) -> dict[str, Tensor]:
        """Lo que cada escritura pone en los logits: su suma son los logits.

        La escala de la última norma se toma del flujo final y se deja fija: con ella
        fija, los logits son lineales en el flujo.
        """
        scale = rms_scale(trace.final)
        return {w.name: self.lm_head(w.value * scale) for w in trace.writes}


def batches(
    tokens: Tensor, T: int, batch: int, steps: int, seed: int
) -> Iterator[tuple[Tensor, Tensor]]:
    """`steps` lotes de ventanas (batch, T) y lo que sigue a cada token."""
    generator = torch.Generator().manual_seed(seed)
    starts = torch.arange(T)
    for _ in range(steps):
        first = torch.randint(len(tokens) - T, (batch, 1), generator=generator)
        yield tokens[first + starts], tokens[first + starts + 1]


def train(
    model: Decoder,
    tokens: Tensor,
    steps: int = 400,
    batch: int = 64,
    lr: float = 3e-3,
    seed: int = 0,
) -> list[float]:
    """Adam con el paso bajando hasta cero; devuelve la pérdida de cada lote.

    tokens: (N,) ids seguidos, N > T. Pérdida: entropía cruzada del token siguiente.
    """
    if len(tokens) <= model.shape.T:
        raise ValueError(
            f"hay {len(tokens)} tokens y cada ventana pide {model.shape.T + 1}"
        )
    windows = batches(tokens, model.shape.T, batch, steps, seed)

    def loss() -> Tensor:
        x, y = next(windows)
        return F.cross_entropy(model(x).flatten(0, 1), y.flatten())

    return descend(model, loss, steps, lr, betas=(0.9, 0.95))
