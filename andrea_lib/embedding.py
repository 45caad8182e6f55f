"""The lookup x = E[id]: with an address, and with a one-hot product.

`lookup` is what every framework does; `one_hot_lookup` is the same function written as
algebra, V times dearer. Both take numpy arrays and torch tensors (with gradients).
"""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from andrea_lib.token_position import TokenPositionEmbedding

__all__ = ["TokenPositionEmbedding", "lookup", "one_hot", "one_hot_lookup"]


def lookup(E: Any, ids: Any) -> Any:
    """`E[ids]`: por cada id, una copia de su fila.

    `E`: (V, d), de numpy o de torch; `ids`: enteros de cualquier forma, de 0 a V − 1.
    Devuelve `ids.shape + (d,)`. `IndexError` si un id no tiene fila.
    """
    return E[_checked_ids(E, ids)]


def one_hot(ids: Any, V: int) -> np.ndarray:
    """`h[…, j]` = 1 si j es el id, si no 0. Forma `ids.shape + (V,)`, float32.

    V es el tamaño del vocabulario, no el mayor de los id más uno.
    """
    index = _checked_ids(np.empty((V, 0)), ids)
    return (index[..., None] == np.arange(V)).astype(np.float32)


def one_hot_lookup(E: Any, ids: Any) -> Any:
    """`one_hot(ids, V) @ E`: lo mismo que `lookup`, multiplicando por V − 1 ceros.

    `E`: (V, d), de numpy o de torch, con números finitos (0·∞ no es 0).
    """
    h = one_hot(ids, len(E))
    if isinstance(E, np.ndarray):
        return h.astype(E.dtype) @ E
    return E.new_tensor(h) @ E


def _checked_ids(E: Any, ids: Any) -> Any:
    """The ids as integers of E's library; an error names the id that is wrong."""
    index = np.asarray(ids.cpu() if hasattr(ids, "cpu") else ids)
    if index.size == 0:
        index = index.astype(np.int64)
    if index.dtype.kind not in "iu":
        raise TypeError(f"Un id es un entero, y aquí llega {index.dtype}.")
    bad = index[(index < 0) | (index >= len(E))]
    if bad.size:
        raise IndexError(
            f"El id {bad.flat[0]} no tiene fila: la tabla va de 0 a {len(E) - 1}."
        )
    if isinstance(E, np.ndarray):
        return index
    import torch

    return torch.as_tensor(index, dtype=torch.long, device=E.device)


def __getattr__(name: str) -> Any:
    """Loads torch only for who asks for `TokenPositionEmbedding` (PEP 562)."""
    if name != "TokenPositionEmbedding":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from andrea_lib.token_position import TokenPositionEmbedding

    return TokenPositionEmbedding
