"""Optional. The puzzle as a game: moves that enter numbers, and edits of the puzzle."""

from __future__ import annotations

from quebra.contract.play import Play
from quebra.families._template.model import Latin
from quebra.families._template.rules import check
from quebra.grid.cells import GridAnswer
from quebra.grid.play import EntryPlay

MOVES = (("r3c4=2", "put 2 into row 3, column 4"), ("r3c4=.", "clear row 3, column 4"))
EDITS = (("r3c4=2", "give 2 in row 3, column 4"), ("r3c4=.", "give nothing there"))

ENTRIES: EntryPlay[Latin] = EntryPlay(
    check=check,
    clues=lambda puzzle: puzzle.givens,
    with_clues=lambda puzzle, givens: Latin(givens=givens),
    largest=lambda puzzle: puzzle.size[0],
)

PLAY: Play[Latin, GridAnswer] = ENTRIES.play(MOVES, EDITS)
