"""The page for teachers, followed to the letter by somebody who has only that page."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from andrea_grader.cli import _parser as parser
from tests.clone import ROOT, installed_clone
from tests.tools.test_workflows import TARGETS

PAGE = (ROOT / "book" / "for_teachers.md").read_text("utf-8")
BLOCK = re.compile(r"(?ms)^(`{3,})(\w+)\n(.*?)^\1$")
ENTRY = re.compile(r"debajo de `(- file: [^`]+)`:\n\n```yaml\n(.*?)```", re.S)


def between(title: str, next_title: str) -> str:
    """The text of a section; the file shown in it has headings of its own."""
    return PAGE.split(f"\n## {title}\n")[1].split(f"\n## {next_title}\n")[0]


def blocks(text: str, kind: str) -> list[str]:
    return [body for _, language, body in BLOCK.findall(text) if language == kind]


def commands() -> Iterator[list[str]]:
    for body in blocks(PAGE, "bash"):
        yield from (shlex.split(line, comments=True) for line in body.splitlines())


def test_every_command_of_the_page_exists() -> None:
    called = list(commands())
    assert called
    for program, *arguments in called:
        if program == "make":
            assert set(arguments) <= TARGETS
        else:
            assert program == ".venv/bin/andrea"
            parser().parse_args(arguments)


def test_every_file_that_the_page_names_is_there() -> None:
    names = re.findall(r"`([\w./-]+/[\w./-]+|\w+\.(?:yml|md|toml|cff|json))`", PAGE)
    made = ("_build/html", "05_unit_rows", "NOMBRE", ".venv/", "importar/", "results")
    named = [n for n in names if not any(part in n for part in made)]
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.slow
@pytest.mark.notebooks
def test_a_new_exercise_is_added_and_marked_as_the_page_says(tmp_path: Path) -> None:
    text = between("Añadir un ejercicio", "Privacidad")
    root = tmp_path / "Curso de José"
    env = installed_clone(root)
    (name,) = re.findall(r"Guarda esto como `(.*?)`", text)
    (source,) = blocks(text, "markdown")
    (root / name).write_text(source, "utf-8")
    contents = root / "_toc.yml"
    for above, entry in ENTRY.findall(text):
        lines = contents.read_text("utf-8")
        assert f"{above}\n" in f"{lines}\n"
        contents.write_text(f"{lines}\n".replace(f"{above}\n", f"{above}\n{entry}"))

    said = ""
    for body in blocks(text, "bash"):
        done = subprocess.run(
            ["sh", "-e", "-c", body],
            cwd=root, env=env, capture_output=True, encoding="utf-8",
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        said += done.stdout
    for expected in "".join(blocks(text, "text")).splitlines():
        assert expected in said
    rules = [".venv/bin/python", "-m", "pytest", "-q", "-k", "e5 or 05_unit_rows"]
    tests = ["tests/solutions/test_every_exercise.py"]
    done = subprocess.run([*rules, *tests], cwd=root, env=env, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()
    page = root / "_build" / "html" / "exercises" / "05_unit_rows.html"
    assert "Todas igual de largas" in page.read_text("utf-8")
    assert "n[n == 0]" not in page.read_text("utf-8")
