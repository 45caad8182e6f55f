"""All that marking takes beside the submissions: one value, which travels pickled."""

import functools
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from andrea_grader.limits import Limits
from andrea_grader.master import Master


@dataclass(frozen=True)
class Course:
    """`secret`: folders that no submission may see."""

    masters: Sequence[Master]
    seed: str
    secret: Sequence[Path] = ()
    limits: Limits = field(default_factory=Limits)

    def pack(self) -> bytes:
        return pickle.dumps(self)


@functools.lru_cache(maxsize=4)
def unpack(packed: bytes) -> Course:
    course: Course = pickle.loads(packed)
    return course
