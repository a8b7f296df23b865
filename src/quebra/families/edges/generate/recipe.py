"""The options of new boards, and which of them exclude one another."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Recipe, option
from quebra.contract.settings import admit_size
from quebra.families.edges.generate.sets import PIECE_SETS, SetName, described_sets
from quebra.families.edges.layout import grid_layout
from quebra.families.edges.model import MAX_COLOUR, TURNS, Edges
from quebra.grid.text import whole_number
from quebra.i18n.text import Plural, Text, Verbatim, names

FRAME = 0
"""The colour of the frame."""
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
    unique: Annotated[
        bool, option(Text("exactly one solution, apart from turns of the whole board"))
    ] = False
    hints: Annotated[
        Annotated[int, msgspec.Meta(ge=0)],
        option(Text("number of pieces given at their places, the first near the centre")),
    ] = 0
    distinct: Annotated[
        bool,
        option(Text("never equal or symmetric pieces, which are else only avoided if possible")),
    ] = False
    set: Annotated[
        SetName | None,
        option(Text("a known set of pieces"), described=described_sets),
    ] = None


def empty_board(recipe: EdgesRecipe) -> Edges:
    """The board of a recipe, with pieces that have no colours yet.

    >>> empty_board(EdgesRecipe(rows=1, cols=2)).pieces
    ((0, 0, 0, 0), (0, 0, 0, 0))
    """
    board = _board_for_set(recipe) if recipe.set else _regular_board(recipe)
    cells = len(board.layout.cells)
    if recipe.hints > cells:
        raise BadInput(
            Plural(
                "A board of {n} cell has no room for {hints} given pieces.",
                "A board of {n} cells has no room for {hints} given pieces.",
                n=cells,
                hints=recipe.hints,
            )
        )
    return board


def _regular_board(recipe: EdgesRecipe) -> Edges:
    if recipe.layers and recipe.shape != "cube":
        raise BadInput(
            Text("Only cubes have layers, not the shape {shape}.", shape=Verbatim(recipe.shape))
        )
    layers = recipe.layers or (recipe.rows if recipe.shape == "cube" else 1)
    cols = 1 if recipe.shape == "triangle" else recipe.cols
    admit_size(recipe.rows, recipe.rows if recipe.shape == "triangle" else recipe.cols * layers)
    size = {"triangle": (recipe.rows,), "cube": (layers, recipe.rows, cols)}.get(
        recipe.shape, (recipe.rows, cols)
    )
    layout = grid_layout(recipe.shape, size)
    return Edges(
        pieces=((FRAME,) * layout.sides,) * len(layout.cells),
        rows=recipe.rows,
        cols=cols,
        layers=layers,
        shape=recipe.shape,
        frame=None if recipe.frameless else FRAME,
        rotate=_rotate(recipe),
    )


def _board_for_set(recipe: EdgesRecipe) -> Edges:
    """The board of a known set; raises `BadInput` for options that the set decides."""
    assert recipe.set
    decided = {"colours", "frame_colours", "fixed", "turns", "shape", "layers", "distinct"}
    if wrong := sorted(decided & recipe.asked.keys()):
        raise BadInput(
            Text(
                "The set {set} decides about these options: {options}.",
                set=Verbatim(recipe.set),
                options=names(wrong),
            )
        )
    known = PIECE_SETS[recipe.set]
    frame = None if recipe.frameless else FRAME
    if known.seams:
        return Edges(pieces=known.pieces, shape="free", seams=known.seams, frame=frame, rotate=True)
    size, count = (recipe.rows, recipe.cols), len(known.pieces)
    if size[0] * size[1] != count or (not recipe.frameless and size not in known.framed):
        raise BadInput(
            Text(
                "The set {set} fits a frame of {size} cells; without a frame, any {count} cells.",
                set=Verbatim(recipe.set),
                size=Verbatim("{}x{}".format(*known.framed[0])),
                count=count,
            )
        )
    return Edges(pieces=known.pieces, rows=size[0], cols=size[1], frame=frame, rotate=True)


def _rotate(recipe: EdgesRecipe) -> bool | tuple[int, ...]:
    if recipe.turns is None:
        return not recipe.fixed
    if recipe.fixed:
        raise BadInput(Text("Pieces that may not be turned have no turns."))
    return tuple(whole_number(turn.strip(), TURNS) for turn in recipe.turns.split(","))
