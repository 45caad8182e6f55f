"""Cuántos bytes mueve cada forma de calcular x = E[id] + P, contados a mano.

Modelo: cada operación lee una vez cada entrada y escribe una vez su salida en memoria
de GPU. Es un suelo: ninguna versión tarda mucho menos que bytes ÷ ancho de banda.
MB = 10⁶ bytes.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """Un lote de B × T tokens, tablas de V y P filas, d columnas de `size` bytes.

    rows: filas de E distintas que salen en el lote; sin decir nada, todas (V).
    """

    B: int
    T: int
    V: int
    d: int
    size: int = 2
    rows: int | None = None
    id_size: int = 8

    @property
    def ids(self) -> int:
        """B·T enteros."""
        return self.B * self.T * self.id_size

    @property
    def x(self) -> int:
        """B·T filas de salida."""
        return self.B * self.T * self.d * self.size

    @property
    def tok(self) -> int:
        """Las filas de E que se leen."""
        return (self.V if self.rows is None else self.rows) * self.d * self.size

    @property
    def pos(self) -> int:
        """T filas de P."""
        return self.T * self.d * self.size


def fused(case: Case) -> int:
    """ids + E + P + x: leer lo que hace falta, escribir el resultado, nada más."""
    return case.ids + case.tok + case.pos + case.x


def eager(case: Case, arange: bool = True) -> int:
    """E[ids] se escribe, se vuelve a leer, se suma P y se escribe otra vez.

    arange: P se lee con `P[arange(T)]`, que escribe una copia; si no, con `P[:T]`.
    """
    gather = case.ids + case.tok + case.x
    positions = 2 * case.T * case.id_size + 2 * case.pos if arange else 0
    add = case.x + case.pos + case.x
    return gather + positions + add


def loop(case: Case) -> int:
    """Número a número y sin caché: por cada token, su fila de E, la de P y la de x."""
    return case.ids + 3 * case.x


def cache_reads(case: Case, reuse: int = 1) -> int:
    """Bytes de filas que van de la caché L2 a los programas.

    Cada fila de E llega a su token; cada fila de P se lee una vez cada `reuse` lotes.
    """
    return case.x + case.x // reuse


def backward_sorted(case: Case) -> int:
    """dx se lee dos veces (una por tabla) y cada tabla se escribe una vez.

    Ordenar los id añade pocos MB, que aquí no se cuentan.
    """
    return 2 * case.x + case.V * case.d * case.size + case.pos


def backward_atomic(case: Case) -> int:
    """Lo mismo con sumas atómicas en una tabla de float32: ceros, sumas y conversión.

    Cada suma atómica lee y escribe 4 bytes por columna.
    """
    table = case.V * case.d
    adds = 8 * case.B * case.T * case.d
    convert = 0 if case.size == 4 else table * (4 + case.size)
    return case.x + 4 * table + adds + convert + case.x + case.pos


def megabytes(n: int) -> float:
    """n en MB = 10⁶ bytes, con un decimal."""
    return round(n / 1e6, 1)
