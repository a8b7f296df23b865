"""The grade of a board: by the hardest technique that it needs, and a score within the grade.

The score is 100 times the number of easier grades, plus 100 (1 - exp(-effort)), at most 99.9, where

    effort = (sum of the weights of all steps + bottlenecks / 2) / (3 * number of cells).

So a harder grade always has a higher score. A bottleneck is a moment at which only one placement
follows by the technique that is needed there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from quebra.contract.family import GRADE_NAMES, GRADES
from quebra.contract.results import Grade, Place
from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.explain.ladder import STEPS, Moment, moments
from quebra.families.edges.explain.trial import SEARCH, cells_by_candidates, solution_of
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.grid.difficulty import score_by_effort
from quebra.grid.ladder import DEAD_END, UNSOLVABLE
from quebra.i18n.text import Plural, Text, sentences

LEVELS: Mapping[str, int] = {str(each.name): each.level for each in STEPS}
WEIGHTS: Mapping[str, float] = {
    "given": 0,
    "corner": 1,
    "rim": 1,
    "only piece": 1,
    "only place": 3,
    "colour": 4,
    "seam": 3,
    "choice": 4,
    "trial": 5,
    "search": 6,
}
SCALE = 3


def grade(puzzle: Edges, budget: Budget) -> Grade:
    """The grade of a board.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> grade(puzzle, Budget()).text
    'Easy: all pieces follow by logic.'
    """
    return graded(puzzle, budget, solvable=False)


def graded(puzzle: Edges, budget: Budget, *, solvable: bool) -> Grade:
    """The grade of a board; `solvable` if it is known to have a solution.

    A board is expert as soon as it needs a search: the open cells then count as steps of a search.
    """
    if not solvable and infeasibility(puzzle):
        return UNSOLVABLE
    board = EdgesBoard(puzzle)
    taken: list[Moment] = []
    for moment in moments(board, budget, by_search=False):
        if moment.deduction.technique == DEAD_END:
            return UNSOLVABLE
        taken.append(moment)
    if board.open and not solvable and solution_of(board, budget) is None:
        return UNSOLVABLE
    return _to_grade(board, taken)


def _to_grade(board: EdgesBoard, taken: list[Moment]) -> Grade:
    used = Counter(str(moment.deduction.technique) for moment in taken)
    used[SEARCH.name] += len(board.open)
    level = max((LEVELS[name] for name, count in used.items() if count), default=1)
    name = GRADES[level - 1]
    # The last piece is none; the first search is one.
    narrow = taken if board.open else taken[:-1]
    bottlenecks = sum(moment.options == 1 for moment in narrow) + bool(board.open)
    cells = len(board.domains)
    work = sum(WEIGHTS[name] * count for name, count in used.items()) + bottlenecks / 2
    counts = tuple((each.name, used[each.name]) for each in STEPS if used[each.name])
    return Grade(
        name,
        score_by_effort(name, work / SCALE / cells),
        counts,
        _text(GRADE_NAMES[name], used, cells, bottlenecks),
        bottlenecks,
        _crux(board, taken),
    )


def _crux(board: EdgesBoard, taken: list[Moment]) -> tuple[Place, ...]:
    """The cell of the hardest moment: the first search, or else the longest proof."""
    cells = board.puzzle.layout.cells
    if board.open:
        return (cells[cells_by_candidates(board)[0]],)
    hardest = max(
        (moment.deduction for moment in taken),
        key=lambda each: (LEVELS[each.technique], WEIGHTS[each.technique], each.nodes),
        default=None,
    )
    return (cells[hardest.cell],) if hardest else ()


def _text(grade: Text, used: Counter[str], cells: int, bottlenecks: int) -> Text:
    searched = used["trial"] + used["choice"] + used["search"]
    logic: Text = Plural(
        "{grade}: {n} of {cells} pieces follows by logic.",
        "{grade}: {n} of {cells} pieces follow by logic.",
        n=cells - searched,
        grade=grade,
        cells=cells,
    )
    if not searched:
        logic = Text("{grade}: all pieces follow by logic.", grade=grade)
    if not bottlenecks:
        return logic
    narrow = Plural(
        "At {n} moment only one piece follows.",
        "At {n} moments only one piece follows.",
        n=bottlenecks,
    )
    return sentences(logic, narrow)
