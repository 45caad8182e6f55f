"""Text that comes from a submission, made fit for what it is written into."""

import html
import re
from hashlib import sha256
from pathlib import PurePosixPath
from unicodedata import normalize

from markupsafe import Markup

# What XML 1.0 (and so HTML) cannot hold, and what would turn the text around it.
_ILLEGAL = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|[\u202a-\u202e\u2066-\u2069]"
)
# One after another, never one inside the other: the tags are always well nested.
_MARKS = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|`(?P<code>[^`]+)`")
MAX_NAME = 60


def legal(text: str) -> str:
    """Text that any XML or HTML file may hold: the rest is spelt out (`\\x07`)."""
    return _ILLEGAL.sub(lambda m: ascii(m[0])[1:-1], text)


def rich(text: str) -> Markup:
    """Advice as HTML: all escaped, then its **bold** and its `code`."""
    return Markup(_MARKS.sub(_tagged, html.escape(legal(text))))


def inline(text: str) -> Markup:
    """The same in one line: an empty line would give the word to Markdown."""
    return rich(" ".join(text.split()))


def _tagged(mark: re.Match[str]) -> str:
    tag = str(mark.lastgroup)
    return f"<{tag}>{mark[tag]}</{tag}>"


def short_name(submission: str) -> str:
    """The file and the folder that holds it; no path of the machine that marks."""
    return legal("/".join(PurePosixPath(submission).parts[-2:]))


def file_name(submission: str) -> str:
    """The name of a submission's page."""
    return f"{unique_stem(submission, digits=8)}.html"


def unique_stem(submission: str, digits: int) -> str:
    """A name for a file: ASCII, short, and another one for any other submission.

    Names that differ in nothing that can be seen (composed or decomposed accents)
    still differ in the digest of their bytes, of which it has so many digits.
    """
    stem = normalize("NFKD", submission).encode("ascii", "ignore").decode()
    stem = re.sub(r"\.ipynb$", "", stem, flags=re.IGNORECASE)
    stem = re.sub(r"[^A-Za-z0-9]+", "-", stem).strip("-")[-MAX_NAME:].strip("-")
    digest = sha256(submission.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{stem or 'entrega'}-{digest[:digits]}"


def points(number: float) -> str:
    """2.0 → 2; 2.5 → 2.5; never an exponent."""
    return f"{number:.10g}"


def number(grade_id: str) -> str:
    """e1-3 → 1.3: as the student sees it in the notebook."""
    return grade_id.removeprefix("e").replace("-", ".")
