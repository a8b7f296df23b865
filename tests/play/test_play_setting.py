"""What setters learn of a puzzle: solutions, differences, and clues to add or remove."""

from __future__ import annotations

import pytest

from quebra import check, generate, load, solutions
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import families, family_of
from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun
from quebra.families.tangram.figures import all_figures
from quebra.families.tangram.play import blank, edit
from quebra.play import judge, new_game

PAINTED = """\
edges
3 3
0 1 2 0
0 1 1 1
0 0 1 1
2 1 1 0
1 2 1 1
1 0 1 2
1 1 0 0
1 1 0 1
1 0 0 1
"""
MANY = load("kojun\nregions\na a a\nb b a\ngivens\n. . .\n. . .")


def edited(puzzle: Puzzle, *edits: str) -> Puzzle:
    editor = family_of(puzzle).play.editor  # type: ignore[union-attr]
    assert editor
    for each in edits:
        puzzle = editor.edit(puzzle, each)
    return puzzle


def test_differences_are_the_values_of_all_solutions() -> None:
    board = edited(generate("kojun", "5x5", seed=4), "r1c1=.")
    for place, clue in list(family_of(board).play.editor.clue_removals(board))[::2]:  # type: ignore[union-attr]
        assert place
        board = edited(board, clue)
    found = judge(board, Budget())
    taken: dict[tuple[int, ...], set[str]] = {}
    for answer in solutions(board):
        for r, row in enumerate(answer.grid):  # type: ignore[attr-defined]
            for c, value in enumerate(row):
                taken.setdefault((r, c), set()).add(str(value))
    differing = {where: values for where, values in taken.items() if len(values) > 1}
    assert found.settled and differing
    assert {each.where: set(each.values) for each in found.differences} == differing


def test_clues_that_are_offered_leave_one_solution() -> None:
    found = judge(MANY, Budget())
    assert found.exact and found.solutions == len(list(solutions(MANY))) and found.settling
    for clue in found.settling:
        assert judge(edited(MANY, clue.edit), Budget()).status == "unique"


def test_clues_that_are_not_needed_can_go_one_at_a_time() -> None:
    first = judge(MANY, Budget()).settling[0]
    both = edited(MANY, first.edit)
    answer = next(iter(solutions(both)))
    for where, clue in family_of(both).play.editor.clues_from(both, answer):  # type: ignore[union-attr]
        assert where
        both = edited(both, clue)
    found = judge(both, Budget())
    assert found.status == "unique" and found.complete and found.clues == 6
    for each in found.unneeded:
        assert judge(edited(both, each.edit), Budget()).status == "unique"
    needed = {place for place, _ in family_of(both).play.editor.clue_removals(both)}  # type: ignore[union-attr]
    for place in needed - {each.where for each in found.unneeded}:
        r, c = place
        assert judge(edited(both, f"r{r + 1}c{c + 1}=."), Budget()).status != "unique"


def test_a_conflict_is_named_with_the_clues_that_cause_it() -> None:
    found = judge(edited(MANY, "r1c1=1", "r1c2=1"), Budget())
    assert found.status == "none" and found.broken[0].where == ((0, 0), (0, 1))
    assert {clue.where for clue in found.conflicting} == {(0, 0), (0, 1)}


def test_of_several_conflicts_one_is_named() -> None:
    puzzle = edited(MANY, "r1c1=1", "r1c2=1", "r1c3=1")
    found = judge(puzzle, Budget())
    assert found.status == "none" and not found.conflicting
    clues = dict(family_of(puzzle).play.editor.clue_removals(puzzle))  # type: ignore[union-attr]
    wrong = {clue.where for clue in found.contradicting}
    together = edited(puzzle, *(edit for where, edit in clues.items() if where not in wrong))
    assert judge(together, Budget()).status == "none"
    for clue in found.contradicting:
        assert judge(edited(together, clue.edit), Budget()).status != "none"


def test_without_time_nothing_is_claimed() -> None:
    found = judge(generate("kojun", "10x10", seed=1), Budget(seconds=0))
    assert found.status == "unknown" and not found.exact and not found.unneeded


