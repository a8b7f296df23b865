"""Steps have one form and are true; "only" is tested against all remaining pieces and turns."""

from __future__ import annotations

import re

import pytest

from quebra.contract.family import GRADES, Look
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.contract.results import MAX_WHERE, MAX_WORDS, Line, Step
from quebra.engine.budget import Budget
from quebra.families.edges.explain import explain, graded
from quebra.families.edges.explain.mistakes import with_pieces
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.play import moves_for
from quebra.families.edges.rules import check
from quebra.families.edges.solve import ENGINES
from quebra.play import follow, hint, new_game
from stopping import moderate_work

EDGES = get_family("edges")
NUMBERS = re.compile(r"colour \d|r\d+c\d+")
SIZES = ((4, 4), (5, 6), (6, 6))
FEW = [(size, grade, seed) for size in SIZES for grade in GRADES for seed in range(2)]
MANY = [(size, grade, seed) for size in SIZES for grade in GRADES for seed in range(10, 27)]


def board(size: tuple[int, int], grade: str, seed: int) -> Edges:
    """A board of a grade; small boards are at most hard."""
    grade = "hard" if grade == "expert" and size == (4, 4) else grade
    return generate(EDGES.make_recipe({"grade": grade}, size), Source(seed), Budget())


@pytest.mark.parametrize(
    ("size", "grade", "seed"),
    [*FEW, *(pytest.param(*each, marks=pytest.mark.slow) for each in MANY)],
)
def test_all_steps_are_one_true_idea(size: tuple[int, int], grade: str, seed: int) -> None:
    puzzle = board(size, grade, seed)
    placed: list[Placed] = []
    for step in explain(puzzle, None, Budget()):
        has_form(step)
        (change,) = step.changes
        assert change.where == step.where[0]
        before = Filling(cells=tuple(placed))
        if step.text.startswith("Only"):
            only_this_piece(puzzle, placed, change.value, step)
        if "fits only row" in step.text:
            only_this_cell(puzzle, placed, change.value)
        if "anything else leaves nothing" in step.text:
            others_leave_nothing(puzzle, placed, step)
        if step.technique == "trial":
            no_other_solution(puzzle, placed, change.value)
        (move,) = moves_for(puzzle, before, step, Budget())
        placed.append(change.value)
        assert EDGES.play and EDGES.play.move(puzzle, before, move).cells == tuple(placed)
    assert check(puzzle, Filling(cells=tuple(placed))) == ()


def has_form(step: Step) -> None:
    assert 0 < len(step.where) <= MAX_WHERE
    for text in (step.text, *re.split(r"(?<=[.]) ", step.reason)):
        assert len(text.split()) <= MAX_WORDS and ". " not in text, text
        assert not NUMBERS.search(text), text


def fitting(puzzle: Edges, placed: list[Placed], cell: tuple[int, ...]) -> list[Placed]:
    """All unused pieces and turns that match the frame and the neighbours of a cell."""
    used = {each.piece for each in placed}
    return [
        Placed(cell, piece, turn)
        for piece in range(len(puzzle.pieces))
        if piece not in used
        for turn in puzzle.turns_of(piece)
        if matches(puzzle, placed, Placed(cell, piece, turn))
    ]


def matches(puzzle: Edges, placed: list[Placed], new: Placed) -> bool:
    """Whether a piece matches the frame and its neighbours, and no grey side lies inside."""
    numbers, colours = puzzle.cell_numbers, puzzle.turned(new.piece, new.turn)
    cell = numbers[new.cell]
    shown = {numbers[p.cell]: puzzle.turned(p.piece, p.turn) for p in placed}
    inner = {side for side, _, _ in puzzle.layout.neighbours[cell]}
    for side in range(puzzle.layout.sides):
        if (colours[side] == puzzle.frame) == (side in inner):
            return False
    return all(
        shown[there][other] == colours[side]
        for side, there, other in puzzle.layout.neighbours[cell]
        if there in shown
    )


def looks_like(puzzle: Edges, one: Placed, other: Placed) -> bool:
    return puzzle.turned(one.piece, one.turn) == puzzle.turned(other.piece, other.turn)


