"""Cells, seams and turns: the same counts and symmetries for every shape of piece."""

from __future__ import annotations

from itertools import product

import pytest

from quebra.families.edges.layout import Layout, free_layout, grid_layout

SIZES = [
    ("square", (1, 1)),
    ("square", (2, 3)),
    ("square", (4, 4)),
    ("hexagon", (1, 1)),
    ("hexagon", (3, 4)),
    ("triangle", (1,)),
    ("triangle", (4,)),
    ("cube", (1, 1, 1)),
    ("cube", (2, 2, 3)),
]


@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_every_side_is_at_the_rim_or_at_one_seam(shape: str, size: tuple[int, ...]) -> None:
    layout = grid_layout(shape, size)
    sides = [(a, s) for a, s, _, _ in layout.seams] + [(b, s) for _, _, b, s in layout.seams]
    sides += layout.rim
    assert sorted(sides) == list(product(range(len(layout.cells)), range(layout.sides)))


@pytest.mark.parametrize(
    ("shape", "size", "cells", "seams", "turns"),
    [
        ("square", (4, 6), 24, 38, 4),
        ("hexagon", (3, 4), 12, 23, 6),
        ("triangle", (4,), 16, 18, 3),
        ("cube", (3, 3, 3), 27, 54, 24),
    ],
)
def test_counts(shape: str, size: tuple[int, ...], cells: int, seams: int, turns: int) -> None:
    layout = grid_layout(shape, size)
    found = (len(layout.cells), len(layout.seams), len(layout.turns))
    assert found == (cells, seams, turns)


@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_turns_are_a_group_with_the_identity_first(shape: str, size: tuple[int, ...]) -> None:
    layout = grid_layout(shape, size)
    turns = set(layout.turns)
    assert layout.turns[0] == tuple(range(layout.sides))
    assert len(turns) == len(layout.turns)
    assert {tuple(a[k] for k in b) for a in turns for b in turns} == turns


def test_a_turn_of_a_square_is_clockwise() -> None:
    turn = grid_layout("square", (1, 1)).turns[1]
    up, right, down, left = (("up", "right", "down", "left")[edge] for edge in turn)
    assert (up, right, down, left) == ("left", "up", "right", "down")


def test_a_cube_keeps_opposite_faces_opposite() -> None:
    opposite = {0: 2, 2: 0, 1: 3, 3: 1, 4: 5, 5: 4}
    for turn in grid_layout("cube", (1, 1, 1)).turns:
        assert all(turn[opposite[side]] == opposite[turn[side]] for side in range(6))


def test_a_whole_board_can_be_turned() -> None:
    """The seams of a square board, turned with it, are its seams."""
    layout = grid_layout("square", (3, 3))
    number = {cell: i for i, cell in enumerate(layout.cells)}

    def turned(cell: int, side: int) -> tuple[int, int]:
        r, c = layout.cells[cell]
        return number[c, 2 - r], (side + 1) % 4

    seams = {frozenset(((a, s), (b, t))) for a, s, b, t in layout.seams}
    assert {frozenset((turned(a, s), turned(b, t))) for a, s, b, t in layout.seams} == seams


def test_a_free_layout_knows_only_its_seams() -> None:
    layout = free_layout(3, 3, [(0, 0, 1, 2), (1, 0, 2, 2)])
    assert isinstance(layout, Layout)
    assert layout.cells == ((0,), (1,), (2,))
    assert len(layout.rim) == 5 and len(layout.turns) == 3
