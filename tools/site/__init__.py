"""The website: Jupyter Book 1 with our own frame, every byte of it local.

`extension.py` is the Sphinx extension that `_config.yml` loads; each step of it
is a small module: mathematics, boxes, outputs, pictures, frame, fonts, styles,
scripts, and the checks that stop a build (links, leaks). `python -m tools.site`
builds, serves and photographs the result.
"""
