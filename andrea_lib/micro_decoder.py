"""Un decoder entrenado con el micro-corpus, y las palabras que conoce.

`load()` da el que se guardó: tres capas, d = 64, 400 pasos. `train_again` lo entrena de
nuevo con el tamaño que se quiera; en un minuto se ve la misma forma.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from andrea_lib import corpus
from andrea_lib.decoder import Decoder, Shape, Trace, train

FILE = Path(__file__).with_name("data") / "micro_decoder.npz"
STOP = "."  # opens the first sentence and closes each one
T = 16


class MicroDecoder(NamedTuple):
    """Un modelo y su vocabulario; `losses`, la pérdida de cada paso."""

    model: Decoder
    words: list[str]
    losses: NDArray[np.float32]

    def encode(self, text: str) -> Tensor:
        """Los id de una frase, con el punto que la abre: (1, palabras + 1)."""
        ids = {word: i for i, word in enumerate(self.words)}
        parts = [STOP, *text.lower().split()]
        unknown = [word for word in parts if word not in ids]
        if unknown:
            raise ValueError(
                f"el micro-corpus no tiene «{', '.join(unknown)}»: prueba otra palabra"
            )
        return torch.tensor([[ids[word] for word in parts]])

    def trace(self, text: str) -> Trace:
        """Todo lo que se escribe al leer una frase."""
        return self.model.trace(self.encode(text))

    def states(self, text: str, word: str) -> NDArray[np.float32]:
        """El flujo en `word`: fila de E, entrada y tras cada bloque, (capas + 2, d).

        La frase se completa con puntos hasta T: así todas las cuentas tienen la misma
        forma y dos frases se pueden comparar bit a bit.
        """
        ids = self.encode(f"{text} {f'{STOP} ' * (T - 1 - len(text.split()))}")
        where = [STOP, *text.lower().split()].index(word)
        row = self.model.wte.weight[ids[0, where]].detach()
        after = [write.after[0, where] for write in self.model.trace(ids).writes[::2]]
        return torch.stack([row, *after]).numpy()


def tokens(seed: int = 0, n: int = 30_000) -> tuple[list[str], Tensor]:
    """El vocabulario y el micro-corpus seguido, con un punto tras cada frase."""
    texts = corpus.sentences(n, seed)
    words = [STOP, *sorted({word for text in texts for word in text})]
    ids = {word: i for i, word in enumerate(words)}
    flat = [ids[word] for text in texts for word in (*text, STOP)]
    return words, torch.tensor([ids[STOP], *flat])


def train_again(
    d: int = 64, layers: int = 3, steps: int = 400, *, tied: bool = False, seed: int = 0
) -> MicroDecoder:
    """Entrena un decoder con el micro-corpus."""
    words, flat = tokens()
    model = Decoder(Shape(len(words), T, d, layers, tied=tied), seed)
    losses = train(model, flat, steps, seed=seed)
    return MicroDecoder(model, words, np.array(losses, np.float32))


def save(result: MicroDecoder, path: Path = FILE) -> None:
    """Guarda pesos (float16), vocabulario y pérdidas."""
    weights = {
        name: value.numpy().astype(np.float16)
        for name, value in result.model.state_dict().items()
    }
    np.savez_compressed(
        path, words=np.array(result.words), losses=result.losses, **weights
    )


def load(path: Path = FILE) -> MicroDecoder:
    """El decoder guardado, con los pesos en float32."""
    with np.load(path) as data:
        words, losses = data["words"].tolist(), data["losses"]
        weights = {
            name: torch.from_numpy(data[name].astype(np.float32))
            for name in data.files
            if name not in ("words", "losses")
        }
    model = Decoder(shape_of(weights))
    model.load_state_dict(weights)
    return MicroDecoder(model, words, losses)


def shape_of(weights: dict[str, Tensor]) -> Shape:
    """Las medidas del modelo, leídas en sus tablas."""
    V, d = weights["wte.weight"].shape
    layers = sum(name.startswith("attention.") for name in weights) // 4
    return Shape(V, weights["wpe.weight"].shape[0], d, layers)


def sense_hits(states: Sequence[Sequence[NDArray[np.float32]]]) -> NDArray[np.float64]:
    """Por capa, aciertos de la media más cercana: la mitad enseña, la otra examina.

    states: por sentido, sus frases, cada una (capas + 2, d). Con k sentidos, acertar
    1/k es adivinar.
    """
    stacked = [np.stack(list(rows)) for rows in states]
    centres = np.stack([rows[::2].mean(axis=0) for rows in stacked])
    hits = [
        np.linalg.norm(rows[1::2, None] - centres, axis=-1).argmin(axis=1) == sense
        for sense, rows in enumerate(stacked)
    ]
    return np.concatenate(hits).mean(axis=0)
