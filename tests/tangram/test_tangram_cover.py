"""Exact cover on lattices: known counts, agreement with the corner search, and honest refusals."""

from __future__ import annotations

import pytest
from solving import counts
from test_tangram_counts import expected_counts, outline_of, path, random_cut

from parameters import slow_where
from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.search import answers_of, solve
from quebra.families.tangram import family
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram, with_moved_figure
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import ENGINES
from quebra.families.tangram.solve.choice import choose_engine
from quebra.families.tangram.solve.classes import Classes, first_of_each_class
from quebra.families.tangram.solve.cover import lattice_tilings
from quebra.families.tangram.solve.lattice import lattice_of
from quebra.families.tangram.solve.lattice_symmetry import LatticeSymmetries
from quebra.families.tangram.solve.normal_form import normalised_assembly, placement_key
from quebra.families.tangram.solve.posed_figure import figure_poses
from quebra.families.tangram.solve.sampling import sampled
from quebra.geometry.congruence import congruences
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline
from quebra.geometry.region import moved

HALF = 3**0.5 / 2


def cover(puzzle: Tangram, seed: int | None = None) -> list[Assembly]:
    return list(answers_of(ENGINES["cover"], puzzle, Budget(), seed=seed))


def own(puzzle: Tangram) -> list[Assembly]:
    return list(answers_of(ENGINES["own"], puzzle, Budget()))


def are_same_classes(puzzle: Tangram, some: list[Assembly], others: list[Assembly]) -> bool:
    """Whether two lists have one assembly of each class, and the same classes."""
    classes = Classes(puzzle)
    are_new = [
        [classes.add([(place.piece, place.motion) for place in answer.places]) for answer in each]
        for each in (some, others)
    ]
    return all(are_new[0]) and not any(are_new[1]) and len(some) == len(others)


def turned(puzzle: Tangram, angle: float) -> Tangram:
    """The same with the figure and each piece turned, each by another angle."""
    pieces = tuple(
        Piece(
            name=piece.name,
            outline=write_outline(moved(shape, Motion(3 - 1j, angle * (kind + 2)))),
            count=piece.count,
            flip=piece.flip,
        )
        for kind, (piece, shape) in enumerate(zip(puzzle.pieces, puzzle.shapes, strict=True))
    )
    return Tangram(pieces=pieces, figure=write_outline(moved(puzzle.target, Motion(5j, angle))))


def triangles(count: int, side: int) -> Tangram:
    """A triangle from rhombs and triangles of side 1."""
    corner = complex(0.5, HALF)
    piece = Piece(name="triangle", outline=f"M0 0 H1 L0.5 {HALF} Z", count=side * side - 2 * count)
    rhomb = Piece(name="rhomb", outline=f"M0 0 H1 L1.5 {HALF} H0.5 Z", count=count)
    top = side * corner
    return Tangram(pieces=(piece, rhomb), figure=f"M0 0 H{side} L{top.real} {top.imag} Z")


QUICK = ("square", "house", "barrel", "ladder", "tablet")


@pytest.mark.parametrize(
    "figure", slow_where(lambda figure: figure not in QUICK, SETS["classic"].figures)
)
def test_both_engines_find_the_same_classes_and_tilings(figure: str) -> None:
    puzzle = SETS["classic"].puzzle(figure)
    found = cover(puzzle)
    assert len(found) > 0
    assert are_same_classes(puzzle, found, own(puzzle))
    assert counts(puzzle, "cover") == counts(puzzle, "own")
    in_frame = list(lattice_tilings(puzzle, lattice_of(puzzle), Budget()))
    assert counts(puzzle).tilings == len(in_frame) == len(set(in_frame))


@pytest.mark.parametrize("angle", [0, 17, 45, 200.5])
def test_outlines_may_lie_at_any_angle(angle: float) -> None:
    puzzle = turned(SETS["classic"].puzzle("square"), angle)
    assert counts(puzzle, "cover") == (1, 8)


@pytest.mark.parametrize(("rhombs", "side"), [(1, 2), (1, 3), (2, 3), (3, 3)])
def test_triangular_lattices(rhombs: int, side: int) -> None:
    puzzle = triangles(rhombs, side)
    assert choose_engine(puzzle, Budget()) == "cover"
    assert are_same_classes(puzzle, cover(puzzle), own(puzzle))
    assert counts(puzzle, "cover") == counts(puzzle, "own")


