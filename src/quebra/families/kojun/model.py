"""The Kojun puzzle: regions, givens, and the variant of the order rule."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, get_args

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Model
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import quoted
from quebra.grid.cells import (
    Cell,
    GridAnswer,
    Rows,
    as_rows,
    connected_parts,
    in_words,
    measure,
)
from quebra.i18n.text import Plural, Text, Verbatim

Label = int | str | None
Order = Literal["adjacent", "column"]

REGIONS, GIVENS = Text("regions"), Text("givens")


class Kojun(
    Puzzle[GridAnswer],
    frozen=True,
    dict=True,
    tag_field="family",
    tag="kojun",
    forbid_unknown_fields=True,
):
    """A Kojun puzzle.

    `regions` labels each cell (None is a hole); `givens` holds the numbers that are printed, 0 for
    none. Labels are kept as numbers in reading order, so equal boards are equal values. With
    `order="column"`, numbers decrease downwards over all cells of a region in one column, not
    only over those that touch.

    >>> puzzle = Kojun(regions=(("a", "a"), ("b", "a")), givens=((0, 2), (0, 0)))
    >>> puzzle.regions
    ((0, 0), (1, 0))
    >>> puzzle.size, puzzle.region_cells[1]
    ((2, 2), ((1, 0),))
    """

    regions: Rows[Label]
    givens: Rows[int]
    order: Order = "adjacent"

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "givens", as_rows(self.givens))
        msgspec.structs.force_setattr(self, "regions", as_rows(self.regions))
        if self.order not in get_args(Order):
            raise BadInput(
                Text("The order is adjacent or column, not {order}.", order=quoted(self.order))
            )
        measure(self.regions, REGIONS)
        measure(self.givens, GIVENS)
        _match_sizes(self.regions, self.givens)
        msgspec.structs.force_setattr(self, "regions", relabelled(self.regions))
        _admit_regions(self)
        _admit_givens(self)

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.regions), len(self.regions[0])

    @cached_property
    def region_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each region, in reading order."""
        found: dict[Label, list[Cell]] = {}
        for r, row in enumerate(self.regions):
            for c, label in enumerate(row):
                if label is not None:
                    found.setdefault(label, []).append((r, c))
        return tuple(tuple(cells) for cells in found.values())

    def with_givens(self, givens: Rows[int]) -> Kojun:
        """The same board with other givens."""
        return Kojun(regions=self.regions, givens=givens, order=self.order)


def _match_sizes(regions: Rows[Label], givens: Rows[int]) -> None:
    want, got = (len(regions), len(regions[0])), (len(givens), len(givens[0]))
    if want != got:
        raise BadInput(
            Text(
                "The regions are {rows} x {cols} cells, but the givens are "
                "{given_rows} x {given_cols}.",
                rows=want[0],
                cols=want[1],
                given_rows=got[0],
                given_cols=got[1],
            )
        )


def relabelled(regions: Rows[Label]) -> Rows[Label]:
    """The regions with their numbers in reading order as labels."""
    numbers: dict[Label, int] = {}
    return tuple(
        tuple(None if x is None else numbers.setdefault(x, len(numbers)) for x in row)
        for row in regions
    )


def _admit_regions(puzzle: Kojun) -> None:
    if not puzzle.region_cells:
        raise BadInput(Text("The board has no cells: all are holes."))
    for cells in puzzle.region_cells:
        pieces = connected_parts(cells)
        if len(pieces) > 1:
            raise BadInput(
                Text(
                    "The region at {cell} is in two parts: it goes on at {other}, "
                    "which it does not touch.",
                    cell=in_words(pieces[0][0]),
                    other=in_words(pieces[1][0]),
                )
            )


def _admit_givens(puzzle: Kojun) -> None:
    sizes = [len(cells) for cells in puzzle.region_cells]
    for r, row in enumerate(puzzle.givens):
        for c, given in enumerate(row):
            label = puzzle.regions[r][c]
            size = sizes[label] if isinstance(label, int) else 0
            if type(given) is not int or not 0 <= given <= size:
                raise BadInput(given_fault(in_words((r, c)), given, size))


def given_fault(cell: Text, given: object, size: int) -> Text:
    """The error for a number that a region of this size does not hold; a hole has the size 0."""
    if type(given) is not int:
        token = Verbatim(repr(given))
        return Text("{place}: {token} is not a whole number.", place=cell, token=token)
    if not size:
        return Text("{cell}: {given} stands in a hole.", cell=cell, given=given)
    if given < 0:
        return Text("{cell}: {given} is not a number of the puzzle.", cell=cell, given=given)
    return Plural(
        "{cell}: {given} is larger than its region ({n} cell).",
        "{cell}: {given} is larger than its region ({n} cells).",
        n=size,
        cell=cell,
        given=given,
    )


MODEL = Model(puzzle=Kojun, answer=GridAnswer, default_size=(6, 6))
