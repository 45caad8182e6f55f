"""Drop the style rules that no page can use.

A rule goes when each of its selectors names a class or an id that stands in no
page and no script. tinycss2 parses: a parser of our own would lose rules silently.
"""

import re
from collections.abc import Iterable

import tinycss2
from tinycss2.ast import AtRule, Node, QualifiedRule

_NAMED = re.compile(r"[.#]([A-Za-z_][\w-]*)")
_NESTING = {"media", "supports", "layer"}


def words(texts: Iterable[str]) -> set[str]:
    """Whatever could be a class or an id."""
    return {word for text in texts for word in re.findall(r"[\w-]+", text)}


def _is_used(selector: str, known: set[str]) -> bool:
    # In parentheses stand alternatives (`:is`) or what must be absent (`:not`).
    asked = re.sub(r":\w+\([^)]*\)", "", selector)
    return all(name in known for name in _NAMED.findall(asked))


def _selectors(rule: QualifiedRule) -> list[str]:
    """The rule's selectors, split at commas outside of parentheses."""
    parts: list[list[Node]] = [[]]
    for token in rule.prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _kept(rules: list[Node], known: set[str]) -> list[str]:
    texts = (_keep(rule, known) for rule in rules)
    return [text for text in texts if text]


def _keep(rule: Node, known: set[str]) -> str:
    """The rule as text, smaller if parts of it go; empty if all of it goes."""
    if isinstance(rule, QualifiedRule):
        used = [each for each in _selectors(rule) if _is_used(each, known)]
        body = tinycss2.serialize(rule.content).strip()
        return f"{','.join(used)}{{{body}}}" if used and body else ""
    if isinstance(rule, AtRule) and rule.lower_at_keyword in _NESTING and rule.content:
        inner = tinycss2.parse_rule_list(rule.content, True, True)
        kept = "".join(_kept(inner, known))
        prelude = tinycss2.serialize(rule.prelude).strip()
        return f"@{rule.at_keyword} {prelude}{{{kept}}}" if kept else ""
    return str(rule.serialize())


def prune(css: str, known: set[str]) -> str:
    """The style sheet without comments and without rules for absent names."""
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    broken = [rule for rule in rules if rule.type == "error"]
    if broken:
        line = broken[0].source_line
        raise ValueError(f"style sheet, line {line}: {broken[0].message}")
    return "\n".join(_kept(rules, known))
