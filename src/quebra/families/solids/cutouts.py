"""The pieces as nets of paper, to be cut out, folded and glued."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.cutouts import CutOuts
from quebra.families.solids.draw.layers import colour_of
from quebra.families.solids.model import Solids
from quebra.geometry.net_drawing import FOLDING, NUMBERED_FOLDING, drawn_nets
from quebra.geometry.nets import Spot, Square, unfold
from quebra.i18n.text import Text
from quebra.render import Drawing, Label, Shape, rectangle

SIDE = 20
"""The usual side of a cube, in millimetres."""


def cut_outs(puzzle: Solids, labelled: bool) -> CutOuts:
    """The nets of every copy of every piece, with letters and the numbers of seams or without.

    >>> from quebra.families.solids.sets import SETS
    >>> found = cut_outs(SETS["soma"].puzzle(), labelled=True)
    >>> len(found.pieces), str(found.measure)
    (7, 'the side of a cube')
    """
    pieces = range(len(puzzle.numbers))
    drawings = [each for piece in pieces for each in _nets(puzzle, piece, labelled)]
    return CutOuts(
        pieces=tuple(drawings),
        unit=1.0,
        measure=Text("the side of a cube"),
        millimetres=SIDE,
        note=NUMBERED_FOLDING if labelled else FOLDING,
    )


def _nets(puzzle: Solids, piece: int, labelled: bool) -> tuple[Drawing, ...]:
    colour = f"{colour_of(puzzle, piece)}-light"
    letter = puzzle.letters[puzzle.numbers[piece]]

    def paint(square: Square, at: Spot) -> Iterator[Shape]:
        x, y = at
        yield rectangle(x, y, 1, 1, fill=colour)
        if labelled:
            yield Label((x + 0.5, y + 0.5), letter, "ink", 0.34, bold=True)

    nets = unfold(puzzle.body_of(piece))
    return drawn_nets(nets, puzzle.name_of(piece), paint, numbered=labelled)
