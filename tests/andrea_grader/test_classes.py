"""Whole classes, as teachers receive them, in places as teachers have them."""

import csv
import json
import os
import subprocess

import psutil
import pytest

from tests.andrea_grader.kinds import KINDS, NAP, hostile, make
from tests.andrea_grader.marking import ANDREA, fingerprint, write
from tests.andrea_grader.masters import real, small
from tests.clone import ROOT

SMALL = small()


def fates(out):
    """Points, or the status of a row without; JSON and CSV agree, row by row."""
    records = json.loads((out / "results.json").read_text("utf-8"))
    with (out / "notas.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(records) == len(list((out / "registros").iterdir()))
    for record, row in zip(records, rows, strict=True):
        assert row["entrega"].lstrip("'") == record["submission"]
        assert float(row["puntos"]) == record["points"]
        assert record["status"] == "graded" or record["remarks"]
        assert not row["entrega"].startswith(tuple("=+-@"))
    return {
        r["submission"]: r["points"] if r["status"] == "graded" else r["status"]
        for r in records
    }


def start(folder, out, exercise, **options):
    solutions = write(
        out.parent / "solutions", {exercise.master.name: exercise.solution}
    )
    words = ("grade", folder, "--out", out, "--seed", "año 1", "--solutions", solutions)
    return subprocess.Popen(
        [str(ANDREA), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def finish(process):
    said, noise = process.communicate(timeout=500)
    assert process.returncode == 0, noise.decode()
    return said.decode()


def close(folder):
    """Nobody may write there, root excepted."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o555 if path.is_dir() else 0o444)


def test_a_class_of_all_kinds_in_an_old_locale_and_a_folder_with_accents(tmp_path):
    root = tmp_path / "Año 2" / "José Ñ"
    made = make(root / "clase", SMALL, *KINDS.values())
    close(made.root)
    before = fingerprint(made.root)
    # In such a locale Python cannot find a package that was installed for editing
    # from a folder with accents, so it is told where this one lies.
    old = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONPATH": str(ROOT)}
    said = finish(start("clase", root / "notas", SMALL, cwd=root, env=old))
    assert fates(root / "notas") == made.fates
    assert fingerprint(made.root) == before
    assert "En «tries/ana» hay 2 cuadernos" in " ".join(said.split())


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS.values(), hostile], ids=lambda k: k.__name__)
def test_each_kind_alone_has_its_rows_also_on_the_courses_exercise(tmp_path, kind):
    made = make(tmp_path / "clase", real(), kind)
    finish(start(made.root, tmp_path / "notas", real()))
    assert fates(tmp_path / "notas") == made.fates


@pytest.mark.slow
def test_hostile_ones_in_the_middle_change_nothing_for_the_others(tmp_path):
    made = make(tmp_path / "clase", real(), *KINDS.values(), hostile)
    before = fingerprint(made.root)
    finish(start(made.root, tmp_path / "notas", real()))
    assert fates(tmp_path / "notas") == made.fates
    assert fingerprint(made.root) == before
    running = [p.info["cmdline"] for p in psutil.process_iter(["cmdline"])]
    assert NAP not in running


@pytest.mark.slow
def test_four_graders_at_once_give_one_table(tmp_path):
    made = make(tmp_path / "clase", SMALL, *list(KINDS.values())[:4])
    outs = [tmp_path / str(n) / "notas" for n in range(4)]
    for process in [start(made.root, out, SMALL) for out in outs]:
        finish(process)
    assert fates(outs[0]) == made.fates
    assert len({(out / "notas.csv").read_bytes() for out in outs}) == 1
