"""Las tablas de un checkpoint publicado de ANDREA, leídas sin cargar lo demás.

Formato, extremo menor: int32 paso, int32 n, y tres bloques de n float32: los pesos, el
primer y el segundo momento de Adam. El orden de los pesos no está documentado; la
hipótesis es el de microGPT: wte (V, d), wpe (T, d), lm_head (V, d) y luego los bloques.
Aquí nada se da por supuesto: el tamaño tiene que cuadrar al byte, y el método
`Checkpoint.evidence` busca en los números la prueba de que cada tabla está en su sitio.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from andrea_lib.config import ModelConfig

HEADER = struct.Struct("<ii")
KNOWN_V = (2_305, 4_353, 8_449, 16_641)  # the vocabularies that public pages name
Array = NDArray[np.float32]


class Clue(NamedTuple):
    """Una prueba del orden: qué se miró, qué salió y si apoya la hipótesis.

    holds: True, la apoya; False, la contradice; None, no concluye nada.
    """

    what: str
    found: str
    holds: bool | None


@dataclass(frozen=True)
class Checkpoint:
    """Un archivo cuyo tamaño cuadra con `model`; cada tabla es una vista del disco."""

    path: Path
    step: int
    model: ModelConfig

    def block(self, which: int) -> Array:
        """Bloque 0, los pesos; 1 y 2, los momentos de Adam: (n,), sin leerlo."""
        n = self.model.n_params
        return np.memmap(self.path, "<f4", "r", HEADER.size + 4 * n * which, (n,))

    def table(self, name: str, which: int = 0) -> Array:
        """`wte`, `wpe` o `lm_head` de un bloque, (filas, d)."""
        start, rows = self.places()[name]
        d = self.model.d_model
        return self.block(which)[start : start + rows * d].reshape(rows, d)

    def places(self) -> dict[str, tuple[int, int]]:
        """Dónde empieza cada tabla, en números, y cuántas filas tiene."""
        m = self.model
        E, P = m.token_table, m.position_table
        places = {"wte": (0, m.V), "wpe": (E, P // m.d_model)}
        if not m.tied:
            places["lm_head"] = (E + P, m.V)
        return places

    def seen_rows(self, name: str) -> NDArray[np.bool_]:
        """Filas con algún segundo momento distinto de cero: las que se entrenaron."""
        seen: NDArray[np.bool_] = np.count_nonzero(self.table(name, 2), axis=1) > 0
        return seen

    def evidence(self) -> list[Clue]:
        """Lo que dicen los números sobre dónde está cada tabla."""
        clues = [self.order_clue()]
        if not self.model.tied:
            clues += [self.head_clue(), self.unseen_clue()]
        return clues

    def order_clue(self) -> Clue:
        """Posiciones vecinas se parecen entre sí más que filas vecinas de E.

        El azar separa las dos medias unas 1/√(d·T): hace falta cinco veces eso.
        """
        chance = self.model.position_table**-0.5
        wte, wpe = (neighbour_cosine(self.table(name)) for name in ("wte", "wpe"))
        return Clue(
            "coseno medio entre filas vecinas: wpe frente a wte",
            f"{wpe:.3f} frente a {wte:.3f}",
            wpe > wte + 5 * chance or None,
        )

    def head_clue(self) -> Clue:
        """La salida propia recibe gradiente en todas sus filas, en cada paso."""
        seen, V = int(self.seen_rows("lm_head").sum()), self.model.V
        return Clue("filas de lm_head con momento", f"{seen} de {V}", seen == V)

    def unseen_clue(self) -> Clue:
        """Si alguna fila de wte no se vio nunca, su momento es cero exacto."""
        seen, V = int(self.seen_rows("wte").sum()), self.model.V
        found = f"{seen} de {V}"
        return Clue("filas de wte con momento", found, True if seen < V else None)


def neighbour_cosine(table: Array) -> float:
    """Media de cos(fila i, fila i + 1)."""
    rows = np.asarray(table, dtype=np.float64)
    norms = np.linalg.norm(rows, axis=1)
    dots = (rows[:-1] * rows[1:]).sum(axis=1)
    product = norms[:-1] * norms[1:]
    return float((dots / np.where(product > 0, product, 1)).mean())


def fitting(
    n: int, d: int, T: int, layers: int, heads: int, vocabularies: Iterable[int]
) -> list[ModelConfig]:
    """Los modelos, con salida propia o compartida, que tienen n números exactos."""
    models = [
        ModelConfig(f"V = {V}", V, d, T, layers, heads, tied)
        for V in vocabularies
        for tied in (False, True)
    ]
    return [model for model in models if model.n_params == n]


def open_checkpoint(
    path: str | Path,
    *,
    d: int,
    T: int,
    layers: int,
    heads: int,
    vocabularies: Iterable[int] = KNOWN_V,
) -> Checkpoint:
    """Abre un checkpoint si su tamaño cuadra al byte; si no, ValueError con cuentas.

    bytes = 8 + 12·n, y n = 2·V·d + T·d + 12·L·d² para algún V de `vocabularies`
    (V·d una sola vez si la salida es compartida).
    """
    path = Path(path)
    size = path.stat().st_size
    if size < HEADER.size:
        raise ValueError(f"{path.name}: {size} bytes no llegan a la cabecera, de 8")
    with path.open("rb") as file:
        step, n = HEADER.unpack(file.read(HEADER.size))
    want = HEADER.size + 12 * n
    if n <= 0 or size != want:
        raise ValueError(
            f"{path.name}: la cabecera dice n = {n}, que pide {want} bytes; el archivo "
            f"tiene {size}. ¿Se cortó la descarga?"
        )
    return Checkpoint(path, step, choose(n, d, T, layers, heads, vocabularies))


def choose(
    n: int, d: int, T: int, layers: int, heads: int, vocabularies: Iterable[int]
) -> ModelConfig:
    """El único modelo que tiene n números; ValueError si no hay uno solo."""
    tried = tuple(vocabularies)
    models = fitting(n, d, T, layers, heads, tried)
    if len(models) == 1:
        return models[0]
    rest = n - (T * d + 12 * layers * d * d)
    raise ValueError(
        f"n = {n} no corresponde a un solo modelo con d = {d}, T = {T}, L = {layers} y "
        f"V en {tried}: quitados P y los bloques quedan {rest} números, que serían "
        f"V = {rest / (2 * d):g} con salida propia o V = {rest / d:g} compartida."
    )
