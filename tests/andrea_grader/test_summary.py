"""The page of the teacher: how the class did, what was hard, which slips came back."""

import html
import re
from dataclasses import replace

from andrea_grader.record import graded
from andrea_grader.summary import collect, to_summary
from andrea_grader.texts import file_name
from tests.andrea_grader.classes import NASTY, item, nasty, of_size


def test_the_summary_counts_all_marked_submissions_of_an_exercise():
    records = of_size(40)
    (exercise,) = collect(records)
    assert len(exercise.totals) == 40
    assert sum(count for _, count in exercise.bins) == 40
    for question in exercise.questions:
        wrong = sum(answer.count for answer in question.wrong)
        assert question.right + wrong <= question.count == 40
    percents = [question.percent for question in exercise.hardest]
    assert percents == sorted(percents)


def test_equal_wrong_answers_are_counted_together_and_the_most_common_come_first():
    answers = [
        *(item(1, "wrong", slip="sumar", shown="1"), item(1, "wrong", slip="sumar")),
        *(item(1, "wrong", shown="768"), item(1, "error"), item(1)),
        *(item(1, "wrong", shown="#aa"), item(1, "wrong", shown="#bb")),
        *(item(1, "wrong", shown="#cc") for _ in range(3)),
    ]
    records = [graded(str(n), "x", [one], []) for n, one in enumerate(answers)]
    (exercise,) = collect(records)
    assert [(answer.words, answer.count) for answer in exercise.questions[0].wrong] == [
        ("otro resultado, el mismo en todas ellas #cc", 3),
        ("otro resultado, distinto en cada entrega", 2),
        ("sumar", 2),
        ("`768`", 1),
        ("la respuesta se detiene con un error", 1),
    ]


def test_the_picture_has_its_text_alternative_with_the_same_numbers():
    page = to_summary(of_size(40))
    (exercise,) = collect(of_size(40))
    label = re.search(r'role="img" aria-label="([^"]+)"', page)
    assert label
    for name, count in exercise.bins:
        assert f"{name}: {count}" in html.unescape(label[1])


def test_every_submission_is_in_the_summary_with_a_link_to_its_page():
    records = [*of_size(5), nasty()]
    page = to_summary(records)
    for record in records:
        assert f'href="comentarios/{file_name(record.submission)}"' in page
    assert "no se puede leer" in page
    assert NASTY not in page


def test_the_summary_says_where_the_submissions_ran():
    kept = [replace(record, isolation="forkserver") for record in of_size(2)[:2]]
    page = to_summary([*kept, replace(of_size(1)[0], isolation="none"), *of_size(0)])
    assert "servidor de núcleos (2); sin aislamiento, con tus permisos (1)." in page
