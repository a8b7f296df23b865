"""The rules: violations and progress of an assembly, independent of any solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quebra.contract.family import Rules
from quebra.contract.results import Progress, Violation
from quebra.families.tangram.judge import Judgement, is_right_as_drawn, judge
from quebra.families.tangram.model import Assembly, Tangram, admit_places, angle_difference
from quebra.geometry.region import area_of
from quebra.i18n.text import Plural, Text

SIDES = Text("If sides have colours, sides that meet have the same colour.")
RIM = Text("If the figure has colours, the sides along its outline have the same colours.")
TURNED = Text("You may form the figure beside the drawn outline, and turned.")
UPRIGHT = Text("You may form the figure beside the drawn outline, but not turned.")
TEXTS = (
    Text("Form the figure with all the pieces."),
    Text("Pieces may touch, but they may not overlap or lie outside the figure."),
    TURNED,
    UPRIGHT,
    SIDES,
    RIM,
)

VIOLATIONS = {
    "overlap": Text("two pieces that overlap"),
    "outside": Text("a piece that lies partly outside the figure"),
    "gap": Text("a part of the figure that no piece covers"),
    "missing": Text("a piece that is not used"),
    "twice": Text("a piece that is used too often"),
    "flip": Text("a piece that is turned over but may not be"),
    "angle": Text("a piece at an angle that is not allowed"),
    "seam": Text("two sides of different colours that meet"),
    "frame": Text("a side along the outline of the figure that has another colour"),
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
    ['Piece half 2 is missing.', '50% of the figure is not covered.']
    """
    admit_places(puzzle, answer)
    pieces = tuple(_wrong_pieces(puzzle, answer))
    if is_right_as_drawn(puzzle, answer):
        return pieces
    found = judge(puzzle, answer)
    return (
        *pieces,
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
        (Text("covered"), found.covered),
        (Text("contour"), found.contour),
        (Text("overlapping"), found.overlapping),
        (Text("outside"), found.outlying),
    ]
    if found.matched is not None:
        parts.append((Text("matched"), found.matched))
    return Progress(1.0 if right else min(found.done, ALMOST), tuple(parts))


def _wrong_pieces(puzzle: Tangram, answer: Assembly) -> Iterator[Violation]:
    used: Counter[int] = Counter()
    for place in answer.places:
        kind, copy = puzzle.pieces[place.piece], used[place.piece]
        where = ((place.piece, copy),)
        if copy == kind.count:
            text: Text = Plural(
                "There is only {n} piece {piece}, and more are used.",
                "There are only {n} pieces {piece}, and more are used.",
                n=kind.count,
                piece=kind.name_text,
            )
            yield Violation("twice", where, text)
        if place.flip and not kind.flip:
            text = Text("Piece {piece} may not be turned over.", piece=puzzle.name_of(*where[0]))
            yield Violation("flip", where, text)
        if kind.angles is not None and not _allowed(puzzle, place.angle, kind.angles):
            text = Text(
                "Piece {piece} may not lie at {angle:g} degrees.",
                piece=puzzle.name_of(*where[0]),
                angle=place.angle,
            )
            yield Violation("angle", where, text)
        used[place.piece] += 1
    for piece, kind in enumerate(() if puzzle.spare else puzzle.pieces):
        for copy in range(used[piece], kind.count):
            text = Text("Piece {piece} is missing.", piece=puzzle.name_of(piece, copy))
            yield Violation("missing", ((piece, copy),), text)


def _allowed(puzzle: Tangram, angle: float, angles: tuple[float, ...]) -> bool:
    return min(angle_difference(angle, each) for each in angles) <= puzzle.angle_tolerance


def _wrong_places(puzzle: Tangram, found: Judgement) -> Iterator[Violation]:
    areas = [area_of(shape) for shape in puzzle.shapes]
    for one, other, area in found.overlaps:
        smaller = min(one, other, key=lambda piece: areas[piece[0]])
        text = Text(
            "Pieces {one} and {other} overlap, by {percent:.3g}% of piece {smaller}.",
            one=puzzle.name_of(*one),
            other=puzzle.name_of(*other),
            percent=_percent(area, areas[smaller[0]]),
            smaller=puzzle.name_of(*smaller),
        )
        yield Violation("overlap", (one, other), text)
    for piece, area in found.outside:
        text = Text(
            "{percent:.3g}% of piece {piece} lies outside the figure.",
            percent=_percent(area, areas[piece[0]]),
            piece=puzzle.name_of(*piece),
        )
        yield Violation("outside", (piece,), text)
    if found.gap:
        share = _percent(found.gap, area_of(puzzle.target))
        text = Text("{percent:.3g}% of the figure is not covered.", percent=share)
        yield Violation("gap", found.around_gap, text)


def _percent(part: float, whole: float) -> float:
    """A share in percent; polygons that approximate round sides may exceed the whole a little."""
    return min(100 * part / whole, 100.0)


def _wrong_colours(puzzle: Tangram, found: Judgement) -> Iterator[Violation]:
    for one, other, meeting in found.mismatches:
        # Only sides that both have a colour can mismatch.
        name, colours = puzzle.name_of(*one), (meeting.colour or 0, meeting.other_colour or 0)
        if other is None:
            text = Text(
                "Piece {piece} has colour {own} along the outline; the figure has {other} there.",
                piece=name,
                own=colours[0],
                other=colours[1],
            )
            yield Violation("frame", (one,), text)
        else:
            text = Text(
                "Colour {own} of piece {piece} meets colour {other} of piece {neighbour}.",
                own=colours[0],
                piece=name,
                other=colours[1],
                neighbour=puzzle.name_of(*other),
            )
            yield Violation("seam", (one, other), text)


RULES = Rules(
    summary=Text("pieces with straight, round and curved sides that form a figure"),
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
    variants={
        TURNED: lambda puzzle: not puzzle.upright,
        UPRIGHT: lambda puzzle: bool(puzzle.upright),
        SIDES: lambda puzzle: any(piece.colours for piece in puzzle.pieces),
        RIM: lambda puzzle: bool(puzzle.colours),
    },
)
