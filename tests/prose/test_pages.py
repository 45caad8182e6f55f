"""What counts as prose in a Markdown text."""

from hypothesis import given
from hypothesis import strategies as st

from .pages import MARK, paragraphs, visible

MARKDOWN = st.text("a1 \n`$*_#>|-:[](){}<!=/~.", max_size=80)


def texts(markdown: str) -> list[str]:
    """The paragraphs' texts."""
    return [p.text for p in paragraphs(markdown, "página.md")]


def test_front_matter_code_and_comments_are_not_prose() -> None:
    text = (
        "---\na: b\n---\nUno.\n\n```{code-cell} ipython3\nx = 1\n```\n<!-- no -->\nDos."
    )
    assert texts(text) == ["Uno.", "Dos."]


def test_links_and_tags_leave_their_text() -> None:
    text = '[**la tabla**](../book/x.md#y "t") <sup>dos</sup>'
    assert texts(text) == ["la tabla dos"]


def test_citations_leave_a_mark() -> None:
    text = "así ([He y otros, 2016](../book/bibliography.md#he2016))"
    assert texts(text) == [f"así ({MARK})"]


def test_code_and_mathematics_leave_a_mark() -> None:
    assert texts("el `x[0]` y $d$\nmás") == [f"el {MARK} y {MARK} más"]
    assert texts("cuesta 3 $ y 4 $ cada uno") == ["cuesta 3 $ y 4 $ cada uno"]


def test_directives_keep_title_and_body_without_options() -> None:
    text = ":::{admonition} Ojo\n:class: tip\nEl cuerpo.\n:::\n\nFuera."
    assert texts(text) == ["Ojo", "El cuerpo.", "Fuera."]


def test_nested_fences_close_their_own() -> None:
    grid = "::::{grid} 2\n:::{grid-item-card} Uno\ndos\n:::\n::::\n"
    text = grid + "\n```python\nx\n```\ntres"
    assert texts(text) == ["Uno", "dos", "tres"]


def test_lists_quotes_and_table_rows_stand_alone() -> None:
    text = "- uno\n  sigue\n- dos\n> tres\n> cuatro\n\n| a | b |\n|---|:-:|\n| c | d |"
    wanted = ["uno sigue", "dos tres cuatro", "| a | b |", "| c | d |"]
    assert texts(text) == wanted


def test_lines_are_those_of_the_file() -> None:
    text = "# Título\n\nUno\ndos `a\nb` tres\n"
    heading, body = paragraphs(text, "página.md")
    assert (heading.heading, heading.first) == (True, 1)
    assert body.line(body.text.index("tres")) == 5


def test_italics_are_remembered() -> None:
    text = "un lote (*batch*)\ny **algo *muy\nfuerte***"
    (paragraph,) = paragraphs(text, "página.md")
    assert paragraph.text == "un lote (batch) y algo muy fuerte"
    found = [paragraph.text[start:end] for start, end in paragraph.italics]
    assert found == ["batch", "muy fuerte"]


def test_html_entities_of_spaces_are_read() -> None:
    assert visible("98.9&nbsp;%") == "98.9\u00a0%"


@given(MARKDOWN)
def test_no_text_loses_a_line_or_breaks_the_reader(text: str) -> None:
    lines = visible(text).split("\n")
    assert len(lines) == len(text.split("\n"))
    for paragraph in paragraphs(text, "página.md"):
        for offset in range(len(paragraph.text)):
            assert 1 <= paragraph.line(offset) <= len(lines)
