"""The Symmetry puzzle: clues on a rectangle of cells, and the number of shapes."""

from __future__ import annotations

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Model
from quebra.contract.puzzle import Puzzle
from quebra.grid.cells import GridAnswer, Rows, as_rows, in_words, measure
from quebra.i18n.text import Text, Verbatim

EMPTY = 0
STAYS_BLANK = -1
MAX_SHAPES = 9


class Symmetry(
    Puzzle[GridAnswer], frozen=True, tag_field="family", tag="symmetry", forbid_unknown_fields=True
):
    """A Symmetry puzzle.

    `clues` holds what is printed in each cell: 0 for nothing, 1 to `shapes` for a shape, and -1
    for a cell that stays blank. `shapes` is how many kinds there are: 1 is the square, 2 the
    triangle, 3 the circle.

    >>> Symmetry(clues=((1, 0), (0, -1))).size
    (2, 2)
    >>> Symmetry(clues=((1, 4),))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Row 1, column 2: 4 is not a shape; the shapes are 1 to 3.
    """

    clues: Rows[int]
    shapes: int = 3

    def __post_init__(self) -> None:
        if type(self.shapes) is not int or not 1 <= self.shapes <= MAX_SHAPES:
            raise BadInput(
                Text(
                    "There can be 1 to {most} kinds of shapes, not {shapes}.",
                    most=MAX_SHAPES,
                    shapes=Verbatim(repr(self.shapes)),
                )
            )
        msgspec.structs.force_setattr(self, "clues", as_rows(self.clues))
        measure(self.clues)
        for r, row in enumerate(self.clues):
            for c, clue in enumerate(row):
                if type(clue) is not int or not STAYS_BLANK <= clue <= self.shapes:
                    raise BadInput(_no_shape(in_words((r, c)), clue, self.shapes))

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.clues), len(self.clues[0])

    def with_clues(self, clues: Rows[int]) -> Symmetry:
        """The puzzle with other clues and the same shapes."""
        return Symmetry(clues=clues, shapes=self.shapes)


def _no_shape(cell: Text, clue: object, shapes: int) -> Text:
    found = Verbatim(repr(clue))
    if shapes == 1:
        return Text("{cell}: {clue} is not a shape; the only shape is 1.", cell=cell, clue=found)
    return Text(
        "{cell}: {clue} is not a shape; the shapes are 1 to {shapes}.",
        cell=cell,
        clue=found,
        shapes=shapes,
    )


MODEL = Model(puzzle=Symmetry, answer=GridAnswer, default_size=(6, 6))
