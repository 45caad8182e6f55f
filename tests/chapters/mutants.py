"""What each chapter teaches, and a run of its notebook with that broken.

One pytest run takes all copies of a notebook, a whole copy on each of two workers:
starting pytest costs more than most mutants, which die in the first cells.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.chapters.spoil import WAYS

ROOT = Path(__file__).parents[2]
Mutant = tuple[str, str]  # what is broken ("module:name"), and how (one of WAYS)
NUMBER = WAYS[:2]  # a number or a vector has no axes
ZERO = WAYS[:1]

# Chapter → what it teaches: module, names, ways.
TAUGHT: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "01_lookup_tables": (
        (
            "config",
            "ModelConfig.token_table ModelConfig.position_table ModelConfig.mlp "
            "ModelConfig.output_table ModelConfig.attention ModelConfig.blocks "
            "ModelConfig.n_params ModelConfig.token_share",
            NUMBER,
        ),
        ("embedding", "lookup one_hot one_hot_lookup", WAYS),
        (
            "tokenizer",
            "GPT2Tokenizer.encode GPT2Tokenizer.decode GPT2Tokenizer.token "
            "GPT2Tokenizer.token_bytes GPT2Tokenizer.pieces parse_merges vocabulary "
            "byte_alphabet",
            WAYS,
        ),
        ("gather_add", "gather_add", WAYS),
        ("corpus", "sentences as_text", WAYS),
        ("sgns", "Training.at", WAYS),
        ("vectors", "load_micro", WAYS),
        ("word_vectors", "WordVectors.most_similar", WAYS),
        ("word_vectors", "WordVectors.similarity WordVectors.__getitem__", NUMBER),
    ),
    "02_dot_products": (
        ("geometry", "norm dot cosine angle cosine_matrix mean_cosine", NUMBER),
        ("geometry", "scores nearest", NUMBER),
        ("geometry", "normalise centre remove_top pca random_rotation", WAYS),
        (
            "word_vectors",
            "WordVectors.nearest WordVectors.most_similar WordVectors.subset "
            "WordVectors.most_similar_cosmul",
            WAYS,
        ),
        ("word_vectors", "WordVectors.similarity WordVectors.rank", NUMBER),
        ("vectors", "load_glove load_e5_rows load_micro pairs spanish", WAYS),
        ("vectors", "analogy_accuracy", NUMBER),
        ("extra_vectors", "load_wiki load_e5_output", WAYS),
        ("sgns", "pairs", WAYS),
    ),
    "03_positions": (
        ("positions", "frequencies to_halves longest_wavelength", NUMBER),
        ("positions", "pair_slices angles sinusoidal rope shift_matrix alibi", WAYS),
        ("order_task", "encode sentences", WAYS),
        ("order_task", "answers accuracy", NUMBER),
        ("linear_probe", "LinearProbe.predict LinearProbe.accuracy", NUMBER),
        ("micro_positions", "text loss_by_position", NUMBER),
        ("micro_positions", "load tables", WAYS),
        ("token_position", "TokenPositionEmbedding.forward", WAYS),
        ("gather_add", "gather_add", WAYS),
        ("gather_add_bytes", "fused eager megabytes", NUMBER),
        ("config", "ModelConfig.position_table ModelConfig.blocks", NUMBER),
    ),
    "03b_gather_add_kernel": (
        ("gather_add", "gather_add", WAYS),
        ("gather_add_bytes", "megabytes", NUMBER),
        (
            "gather_add_bytes",
            "fused eager loop cache_reads backward_sorted backward_atomic",
            ZERO,  # one byte more is less than a page in MB can show
        ),
        ("token_position", "TokenPositionEmbedding.forward", WAYS),
    ),
    "04_residual_stream": (
        (
            "decoder",
            "rms_norm rms_scale Attention.forward Attention.heads MLP.forward "
            "Decoder.embed Decoder.forward Decoder.lens Decoder.contributions",
            WAYS,
        ),
        ("decoder", "Decoder.trace Decoder.blocks Decoder.write batches", NUMBER),
        ("depth", "through rings train load", NUMBER),
        ("depth", "Rule.step", WAYS),
        ("linear_probe", "LinearProbe.accuracy LinearProbe.predict", NUMBER),
        (
            "micro_decoder",
            "MicroDecoder.encode MicroDecoder.states",
            WAYS,
        ),
        ("micro_decoder", "MicroDecoder.trace sense_hits load shape_of", NUMBER),
        ("banco", "Banco.group sentences nearest_hits", NUMBER),
        ("banco", "cosines same_and_other", WAYS),
        (
            "checkpoint",
            "Checkpoint.block Checkpoint.table Checkpoint.places "
            "Checkpoint.seen_rows Checkpoint.evidence Checkpoint.order_clue "
            "Checkpoint.head_clue Checkpoint.unseen_clue neighbour_cosine "
            "open_checkpoint choose",
            NUMBER,
        ),
        ("checkpoint", "fitting", ZERO),  # a list of one, turned, is the same
        ("token_position", "TokenPositionEmbedding.forward", WAYS),
    ),
}


def mutants(chapter: str) -> list[Mutant]:
    """Every broken function of a chapter."""
    return [
        (f"andrea_lib.{module}:{name}", way)
        for module, names, ways in TAUGHT[chapter]
        for name in names.split()
        for way in ways
    ]


def run(chapter: str, broken: Sequence[Mutant | None], folder: Path) -> list[str]:
    """For each mutant (None: nothing broken) the first cell that differs, or ''."""
    notebook = ROOT / "chapters" / f"{chapter}.ipynb"
    copies = [folder / f"copy{i:03}.ipynb" for i in range(len(broken))]
    for copy, mutant in zip(copies, broken, strict=True):
        shutil.copyfile(notebook, copy)
        text = " ".join(mutant) if mutant else ""
        copy.with_suffix(".mutant").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env"),
            *("-p", "tests.chapters.mutant_plugin", "-p", "no:cacheprovider"),
            *("-n", "2", "--dist", "loadfile", "--timeout=300"),
            *("-c", str(ROOT / "pyproject.toml"), f"--rootdir={folder}"),
            *map(str, copies),
        ],
        cwd=ROOT,
        env=_environment(folder),
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    killed, passed = _results(folder)
    ended = _last_cell(notebook)
    for copy in copies:  # a copy that did not run proves nothing
        assert copy.stem in killed or ended in passed[copy.stem], done.stdout
    return [killed.get(copy.stem, "") for copy in copies]


def _environment(folder: Path) -> dict[str, str]:
    """Without the names of the outer run's workers: this one has its own."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTEST_XDIST")
    }
    return {**inherited, "ANDREA_KILLED": str(folder)}


def _results(folder: Path) -> tuple[dict[str, str], dict[str, list[str]]]:
    """What the workers noted: copy → cell that differs, copy → cells that pass."""
    killed: dict[str, str] = {}
    passed: dict[str, list[str]] = {}
    for file in folder.glob("killed-*.json"):
        noted = json.loads(file.read_text(encoding="utf-8"))
        killed |= noted["killed"]
        passed |= noted["passed"]
    return killed, passed


def _last_cell(notebook: Path) -> str:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell["id"] for cell in cells if cell["cell_type"] == "code"][-1]
