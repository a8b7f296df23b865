"""Optional. The puzzle as a game: moves that enter numbers, and edits of the puzzle."""

from __future__ import annotations

from quebra.contract.play import Play
from quebra.families._template.model import Latin
from quebra.families._template.rules import check
from quebra.grid.cells import GridAnswer, in_words
from quebra.grid.play import EntryPlay
from quebra.i18n.text import Text

_CELL = in_words((2, 3))
MOVES = (
    ("r3c4=2", Text("put {value} into {cell}", value=2, cell=_CELL)),
    ("r3c4=.", Text("clear {cell}", cell=_CELL)),
)
EDITS = (
    ("r3c4=2", Text("give {value} in {cell}", value=2, cell=_CELL)),
    ("r3c4=.", Text("give nothing there")),
)

ENTRIES: EntryPlay[Latin] = EntryPlay(
    check=check,
    clues=lambda puzzle: puzzle.givens,
    with_clues=lambda puzzle, givens: Latin(givens=givens),
    largest=lambda puzzle: puzzle.size[0],
)


def blank(rows: int, cols: int) -> Latin:
    """The square without givens; its side is the number of rows."""
    return Latin(givens=((0,) * rows,) * rows)


PLAY: Play[Latin, GridAnswer] = ENTRIES.play(MOVES, EDITS, blank)
