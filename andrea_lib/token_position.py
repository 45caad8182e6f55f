"""La capa de entrada de GPT-2 y ANDREA como módulo de PyTorch: x = E[id] + P."""

from torch import Tensor, nn

from andrea_lib.gather_add import gather_add


class TokenPositionEmbedding(nn.Module):
    """x[b, t, :] = wte.weight[ids[b, t], :] + wpe.weight[t, :].

    ids (B, T) o (T,) → (B, T, d_model) o (T, d_model); T ≤ max_positions. Los dos
    hijos son `nn.Embedding` con los nombres de GPT-2: `state_dict`, compartir la tabla
    con la salida e inicializar van como siempre. `validate` y `backend`, como en
    `gather_add`.
    """

    def __init__(
        self,
        vocab_size: int,
        d_model: int,
        max_positions: int,
        *,
        validate: bool | None = None,
        backend: str | None = None,
    ) -> None:
        super().__init__()
        self.wte = nn.Embedding(vocab_size, d_model)
        self.wpe = nn.Embedding(max_positions, d_model)
        self.validate = validate
        self.backend = backend

    def forward(self, ids: Tensor) -> Tensor:
        """x = E[ids] + P[:T]."""
        return gather_add(
            ids,
            self.wte.weight,
            self.wpe.weight,
            validate=self.validate,
            backend=self.backend,
        )
