"""The tools of the visible checks: what they accept, what they say, what they hide."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from andrea_lib.checks import (
    HIDDEN,
    MISSING,
    form,
    gives,
    refuses,
    report,
    same,
    shaped,
    slopes,
    whole,
)


def lines(capsys, *cases):
    report(*cases)
    return capsys.readouterr().out.splitlines()


def test_a_report_has_one_line_a_case_and_reminds_of_the_hidden_checks(capsys):
    found = lines(capsys, ("Uno", lambda: None), ("Otro", lambda: "Mira el signo."))
    assert found[:2] == ["✓ Uno.", "✗ Otro. → Mira el signo."]
    assert found[2] == f"Pruebas visibles: 1 de 2. {HIDDEN}"


def test_an_unwritten_answer_is_named_once(capsys):
    def answer():
        raise NotImplementedError

    cases = [gives("Uno", answer, (), 1), refuses("Dos", answer, (), ValueError, "x")]
    assert lines(capsys, *cases) == [MISSING]
    assert lines(capsys, *cases[::-1]) == [MISSING]


def test_an_error_of_the_student_is_shown_with_our_words_and_the_rest_goes_on(capsys):
    def broken():
        raise KeyError("una clave " * 40)

    found = lines(
        capsys,
        gives("Uno", broken, (), 1, stops="Mira la tabla."),
        ("Dos", lambda: None),
    )
    assert "Se detuvo con KeyError: 'una clave" in found[0]
    assert found[0].endswith("[…]. Mira la tabla.")
    assert len(found[0]) < 140
    assert found[1] == "✓ Dos."


def test_a_function_gets_copies_and_cannot_spoil_the_next_case(capsys):
    table = np.ones(3)

    def spoils(E):
        E[...] = 0
        return E.shape

    lines(capsys, gives("Uno", spoils, (table,), (3,)))
    assert table.tolist() == [1, 1, 1]


@pytest.mark.parametrize("value", [[1, 2], (1.0, 2.0), np.array([1, 2], dtype=np.int8)])
def test_lists_tuples_and_arrays_of_the_same_numbers_are_the_same(value):
    assert same(value, [1, 2]) is None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "return"),
        ("1, 2", "texto"),
        ([[1], [2, 3]], "filas iguales"),
        ([1, 2, 3], "(3,) y se pide (2,)"),
        ([1, 3], "1 de 2"),
        ([2, 1], "al revés"),
        (lambda: [1, 2], "llamarla"),
    ],
)
def test_another_value_is_described_without_the_right_one(value, words):
    advice = same(value, [1, 2], [([2, 1], "Están al revés.")])
    assert words in advice
    assert "[1, 2]" not in advice


def test_a_shape_is_compared_and_a_known_wrong_one_has_its_words(capsys):
    slip = ((1, 2), "Sobra un eje.")
    assert lines(capsys, shaped("A", np.zeros, (2,), (2,), slip))[0] == "✓ A."
    assert "Sobra" in lines(capsys, shaped("A", np.zeros, ((1, 2),), (2,), slip))[0]
    other = lines(capsys, shaped("A", np.zeros, (3,), (2,), slip))[0]
    assert "(3,) y se pide (2,)" in other


def test_the_right_error_passes_and_another_or_none_is_named(capsys):
    def fails(kind):
        if kind:
            raise kind

    found = lines(
        capsys,
        refuses("A", fails, (IndexError,), IndexError, "Porque sí."),
        refuses("B", fails, (TypeError,), IndexError, "Porque sí."),
        refuses("C", fails, (None,), IndexError, "Porque sí."),
    )
    assert found[0] == "✓ A."
    assert found[1].endswith("Se pide IndexError y sale TypeError. Porque sí.")
    assert found[2].endswith("Se pide IndexError y no hubo error. Porque sí.")


@pytest.mark.parametrize("value", [38.4, 0.5, -2, np.float64(38.4), np.int8(3)])
def test_real_numbers_have_the_right_form(value):
    assert form(value) is None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ((38, 4), "punto"),
        ("38,4", "comillas"),
        ("38.4", "comillas"),
        (np.array([38.4]), "un array"),
        (np.array([38.4, 1.0]), "un array"),
        ([38.4], "una lista"),
        (None, "Aún no hay número"),
        (..., "Aún no hay número"),
        (lambda: 38.4, "llamarla"),
        (True, "True/False"),
        (float("nan"), "finito"),
        (3 + 4j, "complex"),
    ],
)
def test_each_odd_form_has_its_own_words(value, words):
    assert words in form(value)
    assert whole(value) == form(value)


@pytest.mark.parametrize("value", [1_000, 1000.0, np.int64(1000)])
def test_a_whole_number_counts_as_integer_or_float(value):
    assert whole(value) is None


@pytest.mark.parametrize(
    ("value", "words"), [(1.5, "decimales"), (-3, "positiva"), (12, "docena")]
)
def test_a_number_that_is_no_amount_or_a_known_slip_is_named(value, words):
    assert words in whole(value, [(12, "Es una docena.")])


@given(st.lists(st.integers(-9, 9), min_size=6, max_size=6))
def test_slopes_are_exact_for_a_polynomial_of_second_degree(numbers):
    A, x = np.array(numbers[:4]).reshape(2, 2), np.array(numbers[4:], dtype=float)
    measured = slopes(lambda v: float(v @ A @ v), x)
    np.testing.assert_allclose(measured, (A + A.T) @ x, atol=1e-9)
