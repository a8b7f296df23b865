"""Generates boards: colours on seams, cut into pieces that are shuffled and turned."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import DAILY, OF_THE_DAY, Generate, Preset, Recipe
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.explain import graded
from quebra.families.edges.generate.colouring import Colouring, seam_groups
from quebra.families.edges.generate.places import hint_cells
from quebra.families.edges.generate.recipe import EdgesRecipe, empty_board
from quebra.families.edges.generate.unique import is_unique
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.solve.backtracker import Backtracker
from quebra.families.edges.solve.domains import Candidates, consistent_domains
from quebra.families.edges.solve.order import tightest_first
from quebra.i18n.text import Plural, Text, sentences

__all__ = ["GENERATE", "EdgesRecipe", "generate"]

TRIES, TRIES_WITH_SET, TRIES_FOR_DISTINCT = 60, 10, 5
"""Boards that are tried for a recipe; with a known set, which takes longer; and with equal pieces
that swaps of colours did not remove."""
INNER_COLOURS = {"easy": (1.2, 2.2), "medium": (0.9, 1.7), "hard": (0.8, 1.5), "expert": (0.4, 1)}
"""The range of the number of colours by grade, as multiples of the usual number."""
FRAME_SHARE = {None: 1 / 3, "easy": 1.2, "medium": 1, "hard": 0.5, "expert": 1 / 3}
"""The number of colours along the frame by grade, as a multiple of those inside. A frame of many
colours makes an easy start."""
PROOF_NODES, LONG_PROOF_NODES = 20_000_000, 400_000_000
"""Pieces placed to prove that there is one solution; the second, where more colours would help but
their number is given. These numbers, unlike times, are the same on every machine."""
MOST_NODES = 3_000_000_000
"""Pieces placed in all tries before no more boards are tried; about a minute."""
RESTART_NODES = 300_000
"""Pieces of a known set that are placed before the search starts again, at first."""
TRIES_FOR_MORE_COLOURS = 2
"""Boards without a proof of one solution, before there are more colours."""

Cells = Sequence[Sequence[int]]
"""The colours of each cell of a full board."""


def generate(recipe: Recipe, source: Source, budget: Budget) -> Edges:
    """A board with a solution: the board before it was cut into pieces.

    >>> len(generate(EdgesRecipe(rows=3, cols=4), Source(1), Budget()).pieces)
    12
    """
    assert isinstance(recipe, EdgesRecipe)
    board = empty_board(recipe)
    failures: list[str] = []
    before = budget.stats.get("nodes", 0)
    while _goes_on(recipe, failures) and budget.stats.get("nodes", 0) < before + MOST_NODES:
        budget.pause()
        puzzle, failure = _attempt(recipe, board, len(failures), source, budget)
        if not failure:
            return puzzle
        failures.append(failure)
    raise NotFound(_not_found(recipe, failures))


def _goes_on(recipe: EdgesRecipe, failures: list[str]) -> bool:
    """Whether another board is tried."""
    if recipe.set:
        return len(failures) < (TRIES_WITH_SET if recipe.hints else 1)
    return len(failures) < TRIES and failures.count("distinct") < TRIES_FOR_DISTINCT


def _attempt(
    recipe: EdgesRecipe, board: Edges, number: int, source: Source, budget: Budget
) -> tuple[Edges, str]:
    """A board, and the wish that it does not meet."""
    if recipe.set:
        # Without hints the pieces are enough: the set is known to fit its board.
        cells: Cells = _laid(board, source, budget) if recipe.hints else board.pieces
        faults = 0
    else:
        colouring = Colouring(board, *_palette(recipe, board, number, source), source)
        cells, faults = colouring.cells, colouring.faults
    puzzle = _cut(board, cells, recipe.hints, source)
    if recipe.distinct and faults:
        return puzzle, "distinct"
    if recipe.unique and not is_unique(puzzle, budget, _proof_nodes(recipe)):
        return puzzle, "unique"
    if recipe.grade and graded(puzzle, budget, solvable=True).name != recipe.grade:
        return puzzle, "grade"
    return puzzle, ""


def _proof_nodes(recipe: EdgesRecipe) -> int:
    return LONG_PROOF_NODES if recipe.colours or recipe.set else PROOF_NODES


def _not_found(recipe: EdgesRecipe, failures: list[str]) -> Text:
    """What was not found, and what to relax for the wish that was missed most often."""
    found = Plural("No such board in {n} try.", "No such board in {n} tries.", n=len(failures))
    relax = {
        "distinct": Text("Some pieces were equal or symmetric: ask for more colours."),
        "unique": Text(
            "None was proved to have one solution: ask for more hints, more colours or a smaller "
            "board."
        ),
        "grade": Text("None had that grade: ask for another grade, size or number of colours."),
    }
    if recipe.set:
        relax = {
            "unique": Text("None was proved to have one solution: ask for more hints."),
            "grade": Text("None had that grade: ask for another grade or number of hints."),
        }
    return sentences(found, relax[max(failures, key=failures.count)])


def _laid(board: Edges, source: Source, budget: Budget) -> Cells:
    """A random full board of a known set, by a search that is often started again.

    Few first choices lead to long searches without success, so that restarts are much faster.
    """
    candidates = Candidates(board)
    domains = consistent_domains(candidates)
    ended, nodes = Ended.PAUSED, RESTART_NODES
    while ended == Ended.PAUSED:
        order = tightest_first(board, domains, source)
        search = Backtracker(candidates, domains, order, source)
        ended = search.go(budget, nodes)
        nodes += RESTART_NODES // 10
    assert ended == Ended.FOUND, "a known set fits its board"
    return [board.turned(placed.piece, placed.turn) for placed in search.board().cells]


def _cut(board: Edges, cells: Cells, hints: int, source: Source) -> Edges:
    """The pieces of a full board, shuffled and turned, some of them given at their places."""
    order = source.shuffled(range(len(cells)))
    turns = [source.choice(board.turns) for _ in order]
    pieces = []
    for cell, turn in zip(order, turns, strict=True):
        written = [0] * len(cells[cell])
        for edge, colour in zip(board.layout.turns[turn], cells[cell], strict=True):
            written[edge] = colour
        pieces.append(tuple(written))
    given = {cell: number for number, cell in enumerate(order)}
    return msgspec.structs.replace(
        board,
        pieces=tuple(pieces),
        hints=tuple(
            Hint(board.layout.cells[cell], given[cell], turns[given[cell]])
            for cell in hint_cells(board.layout, hints, source)
        ),
    )


def _palette(recipe: EdgesRecipe, board: Edges, number: int, source: Source) -> tuple[int, int]:
    """The number of colours inside and along the frame.

    With about two colours for three rows, boards have few solutions that can be found. If a grade
    is requested, the number varies around one with which the grade is common. If one solution is,
    the number grows from try to try.
    """
    if recipe.frameless and recipe.frame_colours:
        raise BadInput(Text("Without a frame there are no colours along it."))
    inside, beside = map(len, seam_groups(board))
    inner, along = recipe.colours, recipe.frame_colours
    if not inside:
        if inner and along:
            raise BadInput(
                Text("All pieces touch the frame: ask for colours or frame colours, not for both.")
            )
        inner, along = None, along or inner
    if recipe.frameless:
        inside += len(board.layout.rim)
    _admit_colours(inner, inside)
    _admit_colours(along, beside)
    wanted = inner or _usual_colours(recipe, number, source)
    usual_along = max(2, int(FRAME_SHARE[recipe.grade] * wanted))
    return min(wanted, inside), along or min(usual_along, beside)


def _admit_colours(colours: int | None, seams: int) -> None:
    if colours and colours > seams:
        raise BadInput(
            Plural(
                "There is {n} seam for {colours} colours: too few.",
                "There are {n} seams for {colours} colours: too few.",
                n=seams,
                colours=colours,
            )
        )


def _usual_colours(recipe: EdgesRecipe, number: int, source: Source) -> int:
    usual = max(3, 3 * (recipe.rows + recipe.cols) // 4)
    if recipe.grade:
        least, most = (int(times * usual) for times in INNER_COLOURS[recipe.grade])
        return max(2, least) + source.below(most - least + 1)
    more = number // TRIES_FOR_MORE_COLOURS if recipe.unique else 0
    return usual + usual * more // 4


ETERNITY = {8: (8, 3), 10: (10, 4), 12: (12, 4), 14: (14, 5), 16: (17, 5)}
"""Colours inside and along the frame by side: those of Eternity II, and of published smaller sets
except for 14."""


def _eternity(side: int) -> Preset:
    inner, along = ETERNITY[side]
    text = Text(
        "{inner} colours inside and {along} along the frame, no equal pieces, one piece given",
        inner=inner,
        along=along,
    )
    options = {"colours": inner, "frame_colours": along, "distinct": True, "hints": 1}
    return Preset(text, (side, side), options)


GENERATE = Generate(
    recipe=EdgesRecipe,
    make=generate,
    presets={
        DAILY: Preset(
            OF_THE_DAY,
            (5, 5),
            {"grade": "medium", "unique": True, "colours": 8, "frame_colours": 8},
        ),
        "first": Preset(
            Text("a small one for beginners"),
            (4, 4),
            {"grade": "easy", "unique": True, "colours": 8, "frame_colours": 8},
        ),
        "tetravex": Preset(
            Text("ten colours, no frame, and no piece may be turned"),
            (4, 4),
            {"colours": 10, "frameless": True, "fixed": True, "unique": True},
        ),
        "macmahon": Preset(
            Text("MacMahon's 24 squares, with one colour all around"), (4, 6), {"set": "macmahon"}
        ),
        "macmahon-triangles": Preset(
            Text("MacMahon's 24 triangles on a hexagon, with one colour all around"),
            options={"set": "macmahon-triangles"},
        ),
        **{f"eternity-{side}x{side}": _eternity(side) for side in ETERNITY},
    },
)
