"""What the teacher is told of submissions side by side."""

from andrea_grader.batch import Marked
from andrea_grader.record import Item, graded, not_graded
from andrea_grader.siblings import settle


def marked(name, points=1, digest="", exercise="01"):
    items = [Item("e1-1", points, 2, "wrong", "…")]
    return Marked(graded(name, exercise, items, []), digest or name, again=False)


def notes(*submissions):
    return {r.submission: list(r.for_teacher) for r in settle(submissions)}


def told(*submissions):
    return {name for name, words in notes(*submissions).items() if words}


def test_records_come_in_order_of_name_whatever_came_first():
    ready = [marked("b"), marked("a"), marked("Ñ"), marked("=c")]
    names = [record.submission for record in settle(ready)]
    assert names == [r.submission for r in settle(reversed(ready))] == sorted(names)


def test_two_tries_of_one_folder_are_both_marked_and_name_each_other():
    both = marked("ana/tarea.ipynb", 0), marked("ana/entrega final.ipynb", 2)
    words = notes(*both, marked("luis/tarea.ipynb"))
    assert words["luis/tarea.ipynb"] == []
    (note,) = words["ana/tarea.ipynb"]
    assert words["ana/entrega final.ipynb"] == [note]
    assert "«entrega final.ipynb» (2 puntos), «tarea.ipynb» (0 puntos)" in note
    assert "decide cuál cuenta" in note


def test_tries_of_two_exercises_are_no_tries():
    assert not told(marked("ana/1.ipynb"), marked("ana/2.ipynb", exercise="02"))


def test_loose_files_are_tries_only_where_a_copys_mark_tells_them_apart():
    copies = ["tarea.ipynb", "Copia de tarea.ipynb", "tarea (1).ipynb"]
    copies += ["Tarea-Copy1.ipynb", "tarea - copia.ipynb", "tarea.ipynb.txt"]
    others = ["tarea2.ipynb", "alumno_1.ipynb", "alumno_2.ipynb", "Copia de.ipynb"]
    assert told(*map(marked, copies + others)) == set(copies)


def test_a_group_with_loose_files_is_no_student():
    assert not told(*(marked(f"grupo/{name}.ipynb") for name in "abcd"))


def test_equal_files_are_told_unless_they_earned_nothing():
    twins = marked("a", digest="x"), marked("b", digest="x")
    blank = marked("c", 0, "y"), marked("d", 0, "y")
    broken = (Marked(not_graded("e", "unreadable", "…"), "z", again=False),) * 2
    assert told(*twins, *blank, *broken) == {"a", "b"}
    assert notes(*twins)["a"] == ["Son el mismo archivo, byte a byte: «a», «b»."]


def test_of_many_only_some_are_named():
    (note,) = notes(*(marked(f"{n:02}", digest="x") for n in range(40)))["00"]
    assert "«04» y 35 más" in note
    assert "«05»" not in note