def test_shisen_boards_are_asked_for_a_way_only() -> None:
    found = judge(load("shisen\nA B A B"), Budget())
    assert found.status == "found" and found.solutions == 1 and not found.differences


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_family_has_a_blank_board_that_can_be_judged(family) -> None:  # type: ignore[no-untyped-def]
    size = (3, 3) if family.model.default_size else (0, 0)
    board = family.play.editor.blank(*size)
    assert new_game(board).spots
    if family.play.editor.arranged is None:
        assert judge(board, Budget(seconds=20)).solutions


def test_a_region_is_drawn_and_what_it_leaves_falls_apart() -> None:
    board = edited(Kojun(regions=((0,) * 3,) * 3, givens=((0,) * 3,) * 3), "r2c1-r2c2-r2c3~")
    assert isinstance(board, Kojun)
    assert board.regions == ((0, 0, 0), (1, 1, 1), (2, 2, 2))


def test_boards_are_cut_and_extended() -> None:
    board = edited(MANY, "r1c3=4", "size=3x2")
    assert isinstance(board, Kojun)
    assert board.size == (3, 2) and not any(map(any, board.givens))
    assert board.regions == ((0, 0), (1, 1), (2, 2))
    assert edited(load("symmetry\n1 .\n. 2"), "size=1x3", "shapes=5").size == (1, 3)  # type: ignore[attr-defined]
    tiles = edited(load("shisen\nA A B\nB C C"), "size=2x2")
    assert tiles.board == (("A", "A"), (None, None))  # type: ignore[attr-defined]


def test_a_named_figure_is_its_arrangement() -> None:
    figure = next(each for each in all_figures() if each.set_name == "classic")
    game = new_game(blank(0, 0))
    moves = game.play.moves_to(game.puzzle, game.attempt, figure.answer())
    assert edit(blank(0, 0), "; ".join(moves)).figure == figure.puzzle().figure


def test_a_known_solution_is_compared_with_another_one() -> None:
    painted = load(PAINTED)
    game = new_game(painted)
    for number in range(9):
        game = game.move(f"r{number // 3 + 1}c{number % 3 + 1}={number + 1}/0")
    found = judge(painted, Budget(), game.attempt)
    assert {each.where for each in found.differences} == {(1, 1), (1, 2), (2, 1)}
    assert all(len(each.values) == 2 for each in found.differences)
    unfinished = game.move("r1c1=.").attempt
    assert judge(painted, Budget(), unfinished) == judge(painted, Budget())


def test_other_solutions_of_a_figure_are_unlike_the_one_that_was_arranged() -> None:
    cat = next(each for each in all_figures() if each.name == "stretching cat")
    puzzle, own = cat.puzzle(), cat.answer()
    assert len(judge(puzzle, Budget()).others) == 2
    (other,) = judge(puzzle, Budget(), own).others
    assert not check(puzzle, other)
    assert len(judge(puzzle, Budget(), other).others) == 1
    moved = new_game(puzzle)
    for move in moved.play.moves_to(puzzle, moved.attempt, own):
        number, _, place = move.partition("=")
        x, rest = place.split(",", 1)
        moved = moved.move(f"{number}={float(x) + 50},{rest}")
    assert judge(puzzle, Budget(), moved.attempt).others == (other,)
    unique = next(each for each in all_figures() if each.name == "dog")
    assert judge(unique.puzzle(), Budget(), unique.answer()).others == ()


def test_cells_of_a_packing_are_marked_where_solutions_differ() -> None:
    found = judge(generate("solids", preset="diabolical-cube", seed=1), Budget())
    assert found.status == "many" and 0 < len(found.differences) < 27
    assert all(len(each.where) == 3 and len(set(each.values)) == 2 for each in found.differences)


def test_given_pieces_that_are_not_needed_are_named_by_their_first_cells() -> None:
    puzzle = generate("solids", seed=1, set="tetracubes", pieces=5, given=1)
    (answer,) = solutions(puzzle)
    where, clue = next(family_of(puzzle).play.editor.clues_from(puzzle, answer))  # type: ignore[union-attr]
    found = judge(edited(puzzle, clue), Budget())
    assert found.clues == 2 and len(where) == 3
    assert found.unneeded and all(each.text and len(each.where) == 3 for each in found.unneeded)
