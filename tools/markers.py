"""Solution regions. The grader cuts them too (and is installed without tools/), so
they live there."""

from andrea_grader.markers import (
    BEGIN,
    END,
    STUB,
    check_markers,
    cut_regions,
    regions,
    split_regions,
)

__all__ = [
    "BEGIN",
    "END",
    "STUB",
    "check_markers",
    "cut_regions",
    "regions",
    "split_regions",
]
