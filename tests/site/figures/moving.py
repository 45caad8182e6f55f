"""A figure in a real browser: what it shows, and how a hand moves it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page

ASSETS = Path(__file__).resolve().parents[3] / "book/assets/figures"
Point = tuple[float, float]


def words_of(name: str) -> str:
    """Question, text and answer of a figure, without its tags."""
    text = re.sub(r"<[^>]+>", "", (ASSETS / f"{name}.html").read_text("utf-8"))
    return re.sub(r"[ \n\u00a0]+", " ", text)


@dataclass
class Figure:
    """One figure of the course on a page of its own, opened from a folder."""

    page: Page
    body: Locator
    said: list[str] = field(default_factory=list)

    @classmethod
    def open(cls, browser: Browser, bench: Path, name: str, **options: Any) -> Figure:
        context = browser.new_context(**options)
        page = context.new_page()
        figure = cls(page, page.locator(f"[data-figure={name}]"))
        page.on("console", lambda message: figure.said.append(message.text))
        page.on("pageerror", lambda error: figure.said.append(str(error)))
        page.on("requestfailed", lambda request: figure.said.append(request.url))
        page.goto((bench / f"{name}-light.html").as_uri())
        page.locator("[data-ready]").wait_for(state="attached")
        figure.body.scroll_into_view_if_needed()
        return figure

    def readings(self) -> dict[str, str]:
        """The names and values of its list."""
        pairs = self.body.locator(".readings > div").all()
        return {
            pair.locator("dt").inner_text(): pair.locator("dd").inner_text()
            for pair in pairs
        }

    def heard(self, text: str) -> None:
        """Wait until a screen reader is told that."""
        self.body.get_by_role("status").filter(has_text=text).wait_for(state="attached")

    def place(self, x: float, y: float) -> Point:
        """Where on the screen a point of its drawing is, in the drawing's units."""
        found = self.body.locator("svg").first.evaluate(
            """(drawing, [x, y]) => {
              const here = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM());
              return [here.x, here.y];
            }""",
            [x, y],
        )
        return found[0], found[1]

    def drag(self, start: Point, end: Point) -> None:
        """With the mouse, between two points of the drawing."""
        mouse = self.page.mouse
        mouse.move(*self.place(*start))
        mouse.down()
        mouse.move(*self.place(*end), steps=3)
        mouse.up()

    def swipe(self, start: Point, end: Point) -> None:
        """With a finger."""
        finger = self.page.context.new_cdp_session(self.page)
        (x0, y0), (x1, y1) = self.place(*start), self.place(*end)
        for kind, at in (
            ("touchStart", [(x0, y0)]),
            ("touchMove", [((x0 + x1) / 2, (y0 + y1) / 2)]),
            ("touchMove", [(x1, y1)]),
            ("touchEnd", []),
        ):
            points = [{"x": x, "y": y} for x, y in at]
            finger.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )
