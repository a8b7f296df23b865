"""Generates boards: random colours on seams, cut into pieces that are shuffled and turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Generate, Recipe, option
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.engine.budget import Budget
from quebra.families.edges.explain import graded
from quebra.families.edges.layout import Layout, Turn, grid_layout
from quebra.families.edges.model import MAX_COLOUR, TURNS, Edges, no_turn
from quebra.grid.text import whole_number
from quebra.i18n.text import Text, Verbatim

TRIES = 60
"""Boards that are tried for a recipe."""
FRAME = 0
"""The colour of the frame."""
INNER_COLOURS = {"easy": (2.5, 4.5), "medium": (1.7, 3), "hard": (0.9, 1.8), "expert": (0.4, 1)}
"""The range of the number of colours by grade, as multiples of the usual number."""
FRAME_SHARE = {None: 1 / 3, "easy": 0.6, "medium": 0.5, "hard": 0.5, "expert": 1 / 3}
"""The number of colours along the frame by grade, as a share of those inside."""
Count = Annotated[int, msgspec.Meta(ge=1, le=MAX_COLOUR // 2)]


class EdgesRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The recipe of a new edge-matching board."""

    colours: Annotated[Count | None, option(Text("number of colours on the inner seams"))] = None
    frame_colours: Annotated[
        Count | None, option(Text("number of other colours along the frame"))
    ] = None
    frameless: Annotated[bool, option(Text("no frame around the board"))] = False
    fixed: Annotated[bool, option(Text("the pieces may not be turned"))] = False
    turns: Annotated[
        str | None,
        option(Text("the only turns that pieces may have, such as 0,2")),
    ] = None
    shape: Annotated[
        Literal["square", "triangle", "hexagon", "cube"],
        option(Text("the shape of the pieces")),
    ] = "square"
    layers: Annotated[
        Count | None,
        option(Text("number of layers of cubes; by default, as many as rows")),
    ] = None


def generate(recipe: Recipe, source: Source, budget: Budget) -> Edges:
    """A board with a solution: the board before it was cut into pieces.

    >>> len(generate(EdgesRecipe(rows=3, cols=4), Source(1), Budget()).pieces)
    12
    """
    assert isinstance(recipe, EdgesRecipe)
    layout = _layout(recipe)

    def attempt() -> Edges:
        budget.pause()
        return _cut(recipe, layout, source)

    return recipe.first_fit(TRIES, attempt, lambda puzzle: graded(puzzle, budget, solvable=True))


def _layout(recipe: EdgesRecipe) -> Layout:
    if recipe.layers and recipe.shape != "cube":
        raise BadInput(
            Text("Only cubes have layers, not the shape {shape}.", shape=Verbatim(recipe.shape))
        )
    layers = _layers(recipe)
    admit_size(recipe.rows, recipe.rows if recipe.shape == "triangle" else recipe.cols * layers)
    size = {"triangle": (recipe.rows,), "cube": (layers, recipe.rows, recipe.cols)}.get(
        recipe.shape, (recipe.rows, recipe.cols)
    )
    return grid_layout(recipe.shape, size)


def _layers(recipe: EdgesRecipe) -> int:
    return recipe.layers or (recipe.rows if recipe.shape == "cube" else 1)


def _cut(recipe: EdgesRecipe, layout: Layout, source: Source) -> Edges:
    """The pieces of a random board, shuffled and turned."""
    colours = _coloured(recipe, layout, source)
    pieces = source.shuffled(colours)
    rotate = _rotate(recipe)
    if rotate:
        orientations = _allowed_orientations(layout, rotate)
        turns = (source.choice(orientations) for _ in pieces)
        pieces = [
            tuple(piece[edge] for edge in turn) for piece, turn in zip(pieces, turns, strict=True)
        ]
    return Edges(
        pieces=tuple(pieces),
        rows=recipe.rows,
        cols=1 if recipe.shape == "triangle" else recipe.cols,
        layers=_layers(recipe),
        shape=recipe.shape,
        frame=None if recipe.frameless else FRAME,
        rotate=rotate,
    )


def _rotate(recipe: EdgesRecipe) -> bool | tuple[int, ...]:
    if recipe.turns is None:
        return not recipe.fixed
    if recipe.fixed:
        raise BadInput(Text("Pieces that may not be turned have no turns."))
    return tuple(whole_number(turn.strip(), TURNS) for turn in recipe.turns.split(","))


def _allowed_orientations(layout: Layout, rotate: bool | tuple[int, ...]) -> Sequence[Turn]:
    """The turns whose inverse is allowed, so that a piece can be turned back."""
    if not isinstance(rotate, tuple):
        return layout.turns
    if max(rotate) >= len(layout.turns):
        raise BadInput(no_turn(max(rotate), len(layout.turns) - 1))
    allowed = {layout.turns[turn] for turn in rotate}
    return [turn for turn in layout.turns if tuple(map(turn.index, range(len(turn)))) in allowed]


def _coloured(recipe: EdgesRecipe, layout: Layout, source: Source) -> list[tuple[int, ...]]:
    """The random colours of all cells, equal on both sides of each seam."""
    inner, along = _palette(recipe, source)
    outer = {cell for cell, _ in layout.rim}
    colours = [[FRAME] * layout.sides for _ in layout.cells]
    for a, side, b, other in layout.seams:
        shade = (
            1 + source.below(along)
            if {a, b} <= outer and along
            else 1 + along + source.below(inner)
        )
        colours[a][side] = colours[b][other] = shade
    if recipe.frameless:
        for cell, side in layout.rim:
            colours[cell][side] = 1 + source.below(inner)
    return [tuple(cell) for cell in colours]


def _palette(recipe: EdgesRecipe, source: Source) -> tuple[int, int]:
    """The number of colours inside and along the frame.

    With about two colours for three rows, boards have few solutions that can be found. If a grade
    is requested, the number varies around one with which the grade is common.
    """
    inner = recipe.colours or _inner_colours(recipe, source)
    if recipe.frameless:
        if recipe.frame_colours:
            raise BadInput(Text("Without a frame there are no colours along it."))
        return inner, 0
    share = FRAME_SHARE[recipe.grade]
    return inner, recipe.frame_colours or max(2, int(share * inner))


def _inner_colours(recipe: EdgesRecipe, source: Source) -> int:
    usual = max(3, 3 * (recipe.rows + recipe.cols) // 4)
    if recipe.grade is None:
        return usual
    least, most = (int(times * usual) for times in INNER_COLOURS[recipe.grade])
    return max(2, least) + source.below(most - least + 1)


GENERATE = Generate(recipe=EdgesRecipe, make=generate)
