"""The techniques trial, choice and search: refute candidates of a cell, or follow a solution."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import msgspec

from quebra.contract.errors import Cut
from quebra.contract.results import Technique
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.explain import words
from quebra.families.edges.explain.board import Deduction, EdgesBoard
from quebra.families.edges.explain.search import Search, SearchLimitReached
from quebra.families.edges.model import Edges, Filling, Hint
from quebra.families.edges.solve import ENGINES
from quebra.families.edges.solve.backtracker import Backtracker
from quebra.families.edges.solve.domains import Candidates, consistent_domains
from quebra.families.edges.solve.order import usual_order
from quebra.grid.candidates import bits
from quebra.grid.ladder import DEAD_END
from quebra.i18n.text import Text

TRIAL, CHOICE, SEARCH = (
    Technique(Text("trial"), 3, Text("A short search proves that nothing else fits a cell.")),
    Technique(Text("choice"), 1, Text("Several pieces lead to solutions: take one.")),
    Technique(Text("search"), 4, Text("A piece of a solution that a search found.")),
)
FIRST_NODES = 1_500
"""Placement limit of the first search for a solution, before an engine runs."""
ENGINE_NODES = 400_000_000
"""Node limit of an engine without a time limit, about ten seconds."""
QUICK_NODES = 20_000_000
"""Node limit of an engine for a hint, about half a second."""
PLAIN_NODES = 100_000
"""Node limit of an engine for a hint while it is not compiled yet."""
TRIAL_NODES = 100
"""Placement limit for the refutation of one candidate."""
ALL_NODES = 600
"""Placement limit for all refutations of one step."""
MAX_CANDIDATES = 12
"""The most candidates of a cell that is tried."""


def trial(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """A cell in which a short search refutes every candidate but one, or else allows several."""
    nodes = 0
    choice: Deduction | None = None
    for cell in cells_by_candidates(board):
        if board.domains[cell].bit_count() > MAX_CANDIDATES or nodes > ALL_NODES:
            break
        tried = _tried(board, cell, budget)
        nodes += tried.nodes
        if not tried.left:
            return Deduction(DEAD_END, (cell,), partial(words.all_refuted, board, cell))
        if len(tried.left) == 1:
            others = board.domains[cell].bit_count() - 1
            said = partial(words.trial, board, cell, tried.left[0], others, tried.nodes)
            return Deduction(TRIAL.name, (cell,), said, tried.left[0], nodes=tried.nodes)
        if choice is None and len(tried.solutions) > 1:
            choice = _choice(board, cell, tried)
    return choice


@dataclass
class _Tried:
    """What a short search found out about the candidates of a cell."""

    nodes: int = 0
    left: list[int] = field(default_factory=list)
    solutions: list[dict[int, int]] = field(default_factory=list)


def _tried(board: EdgesBoard, cell: int, budget: Budget) -> _Tried:
    """The candidates of a cell that a search does not refute; it ends as soon as there are two."""
    tried = _Tried()
    for candidate in bits(board.domains[cell]):
        search = Search(board, budget, TRIAL_NODES)
        domains = [*board.domains]
        domains[cell] = 1 << candidate
        try:
            found = search.solution(domains)
        except SearchLimitReached:
            tried.left.append(candidate)
        else:
            if found is not None:
                tried.left.append(candidate)
                tried.solutions.append(found)
        if candidate not in tried.left or len(tried.left) > 1:
            tried.nodes += search.nodes
        if len(tried.left) > 1:
            break
    return tried


def _choice(board: EdgesBoard, cell: int, tried: _Tried) -> Deduction:
    """The choice of one of several candidates that lead to solutions."""
    if board.solution is None:
        board.know_solution(tried.solutions[0])
    assert board.solution is not None
    right = board.solution[cell]
    rival = next(each[cell] for each in tried.solutions if each[cell] != right)
    return Deduction(CHOICE.name, (cell,), partial(words.choice, board, cell, right, rival), right)


def follow(board: EdgesBoard) -> Deduction:
    """The piece of a solution in the cell with the fewest candidates."""
    if not board.find_solution():
        return Deduction(DEAD_END, tuple(board.open), words.unfillable)
    assert board.solution is not None
    cell = cells_by_candidates(board)[0]
    right = board.solution[cell]
    return Deduction(SEARCH.name, (cell,), partial(words.search, board, cell, right), right)


def cells_by_candidates(board: EdgesBoard) -> list[int]:
    """The open cells, those with the fewest candidates first, then those at the frame."""
    return sorted(
        board.open, key=lambda cell: (board.domains[cell].bit_count(), -board.rim_sides[cell])
    )


def solution_of(
    board: EdgesBoard, budget: Budget, nodes: int = ENGINE_NODES
) -> dict[int, int] | None:
    """The candidate in each cell of a solution; None proves that there is none.

    Raises `Cut` if the engine does not settle it within a number of nodes.
    """
    try:
        return Search(board, budget, FIRST_NODES).solution(board.domains)
    except SearchLimitReached:
        pass
    puzzle = with_placed_hints(board)
    if nodes <= QUICK_NODES and puzzle.shape != "stack":
        answer = _quick_answer(puzzle, budget, nodes)
    else:
        answer = _engine_answer(puzzle, budget, nodes)
    return None if answer is None else board.candidates.placements(answer)


def _quick_answer(puzzle: Edges, budget: Budget, nodes: int) -> Filling | None:
    """A solution that one backtracker finds, which keeps to a number of nodes."""
    candidates = Candidates(puzzle)
    domains = consistent_domains(candidates)
    if not all(domains):
        return None
    search = Backtracker(candidates, domains, usual_order(puzzle, domains))
    ended = search.go(budget, PLAIN_NODES)
    if ended == Ended.PAUSED and search.is_compiled:
        ended = search.go(budget, nodes)
    if ended == Ended.PAUSED:
        raise Cut("method")
    return search.board() if ended == Ended.FOUND else None


def _engine_answer(puzzle: Edges, budget: Budget, nodes: int) -> Filling | None:
    engine = next(iter(ENGINES.values()))
    try:
        return next(iter(engine(puzzle, budget.share(nodes), goal="any", seed=None)), None)
    except Cut as cut:
        budget.pause()
        raise Cut("method" if cut.reason == "time" else cut.reason) from None


def with_placed_hints(board: EdgesBoard) -> Edges:
    """The puzzle with a hint for each placed piece."""
    hints = {hint.cell: hint for hint in board.puzzle.hints}
    for cell, piece in board.pieces.items():
        colours = board.candidates.all[board.filled[cell]].colours
        place = board.puzzle.layout.cells[cell]
        turn = board.candidates.turns[piece][colours]
        hints[place] = Hint(cell=place, piece=piece, turn=turn)
    return msgspec.structs.replace(board.puzzle, hints=tuple(hints.values()))
