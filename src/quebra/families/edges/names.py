"""Cells, sides, colours and pieces in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from quebra.contract.results import Place
from quebra.families.edges.model import Edges
from quebra.grid.cells import cells_in_words, in_words
from quebra.i18n.text import Text, Value, all_of

MAX_PIECES, MAX_COLOURS = 6, 3
"""The most pieces and colours that a sentence lists."""
MAX_MOTIFS = 1_500
"""With more pieces, motifs are too small and left out."""
GROUNDS = (
    Text("blue"),
    Text("red"),
    Text("green"),
    Text("orange"),
    Text("light blue"),
    Text("pink"),
    Text("yellow"),
)
"""The backgrounds of motifs, in the order of `draw.motifs.KINDS`."""
MOTIFS = (
    Text("disc"),
    Text("square"),
    Text("star"),
    Text("spool"),
    Text("diamond"),
    Text("pair of bars"),
    Text("cross"),
    Text("flower"),
    Text("long bar"),
    Text("hourglass"),
    Text("ring"),
    Text("row of diamonds"),
    Text("pair of discs"),
)
"""The figures of `draw.motifs.MOTIFS`."""
ABOVE, BELOW = Text("above"), Text("below")
LEFT, RIGHT = Text("on the left"), Text("on the right")
AROUND = (ABOVE, RIGHT, BELOW, LEFT)
CUBE = (*AROUND, Text("in front"), Text("behind"))
SIDES: dict[str, tuple[Text, ...]] = {
    "square": AROUND,
    "cube": CUBE,
    "stack": CUBE,
    "hexagon": (
        Text("at the upper right"),
        RIGHT,
        Text("at the lower right"),
        Text("at the lower left"),
        LEFT,
        Text("at the upper left"),
    ),
    "triangle": (RIGHT, BELOW, LEFT),
}
POINTING_DOWN = (LEFT, ABOVE, RIGHT)


def cell_name(cell: Place) -> Text:
    """A cell in words.

    >>> cell_name((0, 2)), cell_name((1, 0, 2)), cell_name((5,))
    ('row 1, column 3', 'layer 2, row 1, column 3', 'cell 6')
    """
    if len(cell) == 1:
        return Text("cell {number}", number=cell[0] + 1)
    if len(cell) == 2:
        return in_words(cell)
    layer, row, column = (number + 1 for number in cell)
    return Text("layer {layer}, row {row}, column {column}", layer=layer, row=row, column=column)


def cell_names(cells: Sequence[Place]) -> Text:
    """Cells in words.

    >>> cell_names([(0, 1), (0, 2)]), cell_names([(0,), (2,)])
    ('row 1, columns 2 and 3', 'cell 1 and cell 3')
    """
    return cells_in_words(cells) if len(cells[0]) == 2 else all_of(map(cell_name, cells))


def side_name(puzzle: Edges, cell: int, side: int) -> Text:
    """The place of a side of a cell.

    >>> side_name(Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),)), 0, 3)
    'on the left'
    """
    if puzzle.shape == "free":
        return Text("on side {number}", number=side + 1)
    points_down = puzzle.shape == "triangle" and puzzle.layout.cells[cell][1] % 2
    return (POINTING_DOWN if points_down else SIDES[puzzle.shape])[side]


def colour_name(puzzle: Edges, colour: int) -> Text:
    """A colour as it is drawn; the legend in the terminal has its number.

    >>> puzzle = Edges(rows=1, cols=1, pieces=((0, 3, 0, 7),), frame=0)
    >>> colour_name(puzzle, 7), colour_name(puzzle, 0)
    ('red square', 'grey')
    """
    if colour == puzzle.frame:
        return Text("grey")
    motif = puzzle.motifs.get(colour)
    if motif is None or len(puzzle.pieces) > MAX_MOTIFS:
        return Text("colour {number}", number=colour)
    # Translators: a motif of one colour, such as "red square".
    return Text(
        "{ground} {motif}",
        ground=GROUNDS[motif % len(GROUNDS)],
        motif=MOTIFS[motif % len(MOTIFS)],
    )


def sides_text(puzzle: Edges, cell: int, sides: Iterable[tuple[int, int]]) -> Text:
    """Sides of a cell with their colours.

    >>> sides_text(Edges(rows=1, cols=1, pieces=((0, 0, 0, 0),), frame=0), 0, [(0, 0), (2, 0)])
    'grey above and below'
    """
    by_colour: dict[int, list[Text]] = {}
    for side, colour in sides:
        by_colour.setdefault(colour, []).append(side_name(puzzle, cell, side))
    return all_of(
        Text("{colour} {sides}", colour=colour_name(puzzle, colour), sides=all_of(names))
        for colour, names in by_colour.items()
    )


def pieces_text(pieces: Sequence[int], listed: Callable[[Iterable[Value]], Text] = all_of) -> Text:
    """A list of pieces, or their number.

    >>> pieces_text([4]), pieces_text([0, 2]), pieces_text(range(9))
    ('piece 5', 'pieces 1 and 3', '9 pieces')
    """
    if len(pieces) == 1:
        return Text("piece {piece}", piece=pieces[0] + 1)
    if len(pieces) > MAX_PIECES:
        return Text("{count} pieces", count=len(pieces))
    return Text("pieces {pieces}", pieces=listed(piece + 1 for piece in pieces))


def piece_name(puzzle: Edges, piece: int, unused: Iterable[Sequence[int]]) -> Text:
    """A piece by one or two of its colours that no other unused kind has, or else by its number.

    >>> puzzle = Edges(rows=1, cols=3, pieces=((1, 2, 1, 2), (1, 3, 1, 3), (1, 1, 2, 3)))
    >>> piece_name(puzzle, 1, [[0], [1], [2]]), piece_name(puzzle, 2, [[0], [1], [2]])
    ('piece 2', 'the piece with the red square and the green star')
    """
    number = Text("piece {piece}", piece=piece + 1)
    colours = sorted({colour for colour in puzzle.pieces[piece] if colour in puzzle.motifs})
    if len(puzzle.pieces) > MAX_MOTIFS:
        return number
    others = [{*puzzle.pieces[kind[0]]} for kind in unused if kind and piece not in kind]
    for colour in colours:
        if not any(colour in other for other in others):
            return Text("the piece with the {colour}", colour=colour_name(puzzle, colour))
    for one, other in combinations(colours, 2):
        if not any({one, other} <= each for each in others):
            return Text(
                "the piece with the {one} and the {other}",
                one=colour_name(puzzle, one),
                other=colour_name(puzzle, other),
            )
    return number
