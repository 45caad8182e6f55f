"""Cinco decodificadores iguales en todo menos en cómo saben la posición.

Todos leen el micro-corpus en ventanas de T = 16 tokens, con dos bloques, d = 32 y E
compartida con la salida. `load()` da los que se guardaron; `train_again` entrena uno.
Después se les puede pedir más de lo que han visto: `stretched`, `loss_by_position`.

`tables()` da tres tablas P, las del modelo de `micro_decoder`: al nacer, entrenada y,
como control, entrenada con las mismas palabras barajadas.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from andrea_lib import corpus, micro_decoder
from andrea_lib.decoder import Decoder, Positions, Shape, train
from andrea_lib.micro_decoder import STOP, T

FILE = Path(__file__).with_name("data") / "micro_positions.npz"
SCHEMES: tuple[Positions, ...] = get_args(Positions)
Table = NDArray[np.float32]


def text(n: int, seed: int) -> Tensor:
    """n frases del micro-corpus seguidas, con un punto tras cada una: id, (N,)."""
    ids = {word: i for i, word in enumerate(micro_decoder.load().words)}
    sentences = corpus.sentences(n, seed)
    flat = [ids[word] for sentence in sentences for word in (*sentence, STOP)]
    return torch.tensor([ids[STOP], *flat])


def blank(positions: Positions, seed: int = 0) -> Decoder:
    """Uno de los cinco sin entrenar: lo único que cambia es `positions`."""
    V = len(micro_decoder.load().words)
    return Decoder(Shape(V, T, 32, 2, 4, positions, tied=True), seed)


def train_again(
    positions: Positions, tokens: Tensor, steps: int = 1500, batch: int = 64
) -> Decoder:
    """Entrena uno de los cinco con `tokens`, (N,)."""
    model = blank(positions)
    train(model, tokens, steps, batch, lr=5e-3)
    return model


def shuffled_control(tokens: Tensor, seed: int = 0) -> Table:
    """La P que aprende el modelo de `micro_decoder` con las palabras barajadas."""
    order = torch.randperm(len(tokens), generator=torch.Generator().manual_seed(seed))
    model = Decoder(micro_decoder.load().model.shape, seed)
    train(model, tokens[order], seed=seed)
    return model.wpe.weight.detach().numpy()


def save(
    models: Mapping[Positions, Decoder], control: Table, path: Path = FILE
) -> None:
    """Guarda los pesos (float16) y la tabla de control."""
    arrays = {
        f"{positions}/{name}": value.numpy().astype(np.float16)
        for positions, model in models.items()
        for name, value in model.state_dict().items()
        if name != "lm_head.weight"  # the same tensor as wte.weight
    }
    np.savez_compressed(path, control=control.astype(np.float16), **arrays)


def load() -> dict[Positions, Decoder]:
    """Los cinco decodificadores guardados, con los pesos en float32."""
    models = {positions: blank(positions) for positions in SCHEMES}
    with np.load(FILE) as data:
        for positions, model in models.items():
            for name, weight in model.named_parameters():
                weight.data = torch.from_numpy(
                    data[f"{positions}/{name}"].astype(np.float32)
                )
    return models


def tables() -> dict[str, Table]:
    """Tres tablas P de (16, 64): «al nacer», «entrenada» y «barajada» (el control)."""
    trained = micro_decoder.load().model
    with np.load(FILE) as data:
        control = data["control"].astype(np.float32)
    return {
        "al nacer": Decoder(trained.shape).wpe.weight.detach().numpy(),
        "entrenada": trained.wpe.weight.detach().numpy(),
        "barajada": control,
    }


def stretched(model: Decoder, T: int) -> Decoder:
    """El mismo modelo con sitio para T posiciones; las filas nuevas de P, sin entrenar.

    Solo las posiciones aprendidas tienen filas; en los demás no hay nada que añadir.
    """
    longer = Decoder(replace(model.shape, T=T))
    weights = model.state_dict()
    if model.shape.positions == "learned":
        new = longer.wpe.weight.detach()[model.shape.T :]
        weights["wpe.weight"] = torch.cat([weights["wpe.weight"], new])
    longer.load_state_dict(weights)
    return longer


@torch.no_grad()
def loss_by_position(model: Decoder, tokens: Tensor) -> NDArray[np.float64]:
    """La pérdida media en cada posición de las ventanas de `tokens`, (T,).

    Las ventanas empiezan cada 7 tokens: en todas las partes de una frase.
    """
    windows = tokens.unfold(0, model.shape.T + 1, 7)
    logits = model(windows[:, :-1]).transpose(1, 2)
    losses = F.cross_entropy(logits, windows[:, 1:], reduction="none")
    return np.asarray(losses.double().mean(0))
