"""The page of a student as text; its page and the teacher's in a real browser."""

import html
import re
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page

from andrea_grader.feedback import to_page
from andrea_grader.record import BARE, Record, graded, not_graded
from andrea_grader.reports import write
from andrea_grader.summary import to_summary
from andrea_grader.texts import file_name, rich
from tests.andrea_grader.classes import item, nasty, of_size

ANY_TEXT = st.text(st.characters(codec=None), max_size=40)
HALF = graded(
    "clase/ana/01_lookup_tables.ipynb",
    "01_lookup_tables",
    [
        item(1),
        item(2, "wrong", checks_met=2, slip="sumar", shown="50768"),
        item(3, "missing"),
        item(4, "pending", feedback="Pendiente de revisión: la leerá tu docente."),
    ],
    ["La respuesta 1.2 está 2 veces: cuenta la última.", BARE],
)


class Tags(HTMLParser):
    """The tags of a page, each closed where it should be."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def words(page: str) -> str:
    body = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


# --- the student's page ---------------------------------------------------------------


def test_the_page_says_what_is_right_what_to_look_at_and_what_remains():
    shown = words(to_page(HALF))
    assert "1 de 6 puntos" in shown
    assert "1 pregunta bien y 2 por revisar" in shown
    assert "quedan 8 comprobaciones ocultas por cumplir" in shown
    assert "Cumple 2 de 5 comprobaciones ocultas: quedan 3." in shown
    assert "✓ 1.1 · lookup" in shown
    assert "Pendiente de revisión" in shown


def test_a_page_shows_nothing_of_the_teacher_and_no_other_folder():
    private = replace(HALF, for_teacher=("Igual que la de Beatriz.",))
    shown = words(
        to_page(replace(private, submission="/home/docente/clase/ana/1.ipynb"))
    )
    for secret in ("Beatriz", "docente/", "sin aislamiento", "sumar", "50768"):
        assert secret not in shown
    assert "ana/1.ipynb" in shown


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("unreadable", "entrega el cuaderno otra vez"),
        ("wrong_exercise", "Comprueba qué cuaderno"),
        ("no_submission", "No hay entrega"),
        ("failed", "Avisa a tu docente"),
    ],
)
def test_where_nothing_was_marked_the_page_says_why_and_what_to_do(status, expected):
    shown = words(to_page(not_graded("a.ipynb", status, "El archivo está vacío.")))
    assert "El archivo está vacío." in shown
    assert expected in shown
    assert "puntos" not in shown


def test_one_check_and_one_point_are_singular():
    page = to_page(graded("a", "x", [item(1, "wrong", checks=1, checks_met=0)], []))
    assert "queda 1 comprobación oculta por cumplir" in words(page)
    assert "0 de 1 punto." in words(page)


@given(ANY_TEXT)
def test_any_text_of_a_submission_is_escaped_and_leaves_the_page_whole(text):
    plain = Tags(to_page(_with("x"))).seen
    allowed = [*plain, "strong", "code"]
    page = to_page(_with(text))
    page.encode("utf-8")
    assert set(Tags(page).seen) <= set(allowed)
    assert Tags(to_summary([_with(text)])).seen.count("script") == 0


def _with(text: str) -> Record:
    items = [item(1, "wrong", feedback=text, topic=text, slip=text, shown=text)]
    return graded(f"{text}.ipynb", "01_lookup_tables", items, [text])


def test_advice_may_be_bold_or_code_and_nothing_else():
    assert rich("**cada una** y `x < 1` & <b>") == (
        "<strong>cada una</strong> y <code>x &lt; 1</code> &amp; &lt;b&gt;"
    )
    assert rich("`a **b` c**") == "<code>a **b</code> c**"
    assert rich("a\x07\ud800\u202e") == "a\\x07\\ud800\\u202e"


@given(st.lists(ANY_TEXT, unique=True, max_size=20))
def test_pages_have_short_plain_names_and_no_two_are_alike(names):
    found = [file_name(name) for name in names]
    assert len({name.lower() for name in found}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9-]{1,80}\.html", name) for name in found)


def test_two_names_that_look_the_same_have_two_pages(tmp_path):
    twins = [unicodedata.normalize(form, "Peña/1.ipynb") for form in ("NFC", "NFD")]
    write([replace(HALF, submission=name) for name in twins], tmp_path)
    assert len(list((tmp_path / "comentarios").iterdir())) == 2


# --- in a real browser ----------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("notas")
    write([*of_size(12), HALF, nasty()], out)
    return out


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_pages_are_accessible_and_fit_wide_and_on_a_telephone(
    browser, folder, width, scheme
):
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme
    )
    said: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", lambda request: said.append(request.url))
    names = [HALF.submission, nasty().submission]
    paths = [folder / "comentarios" / file_name(name) for name in names]
    for path in [folder / "resumen.html", *paths]:
        page.goto(path.as_uri())
        assert said == [path.as_uri()]
        said.clear()
        assert _violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def _violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:90]}" for v in found]


@pytest.mark.browser
def test_a_page_printed_from_a_dark_screen_is_as_readable_as_any(browser, folder):
    page = browser.new_page(color_scheme="dark")
    page.goto((folder / "comentarios" / file_name(HALF.submission)).as_uri())
    page.emulate_media(media="print", color_scheme="dark")
    body = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(body) == "rgb(255, 255, 255)"
    assert _violations(page) == []
    page.close()
