"""Steps are true, easiest first, and lead to a solution; attempts are judged; grades are fair."""

from __future__ import annotations

import pytest
from boards import with_one_edge_changed
from classic_puzzles import macmahon_squares
from fillings import fillings

from quebra.contract.errors import Cut
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.contract.results import Step
from quebra.engine.budget import Budget
from quebra.families.edges.explain import TECHNIQUES, explain, grade, graded
from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.explain.search import Search, SearchLimitReached
from quebra.families.edges.formats.answers import read_answer
from quebra.families.edges.formats.pieces import read_text
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.rules import change_agrees, check
from quebra.i18n.text import Text
from stopping import moderate_work

LEVELS: dict[str, int] = {technique.name: technique.level for technique in TECHNIQUES}
FIXED = read_text(
    "edges\n3 3\nfixed\n1 1 0 0\n0 1 5 2\n0 2 1 0\n1 0 2 5\n0 0 1 1\n"
    "1 3 1 0\n3 2 0 1\n2 0 0 2\n5 5 3 3"
)


def steps(puzzle: Edges, answer: str | None = None) -> list[Step]:
    return list(explain(puzzle, read_answer(answer) if answer else None, Budget()))


def ending(puzzle: Edges, found: list[Step]) -> dict[tuple[int, ...], int]:
    """The pieces that steps have put down."""
    return {
        change.where: change.value.piece
        for step in found
        for change in step.changes
        if change.action == "place"
    }


BOARDS = [
    EdgesRecipe(rows=3, cols=3, colours=3),
    EdgesRecipe(rows=2, cols=4, frame_colours=2),
    EdgesRecipe(rows=3, cols=3, colours=3, fixed=True),
    EdgesRecipe(rows=3, cols=3, colours=3, frameless=True, fixed=True),
    EdgesRecipe(rows=2, cols=2, colours=2, shape="hexagon"),
    EdgesRecipe(rows=2, cols=2, colours=2, shape="triangle"),
    EdgesRecipe(rows=2, cols=2, layers=1, colours=2, shape="cube", fixed=True),
]


@pytest.mark.parametrize("recipe", BOARDS, ids=lambda r: f"{r.shape}-{r.rows}x{r.cols}-{r.fixed}")
def test_some_solution_agrees_with_all_steps(recipe: EdgesRecipe) -> None:
    for seed in range(6):
        puzzle = generate(recipe, Source(seed), Budget())
        agreeing = list(fillings(puzzle))
        found = steps(puzzle)
        for step in found:
            assert step.technique in LEVELS and step.text.endswith(".") and step.where
            agreeing = [
                a for a in agreeing if all(change_agrees(a, change) for change in step.changes)
            ]
            assert agreeing, step
        assert len(ending(puzzle, found)) == len(puzzle.layout.cells)


def test_only_choices_lose_solutions() -> None:
    """Whatever is called forced holds in every solution that agrees with the choices so far."""
    for seed in range(12):
        puzzle = generate(
            EdgesRecipe(rows=3, cols=3, colours=2, fixed=True), Source(seed), Budget()
        )
        if len(set(puzzle.pieces)) < 9:
            continue
        agreeing = list(fillings(puzzle))
        for step in steps(puzzle):
            left = [a for a in agreeing if all(change_agrees(a, change) for change in step.changes)]
            if step.technique not in ("choice", "search"):
                assert left == agreeing, step
            agreeing = left


def test_the_words_of_the_easy_steps() -> None:
    found = steps(FIXED)
    assert [step.technique for step in found] == ["corner"] * 4 + ["rim"] * 4 + ["only piece"]
    assert (
        found[0].text
        == "Only piece 3 fits row 1, column 1, which needs grey above and on the left."
    )
    assert len(found[0].figures) == 2


def test_a_board_may_be_turned_so_one_corner_is_free() -> None:
    puzzle = generate(EdgesRecipe(rows=5, cols=5), Source(5), Budget())
    first = next(iter(explain(puzzle, None, Budget())))
    assert first.technique == "corner" and first.changes[0].where == (0, 0)
    assert "the board may be turned as a whole" in first.text


def test_every_technique_is_needed_somewhere() -> None:
    names = set()
    for seed in range(40):
        puzzle = generate(EdgesRecipe(rows=4, cols=4, colours=6), Source(seed), Budget())
        names |= {step.technique for step in steps(puzzle)}
    assert {"corner", "rim", "only piece", "only place", "colour", "seam", "trial"} <= names


def test_given_pieces_come_first() -> None:
    puzzle = read_text("edges\n1 2\nhint r1c2 1/2\n0 1 0 0\n0 0 0 1")
    found = steps(puzzle)
    assert [step.technique for step in found] == ["given", "corner"]
    assert found[0].text == "Row 1, column 2: piece 1 is given."


