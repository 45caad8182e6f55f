"""The one error of the pipeline: what an author must mend, in Spanish."""

from andrea_grader.errors import SourceError

__all__ = ["SourceError"]
