"""JUnit XML: valid for any text, and with the points of the other reports."""

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from andrea_grader.junit import to_junit
from andrea_grader.record import graded, not_graded
from tests.andrea_grader.classes import item, nasty, of_size

ANY_TEXT = st.text(st.characters(codec=None), max_size=30)


def properties(suite: ET.Element) -> dict[str, str]:
    return {p.attrib["name"]: p.attrib["value"] for p in suite.iter("property")}


def test_points_and_maximum_are_those_of_the_records():
    records = [*of_size(12), nasty()]
    suites = ET.fromstring(to_junit(records)).findall("testsuite")
    found = [properties(suite) for suite in suites]
    assert [(float(p["puntos"]), float(p["maximo"])) for p in found] == [
        (r.points, r.max_points) for r in records
    ]
    for shown, record in zip(found, records, strict=True):
        each = [float(shown[f"{i.grade_id}.puntos"]) for i in record.items]
        assert sum(each) == record.points


def test_what_did_not_pass_is_a_failure_an_error_or_skipped():
    items = [
        *(item(1), item(2, "wrong"), item(3, "missing")),
        *(item(4, "error"), item(5, "timeout"), item(6, "pending")),
    ]
    suite = ET.fromstring(to_junit([graded("a", "x", items, [])])).find("testsuite")
    assert suite is not None
    counts = {k: suite.attrib[k] for k in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "6", "failures": "2", "errors": "2", "skipped": "1"}
    assert [[child.tag for child in case] for case in suite.iter("testcase")] == [
        *([], ["failure"], ["failure"], ["error"], ["error"], ["skipped"])
    ]


def test_a_submission_that_was_not_marked_is_an_error_with_its_reason():
    done = ET.fromstring(to_junit([not_graded("a", "unreadable", "Está vacío.")]))
    error = done.find("testsuite/testcase/error")
    assert error is not None
    assert error.attrib["message"] == "Está vacío."
    assert done.attrib["errors"] == "1"


@given(ANY_TEXT, ANY_TEXT)
def test_any_text_gives_xml_that_can_be_read(name, words):
    record = graded(name, "x", [item(1, "wrong", feedback=words, topic=words)], [words])
    suite = ET.fromstring(to_junit([record])).find("testsuite")
    assert suite is not None
    case = suite.find("testcase")
    assert case is not None
    assert case.attrib["classname"] == suite.attrib["name"]
