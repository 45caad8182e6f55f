"""Pilas de capas que suman o reemplazan: qué señal llega al final y qué se aprende.

Cada capa hace x ← f(x) o x ← x + f(x), con norma delante o sin ella, y f(x) = ReLU(W x)
o W x a secas. `through` manda una señal por una pila sin entrenar; `train` enseña a una
pila a distinguir anillos. `load` da los aciertos que se guardaron, por profundidad.

Fuente: He y otros, 2016 (las dos pilas); Glorot y Bengio, 2010 (varianza 1/d).
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from andrea_lib.decoder import rms_norm

FILE = Path(__file__).with_name("data") / "depth.json"
DEPTHS = (1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class Rule:
    """Qué hace cada capa: sumar o reemplazar, con norma delante o sin ella."""

    add: bool
    norm: bool
    relu: bool = True

    def step(self, x: Tensor, weight: Tensor) -> Tensor:
        """x + f(x) o f(x), con f(x) = ReLU(norm(x) Wᵀ): (n, d) → (n, d)."""
        y = (rms_norm(x) if self.norm else x) @ weight.T
        y = F.relu(y) if self.relu else y
        return x + y if self.add else y

    def __str__(self) -> str:
        deed = "sumar" if self.add else "reemplazar"
        return f"{deed}, {'con' if self.norm else 'sin'} norma"


RULES = tuple(Rule(add, norm) for add in (False, True) for norm in (False, True))


class Signal(NamedTuple):
    """Por capa, de 0 a L, √media(·²) de la señal y del gradiente que llega a ella.

    El gradiente es el de una combinación al azar de los números de la salida.
    """

    rms: list[float]
    gradient: list[float]


def through(rule: Rule, layers: int = 64, d: int = 256, seed: int = 0) -> Signal:
    """Una señal de rms 1 por una pila de matrices al azar de varianza 1/d."""
    generator = torch.Generator().manual_seed(seed)

    def random(*shape: int) -> Tensor:
        return torch.randn(shape, generator=generator, dtype=torch.float64)

    x = rms_norm(random(8, d)).requires_grad_()
    stream = [x]
    for _ in range(layers):
        x = rule.step(x, random(d, d) / d**0.5)
        x.retain_grad()
        stream.append(x)
    x.backward(random(8, d))
    grads = [y.grad for y in stream if y.grad is not None]
    return Signal([size(y) for y in stream], [size(g) for g in grads])


def size(x: Tensor) -> float:
    """√media(x²)."""
    return x.detach().square().mean().sqrt().item()


def rings(n: int = 512, seed: int = 0) -> tuple[Tensor, Tensor]:
    """n puntos (x, y, 1) de cuatro anillos, (n, 3), y su color, que alterna, (n,)."""
    generator = torch.Generator().manual_seed(seed)
    ring = torch.arange(n) % 4
    turn = 2 * torch.pi * torch.rand(n, generator=generator)
    radius = (1 + ring + 0.1 * torch.randn(n, generator=generator)) / 2
    x, y = radius * turn.cos(), radius * turn.sin()
    return torch.stack([x, y, torch.ones(n)], 1), ring % 2


class Stack(nn.Module):
    """Puntos (n, 3) → dos notas, por `depth` capas iguales de ancho `width`."""

    def __init__(self, rule: Rule, depth: int, width: int = 32, seed: int = 0) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)

        def matrix(rows: int, cols: int) -> nn.Parameter:
            return nn.Parameter(
                torch.randn(rows, cols, generator=generator) / cols**0.5
            )

        self.rule = rule
        self.first, self.last = matrix(width, 3), matrix(2, width)
        self.layers = nn.ParameterList(matrix(width, width) for _ in range(depth))

    def forward(self, points: Tensor) -> Tensor:
        x = points @ self.first.T
        for weight in self.layers:
            x = self.rule.step(x, weight)
        return (rms_norm(x) if self.rule.norm else x) @ self.last.T


class Trained(NamedTuple):
    """Pérdida antes de cada paso y al final; aciertos al final, de 0 a 1."""

    losses: list[float]
    hits: float


def train(
    rule: Rule, depth: int, steps: int = 150, lr: float = 1e-2, seed: int = 0
) -> Trained:
    """Enseña a una pila a decir el color de cada punto: Adam, los 512 a la vez."""
    model = Stack(rule, depth, seed=seed)
    points, colour = rings(seed=seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        loss = F.cross_entropy(model(points), colour)
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        notes = model(points)
        losses.append(F.cross_entropy(notes, colour).item())
    return Trained(losses, (notes.argmax(1) == colour).float().mean().item())


def measure(seeds: int = 3) -> dict[str, list[list[float]]]:
    """Por regla, los aciertos de cada profundidad de `DEPTHS` con cada semilla."""
    return {
        str(rule): [
            [train(rule, depth, seed=seed).hits for seed in range(seeds)]
            for depth in DEPTHS
        ]
        for rule in RULES
    }


def load(path: Path = FILE) -> dict[str, list[list[float]]]:
    """Lo que dio `measure` cuando se guardó: por regla, (profundidades, semillas)."""
    found: dict[str, list[list[float]]] = json.loads(path.read_text(encoding="utf-8"))
    return found