def test_rhombs_in_a_triangle_are_counted() -> None:
    # A rhomb covers one of three triangles that point down, each in three ways. Its middle is a
    # side within the figure: one of six at the centre, or one of three that cut off a corner.
    assert counts(triangles(1, 3), "cover") == (2, 9)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("angle", range(0, 360, 60))
def test_turns_with_the_same_vertices_are_told_apart(angle: int, flip: bool) -> None:
    # Each of the twelve turns of this hexiamond has the vertices of another one.
    steps = ((0, 0), (2, 0), (1, 1), (2, 1), (1, 2), (0, 2))
    corners = [a + b * complex(0.5, HALF) for a, b in steps]
    outline = "M" + " L".join(f"{point.real} {point.imag}" for point in corners) + " Z"
    hexiamond = Tangram(pieces=(Piece(name="six", outline=outline),), figure=outline)
    lying = write_outline(moved(hexiamond.target, Motion(0, angle, flip)))
    assert len(cover(Tangram(pieces=hexiamond.pieces, figure=lying))) == 1


def test_equal_pieces_are_interchangeable() -> None:
    tile = Piece(name="domino", outline="M0 0 H2 V1 H0 Z", count=8)
    board = Tangram(pieces=(tile,), figure="M0 0 H4 V4 H0 Z")
    expected = expected_counts(
        [(((0, 0), (2, 0), (2, 1), (0, 1)), 8)], ((0, 0), (4, 0), (4, 4), (0, 4))
    )
    assert counts(board, "cover") == expected == (9, 36)


def random_puzzle(source: Source) -> Tangram:
    """Parts of a rectangle; equal ones are several kinds, and some may not be flipped."""
    side = 3 + source.below(2)
    width, height = (side, side) if source.chance(0.5) else (side, 3 + source.below(2))
    while True:
        parts = random_cut(source, width, height, 3 + source.below(4))
        if all(outlines := [outline_of(part) for part in parts]):
            break
    flip = source.chance(0.7)
    pieces = tuple(
        Piece(name=str(number), outline=path(outline), flip=flip or source.chance(0.5))
        for number, outline in enumerate(outlines)
    )
    figure = f"M0 0 H{width} V{height} H0 Z"
    return Tangram(pieces=pieces, figure=figure, mirror=source.chance(0.5))


@pytest.mark.parametrize("seed", range(40))
def test_symmetries_leave_no_class_out(seed: int) -> None:
    puzzle = random_puzzle(Source(seed))
    budget, poses = Budget(), figure_poses(puzzle)
    classes = Classes(puzzle, poses)
    every = []
    for pose in poses:
        posed = with_moved_figure(puzzle, pose)
        tilings = lattice_tilings(posed, lattice_of(posed), budget)
        every += list(first_of_each_class(classes, tilings, budget))
    assert counts(puzzle, "cover") == (len(every), budget.stats["tilings"])
    assert len(poses) > 1 or are_same_classes(puzzle, cover(puzzle), every)


def test_a_tolerance_that_reaches_other_lattice_points_is_left_to_comparison() -> None:
    puzzle = SETS["classic"].puzzle("square")
    lattice, classes = lattice_of(puzzle), Classes(puzzle)
    _, oriented = sampled(lattice, Budget())
    symmetries = LatticeSymmetries(puzzle, lattice, oriented)
    assert len(symmetries.isometries) == 8 and symmetries.decide(classes)
    classes.tolerance = abs(lattice.unit)
    assert not symmetries.decide(classes)


def test_turns_by_a_fraction_of_the_lattice() -> None:
    """A square of side 5 among four triangles with sides 3, 4 and 5 stands askew."""
    triangle = Piece(name="triangle", outline="M0 0 H3 L0 4 Z", count=4)
    square = Piece(name="square", outline="M0 0 H5 V5 H0 Z")
    puzzle = Tangram(pieces=(triangle, square), figure="M0 0 H7 V7 H0 Z")
    lattice = lattice_of(puzzle)
    # As it is, and mirrored.
    assert len(list(lattice_tilings(puzzle, lattice, Budget()))) == 2
    assert counts(puzzle) == (1, 2)
    assert choose_engine(puzzle, Budget()) == ("cover" if lattice.rigid else "own")


