"""Tetravex: rows of tiles, three lines of numbers each, without a frame and turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.contract.errors import BadInput
from quebra.families.edges.model import Edges
from quebra.grid.text import Line, has_heading, lines_after, whole_number
from quebra.i18n.text import Plural, Text

HEADING = "tetravex"


def read_tetravex(text: str) -> Edges:
    """A puzzle from rows of tiles: a line with the upper numbers, one left and right, one below.

    >>> read_tetravex("tetravex\\n 1   2\\n3 4 4 5\\n 6   7").pieces
    ((1, 4, 6, 3), (2, 5, 7, 4))
    """
    rows = lines_after(text, HEADING)
    if not rows or len(rows) % 3:
        raise BadInput(
            Text("A row of tiles is three lines, but there are {count}.", count=len(rows))
        )
    tiles = [_read_row(rows[i : i + 3]) for i in range(0, len(rows), 3)]
    for (number, _), row in zip(rows[::3], tiles, strict=True):
        if len(row) != len(tiles[0]):
            raise BadInput(
                Plural(
                    "Line {number}: {n} tile, not {first} as above.",
                    "Line {number}: {n} tiles, not {first} as above.",
                    n=len(row),
                    number=number,
                    first=len(tiles[0]),
                )
            )
    pieces = tuple(tile for row in tiles for tile in row)
    return Edges(rows=len(tiles), cols=len(tiles[0]), pieces=pieces)


def write_tetravex(puzzle: Edges) -> str:
    """The tiles in the order of the puzzle, in rows of the board's width.

    >>> print(write_tetravex(Edges(rows=1, cols=2, pieces=((1, 4, 6, 3), (2, 5, 7, 4)))), end="")
    tetravex
     1    2
    3 4  4 5
     6    7
    """
    fits = puzzle.shape == "square" and puzzle.frame is None and puzzle.turns_never
    cells = len(puzzle.layout.cells)
    if not fits or puzzle.hints or puzzle.layers > 1 or len(puzzle.pieces) != cells:
        raise BadInput(
            Text("Tetravex has a square for each cell, no frame, no turns and no hints.")
        )
    width = max(len(str(colour)) for piece in puzzle.pieces for colour in piece)
    rows = (puzzle.pieces[i : i + puzzle.cols] for i in range(0, cells, puzzle.cols))
    return f"{HEADING}\n" + "\n".join(_row_text(row, width) for row in rows)


def is_tetravex(text: str) -> bool:
    """Whether the first line is the heading."""
    return has_heading(text, HEADING)


def _read_row(lines: Sequence[Line]) -> list[tuple[int, ...]]:
    up, sides, down = (
        [whole_number(token, Text("line {number}", number=number)) for token in line.split()]
        for number, line in lines
    )
    if not len(sides) == 2 * len(up) == 2 * len(down):
        raise BadInput(
            Text(
                "Lines {first} to {last}: a row of tiles has n numbers above, 2 n beside, n below.",
                first=lines[0][0],
                last=lines[-1][0],
            )
        )
    pairs = zip(sides[1::2], sides[::2], strict=True)
    return [(u, r, d, left) for u, (r, left), d in zip(up, pairs, down, strict=True)]


def _row_text(tiles: Sequence[tuple[int, ...]], width: int) -> str:
    def lines() -> Iterator[str]:
        yield "  ".join(str(up).center(2 * width + 1) for up, _, _, _ in tiles)
        yield "  ".join(f"{left:>{width}} {right:<{width}}" for _, right, _, left in tiles)
        yield "  ".join(str(down).center(2 * width + 1) for _, _, down, _ in tiles)

    return "".join(f"{line.rstrip()}\n" for line in lines())
