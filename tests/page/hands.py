"""Makes the moves of each family by mouse, by keyboard and by touch.

A family joins the tests of the page by an entry in `PLAYERS`: a small board, moves that break a
rule with a part of the sentence that says so, and its hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import pytest

from page.desk import Desk
from page.piece_hands import Assembling, Packing, Tiling
from parameters import slow_where
from quebra import convert, generate
from quebra.families.solids.sets import SETS
from quebra.families.tangram.sets import piece_set


class Hands(Protocol):
    """Three ways to make a move that is written as in `quebra.play`."""

    def mouse(self, desk: Desk, move: str) -> None: ...
    def keyboard(self, desk: Desk, move: str) -> None: ...
    def touch(self, desk: Desk, move: str) -> None: ...


class Entering:
    """Values that are entered into cells: r3c5=7."""

    def mouse(self, desk: Desk, move: str) -> None:
        cell, value = move.split("=")
        desk.cell(cell).click()
        desk.page.locator(".value").nth(int(value) - 1).click()

    def keyboard(self, desk: Desk, move: str) -> None:
        cell, value = move.split("=")
        desk.walk_to(cell)
        desk.press(value)

    def touch(self, desk: Desk, move: str) -> None:
        cell, value = move.split("=")
        desk.cell(cell).tap()
        desk.page.locator(".value").nth(int(value) - 1).tap()


class Pairing:
    """Pairs of tiles: r1c2-r3c4."""

    def mouse(self, desk: Desk, move: str) -> None:
        for cell in move.split("-"):
            desk.cell(cell).click()

    def keyboard(self, desk: Desk, move: str) -> None:
        for cell in move.split("-"):
            desk.walk_to(cell)
            desk.press("Enter")

    def touch(self, desk: Desk, move: str) -> None:
        for cell in move.split("-"):
            desk.cell(cell).tap()


@dataclass(frozen=True)
class Player:
    """A board of a family, and how it is played.

    `refused` tells that the wrong move is not taken at all, but only answered.
    """

    family: str
    board: str
    hands: Hands
    wrong: tuple[str, ...]
    says: str
    refused: bool = False

    def blunder(self, desk: Desk) -> None:
        """Make the wrong moves of the board."""
        for count, move in enumerate(self.wrong):
            desk.wait_for_moves(count)
            self.hands.mouse(desk, move)


TILES = generate("edges", "3x3", seed=3)
INNER = 1 + next(i for i, piece in enumerate(TILES.pieces) if TILES.frame not in piece)  # type: ignore[attr-defined]
SOLID = SETS["tetracubes"].puzzle()
SQUARE = piece_set("classic").puzzle("square")

PLAYERS = (
    Player(
        family="kojun",
        board="kojun\nregions\na a b b\na c d d\nc c c d\ne e d d\n"
        "givens\n. 2 . .\n. . . .\n3 . 2 3\n. . . .",
        hands=Entering(),
        wrong=("r1c1=2",),
        says="One region holds 2",
    ),
    Player(
        family="symmetry",
        board="symmetry\n.s.c\n..tc\n.ssc\ncs..",
        hands=Entering(),
        wrong=("r1c1=1",),
        says="Row 1 reads",
    ),
    Player(
        family="shisen",
        board="shisen\nABBA\nCDDC\nEECC\nFFGG",  # as wide as high: it does not turn on a phone
        hands=Pairing(),
        wrong=("r1c1-r1c2",),
        says="not of one kind",
        refused=True,
    ),
    Player(
        family="edges",
        board=convert(TILES, "text"),
        hands=Tiling(),
        wrong=(f"r1c1={INNER}",),
        says="rim",
    ),
    Player(
        family="tangram",
        board=convert(SQUARE, "text"),
        hands=Assembling(SQUARE),
        wrong=("1=-1,1.6,0", "2=-0.5,2.2,0"),
        says="overlap",
    ),
    Player(
        family="solids",
        board=convert(SOLID, "text"),
        hands=Packing(SOLID),
        wrong=("1=2,0,0",),
        says="does not fit",
        refused=True,
    ),
)
SHARED = ("kojun", "tangram")
"""The families in which the quick tests try what the page does alike for all of them: one with
values in cells, and one with pieces that lie anywhere."""

each_family = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.family)
some_families = pytest.mark.parametrize(
    "player",
    slow_where(lambda player: player.family not in SHARED, PLAYERS),
    ids=lambda player: player.family,
)
"""All families, of which only `SHARED` are quick."""
