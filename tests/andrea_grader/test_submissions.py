"""What is found in a folder as a teacher receives it."""

import contextlib
import json
import os
import tempfile
import unicodedata
from pathlib import Path

import pytest

from andrea_grader.errors import UsageError
from andrea_grader.submissions import find

NOTEBOOK = json.dumps({"cells": [], "metadata": {}, "nbformat": 4})


def put(root, *names, content="{}"):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def names(*arguments):
    return [one.name for one in find(arguments)]


def reasons(*arguments):
    return {one.name: one.reason for one in find(arguments) if one.reason}


def test_notebooks_are_found_at_any_depth_and_sorted(tmp_path):
    put(tmp_path, "b/2.ipynb", "a/c/1.ipynb", "Z.IPYNB", "a/notas.txt")
    assert names(tmp_path) == ["Z.IPYNB", "a/c/1.ipynb", "b/2.ipynb"]


def test_the_order_does_not_depend_on_the_order_of_the_folder(tmp_path):
    every = [f"{k}/tarea.ipynb" for k in "dacbe"]
    put(tmp_path / "uno", *every)
    put(tmp_path / "otro", *reversed(every))
    assert names(tmp_path / "uno") == names(tmp_path / "otro") == sorted(every)


def test_folders_in_one_another_are_walked_as_deep_as_they_go(tmp_path):
    folder, moves = tmp_path, 150
    for _ in range(moves):
        folder = folder / "d"
        folder.mkdir()
    put(folder, "1.ipynb")
    assert names(tmp_path) == ["d/" * moves + "1.ipynb"]


def test_leftovers_of_editors_and_archives_are_left_out(tmp_path):
    put(
        tmp_path,
        *("a/1.ipynb", "a/.ipynb_checkpoints/1-checkpoint.ipynb", "a/._1.ipynb"),
        *("__MACOSX/a/._1.ipynb", "~$1.ipynb", ".oculta/1.ipynb", "a/1.ipynb~"),
        *("#1.ipynb#", "a/1.ipynb.crdownload", "a/1.ipynb.bak", "Thumbs.db"),
        *("entorno/lib/1.ipynb", "entorno/pyvenv.cfg", "desktop.ini"),
        content=NOTEBOOK,
    )
    assert names(tmp_path) == ["a/1.ipynb"]


@pytest.mark.parametrize(
    "name", ["tarea.ipynb.json", "tarea.ipynb.txt", "tarea.json", "tarea.txt", "tarea"]
)
def test_a_renamed_notebook_is_known_by_its_content(tmp_path, name):
    put(tmp_path, name, content="\ufeff" + NOTEBOOK)
    put(tmp_path, "datos.json", content='{"cells": 3}')
    put(tmp_path, "lista.json", content=f"[{NOTEBOOK}]")
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("name", ["tarea.ipynb.txt", "tarea.ipynb.html", "a.ipynb (1)"])
def test_what_is_called_a_notebook_and_is_none_has_a_row_too(tmp_path, name):
    put(tmp_path, name, content="<html>")
    assert names(tmp_path) == [name]


def test_a_notebook_is_called_by_its_file(tmp_path):
    put(tmp_path, "a/b/1.ipynb", "a/b/2.json")
    found = names(tmp_path / "a/b/1.ipynb", tmp_path / "a/b/2.json")
    assert found == ["1.ipynb", "2.json"]


def test_equal_names_of_two_arguments_stay_apart_without_the_teachers_path(tmp_path):
    put(tmp_path, "a/x/1.ipynb", "b/x/1.ipynb", "b/2.ipynb")
    found = names(tmp_path / "a/x", tmp_path / "b/x", tmp_path / "b/2.ipynb")
    assert found == ["2.ipynb", "a/x/1.ipynb", "b/x/1.ipynb"]


def test_a_file_that_two_arguments_name_is_found_once(tmp_path):
    put(tmp_path, "a/1.ipynb", "a/2.ipynb")
    (tmp_path / "alias").symlink_to("a")
    both = names(tmp_path, tmp_path / "a/1.ipynb", tmp_path / "alias")
    assert sorted(Path(name).name for name in both) == ["1.ipynb", "2.ipynb", "alias"]


def test_names_that_look_alike_are_two(tmp_path):
    forms = [unicodedata.normalize(form, "Español.ipynb") for form in ("NFC", "NFD")]
    put(tmp_path, *forms)
    if len(os.listdir(tmp_path)) == 1:  # a file system that takes both for one
        forms = forms[:1]
    assert names(tmp_path) == sorted(forms)


def test_a_name_that_is_no_text_shows_its_bytes(tmp_path):
    with open(os.fsencode(tmp_path) + b"/a\xff\xc3\xb1.ipynb", "wb") as file:
        file.write(b"{}")
    assert names(tmp_path) == ["a\\xffñ.ipynb"]


