"""Bajar por la pérdida: el bucle de entrenamiento de los modelos pequeños del curso."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from andrea_lib.threads import one_thread


def descend(
    model: nn.Module,
    loss: Callable[[], Tensor],
    steps: int,
    lr: float,
    betas: tuple[float, float] = (0.9, 0.999),
) -> list[float]:
    """Adam con el paso bajando hasta cero; devuelve la pérdida de cada lote.

    loss: la pérdida del lote siguiente.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=lr, betas=betas)
    losses = []
    with one_thread():
        for step in range(steps):
            optimizer.param_groups[0]["lr"] = lr * (1 - step / steps)
            value = loss()
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
            losses.append(value.item())
    return losses
