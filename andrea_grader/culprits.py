"""Whose fault it is that a kernel ended: an answer that ends it costs only itself.

Mostly it is the cell that was running. But a program may also end its kernel a while
after its own cell, when another runs; so the suspect is left out and the kernel is
watched for longer than it lived before. If it ends all the same, the shortest beginning
of the notebook that ends it names the culprit.
"""

from collections.abc import Callable
from dataclasses import replace

from andrea_grader.assemble import Plan
from andrea_grader.plugin import Run
from andrea_grader.watched_kernel import CellResult

# Runs a plan and watches its kernel for so many seconds; None where no time is left.
Runner = Callable[[Plan, float], Run | None]


def fair_results(plan: Plan, run: Runner) -> dict[str, CellResult]:
    """Run; as long as a cell ends the kernel, run again with its answer emptied."""
    now = run(plan, 0)
    kept: dict[str, CellResult] = {}
    while now and (end := _end(plan, now)) is not None:
        guilty, after = _culprits(plan.without(kept), now, end, run)
        if not guilty or after is None:
            break
        kept |= {key: _marked(now.results[key], now) for key in guilty}
        now = after
    return (now.results if now else {}) | kept


def _culprits(
    rest: Plan, now: Run, end: int, run: Runner
) -> tuple[set[str], Run | None]:
    """The steps that ended this run, and how it goes without them."""
    suspects = _blamed(rest, now, end)
    if suspects:
        without = run(rest.without(suspects), _watched(now))
        if without is None or now.died_after is None or without.died_after is None:
            return suspects, without
    guilty = _blamed(rest, now, _first_killer(rest, now, end, run))
    if suspects and guilty == suspects:
        return suspects, without
    return guilty, run(rest.without(guilty), _watched(now))


def _end(plan: Plan, run: Run) -> int | None:
    """The step in which the kernel ended, else the last that started; None where it
    got through all."""
    results = [run.results[step.key] for step in plan.steps]
    died = [n for n, result in enumerate(results) if result.died]
    started = [n for n, result in enumerate(results) if result.started]
    whole = len(started) == len(results) and run.died_after is None
    return None if whole or not started else [*died, started[-1]][0]


def _blamed(plan: Plan, run: Run, end: int) -> set[str]:
    """A step and, where it is a graded cell, the answer that it calls; so that they
    are not waited for again, also the cells that took all their time."""
    last, results = plan.steps[end], run.results
    own = {s.key for s in plan.steps if s.role == "student" and s.source}
    slow = {key for key in own if results[key].timed_out}
    if last.role == "student":
        return slow | ({last.key} & own)
    answers = {s.key for s in plan.steps if s.item == last.item and s.key in own}
    return slow | (answers | {last.key} if answers else set())


def _first_killer(plan: Plan, now: Run, end: int, run: Runner) -> int:
    """The last step of the shortest beginning of the plan that ends its kernel."""
    low, high = 0, end
    while low < high:
        middle = (low + high) // 2
        begun = run(replace(plan, steps=plan.steps[: middle + 1]), _watched(now))
        if begun is None:
            break
        low, high = (low, middle) if begun.died_after else (middle + 1, high)
    return high


def _watched(run: Run) -> float:
    """How long a kernel must live to show that nothing in it ends it."""
    return 1.2 * run.died_after + 0.5 if run.died_after else 0


def _marked(result: CellResult, run: Run) -> CellResult:
    died = run.died_after is not None and not result.timed_out
    return replace(result, died=died, passed=False)
