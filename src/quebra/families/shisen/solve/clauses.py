"""Clearings within a number of rounds as clauses for CP-SAT, whose search learns from conflicts.

A variable says of each tile and round that the tile has gone by the end of the round. Implications
of one direction suffice: a tile that has gone has a pair, and the pair has a path whose tiles have
all gone a round before. What the propagation has found holds too: no tile goes before its `leave`,
and no pair before its `time`.

The sum of rounds is the number of tiles that stand after each round, over all rounds. These are
counted by kind and in pairs, with totalizers (Bailleux and Boufkhad, Efficient CNF Encoding of
Boolean Cardinality Constraints, 2003), and minimised by cores (Fu and Malik, On Solving the Partial
MAX-SAT Problem, 2006), so that the lower bound rises first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from quebra.engine.budget import Budget
from quebra.engine.cpsat import improve_model, new_model
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.paths import needed_paths
from quebra.families.shisen.solve.state import NEVER, ShisenState

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MAX_LITERALS = 8_000_000
"""Tiles over all paths and rounds; more do not fit into memory."""


class TooLarge(Exception):
    """A board with too many paths."""


class Clauses:
    """The clauses of the clearings that a propagated state allows.

    All tiles have gone after `rounds` rounds. Where these are `exact`, every solution is a clearing
    within that number. Else tiles may go in the last of them without a path, so that the sum over
    `min(round, rounds - 1)` is bounded for all clearings; all tiles can go before that round.
    """

    def __init__(
        self, puzzle: Shisen, state: ShisenState, rounds: int, exact: bool, budget: Budget
    ) -> None:
        self.model = new_model(budget)
        self._puzzle, self._state, self._budget = puzzle, state, budget
        self._rounds, self._exact = rounds, exact
        self._cells = [(int(r) - 1, int(c) - 1) for r, c in zip(state.row, state.col, strict=True)]
        self._number = {cell: tile for tile, cell in enumerate(self._cells)}
        self._leave = [int(time) for time in state.leave]
        self._always = self.model.new_constant(1)
        self._gone = [
            [self._new_gone(tile, r) for r in range(rounds)] for tile in self._number.values()
        ]
        self._literals = 0
        self.chosen: dict[int, cp_model.IntVar] = {}
        for gone in self._gone:
            for before, after in pairwise(gone):
                self.model.add_implication(before, after)
        self._add_pairs()

    def clearings(self, budget: Budget) -> Iterator[list[int]]:
        """The pairs of one solution, or of better and better ones where a sum is minimised."""
        return improve_model(self.model, self._pairs, budget, by_cores=True)

    def minimise_sum(self) -> None:
        """Minimise the sum of rounds."""
        tiles, fixed = self._state.tiles, 0
        standing: list[cp_model.LiteralT] = []
        for first, last in pairwise(map(int, tiles)):
            for now in range(self._rounds - 1):
                free = [tile for tile in range(first, last) if self._leave[tile] <= now]
                certain = last - first - len(free)
                counted = self._count([~self._gone[tile][now] for tile in free])
                pairs = counted[certain % 2 :: 2]
                for fewer, more in pairwise(pairs):
                    self.model.add_implication(more, fewer)
                fixed += (certain + 1) // 2
                standing += pairs
        self.model.minimize(2 * fixed + 2 * sum(standing))

    def _pairs(self, solution: cp_model.CpSolverSolutionCallback) -> list[int]:
        return [pair for pair, chosen in self.chosen.items() if solution.boolean_value(chosen)]

    def _new_gone(self, tile: int, now: int) -> cp_model.LiteralT:
        """Whether a tile has gone by the end of a round."""
        if now < self._leave[tile]:
            return ~self._always
        return self._always if now == self._rounds - 1 else self.model.new_bool_var("")

    def _add_pairs(self) -> None:
        """Each tile has one pair."""
        of: list[list[cp_model.IntVar]] = [[] for _ in self._cells]
        late = self._rounds if self._exact else NEVER
        for pair, time in enumerate(map(int, self._state.time)):
            if time < late:
                self._budget.pause()
                self.chosen[pair] = self.model.new_bool_var("")
                for tile in (self._state.one[pair], self._state.two[pair]):
                    of[tile].append(self.chosen[pair])
                self._add_pair(pair, time)
        for each in of:
            self.model.add_exactly_one(each)

    def _add_pair(self, pair: int, time: int) -> None:
        """A chosen pair goes together, not before its time, and by a free path."""
        one, two = int(self._state.one[pair]), int(self._state.two[pair])
        not_chosen = ~self.chosen[pair]
        for now in range(self._rounds - 1):
            gone, mate_gone = self._gone[one][now], self._gone[two][now]
            if now < time:
                self.model.add_implication(gone, not_chosen)
                self.model.add_implication(mate_gone, not_chosen)
            else:
                self.model.add_bool_or(not_chosen, ~gone, mate_gone)
                self.model.add_bool_or(not_chosen, gone, ~mate_gone)
        paths = self._timed_paths(pair)
        if min(paths)[0] == 0:
            return
        for now in range(time, self._rounds - (not self._exact)):
            free = [self._free(tiles, now) for earliest, tiles in paths if earliest <= now]
            self.model.add_bool_or(not_chosen, ~self._gone[one][now], *free)

    def _timed_paths(self, pair: int) -> list[tuple[int, list[int]]]:
        """The first round in which each path of a pair may be free, and the tiles on it."""
        ends = self._cells[self._state.one[pair]], self._cells[self._state.two[pair]]
        found = []
        for path in needed_paths(self._puzzle, *ends):
            tiles = sorted(self._number[cell] for cell in path.tiles)
            found.append((max((self._leave[tile] + 1 for tile in tiles), default=0), tiles))
        return found

    def _free(self, tiles: list[int], now: int) -> cp_model.IntVar:
        """Whether these tiles have gone before a round."""
        self._literals += len(tiles)
        if self._literals > MAX_LITERALS:
            raise TooLarge
        free = self.model.new_bool_var("")
        self.model.add_bool_and(self._gone[tile][now - 1] for tile in tiles).only_enforce_if(free)
        return free

    def _count(self, literals: list[cp_model.LiteralT]) -> list[cp_model.LiteralT]:
        """Variables that hold where at least 1, 2, … of these literals do."""
        if len(literals) < 2:
            return literals
        half = len(literals) // 2
        left, right = self._count(literals[:half]), self._count(literals[half:])
        total: list[cp_model.LiteralT] = [self.model.new_bool_var("") for _ in literals]
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                if i + j:
                    few = [~each for each in (*left[i - 1 : i], *right[j - 1 : j])]
                    self.model.add_bool_or(*few, total[i + j - 1])
        return total
