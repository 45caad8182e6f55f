"""`python -m tools.site.figures`: draw the start of each figure anew."""

from pathlib import Path

from tools.site.browser import open_browser
from tools.site.figures.stills import write_stills

if __name__ == "__main__":
    with open_browser() as browser:
        write_stills(Path.cwd(), browser)