def test_a_student_without_a_notebook_has_a_row_that_says_so(tmp_path):
    put(tmp_path, "ana/1.ipynb", "ana/img/foto.png", "luis/notas.txt")
    (tmp_path / "grupo" / "eva" / "vacía").mkdir(parents=True)
    missing = {one.name: one.status for one in find([tmp_path]) if one.reason}
    assert missing == {"luis": "no_submission", "grupo": "no_submission"}
    assert "notas.txt" in reasons(tmp_path)["luis"]
    assert "vacía" in reasons(tmp_path)["grupo"]


def test_students_of_a_group_that_handed_in_nothing_have_a_row_each(tmp_path):
    put(tmp_path, "uno/ana/1.ipynb", "uno/luis/1.ipynb")
    for name in ("eva", "paz"):
        (tmp_path / "dos" / name).mkdir(parents=True)
    assert list(reasons(tmp_path)) == ["dos/eva", "dos/paz"]


def test_an_empty_folder_beside_loose_notebooks_has_a_row(tmp_path):
    put(tmp_path, "1.ipynb", "img/foto.png")
    (tmp_path / "ana").mkdir()
    assert list(reasons(tmp_path)) == ["ana"]


def test_a_class_in_which_nobody_handed_in_has_all_its_rows(tmp_path):
    for name in ("ana", "luis"):
        (tmp_path / name).mkdir()
    assert list(reasons(tmp_path)) == ["ana", "luis"]


def test_an_empty_class_has_a_row_too(tmp_path):
    (found,) = find([tmp_path])
    assert (found.name, found.status) == (".", "no_submission")


def test_the_folder_of_results_is_nobodys_work(tmp_path):
    put(tmp_path, "1.ipynb", "notas/resumen.ipynb")
    assert [one.name for one in find([tmp_path], [tmp_path / "notas"])] == ["1.ipynb"]


def test_of_a_copy_of_the_course_only_the_exercises_count(tmp_path):
    put(
        tmp_path / "ana",
        *("exercises/1.ipynb", "solutions/1.ipynb", "chapters/1.ipynb", "_toc.yml"),
    )
    assert names(tmp_path) == ["ana/exercises/1.ipynb"]
    assert names(tmp_path / "ana") == ["exercises/1.ipynb"]


def test_links_are_not_followed_and_each_is_told_why(tmp_path):
    put(tmp_path, "fuera/1.ipynb", "clase/ana/real.ipynb")
    root = tmp_path / "clase"
    (root / "luis").mkdir()
    (root / "luis" / "de ana.ipynb").symlink_to("../ana/real.ipynb")
    (root / "dentro.ipynb").symlink_to("ana/real.ipynb")
    (root / "fuera.ipynb").symlink_to("../fuera/1.ipynb")
    (root / "roto.ipynb").symlink_to("nada.ipynb")
    (root / "vuelta.ipynb").symlink_to("vuelta.ipynb")
    (root / "bucle").symlink_to(".")
    (root / "eva").symlink_to(tmp_path / "fuera")
    told = reasons(root)
    assert set(told) == set(names(root)) - {"ana/real.ipynb"}
    assert len(told) == 7
    for name, word in (
        ("luis/de ana.ipynb", "de la clase"),
        ("dentro.ipynb", "de la clase"),
        ("fuera.ipynb", "de fuera"),
        ("roto.ipynb", "no existe"),
        ("vuelta.ipynb", "no existe"),
        ("bucle", "una carpeta"),
        ("eva", "una carpeta"),
    ):
        assert word in told[name]
        assert "ana/" not in told[name].removeprefix(name)


def test_what_is_no_file_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "tubo.ipynb")
    (tmp_path / "carpeta.ipynb").mkdir()
    told = reasons(tmp_path)
    assert "No es un archivo" in told["tubo.ipynb"]
    assert "Sin entrega" in told["carpeta.ipynb"]


@pytest.fixture
def public_folder():
    """One that every user of this machine may enter."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@contextlib.contextmanager
def ordinary_user():
    """The system refuses nothing to root."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


def test_what_cannot_be_opened_is_told_so_in_spanish(public_folder):
    put(public_folder, "cerrado.ipynb", "cerrada/1.ipynb")
    for name in ("cerrado.ipynb", "cerrada"):
        (public_folder / name).chmod(0)
    with ordinary_user():
        told = {one.name: one.load().reason for one in find([public_folder])}
    (public_folder / "cerrada").chmod(0o700)
    assert told == {
        "cerrada": "No se puede abrir la carpeta: falta el permiso.",
        "cerrado.ipynb": "No se puede leer el archivo: falta el permiso.",
    }


def test_a_path_that_does_not_exist_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="No existe"):
        find([tmp_path / "nada"])
    os.mkfifo(tmp_path / "tubo")
    with pytest.raises(UsageError, match="no es un archivo"):
        find([tmp_path / "tubo"])
