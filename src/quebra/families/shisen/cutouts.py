"""The tiles of a Shisen-Sho board to be cut out."""

from __future__ import annotations

from quebra.contract.cutouts import CutOuts
from quebra.families.shisen.draw import labels_of
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.signs import sign, sign_numbers
from quebra.i18n.text import Text, as_is
from quebra.render import Drawing, Label, Shape, rectangle


def cut_outs(puzzle: Shisen, labelled: bool) -> CutOuts:
    """Every tile, row by row, with its label or without.

    >>> len(cut_outs(Shisen(board=(("B", "A", "A", "B"),)), labelled=False).pieces)
    4
    """
    numbers, labels = sign_numbers(set(puzzle.tiles.values())), labels_of(puzzle)
    tiles = []
    for (r, c), kind in sorted(puzzle.tiles.items()):
        name = puzzle.board[r][c] or ""
        shapes: list[Shape] = [rectangle(0, 0, 1, 1, fill="paper", stroke="soft")]
        shapes += sign(numbers[kind], (0.5, 0.42 if labelled else 0.5), 0.28)
        if labelled:
            size = min(0.22, 0.7 / len(labels[name]))
            shapes.append(Label((0.5, 0.84), labels[name], "ink", size))
        tiles.append(Drawing(1, 1, as_is(name), tuple(shapes)))
    return CutOuts(tuple(tiles), 1, Text("the side of a tile"), 20, in_grid=True)
