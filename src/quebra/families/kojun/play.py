"""Kojun as a game: moves enter numbers, and edits change givens and regions."""

from __future__ import annotations

import msgspec

from quebra.contract.play import Play
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.grid.cells import GridAnswer, in_words
from quebra.grid.entries import cell_on, replaced
from quebra.grid.play import EntryPlay
from quebra.i18n.text import Text

_CELL = in_words((2, 4))
MOVES = (
    ("r3c5=7", Text("put {value} into {cell}", value=7, cell=_CELL)),
    ("r3c5=.", Text("clear {cell}", cell=_CELL)),
)
EDITS = (
    ("r3c5=7", Text("give {value} in {cell}", value=7, cell=_CELL)),
    ("r3c5=.", Text("give nothing there")),
    ("r1c2~r1c1", Text("the first cell joins the region of the second")),
)

ENTRIES: EntryPlay[Kojun] = EntryPlay(
    check=check,
    clues=lambda puzzle: puzzle.givens,
    with_clues=Kojun.with_givens,
    largest=lambda puzzle: max(map(len, puzzle.region_cells)),
    is_cell=lambda puzzle, cell: puzzle.regions[cell[0]][cell[1]] is not None,
)


def edit(puzzle: Kojun, text: str) -> Kojun:
    """The puzzle with another given, or with a cell in another region.

    >>> edit(Kojun(regions=((0, 1),), givens=((0, 0),)), "r1c2~r1c1").regions
    ((0, 0),)
    """
    if "~" not in text:
        return ENTRIES.edit(puzzle, text)
    one, _, other = text.partition("~")
    cell, (r, c) = cell_on(puzzle.size, one), cell_on(puzzle.size, other)
    regions = replaced(puzzle.regions, cell, puzzle.regions[r][c])
    return msgspec.structs.replace(puzzle, regions=regions)


PLAY: Play[Kojun, GridAnswer] = ENTRIES.play(MOVES, EDITS, edit)
