"""Hints by the plan: its next opening, and what the rest of the kind waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from quebra.contract.errors import Cut
from quebra.contract.results import MAX_WHERE, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.hint import Hint, kind, numbered, numbers, tiles
from quebra.families.shisen.explain.phrases import tiles_in_words
from quebra.families.shisen.explain.plan_search import Plan, makeshift_plan, plan_of
from quebra.families.shisen.explain.sure import leftover
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell, in_words
from quebra.i18n.text import Text, sentences

PLAN = Technique(
    Text("plan"), 12, Text("The next move of a plan that clears the board with few decisions.")
)
SEARCH = Technique(Text("search"), 13, Text("A search proves that the board can still be cleared."))

PLAN_SECONDS = 1.0
"""Time for a plan where a hint has a time limit; after that any safe move is shown."""
NUMBERED = 9
"""Moves of a plan that are numbered on the board."""


class Planner:
    """The plan of a game: that of the whole board while its pairs clear the position.

    Otherwise there is a new plan, of the position. So the plan stays the same while the player
    follows it or makes harmless moves, and nothing needs to be stored.
    """

    def __init__(self, puzzle: Shisen, budget: Budget) -> None:
        self._puzzle = puzzle
        self._budget = budget
        self._plan: Plan | None = None
        self._sizes = Counter(puzzle.tiles.values())

    def moves(self, position: Position) -> list[Pair] | None:
        """The moves that clear a position; None if it cannot be cleared."""
        if self._plan and (moves := self._plan.moves_from(position)):
            return moves
        for puzzle in (self._puzzle, position.board()):
            self._plan = self._find(puzzle)
            if self._plan and (moves := self._plan.moves_from(position)):
                return moves
        return None

    def hint(self, position: Position) -> Hint:
        """The first move of the plan."""
        moves = self.moves(position)
        assert moves and self._plan
        if self._plan.is_makeshift:
            one, other = moves[0]
            text = by_search(position.names[one], (position.cells[one], position.cells[other]))
            return Hint(SEARCH, (moves[0],), text)
        moves = _clearest_first(position, moves)
        waiting, number = _waiting_for(position, moves)
        waits = _waiting_text(position, moves[0], waiting, number)
        begin = Text(
            "Take {kind} at {cells}: first of the {n} moves of a plan that clears the board.",
            n=len(moves),
            **tiles(position, moves[0]),
        )
        is_first = self._is_first_opening(position)
        reason = sentences(
            waits if is_first else Text(),
            Text("The numbers show the next moves of a plan that clears the board."),
            Text("You can play it through: no other choice has to be made."),
        )
        named = not is_first and len(waiting) <= MAX_WHERE - 2
        shown = moves[:NUMBERED]
        at = {tile: n for n, pair in enumerate(moves, 1) for tile in pair}
        late = [tile for tile in waiting if at[tile] > NUMBERED and not is_first]
        cells = position.cells
        return Hint(
            PLAN,
            (moves[0],),
            begin if is_first else waits,
            reason,
            more=tuple(cells[t] for t in waiting) if named else (),
            others=tuple(
                cells[t] for t in ((t for p in shown for t in p) if is_first else waiting)
            ),
            figures=(
                *numbers(position, shown),
                *(numbered(cells[tile], at[tile]) for tile in late),
            ),
        )

    def _find(self, puzzle: Shisen) -> Plan | None:
        left = self._budget.left()
        if left is None:
            return plan_of(puzzle, self._budget)
        try:
            return plan_of(puzzle, Budget(min(left, PLAN_SECONDS), cancel=self._budget.cancel))
        except Cut as cut:
            if cut.reason == "cancelled":
                raise
            return makeshift_plan(puzzle, self._budget)

    def _is_first_opening(self, position: Position) -> bool:
        """Whether every kind is complete or gone."""
        left = Counter(position.names[tile] for tile in bits(position.standing))
        return all(count == self._sizes[name] for name, count in left.items())


def by_search(kind: str, cells: Iterable[Cell]) -> Text:
    """The text of a move that a search proves to be safe."""
    return Text(
        "Take {tiles}: a search proves that the board can still be cleared.",
        tiles=tiles_in_words(kind, cells),
    )


def _clearest_first(position: Position, moves: list[Pair]) -> list[Pair]:
    """The moves with another opening first, if the others of its kind wait for fewer tiles.

    Only openings of the plan are considered, so the plan does not get more of them.
    """

    def rank(pair: Pair) -> tuple[int, int]:
        waiting, number = _waiting_for(position, [pair, *(p for p in moves if p != pair)])
        return len(waiting), number

    seen: set[int] = set()
    openings = []
    for pair, after in pairwise([*moves, moves[0]]):
        group = position.kind_of[pair[0]]
        if group not in seen and not group >> after[0] & 1 and position.is_free(pair):
            openings.append(pair)
        seen.add(group)
    best = min([pair for pair in openings if leftover(position, pair)] or moves[:1], key=rank)
    return [best, *(pair for pair in moves if pair != best)]


def _waiting_for(position: Position, moves: list[Pair]) -> tuple[list[int], int]:
    """The tiles that the other two of the first kind wait for, and the move that takes the last.

    They are the fewest tiles on a path that the plan empties before it takes these two. Where the
    kind has more tiles, the list is empty, and the number is that of its last move.
    """
    at = {tile: n for n, pair in enumerate(moves, 1) for tile in pair}
    rest = leftover(position, moves[0])
    if rest is None:
        return [], max(at[tile] for tile in bits(position.kind_of[moves[0][0]] & position.standing))
    taken = 1 << moves[0][0] | 1 << moves[0][1]
    paths = (bits(path & ~taken) for path in position.blockers(rest))
    last = at[rest[0]]
    ranked = ((len(path), max((at[tile] for tile in path), default=last), path) for path in paths)
    _, number, waiting = min(each for each in ranked if each[1] <= last)
    return waiting, number


def _waiting_text(position: Position, pair: Pair, waiting: list[int], number: int) -> Text:
    values = {**tiles(position, pair), "n": number}
    if not waiting:
        return Text(
            "Take {kind} at {cells}: the last of the others goes in move {n} of the plan.", **values
        )
    if len(waiting) == 1:
        return Text(
            "Take {kind} at {cells}: {tile} at {cell} frees the others in move {n}.",
            tile=kind(position, waiting[0]),
            cell=in_words(position.cells[waiting[0]]),
            **values,
        )
    return Text(
        "Take {kind} at {cells}: the last of {count} marked tiles frees the others in move {n}.",
        count=len(waiting),
        **values,
    )