@pytest.mark.slow
def test_what_may_leave_the_lattice_is_not_called_settled() -> None:
    """Small squares may stand askew too, off the lattice of the rest."""
    triangle = Piece(name="triangle", outline="M0 0 H3 L0 4 Z", count=4)
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z", count=25)
    puzzle = Tangram(pieces=(triangle, tile), figure="M0 0 H7 V7 H0 Z")
    assert not lattice_of(puzzle).rigid
    with pytest.raises(Cut, match="method"):
        cover(puzzle)
    assert choose_engine(puzzle, Budget()) == "own"


def test_wrong_areas_have_no_tiling() -> None:
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z", count=3)
    outcome = solve(family, Tangram(pieces=(tile,), figure="M0 0 H2 V2 H0 Z"), engine="cover")
    assert outcome.status == "none"


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (SETS["egg"].puzzle(), "sides that are not straight"),
        (
            Tangram(
                pieces=(Piece(name="a", outline="M0 0 H1.4142135 V1 H0 Z"),),
                figure="M0 0 H1.4142135 V1 H0 Z",
            ),
            "no common measure",
        ),
        (
            Tangram(
                pieces=(Piece(name="a", outline="M0 0 H2 V1 H0 Z", angles=(0,)),),
                figure="M0 0 H2 V1 H0 Z",
            ),
            "angles of their own",
        ),
    ],
    ids=["arcs", "irrational", "angles"],
)
def test_other_puzzles_are_refused(puzzle: Tangram, reason: str) -> None:
    with pytest.raises(BadInput, match=f"Not on a lattice: .*{reason}"):
        cover(puzzle)
    assert solve(family, puzzle).engine == "own"


def test_auto_takes_the_engine_that_suits() -> None:
    assert solve(family, SETS["pentominoes"].puzzle()).engine == "cover"
    assert solve(family, SETS["egg"].puzzle()).engine == "own"


def test_seeds_change_the_order_only() -> None:
    puzzle = SETS["classic"].puzzle("rectangle")
    assert cover(puzzle, seed=1) == cover(puzzle, seed=1)
    assert len({tuple(cover(puzzle, seed=seed)) for seed in range(5)}) > 1
    assert are_same_classes(puzzle, cover(puzzle, seed=1), cover(puzzle))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("figure", "count"), [("6x10", 2339), ("5x12", 1010), ("4x15", 368), ("3x20", 2)]
)
def test_pentominoes_in_rectangles(figure: str, count: int) -> None:
    # In the frame each comes as it is, turned by half, and mirrored in both ways.
    assert counts(SETS["pentominoes"].puzzle(figure), "cover") == (count, 4 * count)


@pytest.mark.slow
def test_the_ostomachion_has_536_classes() -> None:
    puzzle = SETS["ostomachion"].puzzle()
    found = list(lattice_tilings(puzzle, lattice_of(puzzle), Budget()))
    assert len(found) == len(set(found)) == 17_152
    square = list(congruences(puzzle.sides, puzzle.sides, 1e-6))
    assert len(square) == 8
    twins = _twins(puzzle)
    assert len({min(_looks(puzzle, answer, square, twins)) for answer in found}) == 536
    budget = Budget()
    assert len(list(first_of_each_class(Classes(puzzle), found, budget))) == 536
    # Two pairs of pieces are equal, and exchanged they make no other tiling.
    assert budget.stats["tilings"] == 17_152 // 4
    assert budget.stats["named_tilings"] == 17_152


def test_all_tilings_of_the_ostomachion_are_counted_with_a_proof() -> None:
    outcome = solve(family, SETS["ostomachion"].puzzle(), count=20_000)
    assert outcome.engine == "cover" and outcome.complete
    assert len(outcome.solutions) == 536
    assert (outcome.stats["tilings"], outcome.stats["named_tilings"]) == (4_288, 17_152)


