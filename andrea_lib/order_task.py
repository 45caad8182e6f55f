"""¿Quién muerde a quién? Una tarea pequeña que solo se resuelve con el orden.

Cada frase son cuatro tokens: un nombre, un verbo, otro nombre y «¿quién?». La respuesta
es el primer nombre. Las parejas del examen no salen al entrenar, y salen en los dos
órdenes: quien solo ve qué palabras hay no puede pasar de la mitad.
"""

from itertools import combinations, product

import torch
from torch import Tensor
from torch.nn import functional as F

from andrea_lib.decoder import Decoder, Positions, Shape
from andrea_lib.descent import descend

NOUNS = (
    "perro", "hombre", "gato", "niña", "ratón", "loro", "caballo", "abuela",
)  # fmt: skip
VERBS = ("muerde", "mira", "sigue")
WHO = "¿quién?"
WORDS = (*NOUNS, *VERBS, WHO)


def encode(*texts: str) -> Tensor:
    """Los id de unas frases de tres palabras, con «¿quién?» detrás: (frases, 4)."""
    rows = [[*text.split(), WHO] for text in texts]
    unknown = sorted({word for row in rows for word in row if word not in WORDS})
    if unknown:
        raise ValueError(
            f"la tarea no tiene «{', '.join(unknown)}»; tiene {', '.join(WORDS)}"
        )
    if bad := [text for text in texts if len(text.split()) != 3]:
        raise ValueError(f"«{bad[0]}» no son tres palabras: nombre, verbo y nombre")
    return torch.tensor([[WORDS.index(word) for word in row] for row in rows])


def sentences(exam: bool) -> list[str]:
    """Las frases del examen (una pareja de cada cuatro) o las otras."""
    pairs = [
        pair for i, pair in enumerate(combinations(NOUNS, 2)) if (i % 4 == 0) is exam
    ]
    return [
        f"{first} {verb} {second}"
        for pair, verb in product(pairs, VERBS)
        for first, second in (pair, pair[::-1])
    ]


def train(
    positions: Positions,
    *,
    causal: bool,
    layers: int = 1,
    steps: int = 120,
    lr: float = 1e-2,
    seed: int = 0,
) -> Decoder:
    """Un decodificador de d = 32 que aprende a responder; 32 frases por paso, Adam.

    La pérdida mira solo la respuesta, no las demás posiciones.
    """
    model = Decoder(Shape(len(WORDS), 4, 32, layers, 4, positions, causal=causal), seed)
    ids = encode(*sentences(exam=False))
    generator = torch.Generator().manual_seed(seed)

    def loss() -> Tensor:
        batch = ids[torch.randint(len(ids), (32,), generator=generator)]
        return F.cross_entropy(model(batch)[:, -1], batch[:, 0])

    descend(model, loss, steps, lr)
    return model


@torch.no_grad()
def answers(model: Decoder, *texts: str) -> list[str]:
    """El nombre que responde el modelo a cada frase."""
    best = model(encode(*texts))[:, -1].argmax(-1)
    return [WORDS[i] for i in best.tolist()]


def accuracy(model: Decoder) -> float:
    """Aciertos en el examen, de 0 a 1; sin orden, como mucho 0.5."""
    texts = sentences(exam=True)
    hits = [
        text.split()[0] == answer
        for text, answer in zip(texts, answers(model, *texts), strict=True)
    ]
    return sum(hits) / len(hits)
