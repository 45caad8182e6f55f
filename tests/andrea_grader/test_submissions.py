"""What is found in a folder as a teacher receives it."""

import pytest

from andrea_grader.errors import UsageError
from andrea_grader.submissions import find


def put(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


def names(*arguments):
    return [one.name for one in find(arguments)]


def test_notebooks_are_found_at_any_depth_and_sorted(tmp_path):
    put(tmp_path, "b/2.ipynb", "a/c/1.ipynb", "Z.IPYNB", "a/notas.txt")
    assert names(tmp_path) == ["Z.IPYNB", "a/c/1.ipynb", "b/2.ipynb"]


def test_leftovers_of_editors_and_archives_are_left_out(tmp_path):
    put(
        tmp_path,
        *("a/1.ipynb", "a/.ipynb_checkpoints/1-checkpoint.ipynb", "a/._1.ipynb"),
        *("__MACOSX/a/._1.ipynb", "~$1.ipynb", ".oculta/1.ipynb"),
    )
    assert names(tmp_path) == ["a/1.ipynb"]


def test_a_notebook_is_called_by_its_file(tmp_path):
    put(tmp_path, "a/b/1.ipynb", "a/b/2.json")
    assert names(tmp_path / "a/b/1.ipynb", tmp_path / "a/b/2.json") == [
        "1.ipynb",
        "2.json",
    ]


def test_equal_names_of_two_arguments_stay_apart(tmp_path):
    put(tmp_path, "a/1.ipynb", "b/1.ipynb", "b/2.ipynb")
    found = names(tmp_path / "a", tmp_path / "b")
    assert len(set(found)) == 3
    assert "2.ipynb" in found


def test_a_student_without_a_notebook_has_a_row_that_says_so(tmp_path):
    put(tmp_path, "ana/1.ipynb", "ana/img/foto.png", "luis/notas.txt")
    (tmp_path / "grupo" / "eva" / "vacía").mkdir(parents=True)
    missing = {one.name: one.status for one in find([tmp_path]) if one.reason}
    assert missing == {"luis": "no_submission", "grupo": "no_submission"}


def test_an_empty_class_has_a_row_too(tmp_path):
    (found,) = find([tmp_path])
    assert (found.name, found.status) == (".", "no_submission")


def test_links_are_not_followed_out_of_the_folder(tmp_path):
    put(tmp_path, "fuera/1.ipynb", "clase/real.ipynb")
    root = tmp_path / "clase"
    (root / "dentro.ipynb").symlink_to("real.ipynb")
    (root / "fuera.ipynb").symlink_to("../fuera/1.ipynb")
    (root / "roto.ipynb").symlink_to("nada.ipynb")
    (root / "bucle").symlink_to(".")
    found = {one.name: one.status for one in find([root])}
    assert found == {
        "dentro.ipynb": "graded",
        "fuera.ipynb": "unreadable",
        "real.ipynb": "graded",
        "roto.ipynb": "unreadable",
    }


def test_a_path_that_does_not_exist_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="No existe"):
        find([tmp_path / "nada"])
