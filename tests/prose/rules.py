"""What a rule is, and how a table of rules reads a paragraph."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .pages import Finding, Paragraph

Fix = Callable[[re.Match[str]], str]
Exempt = Callable[[re.Match[str], Paragraph], bool]


def never(match: re.Match[str], paragraph: Paragraph) -> bool:
    """No exemption."""
    return False


def foreign(match: re.Match[str], paragraph: Paragraph) -> bool:
    """An English word in italics is a mention, as in «lote (*batch*)»."""
    return paragraph.in_italics(match.start(), match.end())


@dataclass(frozen=True)
class Rule:
    """A form to avoid, what to write instead, and an example of each."""

    name: str
    pattern: str
    advice: str
    bad: tuple[str, ...]
    good: tuple[str, ...]
    fix: Fix | None = None
    exempt: Exempt = never
    flags: re.RegexFlag = re.IGNORECASE

    def find(self, paragraph: Paragraph) -> Iterator[Finding]:
        """Where the paragraph has the form."""
        for match in re.finditer(self.pattern, paragraph.text, self.flags):
            if self.exempt(match, paragraph):
                continue
            instead = self.fix(match) if self.fix else ""
            say = f"escribe «{instead}» ({self.advice})" if instead else self.advice
            where, found = paragraph.line(match.start()), match[0].strip()
            yield Finding(paragraph.path, where, found, say, instead)