def test_steps_go_on_from_an_attempt() -> None:
    found = steps(FIXED, "3 2 5\n6 . .")
    assert ending(FIXED, found).keys() == {(1, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert steps(FIXED, "3 2 5\n6 9 4\n1 7 8") == []


def test_a_broken_rule_is_the_only_step() -> None:
    (step,) = steps(FIXED, "3 6 .")
    assert step.technique == "mistake" and step.where == ((0, 0), (0, 1))
    assert step.text == "Between row 1, column 1 and row 1, column 2: red square meets grey."
    assert step.reason == "There is 1 more fault."


def test_the_piece_that_spoils_a_board_is_named() -> None:
    """Without frame or neighbours a piece may look fine where no solution has it."""
    puzzle = generate(EdgesRecipe(rows=3, cols=3, colours=4), Source(2), Budget())
    solutions = list(fillings(puzzle))
    spoilt = 0
    for piece in range(9):
        for turn in range(4):
            attempt = Filling(cells=(Placed((1, 1), piece, turn),))
            if any(a.cells[4] == attempt.cells[0] for a in solutions):
                continue
            if [found.code for found in check(puzzle, attempt)] != ["empty"]:
                continue
            (step,) = explain(puzzle, attempt, Budget())
            assert step.technique == "mistake" and step.changes[0].where == (1, 1)
            spoilt += 1
    assert spoilt > 5


def test_the_first_fatal_piece_is_found_among_many() -> None:
    puzzle = read_text(
        "edges\n1 4\nfixed\nframe none\n0 1 0 9\n0 2 0 1\n0 3 0 2\n0 8 0 3\n0 3 0 1\n0 7 0 3"
    )
    (step,) = steps(puzzle, "1 5 6 .")
    assert step.technique == "mistake"
    assert "leaves no solution" in step.text
    wrong = step.changes[0]
    assert (wrong.where, wrong.value.piece) == ((0, 1), 4)


@pytest.mark.parametrize("rotate", [False, True])
def test_dead_ends_agree_with_brute_force(rotate: bool) -> None:
    dead = 0
    for seed in range(25):
        source = Source(seed)
        recipe = EdgesRecipe(rows=3, cols=3, colours=3, fixed=not rotate)
        puzzle = with_one_edge_changed(generate(recipe, source, Budget()), 5, source)
        solvable = next(fillings(puzzle), None) is not None
        found = steps(puzzle)
        assert (found[-1].technique == "dead end") == (not solvable), puzzle
        assert (grade(puzzle, Budget()).name in GRADES) == solvable
        dead += not solvable
    assert dead > 5


def test_the_small_search_is_exact() -> None:
    for seed in range(30):
        source = Source(seed)
        recipe = EdgesRecipe(rows=3, cols=3, colours=2, frame_colours=1, fixed=seed % 2 == 0)
        puzzle = generate(recipe, source, Budget())
        if seed % 3:
            puzzle = with_one_edge_changed(puzzle, 3, source)
        board = EdgesBoard(puzzle)
        found = Search(board, Budget(), 10**6).solution(board.domains)
        assert (found is not None) == (next(fillings(puzzle), None) is not None)
        if found is not None:
            assert check(puzzle, board.candidates.filling(found)) == ()


def test_the_small_search_gives_up() -> None:
    board = EdgesBoard(macmahon_squares())
    with pytest.raises(SearchLimitReached):
        Search(board, Budget(), 20).solution(board.domains)


def test_grades_tell_how_far_logic_goes() -> None:
    assert grade(FIXED, Budget()).text == (
        "Easy: all pieces follow by logic. At 2 moments only one piece follows."
    )
    hard = generate(EdgesRecipe(rows=6, cols=6, colours=6), Source(1), Budget())
    found = graded(hard, Budget(), solvable=True)
    assert found.name == "expert" and found.score > grade(FIXED, Budget()).score
    assert found == graded(hard, Budget(), solvable=True)
    assert dict(found.techniques)[Text("search")] > 10


def test_work_ends_with_its_budget() -> None:
    puzzle = generate(EdgesRecipe(rows=8, cols=8, colours=5), Source(1), Budget())
    with moderate_work():
        with pytest.raises(Cut):
            list(explain(puzzle, None, Budget(seconds=0)))
        with pytest.raises(Cut):
            grade(puzzle, Budget(seconds=0))


def test_large_boards_are_explained_lazily() -> None:
    puzzle = generate(
        EdgesRecipe(rows=16, cols=16, colours=17, frame_colours=5), Source(1), Budget()
    )
    with moderate_work():
        first = next(iter(explain(puzzle, None, Budget())))
    assert first.technique == "corner"
