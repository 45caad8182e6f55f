"""Put right what has one right form: spaces of numbers, signs."""

import re
from collections.abc import Iterable

from .pages import MARK, Finding

CODE = re.compile(r"(`[^`]*`|\$[^$]*\$)")


def mended(text: str, findings: Iterable[Finding]) -> str:
    """The text with the findings that say what to write put right, outside code."""
    lines = text.split("\n")
    for finding in findings:
        if finding.instead and MARK not in finding.found:
            at = finding.line - 1
            lines[at] = _in_prose(lines[at], finding)
    return "\n".join(lines)


def _in_prose(line: str, finding: Finding) -> str:
    """The first place outside code where the form stands by itself."""
    form = re.compile(rf"(?<![\w.]){re.escape(finding.found)}")
    pieces = CODE.split(line)
    for i, piece in enumerate(pieces):
        if i % 2 == 0 and form.search(piece):
            pieces[i] = form.sub(lambda _: finding.instead, piece, count=1)
            break
    return "".join(pieces)
