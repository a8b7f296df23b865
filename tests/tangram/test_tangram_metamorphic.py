"""Known assemblies, changed in ways that leave them right: they stay right and are never denied.

Figures are cut along lines, arcs, curves and into cusps. Searches have a limit of nodes, so that
they may leave a question open; but one that ends by itself without a solution would be a lie.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import msgspec
import pytest

from dissections import uniform
from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import LARGEST_TOLERANCE, Assembly, Piece, Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import own
from quebra.geometry.edges import Arc, Curve, Edge, Line
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, read_outline, write_outline
from quebra.geometry.signature import mirrored
from random_cuts import Dissection, dissection, with_noise

FEW = range(3)
SEEDS = [FEW, pytest.param(range(3, 16), marks=pytest.mark.slow)]
NODES = 300
PIECES = 5

Change = Callable[[Dissection, Source], Dissection]


def is_found(puzzle: Tangram) -> bool:
    """Whether a solution is found within some nodes; it is an error to say that there is none."""
    try:
        answer = next(own(puzzle, Budget().share(NODES), goal="any", seed=None), None)
    except Cut:
        return False
    assert answer is not None, "none, though an assembly is known"
    assert check(puzzle, answer) == ()
    return True


# Changes.


def with_figure(known: Dissection, contours: list[Contour]) -> Dissection:
    return known._replace(
        puzzle=msgspec.structs.replace(known.puzzle, figure=write_outline(contours))
    )


def with_pieces(known: Dissection, change: Callable[[Contour], Contour]) -> Dissection:
    """The pieces with other outlines of the same regions."""
    pieces = tuple(
        msgspec.structs.replace(
            piece, outline=write_outline([change(c) for c in read_outline(piece.outline)])
        )
        for piece in known.puzzle.pieces
    )
    return known._replace(puzzle=msgspec.structs.replace(known.puzzle, pieces=pieces))


def place(piece: int, motion: Motion) -> Placement:
    return Placement(piece, motion.shift.real, motion.shift.imag, motion.angle, motion.flip)


def carried(answer: Assembly, motion: Motion) -> Assembly:
    return Assembly(places=tuple(place(p.piece, p.motion.then(motion)) for p in answer.places))


def any_motion(source: Source) -> Motion:
    shift = complex(uniform(source, -9, 9), uniform(source, -9, 9))
    return Motion(shift, uniform(source, 0, 360))


def unchanged(known: Dissection, source: Source) -> Dissection:
    return known


def the_figure_moved(known: Dissection, source: Source) -> Dissection:
    motion = any_motion(source)
    figure = [tuple(edge.moved(motion) for edge in contour) for contour in known.puzzle.target]
    return with_figure(known, figure)._replace(answer=carried(known.answer, motion))


def the_figure_mirrored(known: Dissection, source: Source) -> Dissection:
    flipped = with_figure(known, [mirrored(contour) for contour in known.puzzle.target])
    return flipped._replace(answer=carried(known.answer, Motion(flip=True)))


def pieces_drawn_elsewhere(known: Dissection, source: Source) -> Dissection:
    pieces, places = [], []
    for piece, laid in zip(known.puzzle.pieces, known.answer.places, strict=True):
        motion = any_motion(source)
        contours = [[e.moved(motion) for e in contour] for contour in read_outline(piece.outline)]
        pieces.append(msgspec.structs.replace(piece, outline=write_outline(contours)))
        places.append(place(laid.piece, motion.inverse().then(laid.motion)))
    puzzle = msgspec.structs.replace(known.puzzle, pieces=tuple(pieces))
    return known._replace(puzzle=puzzle, answer=Assembly(places=tuple(places)))


def all_scaled(known: Dissection, source: Source) -> Dissection:
    factor = source.choice([0.01, 0.3, 7.0, 1000.0])
    puzzle = known.puzzle
    pieces = tuple(
        msgspec.structs.replace(piece, outline=scaled(piece.outline, factor))
        for piece in puzzle.pieces
    )
    places = tuple(
        msgspec.structs.replace(p, x=factor * p.x, y=factor * p.y) for p in known.answer.places
    )
    larger = Tangram(
        pieces=pieces,
        figure=scaled(puzzle.figure, factor),
        tolerance=puzzle.tolerance and factor * puzzle.tolerance,
    )
    return Dissection(larger, Assembly(places=places), factor * known.side)


def scaled(outline: str, factor: float) -> str:
    return write_outline(
        [[_scaled(edge, factor) for edge in contour] for contour in read_outline(outline)]
    )


def _scaled(edge: Edge, factor: float) -> Edge:
    if isinstance(edge, Line):
        return Line(factor * edge.start, factor * edge.end)
    if isinstance(edge, Arc):
        return Arc(factor * edge.start, factor * edge.end, factor * edge.centre, edge.sweep)
    ends = edge.start, edge.first, edge.second, edge.end
    return type(edge)(*(factor * point for point in ends))


def split(contour: Contour, source: Source, kinds: tuple[type[Edge], ...]) -> Contour:
    """An outline with a new vertex in one of its sides of some kinds."""
    sides = [i for i, edge in enumerate(contour) if isinstance(edge, kinds)]
    if not sides:
        return contour
    i, at = source.choice(sides), uniform(source, 0.1, 0.9)
    parts = contour[i].part(0, at), contour[i].part(at, 1)
    return (*contour[:i], *parts, *contour[i + 1 :])


def a_side_of_the_figure_split(known: Dissection, source: Source) -> Dissection:
    return with_figure(known, [split(c, source, (Line, Arc, Curve)) for c in known.puzzle.target])


def a_vertex_in_a_line_of_each_piece(known: Dissection, source: Source) -> Dissection:
    return with_pieces(known, lambda contour: split(contour, source, (Line,)))


def an_arc_of_each_outline_refined(known: Dissection, source: Source) -> Dissection:
    refined = with_pieces(known, lambda contour: split(contour, source, (Arc,)))
    return with_figure(refined, [split(c, source, (Arc,)) for c in known.puzzle.target])


def noise_within_the_tolerance(known: Dissection, source: Source) -> Dissection:
    for noise in (0.03, 0.02, 0.01):
        drawn = with_noise(known, noise, 1.5, source)
        if drawn and drawn.puzzle.tolerance_used >= 1.2 * noise * known.side:
            return drawn
    return known


CHANGES: list[Change] = [
    unchanged,
    the_figure_moved,
    the_figure_mirrored,
    pieces_drawn_elsewhere,
    all_scaled,
    a_side_of_the_figure_split,
    a_vertex_in_a_line_of_each_piece,
    an_arc_of_each_outline_refined,
    noise_within_the_tolerance,
]


def known_assembly(seed: int) -> Dissection:
    return dissection(Source(seed), most=PIECES)


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_known_assemblies_stay_right_and_are_not_denied(change: Change, seeds: range) -> None:
    found = 0
    for seed in seeds:
        changed = change(known_assembly(seed), Source(1000 + seed))
        assert check(changed.puzzle, changed.answer) == (), seed
        found += is_found(changed.puzzle)
    # Else nothing would have been seen.
    assert found >= 0.6 * len(seeds)


@pytest.mark.parametrize("seeds", SEEDS)
def test_several_changes_at_once(seeds: range) -> None:
    for seed in seeds:
        source = Source(2000 + seed)
        changed = known_assembly(seed)
        for change in source.shuffled(CHANGES)[:3]:
            if change is not noise_within_the_tolerance:
                changed = change(changed, source)
        assert check(changed.puzzle, changed.answer) == (), seed
        is_found(changed.puzzle)


@pytest.mark.parametrize(
    ("name", "figure"),
    [("classic", "square"), ("classic", "house"), ("egg", None), ("heart", None), ("bell", None)],
)
@pytest.mark.parametrize("change", CHANGES[1:-1], ids=lambda change: change.__name__)
def test_assemblies_of_sets_stay_right_and_are_found(
    name: str, figure: str | None, change: Change
) -> None:
    chosen = SETS[name]
    figure = figure or next(iter(chosen.figures))
    answer = chosen.answer(figure)
    # One piece a kind, so that each can be drawn elsewhere.
    pieces = tuple(
        Piece(name=str(number), outline=chosen.pieces[p.piece].outline)
        for number, p in enumerate(answer.places)
    )
    places = tuple(
        msgspec.structs.replace(p, piece=number) for number, p in enumerate(answer.places)
    )
    puzzle = Tangram(pieces=pieces, figure=chosen.puzzle(figure).figure)
    changed = change(Dissection(puzzle, Assembly(places=places), 1.0), Source(5))
    assert check(changed.puzzle, changed.answer) == ()
    assert is_found(changed.puzzle)


# Tolerances.


def tolerances(puzzle: Tangram) -> list[float]:
    """From the usual one to the largest that may be stated."""
    most, least = LARGEST_TOLERANCE * puzzle.width, puzzle.tolerance_used
    steps = 6
    return [least * (most / least) ** (k / steps) for k in range(steps)] + [most]


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12, 2))]
)
def test_what_is_right_at_a_tolerance_is_right_at_every_larger_one(seed: int) -> None:
    source = Source(3000 + seed)
    known = known_assembly(seed)
    at = source.below(len(known.answer.places))
    turned_over = 0
    for share in (0.0, 0.001, 0.01, 0.025):
        moved = known.answer.places[at]
        off = Motion(0, uniform(source, 0, 360)).turn * share * known.puzzle.width
        moved = msgspec.structs.replace(moved, x=moved.x + off.real, y=moved.y + off.imag)
        places = (*known.answer.places[:at], moved, *known.answer.places[at + 1 :])
        verdicts = []
        for tolerance in tolerances(known.puzzle):
            try:
                puzzle = msgspec.structs.replace(known.puzzle, tolerance=tolerance)
            except BadInput:
                continue
            verdicts.append(not check(puzzle, Assembly(places=places)))
        assert verdicts == sorted(verdicts), share
        turned_over += len(set(verdicts)) == 2
    assert turned_over, "no assembly was wrong at one tolerance and right at another"


@pytest.mark.slow
def test_what_is_spoiled_by_more_than_the_tolerance_is_refused() -> None:
    """A piece pushed by more than twice the tolerance leaves a fault that is wider."""
    seen = 0
    for seed in chain(range(12), range(50, 62)):
        source = Source(4000 + seed)
        known = known_assembly(seed)
        tolerance = 0.01 * known.puzzle.width
        try:
            puzzle = msgspec.structs.replace(known.puzzle, tolerance=tolerance)
        except BadInput:
            continue
        at = source.below(len(known.answer.places))
        moved = known.answer.places[at]
        off = Motion(0, uniform(source, 0, 360)).turn * 6 * tolerance
        moved = msgspec.structs.replace(moved, x=moved.x + off.real, y=moved.y + off.imag)
        places = (*known.answer.places[:at], moved, *known.answer.places[at + 1 :])
        if len(places) > 1:
            seen += 1
            assert check(puzzle, Assembly(places=places)), seed
    assert seen > 12
