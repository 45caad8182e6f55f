"""The one error that stops a build on purpose; its text is for a person."""


class SourceError(Exception):
    """Something the build refuses: Spanish, names the place, says what to do."""