def only_this_piece(puzzle: Edges, placed: list[Placed], right: Placed, step: Step) -> None:
    others = [
        each for each in fitting(puzzle, placed, right.cell) if not looks_like(puzzle, each, right)
    ]
    if step.technique == "colour":
        others = [each for each in others if not takes_needed(puzzle, placed, each, step)]
    assert not others, step.text


def takes_needed(puzzle: Edges, placed: list[Placed], other: Placed, step: Step) -> bool:
    """Whether a piece uses a colour, elsewhere than at marked sides, that all of these need."""
    used = {each.piece for each in placed}
    marked = sum(isinstance(figure, Line) for figure in step.figures)
    for colour in set(puzzle.pieces[other.piece]):
        left = sum(piece.count(colour) for i, piece in enumerate(puzzle.pieces) if i not in used)
        if left == marked:
            return True
    return False


def only_this_cell(puzzle: Edges, placed: list[Placed], right: Placed) -> None:
    full = {each.cell for each in placed}
    cells = [
        cell
        for cell in puzzle.layout.cells
        if cell not in full
        and any(
            matches(puzzle, placed, Placed(cell, right.piece, turn))
            for turn in puzzle.turns_of(right.piece)
        )
    ]
    assert cells == [right.cell]


def others_leave_nothing(puzzle: Edges, placed: list[Placed], step: Step) -> None:
    (change,) = step.changes
    for other in fitting(puzzle, placed, change.where):
        if not looks_like(puzzle, other, change.value):
            after = [*placed, other]
            assert any(not fitting(puzzle, after, cell) for cell in step.where[1:]), step.text


def no_other_solution(puzzle: Edges, placed: list[Placed], right: Placed) -> None:
    """An engine of its own finds no solution with any other piece in the cell."""
    for other in fitting(puzzle, placed, right.cell):
        if not looks_like(puzzle, other, right):
            hinted = with_pieces(puzzle, Filling(cells=(*placed, other)))
            found = ENGINES["backtrack"](hinted, Budget(), goal="any", seed=None)
            assert next(iter(found), None) is None


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(50), marks=pytest.mark.slow)])
def test_scores_lie_in_the_band_of_the_grade(grade: str, seeds: range) -> None:
    rank = GRADES.index(grade)
    for seed in seeds:
        recipe = EdgesRecipe(rows=6, cols=6, grade=grade)  # type: ignore[arg-type]
        found = graded(generate(recipe, Source(seed), Budget()), Budget(), solvable=True)
        assert found.name == grade and 100 * rank <= found.score < 100 * (rank + 1)
        assert found.crux and 0 < found.bottlenecks < 36
        used = {name for name, _ in found.techniques}
        assert ("search" in used) == (grade == "expert")
        assert "trial" in used or grade != "hard"
        assert not {"trial", "search"} & used or rank >= GRADES.index("hard")


def test_hints_show_a_ghost_and_the_sides_that_force_it() -> None:
    game = new_game(generate(EdgesRecipe(rows=3, cols=3, fixed=True), Source(1), Budget()))
    found = hint(game, Budget())
    before, after = (
        each.drawing(Look(step=found.step)).svg() for each in (game, follow(game, found))
    )
    assert found.step.technique == "corner" and len(found.step.figures) == 2
    assert 'opacity="0.5"' in before and 'opacity="0.5"' not in after


def test_the_step_nearest_to_the_last_move_comes_first() -> None:
    puzzle = generate(EdgesRecipe(rows=6, cols=6, grade="easy", fixed=True), Source(1), Budget())
    for near in ((0, 0), (5, 5), (0, 5)):
        step = next(explain(puzzle, None, Budget(), near=near))
        assert step.technique == "corner" and step.where == (near,)


@pytest.mark.parametrize("side", [10, 16])
def test_steps_on_large_boards_come_soon(side: int) -> None:
    recipe = EdgesRecipe(rows=side, cols=side, colours=17, frame_colours=5)
    puzzle = generate(recipe, Source(1), Budget())
    with moderate_work():
        first = next(explain(puzzle, None, Budget()))
        attempt = Filling(cells=tuple(change.value for change in first.changes))
        second = next(explain(puzzle, attempt, Budget()))
    assert first.technique == "corner"
    assert second.changes or second.text.startswith("No short argument places a piece")
