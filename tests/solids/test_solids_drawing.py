"""Drawings in the terminal."""

from __future__ import annotations

from quebra.contract.family import Look
from quebra.families.solids.draw import draw
from quebra.families.solids.sets import SETS
from quebra.render.terminal import to_text


def test_a_terminal_shows_the_layers_of_every_piece() -> None:
    for known in SETS.values():
        lines = to_text(draw(known.puzzle(), None, Look()), columns=80).splitlines()
        assert max(map(len, lines)) <= 80
        for piece in known.pieces:
            at = lines.index(" ".join(piece.cells))
            assert piece.name in lines[at + 1]
