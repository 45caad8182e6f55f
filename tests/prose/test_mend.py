"""What has one right form is put right in the text itself."""

from .lint import ALL
from .mend import mended
from .pages import paragraphs


def right(text: str) -> str:
    """The text after mending."""
    found = [f for p in paragraphs(text, "x.md") for rule in ALL for f in rule.find(p)]
    return mended(text, found)


def test_numbers_get_their_spaces_and_code_is_left_alone() -> None:
    text = "Uno.\n\nSon `50,000 %` y 50,000 filas, el 93 % y\notro 93 %: $5 \\%$."
    assert right(text) == (
        "Uno.\n\nSon `50,000 %` y 50\u202f000 filas, el 93\u00a0% y\n"
        "otro 93\u00a0%: $5 \\%$."
    )


def test_a_mended_text_has_nothing_left_to_mend() -> None:
    text = "De 1024x768 a 0-8448: 6.488.832 números, 25.96 MB y 27µs en las GPUs."
    assert right(right(text)) == right(text)
    assert not [f for p in paragraphs(right(text), "x") for r in ALL for f in r.find(p)]
