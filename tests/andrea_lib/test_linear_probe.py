"""A linear probe finds what one matrix can read, and nothing else."""

import numpy as np
import pytest

from andrea_lib import linear_probe

rng = np.random.default_rng(0)


def test_it_reads_a_direction_under_much_larger_noise() -> None:
    y = np.arange(2000) % 2
    noise = rng.normal(size=(2000, 5)) * [0.1, 30, 30, 30, 30]
    X = noise + np.outer(y, [1, 0, 0, 0, 0])
    probe = linear_probe.fit(X[:1000], y[:1000])
    assert probe.accuracy(X[1000:], y[1000:]) > 0.99


def test_it_cannot_read_what_is_not_there() -> None:
    X, y = rng.normal(size=(3000, 8)), rng.integers(0, 4, 3000)
    hits = linear_probe.fit(X[:1500], y[:1500]).accuracy(X[1500:], y[1500:])
    assert abs(hits - 0.25) < 0.06


def test_the_answers_do_not_depend_on_the_axes() -> None:
    X, y = rng.normal(size=(300, 6)), np.arange(300) % 3
    X += y[:, None]
    turn = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    plain, turned = linear_probe.fit(X, y, 0.0), linear_probe.fit(X @ turn, y, 0.0)
    assert np.array_equal(plain.predict(X), turned.predict(X @ turn))


def test_a_class_without_examples_is_named() -> None:
    with pytest.raises(ValueError, match="clase 1"):
        linear_probe.fit(np.eye(3), [0, 2, 2])


def test_classes_without_any_spread_are_refused() -> None:
    with pytest.raises(ValueError, match="iguales"):
        linear_probe.fit(np.eye(2), [0, 1])
