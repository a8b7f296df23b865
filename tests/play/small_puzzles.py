"""Small puzzles for tests of games."""

from quebra import load
from quebra.families.edges.model import Edges, Hint
from quebra.families.kojun.model import Kojun
from quebra.families.shisen.model import Shisen
from quebra.families.symmetry.model import Symmetry
from quebra.families.tangram.model import Piece, Tangram

KOJUN = Kojun(regions=((1, 2, 2), (1, 1, 2)), givens=((0, 0, 3), (0, 0, 0)))
"""A board with the unique solution 2 1 3, 1 3 2."""
SEVERAL = Kojun(regions=((0, 0, 1, 1), (0, 0, 1, 1)), givens=((0,) * 4,) * 2)
IMPOSSIBLE = Kojun(regions=((0,), (0,)), givens=((1,), (0,)))
SYMMETRY = Symmetry(clues=((1, 2, 0), (0, 0, 0), (0, -1, 0)))
SHISEN = Shisen(board=(("A", "B", "A"), ("B", "A", "C"), ("A", "C", None)))
LOSABLE = Shisen(board=(("C", "A", "A"), ("A", "C", "A"), ("B", "B", None)))
"""A board that cannot be cleared after the two adjacent A are removed."""
EDGES = Edges(
    rows=2,
    cols=2,
    pieces=((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)),
    frame=0,
    rotate=True,
)
HINTED = Edges(
    rows=1,
    cols=3,
    pieces=((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2)),
    frame=0,
    hints=(Hint((0, 1), 1),),
)
HALVES = Tangram(pieces=(Piece("half", "M0 0 H1 V1 Z", 2),), figure="M0 0 H1 V1 H0 Z")
CLASSIC = load("tangram classic square", Tangram)
