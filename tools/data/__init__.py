"""Scripts that made the files of `andrea_lib/data`: `python -m tools.data`."""
