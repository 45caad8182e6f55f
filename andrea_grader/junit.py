"""JUnit XML: a suite for each submission, a case for each question.

Points stand in the suite's properties, since JUnit only knows cases that pass or not.
"""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from andrea_grader.record import Item, Outcome, Record
from andrea_grader.texts import legal, points

_FAULT: dict[Outcome, str] = {
    "wrong": "failure",
    "missing": "failure",
    "error": "error",
    "timeout": "error",
    "pending": "skipped",
}


def to_junit(records: Sequence[Record]) -> bytes:
    """A file that any reader of JUnit takes, whatever the texts hold."""
    suites = [_suite(record) for record in records]
    root = ET.Element("testsuites", _sums(suites))
    root.extend(suites)
    ET.indent(root, " ")
    return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _suite(record: Record) -> ET.Element:
    name = legal(record.submission)
    cases = [_case(name, item) for item in record.items] or [_unmarked(name, record)]
    suite = ET.Element("testsuite", {"name": name, **_counts(cases)})
    properties = ET.SubElement(suite, "properties")
    for key, value in _properties(record).items():
        ET.SubElement(properties, "property", name=key, value=legal(value))
    suite.extend(cases)
    return suite


def _properties(record: Record) -> dict[str, str]:
    sums = {"puntos": points(record.points), "maximo": points(record.max_points)}
    each = {
        f"{item.grade_id}.{key}": points(number)
        for item in record.items
        for key, number in (("puntos", item.points), ("maximo", item.max_points))
    }
    return {"ejercicio": record.exercise, "estado": record.status, **sums, **each}


def _case(name: str, item: Item) -> ET.Element:
    case = ET.Element("testcase", classname=name, name=legal(item.grade_id))
    fault = _FAULT.get(item.outcome)
    if fault:
        words = {"message": legal(item.feedback)}
        kind = {} if fault == "skipped" else {"type": item.outcome}
        ET.SubElement(case, fault, words | kind)
    return case


def _unmarked(name: str, record: Record) -> ET.Element:
    case = ET.Element("testcase", classname=name, name="entrega")
    words = legal(" ".join(record.remarks))
    ET.SubElement(case, "error", message=words, type=record.status)
    return case


def _counts(cases: Sequence[ET.Element]) -> dict[str, str]:
    faults = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    found = {
        key: sum(case.find(tag) is not None for case in cases)
        for key, tag in faults.items()
    }
    return {"tests": str(len(cases))} | {k: str(n) for k, n in found.items()}


def _sums(suites: Sequence[ET.Element]) -> dict[str, str]:
    keys = ("tests", "failures", "errors")
    return {key: str(sum(int(suite.attrib[key]) for suite in suites)) for key in keys}
