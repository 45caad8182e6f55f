"""What stops the grader itself; a bad submission stops nothing, it gets a record."""


class UsageError(Exception):
    """The command was called in a way that cannot work: exit status 2."""


class NoKernelError(Exception):
    """The kernel did not start: this submission could not be marked."""


class GraderError(Exception):
    """The course's own files or this machine are at fault: exit status 1."""
