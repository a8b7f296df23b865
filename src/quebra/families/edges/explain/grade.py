"""The grade of a board: how many pieces follow by logic, and the search for the others."""

from __future__ import annotations

from collections import Counter

from quebra.contract.family import GRADE_NAMES
from quebra.contract.results import Grade
from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.explain.ladder import LADDER
from quebra.families.edges.explain.search import Search, SearchLimitReached
from quebra.families.edges.explain.trial import solution_of
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.grid.ladder import DEAD_END, UNSOLVABLE
from quebra.i18n.text import Plural, Text, sentences

LIMIT = 10_000
"""The placement limit of the search; boards that take more are expert."""

PLACEMENTS = {"easy": 60, "medium": 400, "hard": 3_000}
"""The placement limit of each grade; expert boards take more."""


def grade(puzzle: Edges, budget: Budget) -> Grade:
    """The grade of a board.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> grade(puzzle, Budget()).text
    'Easy: all pieces follow by logic.'
    """
    return graded(puzzle, budget, solvable=False)


def graded(puzzle: Edges, budget: Budget, *, solvable: bool) -> Grade:
    """The grade of a board; `solvable` if it is known to have a solution."""
    if not solvable and infeasibility(puzzle):
        return UNSOLVABLE
    board = EdgesBoard(puzzle)
    used = Counter(f.technique for f in LADDER.deductions(board, budget, LADDER.by_logic))
    if DEAD_END in used:
        return UNSOLVABLE
    followed = len(board.filled)
    search = Search(board, budget, LIMIT)
    settled = True
    if board.open:
        try:
            if search.solution(board.domains) is None:
                return UNSOLVABLE
        except SearchLimitReached:
            settled = False
            if not solvable and solution_of(board, budget) is None:
                return UNSOLVABLE
    return _to_grade(len(puzzle.layout.cells), used, followed, search.nodes, settled)


def _to_grade(cells: int, used: Counter[str], followed: int, nodes: int, settled: bool) -> Grade:
    names = (name for name, most in PLACEMENTS.items() if settled and nodes <= most)
    grade = GRADE_NAMES[next(names, "expert")]
    logic: Text = Plural(
        "{grade}: {n} of {cells} pieces follows by logic.",
        "{grade}: {n} of {cells} pieces follow by logic.",
        n=followed,
        grade=grade,
        cells=cells,
    )
    if followed == cells:
        logic = Text("{grade}: all pieces follow by logic.", grade=grade)
    tried = Text()
    if nodes and settled:
        tried = Plural(
            "A search then completes the board in {n:,} placement.",
            "A search then completes the board in {n:,} placements.",
            n=nodes,
        )
    elif nodes:
        tried = Text("A search then takes more than {nodes:,} placements.", nodes=nodes)
    weights = sum(rung.weight * used[rung.name] for rung in LADDER.rungs)
    counts = [(rung.technique.name, used[rung.name]) for rung in LADDER.rungs if used[rung.name]]
    if nodes:
        counts.append((Text("trial"), nodes))
    return Grade(grade, float(weights + nodes), tuple(counts), sentences(logic, tried))
