"""Tilings on a lattice by exact cover: each sample point of the figure is in exactly one piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import floor, log10, prod

from quebra.contract.errors import BadInput, Cut, Infeasible
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Placement, Tangram, with_moved_figure
from quebra.families.tangram.solve.classes import Classes, first_of_each_class, note_tilings
from quebra.families.tangram.solve.fractional_turns import proves
from quebra.families.tangram.solve.lattice import Lattice, lattice_of
from quebra.families.tangram.solve.lattice_symmetry import (
    LatticeSymmetries,
    Option,
    OrientedPiece,
    SamplePoint,
)
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.normal_form import normalised_placement, placement_key
from quebra.families.tangram.solve.posed_figure import figure_poses
from quebra.families.tangram.solve.ring import Element
from quebra.families.tangram.solve.sampling import (
    covered_points,
    exact_samples,
    options_within,
    point_covers,
    sampled,
    side_chain,
    sides_cancel,
)
from quebra.geometry.motion import Motion, turn_between
from quebra.i18n.text import Text


def lattice_tilings(
    puzzle: Tangram, lattice: Lattice, budget: Budget, seed: int | None = None
) -> Iterator[Assembly]:
    """All tilings with pieces on the lattice, each once; the areas must agree."""
    points, oriented = sampled(lattice, budget)
    options = options_within(points, oriented, range(len(oriented)), budget)
    if seed is not None:
        Source(seed).shuffle(options)
    copies = {kind: piece.count for kind, piece in enumerate(puzzle.pieces)}
    tilings = _tilings(lattice, points, oriented, options, copies, budget)
    yield from map(_assembler(puzzle, lattice, oriented), tilings)


def first_tilings(
    puzzle: Tangram, lattice: Lattice, classes: Classes, budget: Budget, seed: int | None = None
) -> Iterator[Assembly]:
    """The first tiling of each class; counts all of them in `budget.stats` at the end.

    Equal pieces are one kind with several copies. One piece of which there is a single copy takes
    only one of the places that the symmetries map onto each other: any tiling has an image that it
    takes part in, and stands for as many tilings as there are such places.
    """
    points, oriented = sampled(lattice, budget)
    symmetries = LatticeSymmetries(puzzle, lattice, oriented)
    if budget.wanted == 1 or not symmetries.decide(classes):
        found = lattice_tilings(puzzle, lattice, budget, seed)
        yield from first_of_each_class(classes, found, budget)
        return
    options = options_within(points, oriented, symmetries.first, budget)
    weights = symmetries.restrict(options)
    if seed is not None:
        Source(seed).shuffle(options)
    count = 0
    seen: set[frozenset[Option]] = set()
    assembly = _assembler(puzzle, lattice, oriented)
    for chosen in _tilings(lattice, points, oriented, options, symmetries.copies, budget):
        restricted = [option for option in chosen if option in weights]
        count += prod(weights[option] for option in restricted)
        if seen.isdisjoint(symmetries.images(chosen, restricted)):
            seen.add(frozenset(chosen))
            yield assembly(symmetries.distributed(chosen))
    note_tilings(puzzle, count, budget)


def _assembler(
    puzzle: Tangram, lattice: Lattice, oriented: Sequence[OrientedPiece]
) -> Callable[[Iterable[Option]], Assembly]:
    """The function that makes an assembly of options, most of which occur in many tilings."""

    @cache
    def placement(option: Option) -> Placement:
        piece = oriented[option.oriented]
        return normalised_placement(puzzle, piece.kind, _motion(lattice, piece, option.at))

    def assembly(options: Iterable[Option]) -> Assembly:
        return Assembly(places=tuple(sorted(map(placement, options), key=placement_key)))

    return assembly


def _tilings(
    lattice: Lattice,
    points: list[SamplePoint],
    oriented: list[OrientedPiece],
    options: list[Option],
    copies: Mapping[int, int],
    budget: Budget,
) -> Iterator[list[Option]]:
    """All choices of options that are tilings, with so many copies of each kind of piece."""
    kinds = {kind: number for number, kind in enumerate(copies)}
    rows = [
        (kinds[oriented[option.oriented].kind], covered_points(oriented, option))
        for option in options
    ]
    outline = None if exact_samples(lattice) else side_chain(lattice.figure)
    for numbers in point_covers(points, rows, [*copies.values()], budget):
        chosen = [options[number] for number in numbers]
        if outline is None or sides_cancel(oriented, chosen, outline):
            yield chosen


def _motion(lattice: Lattice, oriented: OrientedPiece, at: Element) -> Motion:
    """The motion that places an oriented piece at a lattice point."""
    shape = lattice.shapes[oriented.kind]
    unit = shape.unit.conjugate() if oriented.flip else shape.unit
    turn = lattice.unit * lattice.ring.point(oriented.turn) / unit
    home = Motion(0, turn_between(1, turn), oriented.flip)
    there = lattice.origin + lattice.unit * lattice.ring.point(at)
    return Motion(there - home(shape.start), home.angle, home.flip)


def cover(puzzle: Tangram, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """Exact cover, for puzzles on a lattice of squares or triangles.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic").puzzle("square")
    >>> len(list(cover(square, Budget(), goal="any", seed=None)))
    1
    """
    if puzzle.has_colours or puzzle.upright or puzzle.spare:
        raise BadInput(
            Text("The engine cover has no colours, upright figures and spare pieces; own has them.")
        )
    lattice = lattice_of(puzzle)
    if reason := mismatch(puzzle):
        raise Infeasible(reason)
    poses = figure_poses(puzzle)
    classes = Classes(puzzle, poses)
    for pose in poses:
        posed_puzzle = with_moved_figure(puzzle, pose)
        yield from first_tilings(posed_puzzle, lattice_of(posed_puzzle), classes, budget, seed)
    if not proves(puzzle, budget):
        budget.stats.pop("tilings", None)
        budget.stats.pop("named_tilings", None)
        budget.why = _unsettled(puzzle, lattice)
        raise Cut("method")


def _unsettled(puzzle: Tangram, lattice: Lattice) -> Text:
    """What would settle whether there are other tilings."""
    enough = lattice.largest_tolerance(puzzle)
    if lattice.rigid and puzzle.tolerance_used > enough >= puzzle.least_tolerance:
        unit = 10.0 ** floor(log10(enough))
        tolerance = floor(enough / unit) * unit
        return Text("A tolerance of {tolerance:g} would settle it.", tolerance=tolerance)
    return Text("Pieces may lie off the lattice: the engine own may settle it.")
