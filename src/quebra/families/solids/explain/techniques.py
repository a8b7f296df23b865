"""The techniques of packing, from easy to hard."""

from __future__ import annotations

from quebra.contract.results import Technique
from quebra.grid import ladder
from quebra.i18n.text import Text

MISTAKE = Technique(Text("mistake"), 0, Text("A piece of the attempt cannot stay where it is."))
DEAD_END = Technique(ladder.DEAD_END, 0, Text("The pieces cannot fill the target."))
CELL = Technique(Text("only filler"), 1, Text("Only one placement fills a cell."))
PIECE = Technique(Text("only place"), 1, Text("A piece has one place left."))
POCKET = Technique(
    Text("pocket"), 2, Text("All other placements leave a cell or a piece without a place.")
)
ROOM = Technique(
    Text("room"), 2, Text("All other placements close off a part that no pieces fill.")
)
BALANCE = Technique(
    Text("balance"), 3, Text("With all other placements, the colours of cells do not add up.")
)
CHOICE = Technique(Text("choice"), 3, Text("A placement leads to a solution; others may too."))
AHEAD = Technique(
    Text("look ahead"), 4, Text("All other placements lead to a contradiction by forced steps.")
)
TRIAL = Technique(Text("trial"), 5, Text("A search shows that all other placements lead nowhere."))
TECHNIQUES = (MISTAKE, DEAD_END, CELL, PIECE, POCKET, ROOM, BALANCE, CHOICE, AHEAD, TRIAL)
