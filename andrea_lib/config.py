"""Models as sizes, and exact counts: one formula a property.

The counts of ANDREA follow from its published size (no biases, no norm gains); those
of GPT-2, BERT and LLaMA-2 are the parameters of the published weights, to the last
one. References: Vaswani 2017; Radford 2019 (GPT-2); Devlin 2019 (BERT); Touvron 2023
(LLaMA 2); Brown 2020 (GPT-3); the model cards of ANDREA.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelConfig:
    """Un transformer, visto por sus tamaños. Los recuentos son exactos."""

    name: str
    V: int  # tamaño del vocabulario: filas de E
    d_model: int  # números por fila
    T: int | None  # posiciones que admite; None: las que quieras
    layers: int
    heads: int
    tied: bool  # ¿la tabla de salida es la misma E?
    positions: str = "aprendidas"  # las únicas que ocupan una tabla
    d_ff: int = 0  # ancho de la MLP; 0 = 4·d
    mlp_matrices: int = 2  # LLaMA usa tres (compuerta)
    biases: bool = False
    norm_vectors: int = 0  # por norma: 0, 1 (ganancia) o 2 (ganancia y sesgo)
    extra: int = 0  # lo que no está en tablas ni en bloques: última norma, `pooler`…
    published: int = 0  # total redondeado de su fuente, donde esta cuenta no vale

    def __post_init__(self) -> None:
        for field in ("V", "d_model", "T", "layers", "heads"):
            size = getattr(self, field)
            if size is not None and size < 1:
                raise ValueError(f"{field} = {size}: tiene que ser al menos 1.")
        if self.d_model % self.heads:
            raise ValueError(
                f"d_model = {self.d_model} no se reparte entre {self.heads} cabezas: "
                "elige un múltiplo."
            )

    @property
    def token_table(self) -> int:
        """V·d: la tabla E."""
        return self.V * self.d_model

    @property
    def position_table(self) -> int:
        """T·d si las posiciones se aprenden; si no, nada."""
        return (self.T or 0) * self.d_model * (self.positions == "aprendidas")

    @property
    def output_table(self) -> int:
        """V·d si la salida tiene tabla propia; 0 si comparte E."""
        return 0 if self.tied else self.V * self.d_model

    @property
    def attention(self) -> int:
        """`4·d²` (+ `4·d` de sesgos): q, k, v y salida de un bloque."""
        return 4 * self.d_model**2 + self.biases * 4 * self.d_model

    @property
    def mlp(self) -> int:
        """`matrices·d·d_ff` (+ `d_ff + d` de sesgos): la MLP de un bloque."""
        width = self.d_ff or 4 * self.d_model
        weights = self.mlp_matrices * self.d_model * width
        return weights + self.biases * (width + self.d_model)

    @property
    def blocks(self) -> int:
        """L·(atención + MLP + dos normas): todos los bloques."""
        norms = 2 * self.norm_vectors * self.d_model
        return self.layers * (self.attention + self.mlp + norms)

    @property
    def n_params(self) -> int:
        """E + P + salida + bloques + lo demás; o el total publicado, si lo hay."""
        if self.published:
            return self.published
        tables = self.token_table + self.position_table + self.output_table
        return tables + self.blocks + self.extra

    @property
    def token_share(self) -> float:
        """E / total, entre 0 y 1."""
        return self.token_table / self.n_params


def _gpt2(name: str, d_model: int, T: int, layers: int, heads: int) -> ModelConfig:
    return ModelConfig(
        name,
        50_257,
        d_model,
        T,
        layers,
        heads,
        tied=True,
        biases=True,
        norm_vectors=2,
        extra=2 * d_model,
    )


_ALL = (
    # Public pages name V = 4353 and V = 2305; only 2305 gives the published 12.8 M.
    ModelConfig("ANDREA-12M", 2_305, 384, 1_024, 6, 12, tied=False),
    # V = 8192 segments + 256 bytes + 1 start of document.
    ModelConfig("ANDREA-120M", 8_449, 768, 1_024, 12, 12, tied=False),
    # Planned; its name fits V = 8449 (480 513 024) better.
    ModelConfig("ANDREA-480M", 16_641, 1_536, 1_024, 16, 24, tied=False),
    # Encoder and decoder, 6 + 6 layers with a second attention: not our formula.
    ModelConfig(
        "Transformer 2017",
        37_000,
        512,
        None,
        12,
        8,
        tied=True,
        positions="sinusoidales",
        published=65_000_000,
    ),
    _gpt2("GPT-2 small", 768, 1_024, 12, 12),
    # Extra: two segment rows, the norm of the embeddings, the pooler.
    ModelConfig(
        "BERT-base",
        30_522,
        768,
        512,
        12,
        12,
        tied=True,
        biases=True,
        norm_vectors=2,
        extra=2 * 768 + 2 * 768 + 768 * 768 + 768,
    ),
    ModelConfig(
        "LLaMA-2-7B",
        32_000,
        4_096,
        4_096,
        32,
        32,
        tied=False,
        positions="RoPE",
        d_ff=11_008,
        mlp_matrices=3,
        norm_vectors=1,
        extra=4_096,
    ),
    # Its paper does not say whether the table is tied; counted as GPT-2.
    _gpt2("GPT-3 175B", 12_288, 2_048, 96, 96),
)

MODELS: dict[str, ModelConfig] = {model.name: model for model in _ALL}
