"""El tokenizador de GPT-2: texto ↔ id, sin red, con la biblioteca `tokenizers`.

BPE sobre bytes: se parte el texto en palabras con su blanco delante, cada palabra en
bytes, y se unen las parejas de piezas en el orden en que se aprendieron. Por eso el
vocabulario cabe en la lista de uniones: 256 bytes + 50 000 uniones + <|endoftext|>.

Fuente: Radford y otros (2019), «Language models are unsupervised multitask
learners», §2.2; Sennrich y otros (2016) para BPE.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MERGES = Path(__file__).with_name("data") / "gpt2_merges.txt"
END_OF_TEXT = "<|endoftext|>"
Merge = tuple[str, str]


@cache
def byte_alphabet() -> dict[int, str]:
    """Byte → el carácter visible con que GPT-2 lo escribe, en el orden de los id.

    Los que se ven se quedan como están; los demás (blanco, control…) pasan a
    caracteres a partir de 256: el blanco es Ġ.
    """
    seen = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [b for b in range(256) if b not in seen]
    alphabet = {b: chr(b) for b in seen}
    return alphabet | {b: chr(256 + n) for n, b in enumerate(hidden)}


def parse_merges(lines: Iterable[str]) -> list[Merge]:
    """Líneas «Ġ t» → parejas de piezas que se unen."""
    return [(left, right) for left, right in (line.split(" ") for line in lines)]


def vocabulary(merges: Sequence[Merge]) -> dict[str, int]:
    """Pieza → id: los 256 bytes, las uniones en su orden, el fin de texto."""
    joined = (left + right for left, right in merges)
    pieces = [*byte_alphabet().values(), *joined, END_OF_TEXT]
    return {piece: i for i, piece in enumerate(pieces)}


class GPT2Tokenizer:
    """Texto ↔ id con el vocabulario de GPT-2 (V = 50 257)."""

    def __init__(self, merges: Sequence[Merge]) -> None:
        vocab = vocabulary(merges)
        self.vocab_size = len(vocab)
        self._bpe = _bpe(vocab, merges)
        to_byte = {char: byte for byte, char in byte_alphabet().items()}
        self._bytes = [bytes(to_byte[c] for c in piece) for piece in vocab]

    def encode(self, text: str) -> list[int]:
        """Texto → lista de id. «<|endoftext|>» dentro del texto es texto corriente."""
        if not isinstance(text, str):
            raise TypeError(
                f"Solo sé partir texto (str) y ha llegado {type(text).__name__}: "
                "si es una lista, junta antes sus trozos con ''.join(…)."
            )
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError(
                f"El carácter {error.start} es medio carácter (un subrogado suelto): "
                "vuelve a leer el archivo con encoding='utf-8'."
            ) from None
        return list(self._bpe.encode(text).ids)

    def decode(self, ids: Iterable[int]) -> str:
        """Lista de id → texto; los bytes que no forman un carácter salen como �."""
        return b"".join(map(self.token_bytes, ids)).decode(errors="replace")

    def token(self, id: int) -> str:
        """El texto de un id; si son bytes sueltos de un carácter, como \\xf0\\x9f."""
        return self.token_bytes(id).decode(errors="backslashreplace")

    def token_bytes(self, id: int) -> bytes:
        """Los bytes de un id, de 0 a 50 256."""
        if isinstance(id, str) or not hasattr(id, "__index__"):
            raise TypeError(f"Un id es un entero, y ha llegado {id!r}.")
        if not 0 <= index(id) < self.vocab_size:
            raise IndexError(
                f"El id {id} no existe: los de GPT-2 van de 0 a {self.vocab_size - 1}."
            )
        return self._bytes[id]

    def pieces(self, text: str) -> list[str]:
        """Los trozos en que se parte un texto, con su blanco: [' g', 'ato']."""
        return [self.token(id) for id in self.encode(text)]

    def __repr__(self) -> str:
        return f"GPT2Tokenizer(V = {self.vocab_size})"


def _bpe(vocab: dict[str, int], merges: Sequence[Merge]) -> Tokenizer:
    from tokenizers import Tokenizer, models, pre_tokenizers

    bpe = Tokenizer(models.BPE(vocab=vocab, merges=list(merges)))
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return bpe


@cache
def gpt2() -> GPT2Tokenizer:
    """El tokenizador de GPT-2, leído de los datos del curso (medio segundo)."""
    lines = MERGES.read_text(encoding="utf-8").split("\n")[:-1]
    return GPT2Tokenizer(parse_merges(lines))
