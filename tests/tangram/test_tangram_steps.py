"""Steps have one form, are true, and name no coordinates; "only" is tested against all pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, sin

import pytest
from shapely import LineString, Polygon, affinity, union_all

from quebra.contract.family import Look
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.contract.results import MAX_WORDS, Badge, Line, Step
from quebra.engine.budget import Budget
from quebra.families.tangram.generate import TangramRecipe, generate
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.geometry.edges import Line as Segment
from quebra.geometry.edges import polyline
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import moved
from quebra.play import follow, hint, new_game

TANGRAM = get_family("tangram")
ONLY_IN_A_CORNER = re.compile(r"Only the .* fits (the (right )?angle at|along the marked edge at)")
FLAT = 1e-4
"""Flattened arcs differ from arcs by less."""
SLACK = 2e-3
"""Pieces may reach beyond the open part by less, in area and in length."""
SETS_OF_STEPS = ("classic", "egg", "heart", "bell")
Spot = tuple[float, float]
Region = Sequence[Contour]

FEW = [(name, seed) for name in SETS_OF_STEPS for seed in range(8 if name == "classic" else 4)]
MANY = [(name, seed) for name in SETS_OF_STEPS for seed in range(100, 150)]


def steps_of(puzzle: Tangram) -> list[Step]:
    return list(TANGRAM.explain.steps(puzzle, None, Budget()))


@pytest.mark.parametrize(
    ("name", "seed"), [*FEW, *(pytest.param(*each, marks=pytest.mark.slow) for each in MANY)]
)
def test_all_steps_are_one_true_idea(name: str, seed: int) -> None:
    puzzle = generate(TANGRAM.make_recipe({"set": name}), Source(seed), Budget())
    placed: list[Placement] = []
    for step in steps_of(puzzle):
        has_form(step)
        if step.technique == "side":
            only_this_side(puzzle, placed, step)
        if ONLY_IN_A_CORNER.match(step.text):
            only_this_piece(puzzle, placed, step)
        placed += [change.value for change in step.changes]
    assert check(puzzle, Assembly(places=tuple(placed))) == ()


def has_form(step: Step) -> None:
    assert len(step.where) == 1 and len(step.changes) == 1, step
    assert step.changes[0].where == step.where[0]
    for text in (step.text, *re.split(r"(?<=[.]) ", step.reason)):
        assert len(text.split()) <= MAX_WORDS and ". " not in text, text
        assert not re.search(r"\d\.\d|\(", text), text
    assert step.text.endswith(".")
    has_place = step.technique != "last piece" and "round remainder" not in step.text
    assert bool(step.figures) == has_place, step


def left_over(puzzle: Tangram, placed: list[Placement]) -> Counter[int]:
    left = Counter({kind: piece.count for kind, piece in enumerate(puzzle.pieces)})
    return left - Counter(place.piece for place in placed)


def only_this_side(puzzle: Tangram, placed: list[Placement], step: Step) -> None:
    """No other remaining piece has a side as long as the marked edge, and the piece has one."""
    (mark,) = (figure for figure in step.figures if isinstance(figure, Line))
    length = LineString(mark.points).length
    chosen = step.changes[0].value.piece
    for kind in left_over(puzzle, placed):
        lengths = sides(puzzle, kind, only_round="round side" in step.text)
        near = any(abs(side - length) < SLACK for side in lengths)
        assert near == (kind == chosen), (step.text, puzzle.pieces[kind].name)


def sides(puzzle: Tangram, kind: int, *, only_round: bool) -> Iterator[float]:
    """The lengths of the sides of a piece."""
    for contour in puzzle.shapes[kind]:
        for edge in contour:
            if not (only_round and isinstance(edge, Segment)):
                yield edge.length


def only_this_piece(puzzle: Tangram, placed: list[Placement], step: Step) -> None:
    """No other piece, and not the same in another way, lies at the corner within the open part."""
    open_part = outline(puzzle.target).difference(
        union_all([region(puzzle, place) for place in placed]).buffer(FLAT)
    )
    room = open_part.buffer(SLACK)
    (dot,) = (figure.at for figure in step.figures if isinstance(figure, Badge))
    right = region(puzzle, step.changes[0].value)
    lines = [figure.points for figure in step.figures if isinstance(figure, Line)]
    directions = [heading(dot, far_end(dot, line)) for line in lines]
    if not lines:
        place = step.changes[0].value
        ends = [*corners_of(moved(puzzle.shapes[place.piece], place.motion))]
        _, *directions = min(ends, key=lambda end: hypot(end[0][0] - dot[0], end[0][1] - dot[1]))
    for kind in left_over(puzzle, placed):
        for flip in (False, True) if puzzle.pieces[kind].flip else (False,):
            for laid in laid_at(puzzle, kind, flip, dot, directions):
                fits = laid.difference(room).area < SLACK * laid.area
                fits = fits and all(lies_along(laid, dot, line) for line in lines)
                same = laid.symmetric_difference(right).area < 0.05 * right.area
                assert not fits or same, (step.text, puzzle.pieces[kind].name)


def lies_along(laid: Polygon, dot: Spot, line: tuple[Spot, ...]) -> bool:
    """Whether a side of a piece follows a marked edge from the dot, also if the edge is round."""
    edge = LineString(line if near(dot, line[0]) else line[::-1])
    return bool(laid.exterior.distance(edge.interpolate(0.1, normalized=True)) < SLACK)


def near(one: Spot, other: Spot) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < SLACK


def outline(contours: Region) -> Polygon:
    rings = [Polygon([(p.real, p.imag) for p in polyline(c, FLAT)]) for c in contours]
    rings.sort(key=lambda ring: -ring.area)
    whole = rings[0]
    for ring in rings[1:]:
        whole = whole.symmetric_difference(ring)
    return whole


def region(puzzle: Tangram, place: Placement) -> Polygon:
    return outline(moved(puzzle.shapes[place.piece], place.motion))


def corners_of(contours: Region) -> Iterator[tuple[Spot, float, float]]:
    """The corners of an outline, each with the headings of the two sides that meet there."""
    for contour in contours:
        for before, after in zip((contour[-1], *contour[:-1]), contour, strict=True):
            leaving, arriving = after.heading(0), -before.heading(1)
            yield (
                (after.start.real, after.start.imag),
                atan2(leaving.imag, leaving.real),
                atan2(arriving.imag, arriving.real),
            )


def heading(start: Spot, end: Spot) -> float:
    return atan2(end[1] - start[1], end[0] - start[0])


def far_end(dot: Spot, line: tuple[Spot, ...]) -> Spot:
    """The next point of a line that starts or ends at the dot."""
    return line[1] if near(dot, line[0]) else line[-2]


def laid_at(
    puzzle: Tangram, kind: int, flip: bool, dot: Spot, directions: list[float]
) -> Iterator[Polygon]:
    """A piece with each of its corners at the dot, and either side there in each direction."""
    region = moved(puzzle.shapes[kind], Motion(flip=flip))
    shape = outline(region)
    for corner, *own_directions in corners_of(region):
        moved_there = affinity.translate(shape, dot[0] - corner[0], dot[1] - corner[1])
        for own in own_directions:
            for direction in directions:
                turn = direction - own
                yield affinity.affine_transform(
                    moved_there,
                    [
                        cos(turn),
                        -sin(turn),
                        sin(turn),
                        cos(turn),
                        dot[0] - cos(turn) * dot[0] + sin(turn) * dot[1],
                        dot[1] - sin(turn) * dot[0] - cos(turn) * dot[1],
                    ],
                )


def test_all_techniques_are_needed_somewhere() -> None:
    used = {
        step.technique
        for seed in range(30)
        for step in steps_of(generate(TangramRecipe(), Source(seed), Budget()))
    }
    names = {technique.name for technique in TANGRAM.explain.techniques if technique.level}
    of_guide = names & {
        *("last piece", "side", "angle", "only fit", "look ahead", "either way", "short trial"),
        *("trial", "choice"),
    }
    assert len(of_guide) == 9 and used >= of_guide - {"choice"}


def test_hints_show_a_ghost_until_the_piece_is_placed() -> None:
    game = new_game(SETS["classic"].puzzle("house"))
    found = hint(game, Budget())
    before, after = (
        each.drawing(Look(step=found.step)).svg() for each in (game, follow(game, found))
    )
    assert 'opacity="0.3"' in before and 'opacity="0.3"' not in after
