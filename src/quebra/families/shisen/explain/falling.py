"""Hints on boards with gravity: safe moves, and the next move of a clearing found by search.

When a tile falls, its paths change. So the arguments of the usual game, in which moves only make
room, do not hold, with one exception: if all tiles of a kind are on top of their columns, no other
tile falls when they go.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import Cut
from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.hint import numbered
from quebra.families.shisen.explain.phrases import line_over
from quebra.families.shisen.explain.planning import NUMBERED, SEARCH
from quebra.families.shisen.model import Clearing, Move, Shisen, TilePair
from quebra.families.shisen.position import MAX_NODES, clearing_of
from quebra.families.shisen.standing import StandingTiles
from quebra.grid.cells import Cell, cells_in_words
from quebra.i18n.text import Text, Verbatim, sentences

ON_TOP = Technique(
    Text("on top"),
    2,
    Text("With gravity, all tiles of a kind are on top of their columns, so no other tile falls."),
)
STAYS = sentences(
    Text("No other tile lies above a tile of this kind, so all others stay where they are."),
    Text("Fewer tiles only make room, so every other move stays possible."),
)
NUMBERS = sentences(
    Text("The numbers show the next moves of a plan that clears the board."),
    Text("Tiles fall after each move, and each keeps its number."),
)


def plan_after(puzzle: Shisen, made: list[Move], budget: Budget) -> list[Move] | None:
    """Moves that clear the board after those made; None if it is proved that none do.

    They are the rest of the clearing of the whole board, if the game begins with it.
    """
    try:
        whole = _moves(clearing_of(puzzle, budget.share(MAX_NODES))) or []
    except Cut:
        budget.pause()
        whole = []
    if whole and [{*move.pair} for move in made] == [{*move.pair} for move in whole[: len(made)]]:
        return whole[len(made) :]
    return _moves(clearing_of(StandingTiles(puzzle, made).board(), budget))


def steps(puzzle: Shisen, made: list[Move], plan: list[Move]) -> Iterator[Step]:
    """A step for each move of a plan."""
    for number in range(len(plan)):
        before = StandingTiles(puzzle, [*made, *plan[:number]])
        yield _step(before, len(made) + number, plan[number:])


def _step(tiles: StandingTiles, turn: int, plan: list[Move]) -> Step:
    move = plan[0]
    pair = TilePair(tiles.kind(move.pair[0]), move.pair, turn)
    words: dict[str, Text | Verbatim] = {
        "kind": Verbatim(pair.kind),
        "cells": cells_in_words(pair.cells),
    }
    path = line_over(move.path)
    if _is_on_top(tiles, pair.kind):
        text = Text("All {kind} are on top of their columns: take {cells}, nothing falls.", **words)
        return Step(ON_TOP.name, pair.cells, (pair.change("place"),), text, STAYS, figures=(path,))
    text = Text(
        "Take {kind} at {cells}: first of the {n} moves of a plan that clears the board.",
        n=len(plan),
        **words,
    )
    numbers = _numbers(tiles, plan[:NUMBERED])
    return Step(
        SEARCH.name,
        pair.cells,
        (pair.change("place"),),
        text,
        NUMBERS,
        tuple(cell for cell in numbers if cell not in pair.cells),
        (path, *(numbered(cell, number) for cell, number in numbers.items())),
    )


def _is_on_top(tiles: StandingTiles, kind: str) -> bool:
    """Whether only tiles of a kind lie above its tiles, and no tile above an empty cell."""
    rows = tiles.puzzle.size[0]
    others = [cell for cell in tiles.cells if tiles.kind(cell) != kind]
    highest: dict[int, int] = {}
    for r, c in others:
        highest[c] = min(r, highest.get(c, rows))
    stands = all(r == rows - 1 or (r + 1, c) in tiles.cells for r, c in others)
    return stands and all(
        r < highest.get(c, rows) for r, c in tiles.cells if tiles.kind((r, c)) == kind
    )


def _numbers(tiles: StandingTiles, plan: list[Move]) -> dict[Cell, int]:
    """The number of the move that takes each tile of a plan, by the cell where the tile is now."""
    now = {origin: cell for cell, origin in tiles.origins.items()}
    later = tiles.copy()
    found: dict[Cell, int] = {}
    for number, move in enumerate(plan, start=1):
        found |= {now[later.origins[cell]]: number for cell in move.pair}
        later.remove(move.pair)
    return found


def _moves(clearing: Clearing | None) -> list[Move] | None:
    return None if clearing is None else [move for _, move in clearing.moves]
