"""Arrays: norms, angles, neighbours, principal components."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from andrea_lib import geometry as geo

finite = st.floats(-1e3, 1e3).map(lambda x: round(x, 3))  # no denormal products
vectors = arrays(float, 5, elements=finite)


def tables(rows: int = 6, d: int = 4) -> st.SearchStrategy[np.ndarray]:
    return arrays(float, (rows, d), elements=finite)


def test_norm_of_3_4_is_5_whatever_the_shape_before_the_last_axis() -> None:
    assert geo.norm([3, 4]) == 5
    np.testing.assert_array_equal(geo.norm(np.full((2, 7, 4), 2.0)), np.full((2, 7), 4))


@given(vectors, vectors)
def test_dot_is_norms_times_cosine(u: np.ndarray, v: np.ndarray) -> None:
    assume(u.any() and v.any())
    product = geo.norm(u) * geo.norm(v) * geo.cosine(u, v)
    assert geo.dot(u, v) == pytest.approx(float(product), rel=1e-9, abs=1e-6)


@given(vectors, vectors, st.floats(0.01, 100))
def test_cosine_ignores_scale_and_order(u: np.ndarray, v: np.ndarray, s: float) -> None:
    assume(u.any() and v.any())
    assert geo.cosine(s * u, v) == pytest.approx(float(geo.cosine(v, u)), abs=1e-12)
    assert geo.cosine(-u, v) == pytest.approx(-float(geo.cosine(u, v)), abs=1e-12)
    assert -1 <= geo.cosine(u, v) <= 1


@given(vectors, vectors)
def test_angle_has_the_cosine_of_the_pair(u: np.ndarray, v: np.ndarray) -> None:
    assume(u.any() and v.any())
    cos = np.cos(np.radians(geo.angle(u, v)))
    assert cos == pytest.approx(float(geo.cosine(u, v)), abs=1e-9)


def test_angle_keeps_its_digits_near_zero() -> None:
    assert geo.angle([1, 0], [1, 1e-9]) == pytest.approx(np.degrees(1e-9), rel=1e-6)
    assert geo.angle([1, 0], [0, 2]) == pytest.approx(90)
    assert geo.angle([1, 0], [-3, 0]) == pytest.approx(180)


@given(vectors)
def test_normalised_vectors_have_norm_one_and_the_same_direction(u: np.ndarray) -> None:
    assume(u.any())
    unit = geo.normalise(u)
    assert geo.norm(unit) == pytest.approx(1)
    np.testing.assert_allclose(unit * geo.norm(u), u, atol=1e-9)


def test_the_zero_vector_has_no_direction() -> None:
    with pytest.raises(ValueError, match="vector cero"):
        geo.cosine([0, 0], [1, 2])
    with pytest.raises(ValueError, match="vector cero en la fila 1"):
        geo.normalise([[1, 2], [0, 0]])


@given(tables(4), tables(3))
def test_cosine_matrix_holds_every_pair(A: np.ndarray, B: np.ndarray) -> None:
    assume(A.any(axis=1).all() and B.any(axis=1).all())
    C = geo.cosine_matrix(A, B)
    assert C.shape == (4, 3)
    for i, j in itertools.product(range(4), range(3)):
        assert C[i, j] == pytest.approx(float(geo.cosine(A[i], B[j])), abs=1e-12)
    np.testing.assert_array_equal(geo.cosine_matrix(A), geo.cosine_matrix(A, A))


@given(tables())
def test_mean_cosine_is_the_mean_over_pairs_of_rows(X: np.ndarray) -> None:
    assume(X.any(axis=1).all())
    pairs = itertools.combinations(range(len(X)), 2)
    mean = np.mean([geo.cosine(X[i], X[j]) for i, j in pairs])
    assert geo.mean_cosine(X) == pytest.approx(float(mean), abs=1e-9)


def test_mean_cosine_needs_a_pair() -> None:
    with pytest.raises(ValueError, match="dos filas"):
        geo.mean_cosine([[1, 2]])


@given(tables())
def test_centring_leaves_a_mean_of_zero(X: np.ndarray) -> None:
    centred = geo.centre(X)
    np.testing.assert_allclose(centred.mean(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(centred - centred[0], X - X[0], atol=1e-9)


def test_removing_the_top_component_leaves_nothing_along_it() -> None:
    X = np.random.default_rng(0).normal(size=(50, 8)) + 5
    X[:, 3] *= 20
    top = geo.pca(X, 2).components
    np.testing.assert_allclose(geo.remove_top(X, 2) @ top.T, 0, atol=1e-10)
    other = geo.pca(X, 3).components[2]
    np.testing.assert_allclose(geo.remove_top(X, 2) @ other, geo.centre(X) @ other)


@given(tables(7, 3))
def test_all_the_components_rebuild_the_data(X: np.ndarray) -> None:
    assume(np.ptp(X, axis=0).any())
    result = geo.pca(X, 3)
    np.testing.assert_allclose(
        result.coordinates @ result.components, geo.centre(X), atol=1e-6
    )
    np.testing.assert_allclose(
        result.components @ result.components.T, np.eye(3), atol=1e-9
    )
    assert result.explained.sum() == pytest.approx(1)
    assert (np.diff(result.explained) <= 1e-12).all()


def test_a_line_needs_one_component_whose_largest_coordinate_is_positive() -> None:
    direction = np.array([0.6, -0.8])
    result = geo.pca(np.outer([1, 2, 5, -3], direction), 2)
    np.testing.assert_allclose(result.explained, [1, 0], atol=1e-12)
    np.testing.assert_allclose(result.components[0], -direction)


def test_explained_variance_is_a_share_of_all_the_variance() -> None:
    X = np.random.default_rng(1).normal(size=(400, 5)) * [9, 3, 1, 1, 1]
    share = geo.pca(X, 1).coordinates.var() / X.var(axis=0).sum()
    assert geo.pca(X, 1).explained[0] == pytest.approx(share)


@pytest.mark.parametrize("k", [0, 4])
def test_pca_refuses_more_axes_than_there_are(k: int) -> None:
    with pytest.raises(ValueError, match="entre 1 y 3"):
        geo.pca(np.eye(5, 3), k)


def test_pca_of_equal_rows_says_there_is_nothing_to_share_out() -> None:
    with pytest.raises(ValueError, match="no hay varianza"):
        geo.pca(np.ones((4, 3)), 1)


def test_the_three_metrics_disagree_on_who_is_nearest() -> None:
    X = np.array([[1.0, 0.1], [9.0, 9.0], [1.5, 1.0]])
    query = [2.0, 0.0]
    first = {m: int(geo.nearest(X, query, 1, m)[0]) for m in geo.METRICS}
    assert first == {"coseno": 0, "punto": 1, "distancia": 0}
    assert geo.nearest(X, query, 3, "distancia").tolist() == [0, 2, 1]


@given(tables(8), vectors, st.integers(1, 12), st.sampled_from(geo.METRICS))
def test_nearest_gives_the_best_scores_in_order(
    X: np.ndarray, q: np.ndarray, k: int, metric: str
) -> None:
    q = q[:4]
    assume(X.any(axis=1).all() and q.any())
    found = geo.nearest(X, q, k, metric)
    scores = geo.scores(X, q, metric)
    assert len(found) == min(k, 8)
    np.testing.assert_array_equal(scores[found], np.sort(scores)[::-1][: len(found)])


def test_equal_rows_stay_in_order_and_excluded_ones_do_not_come() -> None:
    X = np.ones((5, 3))
    assert geo.nearest(X, [1, 1, 1], 9).tolist() == [0, 1, 2, 3, 4]
    assert geo.nearest(X, [1, 1, 1], 2, exclude=[0, 2]).tolist() == [1, 3]


def test_scores_are_what_their_names_say() -> None:
    X, q = np.array([[3.0, 4.0]]), [3.0, 0.0]
    assert geo.scores(X, q, "coseno") == pytest.approx([0.6])
    assert geo.scores(X, q, "punto") == pytest.approx([9])
    assert geo.scores(X, q, "distancia") == pytest.approx([-4])


def test_an_unknown_metric_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="coseno, punto, distancia"):
        geo.nearest(np.eye(2), [1, 0], metric="manhattan")


def test_vectors_of_two_widths_are_not_compared() -> None:
    for compare in (geo.dot, geo.cosine, geo.angle):
        with pytest.raises(ValueError, match="2 y 3"):
            compare([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="3 y 2"):
        geo.scores(np.eye(3), [1, 0])


def test_one_vector_is_not_a_table() -> None:
    with pytest.raises(ValueError, match=r"x\[None, :\]"):
        geo.cosine_matrix([1, 2, 3])


@given(st.integers(1, 20), st.integers(0, 99))
def test_a_rotation_keeps_every_dot_product(d: int, seed: int) -> None:
    R = geo.random_rotation(d, seed)
    X = np.random.default_rng(seed).normal(size=(4, d))
    np.testing.assert_allclose(X @ R @ (X @ R).T, X @ X.T, atol=1e-10)
    np.testing.assert_array_equal(R, geo.random_rotation(d, seed))


def test_float16_is_computed_in_float64() -> None:
    x = np.full(1000, 30, dtype=np.float16)  # its squares pass float16's 65,504
    assert geo.norm(x) == pytest.approx(30 * np.sqrt(1000))
