"""A hint: pairs to take, or a pair not to take, and how it becomes a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from quebra.contract.results import MAX_WHERE, Badge, Figure, Line, Place, Step, Technique
from quebra.families.shisen.explain.phrases import line_over, middle
from quebra.families.shisen.model import TilePair
from quebra.families.shisen.position import Pair, Position
from quebra.grid.cells import Cell, cells_in_words
from quebra.i18n.text import Text, Verbatim

NO_REASON = Text()
BADGE_SHIFT = 0.27
"""The distance of a number from the middle of its tile, to the left and upwards."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Pairs to take in this order, or with `forbids` a pair that must not go together.

    `more` are further places to highlight, and `others` those in a lighter tone. `evidence` is what
    a person has to look at: of several hints by one technique, the one with the least comes first.
    """

    technique: Technique
    pairs: tuple[Pair, ...]
    text: Text
    reason: Text = NO_REASON
    more: tuple[Cell, ...] = ()
    others: tuple[Cell, ...] = ()
    figures: tuple[Figure, ...] = ()
    evidence: int = 0
    forbids: bool = False

    def step(self, position: Position) -> Step:
        """The hint as a step."""
        pairs = [(position.cells[i], position.cells[j]) for i, j in self.pairs]
        where = dict.fromkeys([*(cell for pair in pairs for cell in pair), *self.more])
        action: Literal["place", "remove"] = "remove" if self.forbids else "place"
        return Step(
            self.technique.name,
            tuple(where)[:MAX_WHERE],
            tuple(TilePair(position.puzzle.tiles[p[0]], p).change(action) for p in pairs),
            self.text,
            self.reason,
            tuple(cell for cell in dict.fromkeys(self.others) if cell not in where),
            (*self._paths(position), *self.figures),
        )

    def apply(self, position: Position) -> None:
        """Take the pairs, or rule the pair out."""
        for pair in self.pairs:
            if self.forbids:
                position.forbid(pair)
            else:
                position.take(pair)

    def _paths(self, position: Position) -> Iterator[Line]:
        """The paths of the pairs, each after those before it have gone."""
        trial = position.copy()
        for pair in self.pairs:
            if trial.is_free(pair):
                yield line_over(trial.move(pair).path)
            trial.take(pair)


def easiest(hints: Iterable[Hint], position: Position, near: Place | None) -> Hint | None:
    """The hint with the least evidence; of equal ones, the nearest to a place."""

    def rank(hint: Hint) -> tuple[int, int]:
        cells = [position.cells[tile] for tile in hint.pairs[0]]
        away = min(abs(r - near[0]) + abs(c - near[1]) for r, c in cells) if near else 0
        return hint.evidence, away

    return min(hints, key=rank, default=None)


def numbers(position: Position, moves: Iterable[Pair], start: int = 1) -> Iterator[Badge]:
    """The numbers of moves, on both tiles of each."""
    for number, pair in enumerate(moves, start):
        for tile in pair:
            yield numbered(position.cells[tile], number)


def numbered(cell: Cell, number: int) -> Badge:
    """A number on a tile."""
    x, y = middle(cell)
    return Badge((x - BADGE_SHIFT, y - BADGE_SHIFT), str(number))


def tiles(position: Position, pair: Pair) -> dict[str, Text | Verbatim]:
    """The kind and the cells of a pair, as values of a text."""
    return {
        "kind": kind(position, pair[0]),
        "cells": cells_in_words(position.cells[tile] for tile in pair),
    }


def kind(position: Position, tile: int) -> Verbatim:
    """The name of a tile's kind."""
    return Verbatim(position.names[tile])
