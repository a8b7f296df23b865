"""The engine `own`: exact cover with symmetry broken at the root.

Assemblies that are one another turned as a whole are one solution, for which the first of them by
the order of options stands. The group has the turns that keep the target, and also reflections if
the pieces as a set are their own mirror image. Of one piece, only one placement of each orbit is
kept. A cover is then passed on if it is the least of its images under the turns that keep this
placement, and so are its mirror images that are no turned ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.exact_cover import covers as exact_covers
from quebra.families.solids.model import Assembly, Solids
from quebra.families.solids.solve.options import Choice, Options, options_of


def own(puzzle: Solids, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """All solutions, those that are turned as a whole once."""
    budget.pause()
    options = options_of(puzzle)
    group = [*options.turns, *options.mirrors]
    anchor = _anchor(options, group)
    budget.stats["turned"] = budget.stats["turned_and_mirrored"] = 0
    for choice in covers(options, budget, seed, anchor.removed):
        if not _is_least(choice, anchor, group):
            continue
        budget.stats["turned_and_mirrored"] += 1
        for solution in _with_mirror_image(options, choice):
            budget.stats["turned"] += 1
            yield options.assembly(solution)


def covers(
    options: Options, budget: Budget, seed: int | None = None, removed: frozenset[int] = frozenset()
) -> Iterator[Choice]:
    """All covers without some options, turned ones too."""
    numbers = [number for number in range(len(options.options)) if number not in removed]
    if seed is not None:
        Source(seed).shuffle(numbers)
    puzzle = options.puzzle
    cells = sorted(puzzle.marks, key=lambda cell: (cell not in puzzle.required, cell))
    index = {cell: i for i, cell in enumerate(cells)}
    rows = [
        (option.kind, [index[cell] for cell in option.cells])
        for option in map(options.options.__getitem__, numbers)
    ]
    for chosen in exact_covers(len(cells), len(puzzle.required), options.counts, rows, budget):
        yield tuple(sorted(numbers[each] for each in chosen))


@dataclass(frozen=True)
class Anchor:
    """A kind whose placements are kept up to symmetry, and the options removed; -1 for none."""

    kind: int = -1
    removed: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    """The options of the kind that are kept."""


def _anchor(options: Options, group: list[list[int]]) -> Anchor:
    """The kind with one copy that leaves the smallest share of its options."""
    best, share = Anchor(), 1.0
    if len(group) == 1:
        return best
    twins = options.mirrored_kinds if options.mirrors else None
    by_kind: dict[int, list[int]] = {}
    for number, option in enumerate(options.options):
        by_kind.setdefault(option.kind, []).append(number)
    for kind, numbers in by_kind.items():
        if options.counts[kind] > 1 or (twins is not None and twins[kind] != kind):
            continue
        kept = {min(image[number] for image in group) for number in numbers}
        if len(kept) / len(numbers) < share:
            share = len(kept) / len(numbers)
            best = Anchor(kind, frozenset({*numbers} - kept), frozenset(kept))
    return best


def _is_least(choice: Choice, anchor: Anchor, group: list[list[int]]) -> bool:
    """Whether no image of a choice that keeps the anchor comes before it."""
    fixed = [number for number in choice if number in anchor.own]
    for image in group:
        if any(image[number] != number for number in fixed):
            continue
        if tuple(sorted([image[number] for number in choice])) < choice:
            return False
    return True


def _with_mirror_image(options: Options, choice: Choice) -> Iterator[Choice]:
    """The solution of a choice, and its mirror image if that is another solution."""
    least = options.least_turned(choice)
    yield least
    mirrored = options.mirrored(choice)
    if mirrored is not None and mirrored != least:
        yield mirrored
