"""The puzzle as a frozen struct, which defines its JSON; the constructor validates it."""

from __future__ import annotations

from quebra.contract.errors import BadInput
from quebra.contract.family import Model
from quebra.contract.puzzle import Puzzle
from quebra.grid.cells import GridAnswer, Rows, in_words, measure
from quebra.i18n.text import Text


class Latin(
    Puzzle[GridAnswer], frozen=True, tag_field="family", tag="latin", forbid_unknown_fields=True
):
    """A square of n x n cells; `givens` are the numbers printed in it, 0 for none.

    >>> Latin(givens=((1, 0), (0, 3)))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Row 2, column 2: 3 is not a number from 1 to 2.
    """

    givens: Rows[int]

    def __post_init__(self) -> None:
        rows, cols = measure(self.givens)
        if rows != cols:
            raise BadInput(
                Text("The board is {rows} x {cols} cells; it must be square.", rows=rows, cols=cols)
            )
        for r, row in enumerate(self.givens):
            for c, given in enumerate(row):
                if not 0 <= given <= rows:
                    raise BadInput(
                        Text(
                            "{cell}: {given} is not a number from 1 to {size}.",
                            cell=in_words((r, c)),
                            given=given,
                            size=rows,
                        )
                    )

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.givens), len(self.givens)


MODEL = Model(puzzle=Latin, answer=GridAnswer, default_size=(4, 4))
