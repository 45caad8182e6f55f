"""What turns sources into notebooks, exercises and the site; never shipped."""
