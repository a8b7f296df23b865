"""The plan: an order of moves that clears a board with few openings.

An opening takes two of a kind while the others cannot follow at once. All other moves are
harmless, so the openings are the decisions of a game. A beam search looks for few of them: its
nodes are positions without harmless moves, and each level makes one more opening. It is no proof
when it finds nothing; then the moves of any clearing are used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock

from quebra.engine.budget import Budget
from quebra.engine.kernels import Runner
from quebra.families.shisen.explain import plan_kernel
from quebra.families.shisen.explain.game_state import CLEARED
from quebra.families.shisen.explain.games import new_runner
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import Pair, Position, clearing_of
from quebra.families.shisen.solve.state import ShisenState
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell

WIDTH, MAX_WIDTH = 30, 100
"""Positions that are kept at each level: at first, and if the search finds nothing though the board
can be cleared."""
MAX_KEPT = 64
"""Boards whose plans are kept."""

Openings = tuple[int, ...]
Rows = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves that clear a board, in order, each by its two cells.

    A makeshift plan is any clearing, because there was no time for a search for few openings.
    """

    moves: tuple[tuple[Cell, Cell], ...]
    is_makeshift: bool = False

    def moves_from(self, position: Position) -> list[Pair] | None:
        """The moves that clear a later position, in an order in which they can be made.

        The pairs of the plan are kept, as far as they are on the board. Where the player has taken
        one tile each of two pairs, the other two tiles are a pair. None if these pairs do not clear
        the position.
        """
        pairs = self._pairs_in(position)
        if pairs is None:
            return None
        moves: list[Pair] = []
        standing = position.standing
        while pairs:
            pair = next((p for p in pairs if position.is_free_among(p, standing)), None)
            if pair is None:
                return None
            moves.append(pair)
            pairs.remove(pair)
            standing &= ~(1 << pair[0] | 1 << pair[1])
        return moves

    def _pairs_in(self, position: Position) -> list[Pair] | None:
        single = position.standing
        pairs: list[Pair] = []
        for cells in self.moves:
            numbers = [position.numbers.get(cell, -1) for cell in cells]
            if all(n >= 0 and position.standing >> n & 1 for n in numbers):
                pairs.append((min(numbers), max(numbers)))
                single &= ~(1 << numbers[0] | 1 << numbers[1])
        for group in position.kinds:
            if left := bits(group & single):
                if len(left) != 2:
                    return None
                pairs.append((left[0], left[1]))
        return pairs


_kept: dict[Shisen, Plan | None] = {}
_lock = Lock()


def plan_of(puzzle: Shisen, budget: Budget) -> Plan | None:
    """The plan of a board, which depends on nothing else; None if it cannot be cleared.

    >>> plan_of(Shisen(board=(("A", "B"), ("A", "B"))), Budget()).moves
    (((0, 0), (1, 0)), ((0, 1), (1, 1)))
    """
    if puzzle not in _kept:
        plan = _search(puzzle, budget)
        with _lock:
            while len(_kept) >= MAX_KEPT:
                del _kept[next(iter(_kept))]
            _kept[puzzle] = plan
    return _kept[puzzle]


def makeshift_plan(puzzle: Shisen, budget: Budget) -> Plan | None:
    """The moves of any clearing, or None with a proof that there is none."""
    clearing = clearing_of(puzzle, budget)
    return Plan(tuple(move.pair for _, move in clearing.moves), True) if clearing else None


def _search(puzzle: Shisen, budget: Budget) -> Plan | None:
    runner = new_runner(puzzle, budget)
    openings = _fewest_openings(runner, WIDTH)
    if openings is None:
        clearing = makeshift_plan(puzzle, budget)
        openings = _fewest_openings(runner, MAX_WIDTH) if clearing else None
        if openings is None:
            return replace(clearing, is_makeshift=False) if clearing else None
    return _plan_with(runner, openings)


def _fewest_openings(runner: Runner, width: int) -> Openings | None:
    """The openings of a plan with the fewest of them that is found, as numbers of pairs."""
    moves = runner.run(plan_kernel.follow, 0)
    game, state = runner.parts
    if 2 * moves == len(game.standing):
        return ()
    level: list[tuple[Rows, Openings]] = [(tuple(map(int, state.rows)), ())]
    while level:
        children: dict[Rows, tuple[int, Openings]] = {}
        for rows, openings in level:
            runner.budget.spend()
            for cleared in _expand(runner, rows, openings, children):
                return cleared
        best = sorted(children.items(), key=lambda child: child[1])[:width]
        level = [(rows, openings) for rows, (_, openings) in best]
    return None


def _expand(
    runner: Runner, rows: Rows, openings: Openings, children: dict[Rows, tuple[int, Openings]]
) -> list[Openings]:
    """Add the children of a node; returns the openings of one that is clear, if any."""
    game = runner.parts[0]
    for r, row in enumerate(rows):
        game.node[r] = row
    count = runner.run(plan_kernel.expand)
    game = runner.parts[0]
    if game.at[CLEARED] >= 0:
        return [(*openings, int(game.child_pair[game.at[CLEARED]]))]
    height = len(rows)
    flat = [int(row) for row in game.child[: count * height]]
    for k in range(count):
        key = tuple(flat[k * height : (k + 1) * height])
        found = int(game.child_rank[k]), (*openings, int(game.child_pair[k]))
        if key not in children or found < children[key]:
            children[key] = found
    return []


def _plan_with(runner: Runner, openings: Openings) -> Plan:
    """The plan with these openings, and all harmless moves as early as possible."""
    game = runner.parts[0]
    for k, pair in enumerate(openings):
        game.child_pair[k] = pair
    count = runner.run(plan_kernel.follow, len(openings))
    game, state = runner.parts
    return Plan(tuple(_cells(state, int(pair)) for pair in game.moves[:count]))


def _cells(state: ShisenState, pair: int) -> tuple[Cell, Cell]:
    one, two = state.one[pair], state.two[pair]
    cells = [(int(state.row[tile]) - 1, int(state.col[tile]) - 1) for tile in (one, two)]
    first, second = sorted(cells)
    return first, second
