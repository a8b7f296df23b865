"""The techniques of tangrams, from the easiest to a choice, and the limits of each."""

from __future__ import annotations

from quebra.contract.results import Technique
from quebra.i18n.text import Text

LAST_PIECE, SIDE, ANGLE, ONLY_FIT, LOOK_AHEAD, EITHER_WAY, SHORT_TRIAL, TRIAL, CHOICE = (
    TECHNIQUES
) = (
    Technique(Text("last piece"), 1, Text("one piece is left, and it fills the rest")),
    Technique(Text("side"), 1, Text("only one piece has a side as long as an edge")),
    Technique(Text("angle"), 1, Text("only one piece fits into an angle, in only one way")),
    Technique(
        Text("only fit"), 1, Text("only one piece fills a corner or an edge without a useless gap")
    ),
    Technique(
        Text("look ahead"), 2, Text("every other way to fill a corner blocks another corner")
    ),
    Technique(Text("either way"), 2, Text("several ways to fill a corner lead to a solution")),
    Technique(
        Text("short trial"), 3, Text("every other way to fill a corner fails after a few pieces")
    ),
    Technique(
        Text("trial"), 4, Text("a search proves that no other way to fill a corner is right")
    ),
    Technique(
        Text("choice"), 5, Text("several ways to fill a corner are possible; this one is right")
    ),
)
AHEAD = 4
"""The most ways to fill a corner for which `look ahead` is used."""
SHORT_NODES = 20
"""The most search nodes of a short trial, for all other ways together."""
TRIAL_NODES = 40
"""The most search nodes of a trial, for each other way."""
TRIED_WAYS = 6
TRIED_CORNERS = 4
"""The most ways to fill a corner, and the most corners, for which a trial is used."""
TRIED_PIECES = 12
"""With more remaining pieces there is no trial, because it would take too long."""
FITS_TRIED = 120
"""The most placements in corners that are compared for one step, in puzzles of many pieces."""
ALIKE = 0.03
"""Sides whose lengths differ by a smaller share look equally long."""
