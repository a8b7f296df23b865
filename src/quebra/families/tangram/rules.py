"""The rules: violations and progress of an assembly, independent of any solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quebra.contract.family import Rules
from quebra.contract.results import Progress, Violation
from quebra.families.tangram.judge import Judgement, judge
from quebra.families.tangram.model import Assembly, Tangram, admit_places, angle_difference

TEXTS = (
    "Form the figure with all the pieces.",
    "Pieces may touch, but not overlap, and nothing lies outside the figure.",
    "The figure may be formed anywhere and at any angle, unless it is upright.",
    "Where sides have colours, those that meet have one colour, and those along the outline of the "
    "figure have its colours.",
)

VIOLATIONS = {
    "overlap": "two pieces that overlap",
    "outside": "a piece that lies partly outside the figure",
    "gap": "a part of the figure that no piece covers",
    "missing": "a piece that is not used",
    "twice": "a piece that is used more often than there are of it",
    "flip": "a piece that is turned over though it may not be",
    "angle": "a piece at an angle that is not allowed",
    "seam": "two sides that meet in different colours",
    "frame": "a side along the outline of the figure that has another colour",
}

ALMOST = 0.999
"""The highest progress of an assembly with a violation."""


def check(puzzle: Tangram, answer: Assembly) -> tuple[Violation, ...]:
    """The violations of an assembly; empty if it forms the figure.

    >>> from quebra.families.tangram.model import Piece, Placement
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> puzzle = Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z")
    >>> both = (Placement(piece=0, x=0, y=0), Placement(piece=0, x=1, y=1, angle=180))
    >>> check(puzzle, Assembly(places=both))
    ()
    >>> [violation.text for violation in check(puzzle, Assembly(places=both[:1]))]
    ['Piece half 2 is missing.', 'An area of 0.5 of the figure is not covered.']
    """
    admit_places(puzzle, answer)
    found = judge(puzzle, answer)
    return (
        *_wrong_pieces(puzzle, answer),
        *_wrong_places(puzzle, found),
        *_wrong_colours(puzzle, found),
    )


def progress(puzzle: Tangram, answer: Assembly) -> Progress:
    """The share of the figure that is done, for the best position of the figure.

    Pieces without a fault count with their areas, other pieces with what only they cover.
    """
    admit_places(puzzle, answer)
    return to_progress(judge(puzzle, answer), right=not check(puzzle, answer))


def to_progress(found: Judgement, right: bool) -> Progress:
    """The progress that a judgement shows; 1 only if the assembly is `right`."""
    parts = [
        ("covered", found.covered),
        ("contour", found.contour),
        ("overlapping", found.overlapping),
        ("outside", found.outlying),
    ]
    if found.matched is not None:
        parts.append(("matched", found.matched))
    return Progress(1.0 if right else min(found.done, ALMOST), tuple(parts))


def _wrong_pieces(puzzle: Tangram, answer: Assembly) -> Iterator[Violation]:
    used: Counter[int] = Counter()
    for place in answer.places:
        kind, copy = puzzle.pieces[place.piece], used[place.piece]
        name, where = puzzle.name_of(place.piece, copy), ((place.piece, copy),)
        if copy == kind.count:
            there = "There is one" if kind.count == 1 else f"There are {kind.count}"
            text = f"{there} of piece {kind.name}, and more are used."
            yield Violation("twice", where, text)
        if place.flip and not kind.flip:
            yield Violation("flip", where, f"Piece {name} may not be turned over.")
        if kind.angles is not None and not _allowed(puzzle, place.angle, kind.angles):
            text = f"Piece {name} may not lie at {place.angle:g} degrees."
            yield Violation("angle", where, text)
        used[place.piece] += 1
    for piece, kind in enumerate(() if puzzle.spare else puzzle.pieces):
        for copy in range(used[piece], kind.count):
            text = f"Piece {puzzle.name_of(piece, copy)} is missing."
            yield Violation("missing", ((piece, copy),), text)


def _allowed(puzzle: Tangram, angle: float, angles: tuple[float, ...]) -> bool:
    return min(angle_difference(angle, each) for each in angles) <= puzzle.angle_tolerance


def _wrong_places(puzzle: Tangram, found: Judgement) -> Iterator[Violation]:
    for one, other, area in found.overlaps:
        first, second = (puzzle.name_of(*piece) for piece in (one, other))
        text = f"Pieces {first} and {second} overlap by {area:.3g}."
        yield Violation("overlap", (one, other), text)
    for piece, area in found.outside:
        name = puzzle.name_of(*piece)
        yield Violation("outside", (piece,), f"Piece {name} lies outside the figure by {area:.3g}.")
    if found.gap:
        text = f"An area of {found.gap:.3g} of the figure is not covered."
        yield Violation("gap", found.around_gap, text)


def _wrong_colours(puzzle: Tangram, found: Judgement) -> Iterator[Violation]:
    for one, other, meeting in found.mismatches:
        name, colours = puzzle.name_of(*one), (meeting.colour, meeting.other_colour)
        if other is None:
            text = f"Piece {name}: {colours[0]} is at the rim, not its {colours[1]}."
            yield Violation("frame", (one,), text)
        else:
            names = f"{name} and {puzzle.name_of(*other)}"
            text = f"Between pieces {names}: {colours[0]} meets {colours[1]}."
            yield Violation("seam", (one, other), text)


RULES = Rules(
    summary="pieces with straight, round and curved sides that form a figure",
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
)
