"""Many figures on one sheet, as silhouettes with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.families.tangram.model import Tangram
from quebra.geometry.sketch import Frame, box_around
from quebra.render import Drawing, Shape, Text

CELL = 4
"""The room of a figure, in cells of the drawing."""
MARGIN = 0.5
CAPTION = 0.6


def sheet(puzzles: Sequence[Tangram], captions: Sequence[str] = (), *, columns: int = 4) -> Drawing:
    """The silhouettes in rows, all of the same scale, each with a caption or its number.

    >>> from quebra.families.tangram.sets import piece_set
    >>> classic = piece_set("classic")
    >>> sheet([classic.puzzle(name) for name in classic.figures], columns=5).width
    20
    """
    boxes = [box_around(edge for contour in p.target for edge in contour) for p in puzzles]
    largest = max(max(box[2] - box[0], box[3] - box[1]) for box in boxes)
    scale = (CELL - 2 * MARGIN) / largest

    def cells() -> Iterator[Shape]:
        for number, (puzzle, box) in enumerate(zip(puzzles, boxes, strict=True)):
            row, column = divmod(number, columns)
            middle = complex(column + 0.5, row + 0.5) * CELL + row * CAPTION * 1j
            centre = complex(box[0] + box[2], box[1] + box[3]) / 2
            yield Frame(scale, middle - scale * centre).area(puzzle.target, "soft", 1.0)
            words = captions[number] if captions else str(number + 1)
            below = (middle.real, (row + 1) * CELL + (row + 0.4) * CAPTION)
            yield Text(below, words, "soft", 0.3, room=CELL)

    rows = -(-len(puzzles) // columns)
    title = f"Tangram, {len(puzzles)} figures"
    width = min(columns, len(puzzles)) * CELL
    return Drawing(width, rows * (CELL + CAPTION), title, tuple(cells()))
