"""Kojun as a game: moves enter numbers, and edits change givens and regions."""

from __future__ import annotations

from collections import Counter

import msgspec

from quebra.contract.play import Play
from quebra.contract.settings import admit_size
from quebra.families.kojun.model import Kojun, Label
from quebra.families.kojun.rules import check
from quebra.grid.cells import Cell, GridAnswer, Rows, as_rows, connected_parts, in_words
from quebra.grid.entries import cell_on, read_new_size, replaced, resized
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
    ("r1c2-r1c3-r2c3~", Text("these cells become a region; what they leave may fall apart")),
    ("size=7x7", Text("another size; the board is cut or extended")),
)
NEW = "new"
"""The label of cells that become a region, until all regions are numbered."""

ENTRIES: EntryPlay[Kojun] = EntryPlay(
    check=check,
    clues=lambda puzzle: puzzle.givens,
    with_clues=Kojun.with_givens,
    largest=lambda puzzle: max(map(len, puzzle.region_cells)),
    is_cell=lambda puzzle, cell: puzzle.regions[cell[0]][cell[1]] is not None,
)


def edit(puzzle: Kojun, text: str) -> Kojun:
    """The puzzle with another given, other regions, or another size.

    >>> board = Kojun(regions=((0, 1, 1),), givens=((0, 0, 0),))
    >>> edit(board, "r1c2~r1c1").regions, edit(board, "r1c2~").regions
    (((0, 0, 1),), ((0, 1, 2),))
    """
    if size := read_new_size(text):
        return _resized(puzzle, size)
    if "~" not in text:
        return ENTRIES.edit(puzzle, text)
    names, _, other = text.partition("~")
    cells = [cell_on(puzzle.size, name) for name in names.split("-")]
    label: Label = NEW
    if other.strip():
        r, c = cell_on(puzzle.size, other)
        label = puzzle.regions[r][c]
    regions = puzzle.regions
    for cell in cells:
        regions = replaced(regions, cell, label)
    return msgspec.structs.replace(puzzle, regions=_split(regions, label))


def _resized(puzzle: Kojun, size: tuple[int, int]) -> Kojun:
    """The puzzle cut or extended; new cells are a region, or join the only one."""
    label = NEW if len(puzzle.region_cells) > 1 else puzzle.regions[0][0]
    regions = _split(resized(puzzle.regions, size, label))
    sizes = Counter(label for row in regions for label in row)
    givens = as_rows(
        (given if given <= sizes[label] else 0 for given, label in zip(*rows, strict=True))
        for rows in zip(resized(puzzle.givens, size, 0), regions, strict=True)
    )
    return msgspec.structs.replace(puzzle, regions=regions, givens=givens)


def _split(regions: Rows[Label], joined: Label = None) -> Rows[Label]:
    """The regions, each part of which is a region of its own; `joined` stays one.

    >>> _split(((0, 1, 0),))
    (('0 0', '1 0', '0 1'),)
    """
    cells: dict[Label, list[Cell]] = {}
    for r, row in enumerate(regions):
        for c, label in enumerate(row):
            cells.setdefault(label, []).append((r, c))
    labels: dict[Cell, Label] = {}
    for label, members in cells.items():
        parts = [members] if label == joined else connected_parts(members)
        for number, part in enumerate(parts):
            labels.update(dict.fromkeys(part, None if label is None else f"{label} {number}"))
    return as_rows((labels[r, c] for c in range(len(row))) for r, row in enumerate(regions))


def blank(rows: int, cols: int) -> Kojun:
    """The board with one region and no givens."""
    admit_size(rows, cols)
    return Kojun(regions=((0,) * cols,) * rows, givens=((0,) * cols,) * rows)


PLAY: Play[Kojun, GridAnswer] = ENTRIES.play(MOVES, EDITS, blank, edit)
