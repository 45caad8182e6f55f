"""Signs in pairs and capital letters."""

import pytest

from .marks import capitals, unpaired
from .pages import paragraphs


def found(text: str) -> list[str]:
    """The findings of a text."""
    return [
        f"{f.found} {f.advice}"
        for p in paragraphs(text, "página.md")
        for f in (*unpaired(p), *capitals(p))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Qué sale?",
        "¿Qué sale",
        "Qué bien!",
        "La palabra “gato” sola.",
        "La palabra gato» sola.",
        "Un paréntesis (abierto.",
        "Una idea: La tabla aprende.",
        "Una pregunta: ¿Qué sale?",
        "## La Tabla de consulta",
        "## 1.2 · Filas y Columnas",
        "## Una cosa: El resto",
    ],
)
def test_a_slip_is_found(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    [
        "¿Qué sale? ¡Nada!",
        "¿Qué sale…\ny por qué?",
        "La frase «la palabra “gato” sola» entera.",
        "a) una fila; 2) una columna",
        "Una tabla: E, de V × d.",
        "De aquí: Vaswani y otros.",
        "La capital: París.",
        "# La primera capa de un transformer",
        "## 1.2 · Filas y columnas",
        "### 3·b · El kernel gather-add",
        "## ¿Y la tabla E? Pesa poco",
        "## De París a Madrid con GloVe",
    ],
)
def test_the_right_form_is_left_alone(text: str) -> None:
    assert not found(text)
