"""What a reader sees, read by rules: typography, terms, spelling, numbers, links.

`cd tests; python -m prose [FILE…]` prints the findings of some files, or of all.
"""
