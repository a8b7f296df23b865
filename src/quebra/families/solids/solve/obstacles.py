"""Reasons in words why a puzzle has no solution.

Each is sound: the sums of the pieces add up to that of the target, whatever the weights of the
cells are. A colouring is refuted if no choice of sums of the pieces makes the sum of the target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from quebra.families.solids.model import Solids
from quebra.families.solids.names import cell_name, place_of
from quebra.families.solids.solve.options import Options, options_of
from quebra.families.solids.space import Cell
from quebra.i18n.text import Text

MOST_SUMS = 2_000
"""Sums of pieces that are followed for a colouring; one with more is not tried."""


@dataclass(frozen=True)
class Colouring:
    """Cells of two colours: those of the first kind count 1, the others 0."""

    text: Text
    counts: Callable[[Cell], bool]


COLOURINGS = (
    Colouring(Text("a chessboard in space"), lambda c: sum(c) % 2 == 0),
    Colouring(Text("every second layer"), lambda c: c[2] % 2 == 0),
    Colouring(Text("every second row"), lambda c: c[1] % 2 == 0),
    Colouring(Text("every second column"), lambda c: c[0] % 2 == 0),
    Colouring(Text("columns like a chessboard"), lambda c: (c[0] + c[1]) % 2 == 0),
    Colouring(Text("rows like a chessboard"), lambda c: (c[0] + c[2]) % 2 == 0),
    Colouring(Text("walls like a chessboard"), lambda c: (c[1] + c[2]) % 2 == 0),
    Colouring(Text("cells with all numbers odd"), lambda c: all(each % 2 == 0 for each in c)),
    Colouring(Text("every third layer"), lambda c: c[2] % 3 == 0),
    Colouring(Text("every third row"), lambda c: c[1] % 3 == 0),
    Colouring(Text("every third column"), lambda c: c[0] % 3 == 0),
    Colouring(Text("every third diagonal plane"), lambda c: sum(c) % 3 == 0),
)


def obstacle(puzzle: Solids) -> Text:
    """Why there is no solution, as a sentence; empty if no reason was found."""
    volume = sum(len(puzzle.body_of(piece)) for piece in range(len(puzzle.numbers)))
    if volume < len(puzzle.required):
        return Text(
            "The pieces have {volume} cubes, and {cells} cells are to be filled.",
            volume=volume,
            cells=len(puzzle.required),
        )
    if volume > len(puzzle.marks):
        return Text(
            "The pieces have {volume} cubes, and the target has only {cells} cells.",
            volume=volume,
            cells=len(puzzle.marks),
        )
    options = options_of(puzzle)
    return next(chain(_no_room(options), _wrong_sums(options)), Text())


def _no_room(options: Options) -> Iterator[Text]:
    puzzle = options.puzzle
    kinds = {option.kind for option in options.options}
    for kind, copies in enumerate(options.kinds):
        if kind not in kinds:
            yield Text("{piece} fits nowhere.", piece=puzzle.name_of(copies[0]))
    reached = {cell for option in options.options for cell in option.cells}
    for cell in sorted(puzzle.required - reached, key=place_of):
        yield Text("No piece can fill {cell}.", cell=cell_name(cell))


def _wrong_sums(options: Options) -> Iterator[Text]:
    for colouring in COLOURINGS:
        wanted = target_sums(options.puzzle, colouring)
        if wanted is None:
            continue
        sums = all_sums(kind_sums(options, colouring), options.counts)
        if sums is not None and not any(wanted[0] <= each <= wanted[1] for each in sums):
            yield _unbalanced(colouring, wanted[0], min(sums), max(sums))


def _unbalanced(colouring: Colouring, wanted: int, least: int, most: int) -> Text:
    if least < wanted < most:
        return Text(
            "Colour {colouring}: {wanted} cells are coloured, which the pieces cannot make up.",
            colouring=colouring.text,
            wanted=wanted,
        )
    if least == most:
        return Text(
            "Colour {colouring}: {wanted} cells are coloured, but the pieces fill {filled}.",
            colouring=colouring.text,
            wanted=wanted,
            filled=least,
        )
    return Text(
        "Colour {colouring}: {wanted} cells are coloured, but the pieces fill {least} to {most}.",
        colouring=colouring.text,
        wanted=wanted,
        least=least,
        most=most,
    )


def target_sums(puzzle: Solids, colouring: Colouring) -> tuple[int, int] | None:
    """The least and the largest sum of filled cells; None for a colouring of one colour."""
    least = sum(colouring.counts(cell) for cell in puzzle.required)
    most = sum(colouring.counts(cell) for cell in puzzle.marks)
    return (least, most) if 0 < most < len(puzzle.marks) else None


def kind_sums(options: Options, colouring: Colouring) -> list[frozenset[int]]:
    """For each kind the sums of its placements."""
    found: list[set[int]] = [set() for _ in options.kinds]
    for option in options.options:
        found[option.kind].add(sum(map(colouring.counts, option.cells)))
    return [frozenset(sums) for sums in found]


def all_sums(sums: list[frozenset[int]], counts: list[int]) -> frozenset[int] | None:
    """The sums of all pieces together; None if there are too many."""
    reached = {0}
    for each, count in zip(sums, counts, strict=True):
        for _ in range(count):
            reached = {one + other for one in reached for other in each}
            if len(reached) > MOST_SUMS:
                return None
    return frozenset(reached)
