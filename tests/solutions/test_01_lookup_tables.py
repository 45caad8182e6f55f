"""Exercise 1: its questions by name, and what its visible checks say to each slip."""

import re
import subprocess
import sys

import numpy as np
import pytest

from andrea_lib import probe
from tests.solutions import exercise

SOURCE = exercise.ROOT / "solutions" / "01_lookup_tables.md"
ITEMS = {item.item: item for item in exercise.items(SOURCE)}

# For each question, in the order of its wrong-answer table, what the line of the
# visible check must say.
ADVICE = {
    "e1-1": "V + d | bytes | filas | millones | d × d",
    "e1-2": "V + d | cuenta de 1.1 | por 5 | bytes | d × d | millones",
    "e1-3": "tied=True | no se duplica | P tiene T filas | tied=False | P tiene T filas"
    " | mira T antes | P tiene T filas",
    "e1-4": "Adam | dos tablas | posiciones | L bloques | n no es entero | V sale 0"
    " | cabecera | Están al revés",
    "e1-5": "desde el final | vacía | mira el tipo | desde el final | mira el tipo"
    " | en el resultado | aplastes | vacía | float64",
    "e1-6": "fija V | último eje | posición antes | no una cantidad | no los sumes"
    " | aplastes | más de un 1 | vacía",
    "e1-7": "recibe la suma | recibe la suma | recibe la suma | forma de x"
    " | nadie ha leído | más arriba | signo",
    "e1-8": "recibe la suma | no una media | altura es V | recibe la suma | signo"
    " | Cuentas lecturas",
    "e1-9": "camino de la entrada | camino de la salida | no se promedian | repetidos"
    " | leídas o no | no se restan",
    "e1-10": "término cruzado | share a E | repartido las normas | Cuadrado primero"
    " | la raíz | Sale d | debe ser 1",
}


def test_the_exercise_asks_its_ten_questions():
    assert {item: ITEMS[item].facts["puntos"] for item in ITEMS} == {
        **{"e1-1": 1, "e1-2": 1, "e1-3": 3, "e1-4": 3, "e1-5": 4},
        **{"e1-6": 3, "e1-7": 2, "e1-8": 2, "e1-9": 3, "e1-10": 3},
    }


def test_the_introduction_says_how_long_it_takes():
    minutes = sum(item.facts["minutos"] for item in ITEMS.values())
    introduction = exercise.notebook(SOURCE).cells[0].source
    assert f"Unos {minutes} minutos" in introduction


@pytest.mark.parametrize("name", ADVICE)
def test_the_visible_check_names_each_slip(name: str):
    item = ITEMS[name]
    for words, row in zip(ADVICE[name].split(" | "), item.rows, strict=True):
        space = probe.bindings(row.code, exercise.solved(SOURCE))
        text = exercise.visible(item, space)
        wrong = "\n".join(line for line in text.splitlines() if line[0] == "✗")
        assert words in wrong, f"{row.slip}: {text}"


@pytest.mark.parametrize(
    "form", [38_400_000, 38400000.0, np.int64(38_400_000), np.float32(38_400_000)]
)
def test_a_number_counts_in_every_harmless_form(form: object):
    item, space = ITEMS["e1-1"], exercise.solved(SOURCE)
    right = exercise.shown(item, space)
    space["n_params_768"] = form
    assert exercise.shown(item, space) == right
    assert "✗" not in exercise.visible(item, space)


def test_the_published_file_tells_its_vocabulary():
    n, V = exercise.solved(SOURCE)["detective"](153_363_464, 1024, 384, 6)
    assert (n, V) == (12_780_288, 2305)
    assert n == 2 * V * 384 + 1024 * 384 + 12 * 6 * 384**2


def test_the_gradient_of_the_shared_table_is_the_measured_one():
    """Against finite differences of a loss that is not linear in the scores."""
    rng = np.random.default_rng(7)
    E, ids = rng.normal(size=(6, 3)), np.array([4, 0, 4, 1])
    targets = (np.arange(4), np.array([0, 4, 1, 5]))

    def loss(E):
        z = E[ids] @ E.T
        return float((np.log(np.exp(z).sum(axis=1)) - z[targets]).sum())

    z = E[ids] @ E.T
    S = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    S[targets] -= 1
    measured = np.zeros(E.shape)
    for place in np.ndindex(E.shape):
        step = np.zeros(E.shape)
        step[place] = 1e-5
        measured[place] = (loss(E + step) - loss(E - step)) / 2e-5
    found = exercise.solved(SOURCE)["tied_gradient"](E, ids, S)
    np.testing.assert_allclose(found, measured, atol=1e-7)


def test_an_answer_needs_numpy_only():
    """Neither the text nor what it imports loads torch."""
    cells = exercise.notebook(SOURCE).cells
    code = "\n".join(c.source for c in cells if c.id == "e1-herramientas")
    code += "".join(f"\n{item.answer}\n{item.check}" for item in ITEMS.values())
    code += "\nimport sys\nassert not {'torch', 'matplotlib'} & set(sys.modules)"
    assert not re.search(r"^\s*(import|from) torch", code, re.MULTILINE)
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
