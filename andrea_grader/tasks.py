"""What a worker process can be asked to do. Its grader lives from call to call.

Only a worker imports this module: it brings pytest, nbval and jupyter_client along.
"""

import pickle
import shutil
from collections.abc import Callable

from andrea_grader.assemble import choose_master
from andrea_grader.course import unpack
from andrea_grader.found import Found
from andrea_grader.grade import Grader
from andrea_grader.notebook import UnreadableError
from andrea_grader.record import Record

# This process's grader and what it was made with.
_grader: Grader | None = None
_made_with: tuple[bytes, bytes] | None = None


def exercise_of(course: bytes, found: Found) -> str:
    """The exercise that a submission answers; empty where there is none."""
    try:
        master = choose_master(found.notebook(), unpack(course).masters)
    except UnreadableError:
        return ""
    return master.name if master else ""


def share(course: bytes, exercise: str) -> bytes:
    """The exercise's references and its fork server, made when first asked for, for
    the graders of other workers."""
    return pickle.dumps(_grader_for(course, b"").share([exercise]))


def mark(course: bytes, found: Found, shared: bytes) -> Record:
    return _grader_for(course, shared).mark(found)


def _grader_for(course: bytes, shared: bytes) -> Grader:
    """The grader that lives here; one made with something else is closed first."""
    global _grader, _made_with
    if _grader is None or _made_with != (course, shared):
        close()
        c = unpack(course)
        given = pickle.loads(shared) if shared else None
        _grader = Grader(c.masters, c.seed, c.secret, c.limits, given).__enter__()
        _made_with = course, shared
    return _grader


def close() -> None:
    global _grader
    if _grader:
        _grader.__exit__(None, None, None)
        _grader = None


def remove_folder() -> None:
    """For a process that ends at once, with a run on its way."""
    if _grader:
        shutil.rmtree(_grader.root, ignore_errors=True)


TASKS: dict[str, Callable[..., object]] = {
    "exercise_of": exercise_of,
    "share": share,
    "mark": mark,
}
