"""Nets of bodies of cubes: each square of the surface once, and sides that meet in space."""

from __future__ import annotations

from collections import Counter

import pytest

from quebra.families.solids.sets import SETS
from quebra.families.solids.space import faces_of
from quebra.geometry.nets import SIDES, Net, Spot, Square, seams, unfold

BODIES = [
    piece.body
    for name in ("soma", "slothouber-graatsma", "pentominoes", "bedlam")
    for piece in SETS[name].puzzle().pieces
]
Ends = frozenset[tuple[float, ...]]


def ends(square: Square, side: Spot) -> Ends:
    """The ends in space of a side of a square."""
    ahead = square.direction(side)
    along = square.direction((side[1], side[0]))
    middle = [c + (n + a) / 2 for c, n, a in zip(square.cell, square.outwards, ahead, strict=True)]
    return frozenset(
        tuple(m + sign * b / 2 for m, b in zip(middle, along, strict=True)) for sign in (1, -1)
    )


def side_of(nets: tuple[Net, ...], end: tuple[int, Spot, Spot]) -> Ends:
    """The ends in space of a side that is glued."""
    number, at, side = end
    return ends(nets[number].squares[at], side)


@pytest.mark.parametrize("body", BODIES)
def test_a_net_is_the_surface(body: tuple[tuple[int, int, int], ...]) -> None:
    nets = unfold(body)
    squares = [square for net in nets for square in net.squares.values()]
    names = {(square.cell, square.outwards) for square in squares}
    assert len(nets) == 1
    assert len(names) == len(squares) == len(faces_of(body))
    (net,) = nets
    folds = list(net.folds())
    for at, side, _ in folds:
        other = net.squares[at[0] + side[0], at[1] + side[1]]
        assert ends(net.squares[at], side) == ends(other, (-side[0], -side[1]))
    used = Counter(end for seam in seams(nets) for end in (seam.first, seam.second))
    assert set(used.values()) == {1}
    assert 2 * len(folds) + len(used) == len(SIDES) * len(squares)
    assert all(side_of(nets, seam.first) == side_of(nets, seam.second) for seam in seams(nets))


def test_no_piece_is_mirrored() -> None:
    for body in BODIES:
        for square in unfold(body)[0].squares.values():
            (a, b, c), (d, e, f) = square.right, square.down
            assert (b * f - c * e, c * d - a * f, a * e - b * d) == square.outwards


def test_nets_are_the_same_each_time() -> None:
    assert unfold(BODIES[1]) == unfold(reversed(BODIES[1]))
