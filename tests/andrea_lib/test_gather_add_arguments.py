"""Wrong arguments: a Spanish error that says what to do, before any launch."""

import numpy as np
import pytest
import torch

from andrea_lib.gather_add import gather_add

IDS = torch.zeros(2, 3, dtype=torch.long)
TOK, POS = torch.ones(5, 4), torch.ones(3, 4)

TYPES = [
    ((IDS.numpy(), TOK, POS), r"ids es ndarray.*torch.as_tensor\(ids\)"),
    (([[0, 1]], TOK, POS), "ids es list"),
    ((IDS, np.ones((5, 4)), POS), "tok es ndarray"),
    ((IDS.float(), TOK, POS), r"ids es torch.float32: ids.long\(\)"),
    ((IDS.bool(), TOK, POS), "ids es torch.bool"),
    ((IDS.to(torch.uint8), TOK, POS), "ids es torch.uint8"),
    ((IDS, TOK.long(), POS), "tok es torch.int64; puede ser float32"),
    ((IDS, TOK, POS.to(torch.complex64)), "pos es torch.complex64"),
    ((IDS, TOK.to(torch.float8_e4m3fn), POS), "tok es torch.float8_e4m3fn"),
]
SHAPES = [
    ((IDS[None], TOK, POS), r"ids tiene forma \(T,\) o \(B, T\), no \(1, 2, 3\)"),
    ((IDS[0, 0], TOK, POS), r"no \(\)"),
    ((IDS, TOK[0], POS), r"tok es \(V, d\).*aquí son \(4,\) y \(3, 4\)"),
    ((IDS, TOK, POS[:, :2]), r"la misma d; aquí son \(5, 4\) y \(3, 2\)"),
    ((IDS, TOK[:0], POS), "V = 0"),
    ((IDS, TOK, POS[:2]), "T = 3 tokens y la tabla de posiciones solo P = 2 filas"),
    ((IDS, TOK.to("meta"), POS), "tok en meta y pos en cpu: llévalos"),
]


@pytest.mark.parametrize("backend", ["torch", "triton"])
@pytest.mark.parametrize(("arguments", "words"), TYPES)
def test_wrong_types_say_what_to_write(arguments, words, backend):
    with pytest.raises(TypeError, match=words):
        gather_add(*arguments, backend=backend)


@pytest.mark.parametrize("backend", ["torch", "triton"])
@pytest.mark.parametrize(("arguments", "words"), SHAPES)
def test_wrong_shapes_name_the_two_numbers(arguments, words, backend):
    """facebookresearch/esm#49: T > P used to poison the GPU."""
    with pytest.raises(ValueError, match=words):
        gather_add(*arguments, backend=backend)


def test_an_unknown_backend_is_refused():
    with pytest.raises(ValueError, match='"torch" o "triton", no \'cuda\''):
        gather_add(IDS, TOK, POS, backend="cuda")
