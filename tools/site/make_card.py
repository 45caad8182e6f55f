"""Make `book/assets/card.png`, the picture beside a shared link; run by hand.

    python -m tools.site.make_card

It has the size that social networks ask for and the title of `_config.yml`; made
again when the title changes. `card.html` is how it looks.
"""

from pathlib import Path

import yaml

from tools.site.browser import open_browser
from tools.site.discover import CARD

SKETCH = Path(__file__).with_name("card.html")
WORDS = "Embeddings, producto punto, posición y flujo residual"
WRITE = """([title, words]) => {
  document.querySelector("h1").textContent = title;
  document.querySelector("p").textContent = words;
}"""


def make(root: Path) -> None:
    """Photograph the sketch with the course's title in it."""
    title = yaml.safe_load((root / "_config.yml").read_text("utf-8"))["title"]
    with open_browser() as browser:
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.goto(SKETCH.as_uri())
        page.evaluate(WRITE, [title, WORDS])
        page.screenshot(path=root / CARD)


if __name__ == "__main__":
    make(Path.cwd())