def _twins(puzzle: Tangram) -> list[tuple[int, Motion]]:
    """For each piece the first one that is congruent to it, and how that one becomes it."""
    return [
        next(
            (other, motion)
            for other, shape in enumerate(puzzle.shapes)
            for motion in congruences(shape, own_shape, 1e-6)
        )
        for own_shape in puzzle.shapes
    ]


def _looks(
    puzzle: Tangram, answer: Assembly, square: list[Motion], twins: list[tuple[int, Motion]]
) -> list[tuple[tuple[float, ...], ...]]:
    """A tiling under all symmetries of the square, with congruent pieces told alike."""
    laid = [(twins[p.piece][0], twins[p.piece][1].then(p.motion)) for p in answer.places]
    return [
        tuple(
            (p.piece, p.flip, round(p.angle, 3) % 360, round(p.x, 3) + 0.0, round(p.y, 3) + 0.0)
            for p in _sorted(normalised_assembly(puzzle, [(k, m.then(turn)) for k, m in laid]))
        )
        for turn in square
    ]


def _sorted(answer: Assembly) -> list[Placement]:
    return sorted(answer.places, key=placement_key)


def test_what_is_too_coarse_for_the_lattice_is_told_a_tolerance_that_settles_it() -> None:
    """Ten squares drift by a whole square's fifth, which no piece alone shows."""
    tile = Piece(name="tile", outline="M0 0 H1 V1 H0 Z", count=10)
    coarse = Tangram(pieces=(tile,), figure="M0 0 H9.8 V1 H0 Z", tolerance=0.03)
    outcome = solve(family, coarse, engine="cover")
    assert (outcome.status, outcome.reason) == ("unknown", "method")
    assert outcome.why == "A tolerance of 0.0006 would settle it."
    assert "tilings" not in outcome.stats
    fine = Tangram(pieces=(tile,), figure=coarse.figure, tolerance=0.0006)
    assert solve(family, fine, engine="cover").status == "none"


def test_bent_lines_on_a_lattice_may_enclose_a_gap_within_the_tolerance() -> None:
    """Triangles of slopes 1/300 and 1/301 leave a gap of one cell, 0.0017 wide."""
    pieces = (
        Piece(name="long", outline="M0 0 H301 V1 Z", count=2),
        Piece(name="short", outline="M0 0 H300 V1 Z", count=2),
        Piece(name="bar", outline="M0 0 H300 V1 H0 Z", count=2),
    )
    puzzle = Tangram(pieces=pieces, figure="M0 0 H601 V2 H0 Z", tolerance=0.004)
    half = [Placement(0, 0, 0), Placement(2, 301, 0), Placement(1, 301, 1)]
    other = [Placement(each.piece, 601 - each.x, 2 - each.y, 180) for each in half]
    assert not check(puzzle, Assembly(places=(*half, *other)))
    with pytest.raises(Cut, match="method"):
        cover(puzzle)


def test_sides_along_diagonals_may_be_as_long_as_others_within_the_tolerance() -> None:
    """41 is nearly 29 times the square root of 2, and 17 is nearly 12 times that."""
    hook = Piece(name="hook", outline="M0 24 H24 V0 H58 L0 58 Z")
    puzzle = Tangram(pieces=(hook,), figure="M0 0 H82 L58 24 L41 7 L24 24 Z", tolerance=0.04)
    assert choose_engine(puzzle, Budget()) == "own"
    assert own(puzzle)
    with pytest.raises(Cut, match="method"):
        cover(puzzle)


def test_a_flat_triangle_may_be_turned_over_within_the_tolerance() -> None:
    """Its short sides are 8 and the square root of 65, which is 0.06 more."""
    corners = ("7 8 L0 8 L0 0 L23 0 L23 7", "23 7 L23 8 L15 8", "15 8 L7 8 L23 7")
    pieces = tuple(Piece(name=each, outline=f"M{each} Z") for each in corners)
    puzzle = Tangram(pieces=pieces, figure="M0 0 H23 V8 H0 Z", tolerance=0.0017)
    found: list[Assembly] = []
    with pytest.raises(Cut, match="method"):
        found.extend(answers_of(ENGINES["own"], puzzle, Budget()))
    assert len(found) == 2
    with pytest.raises(Cut, match="method"):
        cover(puzzle)
