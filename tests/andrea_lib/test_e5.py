"""The reader of the multilingual encoder, on a small file of the same format.

The real model (91 MB) is read in `make test-all`, see test_banco.py.
"""

import struct
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

from andrea_lib import e5

PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁ba", "nco", "▁banco", "▁", "río", "▁el"]
SCORES = [0.0, 0, 0, 0, -4.0, -4.0, -5.0, -9.0, -3.0, -2.0]
D, HEADS, FF, T = 32, 4, 64, 16


def pack(values: np.ndarray) -> bytes:
    """What `unpack` undoes: blocks of 32, one fp16 scale, nibbles low then high."""
    out = b""
    for block in values.reshape(-1, e5.BLOCK):
        scale = np.float16(abs(block).max() / 7 or 1)
        n = np.clip(np.round(block / np.float32(scale)) + 8, 0, 15).astype(np.uint8)
        out += scale.tobytes() + (n[:16] | n[16:] << 4).tobytes()
    return out


def tensors(rng: np.random.Generator) -> dict[str, tuple[int, np.ndarray]]:
    """Names and values of a one-layer model; matrices in four bits."""
    wide = {"emb.word": (len(PIECES), D)}
    wide |= {f"l0.{n}.w": (D, D) for n in ("q", "k", "v", "ao")}
    wide |= {"l0.fi.w": (FF, D), "l0.fo.w": (D, FF)}
    plain = {"emb.pos": (T, D), "emb.type": (2, D)}
    plain |= {f"l0.{n}.b": (D,) for n in ("q", "k", "v", "ao", "fo")}
    plain |= {"l0.fi.b": (FF,)}
    norms = ("emb.ln", "l0.aln", "l0.oln")
    plain |= {f"{n}.{part}": (D,) for n in norms for part in "wb"}
    return {n: (1, rng.normal(size=s)) for n, s in wide.items()} | {
        n: (0, rng.normal(size=s)) for n, s in plain.items()
    }


def write_model(path: Path) -> None:
    """A file in the E5S1 format with PIECES and random weights."""
    blob = "".join(PIECES).encode()
    ends = np.cumsum([0] + [len(p.encode()) for p in PIECES]).astype("<u4")
    head = b"E5S1" + struct.pack("<I7i", 1, D, 1, HEADS, FF, len(PIECES), T, 2)
    head += struct.pack("<fi5iQ", 1e-5, 32, len(PIECES), 0, 2, 1, 3, len(blob))
    head += ends.tobytes() + np.array(SCORES, "<f4").tobytes() + blob
    head += struct.pack("<iI", 0, 5) + b"xxxxx"
    values = tensors(np.random.default_rng(3))
    size = len(head) + 4 + sum(2 + len(n) + 21 for n in values)
    index, body = struct.pack("<i", len(values)), b""
    for name, (kind, array) in values.items():
        raw = pack(array) if kind else array.astype("<f4").tobytes()
        pad = -(size + len(body)) % 4
        body += b"\0" * pad
        index += struct.pack("<H", len(name)) + name.encode()
        index += struct.pack("<BIQQ", kind, array.size, size + len(body), len(raw))
        body += raw
    path.write_bytes(head + index + body)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> e5.Encoder:
    path = tmp_path_factory.mktemp("e5") / "small.bin"
    write_model(path)
    return e5.Encoder(path, check=False)


@given(st.lists(st.integers(-8, 7), min_size=64, max_size=64), st.integers(-8, 8))
def test_unpacking_undoes_packing_where_four_bits_are_enough(nibbles, power):
    scale = np.float16(2.0**power)
    n = (np.array(nibbles) + 8).astype(np.uint8).reshape(-1, e5.BLOCK)
    raw = b"".join(scale.tobytes() + (b[:16] | b[16:] << 4).tobytes() for b in n)
    want = np.array(nibbles, np.float32) * np.float32(scale)
    assert np.array_equal(e5.unpack(np.frombuffer(raw, np.uint8)), want)


def test_the_best_cut_wins_over_the_first_one(encoder):
    assert encoder.tokenize("el banco") == ["▁el", "▁banco"]
    assert encoder.tokenize("  río ") == ["▁", "río"]
    assert encoder.encode("el banco") == [0, 9, 6, 2]


def test_an_unknown_letter_is_one_unknown_piece(encoder):
    assert encoder.encode("el ñ")[1:-1] == [9, 7, 3]


def test_rows_are_the_rows_of_the_whole_table(encoder):
    table = encoder.tensor("emb.word", len(PIECES), D)
    assert np.array_equal(encoder.rows([4, 4, 0]), table[[4, 4, 0]])


def torch_layers(enc: e5.Encoder, ids: list[int]) -> list[torch.Tensor]:
    """The same forward pass with torch's own attention, norm and GELU."""

    def w(name: str, *shape: int) -> torch.Tensor:
        return torch.tensor(enc.tensor(name, *shape))

    def ln(x: torch.Tensor, name: str) -> torch.Tensor:
        return F.layer_norm(x, (D,), w(f"{name}.w", D), w(f"{name}.b", D), 1e-5)

    def lin(x: torch.Tensor, name: str, n: int) -> torch.Tensor:
        return F.linear(x, w(f"{name}.w", n, x.shape[-1]), w(f"{name}.b", n))

    rows = w("emb.word", len(PIECES), D)[ids]
    x = ln(rows + w("emb.pos", T, D)[: len(ids)] + w("emb.type", 2, D)[0], "emb.ln")
    parts = (lin(x, f"l0.{n}", D).view(1, -1, HEADS, D // HEADS) for n in "qkv")
    q, k, v = (part.transpose(1, 2) for part in parts)
    mixed = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(-1, D)
    y = ln(x + lin(mixed, "l0.ao", D), "l0.aln")
    return [rows, x, ln(y + lin(F.gelu(lin(y, "l0.fi", FF)), "l0.fo", D), "l0.oln")]


def test_every_layer_agrees_with_the_same_pass_in_torch(encoder):
    want = torch_layers(encoder, encoder.encode("el banco"))
    got = encoder.layers("el banco")
    assert got.shape == (3, 4, D)
    for ours, theirs in zip(got, want, strict=True):
        assert np.allclose(ours, theirs.numpy(), atol=1e-4)


def test_the_row_of_the_table_does_not_depend_on_the_sentence_and_the_layer_does(
    encoder,
):
    first, second = encoder.layers("el banco"), encoder.layers("río banco")
    assert np.array_equal(first[0, 2], encoder.layers("banco")[0, 1])
    assert not np.allclose(first[2, 2], second[2, 3])


def test_another_file_is_refused_by_its_hash(tmp_path):
    path = tmp_path / "e5-small-q4.bin"
    write_model(path)
    with pytest.raises(ValueError, match="sha256"):
        e5.Encoder(path)


def test_another_format_is_refused_by_its_first_bytes(tmp_path):
    path = tmp_path / "x.bin"
    path.write_bytes(b"GGUF" + b"\0" * 100)
    with pytest.raises(ValueError, match="E5S1"):
        e5.Encoder(path, check=False)
