"""Cuántos hilos usa PyTorch mientras entrena algo pequeño."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_thread() -> Iterator[None]:
    """Matrices tan pequeñas van más deprisa con un hilo, sobre todo si hay otros."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
