"""Where a batch runs: processes of this machine, or an existing Dask cluster."""

import contextlib
import os
import socket
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from andrea_grader import supervisor
from andrea_grader.errors import UsageError

CONNECT_SECONDS = 15
_NO_DASK = (
    "Para usar --dask hace falta la biblioteca «distributed». Instálala con: "
    "pip install 'andrea-course[dask]'"
)
_NO_CLUSTER = (
    "No contesta ningún planificador de Dask en «{0}». Arráncalo con «dask scheduler» "
    "y comprueba la dirección."
)


@dataclass(frozen=True)
class Place:
    """An executor, and how many submissions to hand to it at once."""

    executor: Executor
    at_once: int


def cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def here(jobs: int, course: bytes) -> Iterator[Place]:
    """Threads, each with its own watched process; all end with the block."""
    executor = ThreadPoolExecutor(jobs)
    try:
        yield Place(executor, 2 * jobs)
    except BaseException:
        supervisor.end(course, at_once=True)
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        supervisor.end(course)


@contextlib.contextmanager
def dask(address: str, course: bytes) -> Iterator[Place]:
    """A cluster that runs already; it keeps running. The workers that it started for
    us end with the block."""
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(_NO_DASK) from error
    try:
        _knock(address)
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(_NO_CLUSTER.format(address)) from error
    with client:
        threads = sum(client.nthreads().values())
        try:
            yield Place(client.get_executor(pure=False), max(16, 2 * threads))
        finally:
            with contextlib.suppress(OSError):  # where the scheduler has gone
                client.run(supervisor.end, course, at_once=True, on_error="ignore")


def _knock(address: str) -> None:
    """OSError or ValueError at once where nobody is there; Dask would try for long,
    and complain in English."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if not parts.port:
        raise ValueError(address)
    socket.create_connection((parts.hostname, parts.port), CONNECT_SECONDS).close()
