"""The drawing of a step: the ghost of the piece to place, and the corner or edge it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, pairwise

from quebra.contract.results import Badge, Figure, Line, Step
from quebra.families.tangram.bands import KINDS
from quebra.families.tangram.label_point import label_point
from quebra.families.tangram.model import Assembly, Placement, Tangram, copies
from quebra.geometry.drawing import drawn_contours
from quebra.geometry.edges import Edge, Point
from quebra.geometry.motion import Motion
from quebra.geometry.region import moved
from quebra.render import Circle, Label, Lines, Outline, Shape
from quebra.render import Point as Spot

View = Callable[[Point], Spot]
StepShape = Outline | Lines | Label | Circle
DASH = 0.16
"""Half the length from one dash of the outline of a ghost to the next, in cells."""
OPACITY = 0.3
DOT = 0.16
WIDTH = 5
QUESTION = 0.6
ROLE = "step"
"""The role of what belongs to a step; the page draws it above the pieces."""


def step_shapes(
    puzzle: Tangram, attempt: Assembly | None, step: Step | None, view: View, home: Motion
) -> Iterator[Shape]:
    """The ghosts of pieces that a step places, and its marks, after the motion `home`.

    The step's figures are in the plane of the puzzle, like its placements.
    """
    if step is None:
        return
    there = dict(copies(attempt)) if attempt else {}
    ghosts = (
        _ghost(puzzle, change.value, view, home)
        for change in step.changes
        if change.action == "place" and change.where not in there
    )
    marks = (_mark(figure, lambda point: view(home(point))) for figure in step.figures)
    for shape in chain.from_iterable((*ghosts, *marks)):
        yield replace(shape, role=ROLE)


def _ghost(puzzle: Tangram, place: Placement, view: View, home: Motion) -> Iterator[StepShape]:
    """A piece as a translucent shape with a dashed outline and a question mark."""
    motion = place.motion.then(home)
    region = moved(puzzle.shapes[place.piece], motion)
    colour = f"kind-{KINDS[place.piece % len(KINDS)]}"
    yield Outline(drawn_contours(region, view), colour, opacity=OPACITY)
    dashes = [dash for contour in region for edge in contour for dash in _dashes(edge, view)]
    yield Lines(tuple(dashes), "hint", 2)
    spot, _ = label_point(puzzle.pieces[place.piece].outline)
    yield Label(view(motion(spot)), "?", "hint", QUESTION, bold=True)


def _dashes(edge: Edge, view: View) -> Iterator[tuple[Spot, Spot]]:
    """Every other part of an edge, from its start to its end."""
    (x0, y0), (x1, y1) = view(edge.start), view(edge.end)
    chord = abs(edge.end - edge.start)
    scale = abs(complex(x1 - x0, y1 - y0)) / chord if chord else 1
    count = 2 * round(edge.length * scale / DASH / 2) + 1
    points = [view(edge.at(i / count)) for i in range(count + 1)]
    return (pair for i, pair in enumerate(pairwise(points)) if i % 2 == 0)


def _mark(figure: Figure, view: View) -> Iterator[StepShape]:
    match figure:
        case Badge(at=(x, y)):
            yield Circle(view(complex(x, y)), DOT, "hint", "paper", 1.5)
        case Line(points=points):
            spots = [view(complex(x, y)) for x, y in points]
            yield Lines(tuple(pairwise(spots)), "hint", WIDTH)
