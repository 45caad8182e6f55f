"""Skip-gram con muestras negativas (SGNS): acerca las palabras que se acompañan.

Cada palabra tiene dos vectores: E, el que se queda, y C, el de cuando acompaña.
Para una pareja vista (a, c) sube σ(E[a]·C[c]); para k palabras al azar n baja
σ(E[a]·C[n]). No hay nada más: ni diccionario ni reglas.

Fuente: Mikolov y otros (2013), «Distributed representations of words and phrases»,
ecuación 4 (pérdida) y §2.3 (submuestreo); Levy y Goldberg (2014), «Neural word
embedding as implicit matrix factorization», para la versión sin azar.

torch se importa al entrenar, no antes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from andrea_lib.threads import one_thread
from andrea_lib.word_vectors import WordVectors

if TYPE_CHECKING:
    import torch

Ids = NDArray[np.int64]


@dataclass(frozen=True)
class Pairs:
    """Lo que el entrenamiento mira de un corpus."""

    words: tuple[str, ...]  # de la más frecuente a la menos
    centre: Ids  # (n,) id de una palabra…
    context: Ids  # (n,) …y el de otra de su ventana
    noise: NDArray[np.float64]  # (V,) probabilidad de salir como negativa: ∝ f^0.75


@dataclass(frozen=True)
class Training:
    """Resultado: E en los pasos pedidos y al final, y la pérdida de cada paso."""

    words: tuple[str, ...]
    snapshots: dict[int, NDArray[np.float32]]  # paso → E (V, d)
    losses: NDArray[np.float64]

    @property
    def steps(self) -> int:
        """Cuántos pasos duró."""
        return len(self.losses)

    def at(self, step: int | None = None) -> WordVectors:
        """Los vectores de un paso guardado; sin paso, los del final."""
        step = self.steps if step is None else step
        if step not in self.snapshots:
            raise ValueError(
                f"El paso {step} no se guardó: están {sorted(self.snapshots)}. "
                "Pídelo al entrenar con record=(…)."
            )
        return WordVectors(self.words, self.snapshots[step], f"el paso {step}")


def pairs(
    sentences: Iterable[Sequence[str]],
    window: int = 5,
    subsample: float = 3e-3,
    seed: int = 0,
) -> Pairs:
    """Parejas (palabra, compañera a distancia ≤ window) de todas las frases.

    Antes, las palabras de frecuencia f > subsample se quedan solo con
    probabilidad √(subsample / f): «de» y «la» acompañan a todas.
    """
    corpus = [list(sentence) for sentence in sentences]
    counts = Counter(word for sentence in corpus for word in sentence)
    if len(counts) < 2:
        raise ValueError("El corpus necesita al menos dos palabras distintas.")
    words = tuple(sorted(counts, key=lambda w: (-counts[w], w)))
    ids = {word: i for i, word in enumerate(words)}
    flat = np.array([ids[word] for sentence in corpus for word in sentence])
    owner = np.repeat(np.arange(len(corpus)), [len(sentence) for sentence in corpus])
    f = np.array([counts[word] for word in words]) / len(flat)
    keep = np.random.default_rng(seed).random(len(flat)) < np.sqrt(subsample / f)[flat]
    centre, context = _windows(flat[keep], owner[keep], window)
    if not len(centre):
        raise ValueError(
            "No queda ninguna pareja de palabras: el corpus es muy corto para quitar "
            "las frecuentes. Prueba con subsample=1, que las deja todas."
        )
    noise = f**0.75
    return Pairs(words, centre, context, noise / noise.sum())


def _windows(ids: Ids, owner: Ids, window: int) -> tuple[Ids, Ids]:
    """Parejas a distancia 1 … window dentro de la misma frase, en los dos sentidos."""
    left, right = [], []
    for gap in range(1, window + 1):
        same = owner[gap:] == owner[:-gap]
        left.append(ids[:-gap][same])
        right.append(ids[gap:][same])
    a, b = np.concatenate(left), np.concatenate(right)
    return np.concatenate([a, b]), np.concatenate([b, a])


def _tables(
    V: int, d: int, seed: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Generator]:
    """E al azar, C a cero, como en word2vec."""
    import torch

    random = torch.Generator().manual_seed(seed)
    E = ((torch.rand(V, d, generator=random) - 0.5) / d).requires_grad_()
    return E, torch.zeros(V, d, requires_grad=True), random


def train(
    sentences: Iterable[Sequence[str]],
    d: int = 48,
    epochs: int = 3,
    k: int = 5,
    batch: int = 4096,
    lr: float = 0.03,
    subsample: float = 3e-3,
    seed: int = 0,
    record: Sequence[int] = (),
) -> Training:
    """Entrena E (V, d): unos 10 s con las 30 000 frases del micro-corpus.

    Por pareja (a, c) y k negativas n, con Adam y lr que baja hasta 0:
    −log σ(E[a]·C[c]) − Σ log σ(−E[a]·C[n]). record: pasos en que guardar E.
    """
    import torch
    from torch.nn.functional import embedding, logsigmoid

    data = pairs(sentences, subsample=subsample, seed=seed)
    E, C, random = _tables(len(data.words), d, seed)
    A, B = torch.from_numpy(data.centre), torch.from_numpy(data.context)
    noise = torch.from_numpy(data.noise)
    sign = torch.tensor([1.0] + [-1.0] * k)  # una vista, k al azar

    def batches() -> Iterator[torch.Tensor]:
        for _ in range(epochs):
            order = torch.randperm(len(A), generator=random)
            yield from order.split(batch)

    def loss(rows: torch.Tensor) -> torch.Tensor:
        drawn = torch.multinomial(noise, len(rows) * k, True, generator=random)
        others = torch.cat([B[rows, None], drawn.view(-1, k)], dim=1)  # (b, 1 + k)
        scores = (embedding(A[rows, None], E) * embedding(others, C)).sum(dim=2)
        return -logsigmoid(sign * scores).sum(dim=1).mean()

    steps = epochs * -(-len(A) // batch)
    with one_thread():
        return _descend(data.words, (E, C), map(loss, batches()), steps, lr, record)


def train_expected(
    sentences: Iterable[Sequence[str]],
    d: int = 48,
    steps: int = 400,
    k: int = 5,
    lr: float = 0.05,
    subsample: float = 3e-3,
    seed: int = 0,
    record: Sequence[int] = (),
) -> Training:
    """La misma pérdida sin sorteos, con todas las parejas a la vez: unos 3 s.

    −Σ [M log σ(E Cᵀ) + N log σ(−E Cᵀ)], con M (V, V) la frecuencia de cada pareja y
    N = k · (suma de filas de M) · ruido, lo que saldría de media al sortear.
    """
    import torch
    from torch.nn.functional import logsigmoid

    data = pairs(sentences, subsample=subsample, seed=seed)
    V = len(data.words)
    E, C, _ = _tables(V, d, seed)
    counts = np.bincount(data.centre * V + data.context, minlength=V * V)
    M = torch.from_numpy(counts.reshape(V, V) / counts.sum()).float()
    N = k * M.sum(dim=1, keepdim=True) * torch.from_numpy(data.noise).float()

    def losses() -> Iterator[torch.Tensor]:
        for _ in range(steps):
            logits = E @ C.T
            yield -(M * logsigmoid(logits) + N * logsigmoid(-logits)).sum()

    with one_thread():
        return _descend(data.words, (E, C), losses(), steps, lr, record)


def _descend(
    words: tuple[str, ...],
    tables: tuple[torch.Tensor, torch.Tensor],
    losses: Iterable[torch.Tensor],
    steps: int,
    lr: float,
    record: Sequence[int],
) -> Training:
    """Un paso de Adam por pérdida; guarda E en los pasos pedidos y al final."""
    import torch

    wanted = {*record, steps}
    if not wanted <= set(range(steps + 1)):
        raise ValueError(
            f"Se puede guardar del paso 0 al {steps}, no {sorted(record)}."
        )
    E = tables[0].detach()
    optimiser = torch.optim.Adam(tables, lr=lr)
    snapshots = {0: E.numpy().copy()} if 0 in wanted else {}
    history = []
    for step, loss in enumerate(losses, start=1):
        optimiser.zero_grad()
        loss.backward()
        optimiser.param_groups[0]["lr"] = lr * (1 - (step - 1) / steps)
        optimiser.step()
        history.append(loss.item())
        if step in wanted:
            snapshots[step] = E.numpy().copy()
    return Training(words, snapshots, np.array(history))
