"""What is special about the moves of each family."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import msgspec
import pytest
from small_puzzles import CLASSIC, EDGES, HALVES, HINTED, KOJUN, SHISEN, SYMMETRY

from quebra import generate, load, solve
from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import families, family_of
from quebra.contract.results import Step
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Hint
from quebra.families.kojun.model import Kojun
from quebra.families.shisen.model import Shisen
from quebra.families.symmetry.model import Symmetry
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.snap import snapped
from quebra.geometry.motion import Motion
from quebra.i18n.text import Text
from quebra.play import Game, follow, new_game, solvable
from quebra.testing.playing import hint_with_moves


def refused(puzzle: Puzzle, move: str, sentence: str) -> None:
    with pytest.raises(BadInput) as found:
        new_game(puzzle).move(move)
    assert str(found.value) == sentence


def edited(puzzle: Puzzle, *edits: str) -> Puzzle:
    editor = family_of(puzzle).play.editor  # type: ignore[union-attr]
    assert editor
    for each in edits:
        puzzle = editor.edit(puzzle, each)
    return puzzle


def text_at(game: Game, where: tuple[int, ...], part: str = "board") -> str:
    return next(s.text for s in game.spots if (s.where, s.part) == (where, part))


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_family_can_be_played(family) -> None:  # type: ignore[no-untyped-def]
    assert family.play and family.play.examples
    edits = family.play.editor.examples if family.play.editor else ()
    assert all(example and text for example, text in (*family.play.examples, *edits))


# Kojun


def test_kojun_says_why_an_entry_cannot_be() -> None:
    refused(KOJUN, "r1c3=1", "Row 1, column 3: 3 is given.")
    refused(KOJUN, "r1c1=4", "Row 1, column 1: '4' is not 1 to 3, nor . for none.")
    refused(KOJUN, "r3c1=1", "Row 3, column 1 is not on the board of 2 x 3 cells.")
    refused(KOJUN, "r1c1", "'r1c1' is no move; moves are written as r3c5=7.")
    refused(KOJUN, "a1=1", "'a1' is no cell; cells are written as r3c5.")
    hole = Kojun(regions=((0, None),), givens=((0, 0),))
    refused(hole, "r1c2=1", "Row 1, column 2 is a hole.")


def test_kojun_spots_say_what_is_there() -> None:
    game = new_game(KOJUN).move("r1c1=2")
    texts = [text_at(game, where) for where in ((0, 0), (0, 1), (0, 2))]
    assert texts == ["Row 1, column 1: 2", "Row 1, column 2: empty", "Row 1, column 3: 3, given"]


def test_kojun_is_set_by_givens_and_regions() -> None:
    board = edited(KOJUN, "r1c3=.", "r2c3=2", "r1c2~r1c1")
    assert isinstance(board, Kojun)
    assert board.givens == ((0, 0, 0), (0, 0, 2)) and board.regions == ((0, 0, 1), (0, 0, 1))
    with pytest.raises(BadInput, match="in two parts"):
        edited(Kojun(regions=((0, 0, 1),), givens=((0, 0, 0),)), "r1c1~r1c3")
    with pytest.raises(BadInput, match="not on the board"):
        edited(KOJUN, "r1c2~r9c9")


# Symmetry


@pytest.mark.parametrize("seed", range(3))
def test_the_progress_of_symmetry_grows_with_every_shape_of_the_solution(seed: int) -> None:
    puzzle = generate("symmetry", "6x6", seed=seed)
    game = new_game(puzzle)
    moves = list(game.play.moves_to(puzzle, game.attempt, solve(puzzle, count=1).solutions[0]))
    Random(seed).shuffle(moves)
    gained = [after.gained for after in _games_after(game, moves)]
    assert gained[0] == 0 and gained[-1] == 1
    assert all(one < other for one, other in pairwise(gained))


def test_a_line_of_symmetry_that_can_be_no_palindrome_is_no_progress() -> None:
    game = new_game(Symmetry(clues=((0, 0), (0, 1))))
    right, wrong = game.move("r1c1=1"), game.move("r2c1=2")
    assert right.gained > 0 == wrong.gained
    assert not wrong.solved


def _games_after(game: Game, moves: list[str]) -> Iterator[Game]:
    """The game at its start and after each move."""
    yield game
    for move in moves:
        yield (game := game.move(move))


def test_symmetry_is_broken_once_no_shape_can_mend_a_line() -> None:
    narrow = Symmetry(clues=((1, 0), (0, 0)))
    assert new_game(narrow).move("r1c2=2").broken[0].code == "row"
    assert new_game(SYMMETRY).broken == (), "the first row can be mended"
    blocked = Symmetry(clues=((1, 2, -1), (0, 0, 0), (0, 0, 0)))
    assert [violation.code for violation in new_game(blocked).broken] == ["row"]


def test_symmetry_keeps_clues_and_names_shapes() -> None:
    refused(SYMMETRY, "r1c1=2", "Row 1, column 1: the square is a clue.")
    refused(SYMMETRY, "r3c2=2", "Row 3, column 2 stays blank.")
    game = new_game(SYMMETRY).move("r2c3=3")
    assert text_at(game, (0, 1)) == "Row 1, column 2: triangle, clue"
    assert text_at(game, (2, 1)) == "Row 3, column 2: stays blank"
    assert text_at(game, (1, 2)) == "Row 2, column 3: circle"


def test_symmetry_is_set_by_clues() -> None:
    board = edited(SYMMETRY, "r1c1=.", "r2c2=x", "r3c3=3")
    assert isinstance(board, Symmetry)
    assert board.clues == ((0, 2, 0), (0, -1, 0), (0, -1, 3))


# Shisen-Sho


def test_shisen_says_why_a_pair_cannot_go() -> None:
    refused(SHISEN, "r1c1-r1c2", "The tiles at row 1, columns 1 and 2 are not of one kind.")
    refused(SHISEN, "r1c1-r1c1", "A pair takes two tiles, not the one at row 1, column 1 alone.")
    refused(SHISEN, "r3c3-r1c1", "There is no tile at row 3, column 3.")
    refused(SHISEN, "r1c2-r2c1x", "'r2c1x' is no cell; cells are written as r3c5.")
    walled = Shisen(board=(("A", "B", "C"), ("B", "A", "C"), ("D", "D", "C"), ("C", "E", "E")))
    blocked = "No free path joins the tiles at row 1, column 1 and row 2, column 2."
    refused(walled, "r1c1-r2c2", blocked)
    with pytest.raises(BadInput, match="no tile at row 1, column 1 any more"):
        new_game(SHISEN).move("r1c1-r1c3").move("r1c1-r3c1")


def test_shisen_shows_the_board_as_it_stands() -> None:
    game = new_game(SHISEN).move("r1c1-r1c3")
    assert text_at(game, (0, 0)) == "Row 1, column 1: A, gone"
    assert text_at(game, (0, 1)) == "Row 1, column 2: B, red square"
    assert text_at(game, (2, 2)) == "Row 3, column 3: empty"
    picture = game.drawing()
    assert (picture.width, picture.height) == (5, 5)
    assert picture.text() != new_game(SHISEN).drawing().text()


def test_shisen_is_set_in_pairs() -> None:
    board = edited(SHISEN, "r1c1-r1c3=.", "r2c3-r3c2=D", "r1c2<>r3c3")
    assert isinstance(board, Shisen)
    assert board.board == ((None, None, None), ("B", "A", "D"), ("A", "D", "B"))
    with pytest.raises(BadInput, match="pairs"):
        edited(SHISEN, "r1c1=Z")


def test_an_answer_that_pairs_otherwise_is_out_of_reach() -> None:
    game = new_game(SHISEN).move("r1c1-r1c3")
    other = solve(SHISEN).solutions[0]
    gone = {frozenset(move.pair) for _, move in game.attempt.moves}  # type: ignore[attr-defined]
    paired = {frozenset(move.pair) for _, move in other.moves}
    if gone <= paired:
        game = new_game(SHISEN).move("r1c1-r3c1")
    with pytest.raises(BadInput, match="do not go together"):
        game.play.moves_to(SHISEN, game.attempt, other)


# Edge-matching


def lying(game: Game) -> dict[tuple[int, ...], tuple[int, int]]:
    cells = game.attempt.cells  # type: ignore[attr-defined]
    return {placed.cell: (placed.piece + 1, placed.turn) for placed in cells}


def test_edges_pieces_go_from_wherever_they_are() -> None:
    game = new_game(EDGES).move("r1c1=1/2").move("r1c2=2").move("r2c2=1")
    assert lying(game) == {(0, 1): (2, 0), (1, 1): (1, 0)}
    assert lying(game.move("r1c2=4/3")) == {(0, 1): (4, 3), (1, 1): (1, 0)}, "2 is in the tray"
    assert lying(game.move("r1c2>r2c2")) == {(0, 1): (1, 0), (1, 1): (2, 0)}
    assert lying(game.move("r1c2>r1c1")) == {(0, 0): (2, 0), (1, 1): (1, 0)}
    assert lying(game.move("r1c2>r1c2")) == lying(game)
    turned = game
    for _ in range(4):
        turned = turned.move("r1c2/")
    assert lying(turned) == lying(game) != lying(turned.undo())


def test_edges_says_why_a_piece_cannot_lie_there() -> None:
    refused(EDGES, "r3c1=1", "There is no row 3, column 1.")
    refused(EDGES, "r1c1=5", "There is no piece 5; they are 1 to 4.")
    refused(EDGES, "r1c1=1/4", "The move: there is no turn 4; they are 0 to 3.")
    refused(EDGES, "r1c1>r1c2", "There is no piece in row 1, column 1.")
    refused(HINTED, "r1c1=1/1", "The pieces may not be turned.")
    refused(HINTED, "r1c2=.", "Row 1, column 2: piece 2 is given.")
    refused(HINTED, "r1c1=2", "Row 1, column 2: piece 2 is given.")
    refused(HINTED, "r1c2>r1c1", "Row 1, column 2: piece 2 is given.")


def test_edges_begins_with_its_hints() -> None:
    assert lying(new_game(HINTED)) == {(0, 1): (2, 0)}
    loose = msgspec.structs.replace(EDGES, hints=(Hint((0, 0), 0),))
    assert lying(new_game(loose)) == {}, "its turn is not known"
    ignored = new_game(loose).move("r1c1=2/0")
    assert "hint" in {violation.code for violation in ignored.broken}
    assert solvable(ignored, Budget()) is False
    assert text_at(new_game(HINTED), (0, 1)).endswith(", given.")


def test_edges_hints_tell_a_turn_that_leads_on() -> None:
    game = new_game(EDGES)
    while not game.solved:
        found = hint_with_moves(game)
        for move in found.moves:
            game = game.move(move)
        assert not game.broken and solvable(game, Budget())


def test_edges_cells_of_other_shapes_have_names() -> None:
    cube = Edges(rows=1, cols=1, layers=2, shape="cube", pieces=((0,) * 6,) * 2)
    assert lying(new_game(cube).move("l2r1c1=2")) == {(1, 0, 0): (2, 0)}
    ring = Edges(
        shape="free",
        pieces=((1, 2, 3, 4),) * 3,
        seams=((0, 1, 1, 3), (1, 1, 2, 3), (2, 1, 0, 3)),
    )
    assert lying(new_game(ring).move("c3=2")) == {(2,): (2, 0)}
    triangle = Edges(rows=2, shape="triangle", pieces=((1, 2, 3),) * 4, rotate=True)
    assert lying(new_game(triangle).move("r2c3=4/2")) == {(1, 2): (4, 2)}
    for puzzle in (cube, ring, triangle):
        game = new_game(puzzle)
        trays = [spot for spot in game.spots if spot.part == "tray"]
        assert len(trays) == len(puzzle.pieces) == len(game.play.draw_pieces(puzzle))
        step = Step(Text("corner"), puzzle.layout.cells[:1], (), Text("Look here."))
        assert game.drawing(Look(step=step)).svg().startswith("<svg")


def test_edges_is_set_by_colours_and_hints() -> None:
    board = edited(EDGES, "p2e3=9", "r1c1=1/0", "r2c2=4", "r1c1=.")
    assert isinstance(board, Edges)
    assert board.pieces[1] == (0, 0, 9, 1) and board.hints == (Hint((1, 1), 3),)
    for wrong in ("p9e1=1", "p1e9=1", "r9c9=1", "r1c1", "p1e1=99999"):
        with pytest.raises(BadInput):
            edited(EDGES, wrong)


# Tangram


def places(game: Game) -> tuple[Placement, ...]:
    return game.attempt.places  # type: ignore[attr-defined, no-any-return]


def test_tangram_pieces_are_counted_one_by_one() -> None:
    game = new_game(HALVES).move("1=0,0,0").move("2=1,1,180")
    assert game.solved
    assert places(game.move("1=.")) == (Placement(0, 1.0, 1.0, 180.0),)
    assert places(game.move("1=3,3,-90,f"))[0] == Placement(0, 3.0, 3.0, 270.0, True)
    assert places(new_game(HALVES).move("2=1,1,180")) == (Placement(0, 1.0, 1.0, 180.0),)


def test_tangram_says_why_a_piece_cannot_lie_there() -> None:
    refused(HALVES, "3=0,0,0", "There is no piece 3; pieces are numbered 1 to 2.")
    refused(HALVES, "0=0,0,0", "There is no piece 0; pieces are numbered 1 to 2.")
    refused(HALVES, "1=0,0", "'0,0' is no place; a place is x,y,angle or x,y,angle,f.")
    refused(HALVES, "1", "'1' is no move; moves are written as 3=1.5,2,45.")
    with pytest.raises(BadInput, match="too far away"):
        new_game(HALVES).move("1=inf,0,0")


@pytest.mark.parametrize("name", ["classic", "egg", "heart", "bell"])
def test_tangram_leaves_a_figure_that_the_others_fill(name: str) -> None:
    from quebra import load

    puzzle = load(f"tangram {name}" + (" square" if name == "classic" else ""))
    game = new_game(puzzle)
    solution = solve(puzzle, count=1).solutions[0]
    moves = game.play.moves_to(puzzle, game.attempt, solution)
    for move in moves[:-2]:
        game = game.move(move)
    rest = game.play.remaining(puzzle, game.attempt)
    assert isinstance(rest, Tangram) and sum(piece.count for piece in rest.pieces) == 2
    assert solve(rest, count=1).solutions and solvable(game, Budget())


def test_tangram_tells_what_leads_nowhere() -> None:
    amid = new_game(CLASSIC).move("6=0.1,0.1,30")
    assert amid.broken == () or amid.broken[0].code == "outside"
    assert solvable(amid, Budget()) is False
    full = new_game(HALVES).move("1=0,0,0").move("2=0,0,0")
    assert solvable(full, Budget()) is False


def test_tangram_pieces_of_few_angles_leave_it_open() -> None:
    upright = Piece("half", "M0 0 H1 V1 Z", 2, angles=(0.0, 180.0))
    game = new_game(Tangram(pieces=(upright,), figure="M0 0 H1 V1 H0 Z")).move("1=0,0,0")
    with pytest.raises(Cut):
        game.play.remaining(game.puzzle, game.attempt)
    assert solvable(game, Budget()) is None


def test_tangram_hints_bring_what_lies_elsewhere_to_the_figure() -> None:
    game = new_game(CLASSIC).move("1=40,3,17")
    while not game.solved:
        for move in hint_with_moves(game).moves:
            game = game.move(move)
    assert isinstance(game.attempt, Assembly)
    assert judge(CLASSIC, game.attempt).motion == Motion()


def test_what_lies_within_the_figure_is_judged_there() -> None:
    solution = solve(CLASSIC, count=1).solutions[0]
    for place in solution.places:
        alone = Assembly(places=(place,))
        assert judge(CLASSIC, alone).motion == Motion(), place
        assert {v.code for v in family_of(CLASSIC).rules.check(CLASSIC, alone)} == {
            "gap",
            "missing",
        }


@pytest.mark.parametrize("seed", range(3))
def test_a_solution_laid_by_a_shaky_hand_is_one(seed: int) -> None:
    from quebra.contract.random import Source

    source = Source(seed)
    puzzle = generate("tangram", seed=seed)
    game = new_game(puzzle)
    solution: Answer = solve(puzzle, count=1).solutions[0]
    width = puzzle.width  # type: ignore[attr-defined]

    def shaken(value: float, by: float) -> float:
        return value + by * (source.below(1001) / 500 - 1)

    for number, place in enumerate(solution.places, start=1):  # type: ignore[attr-defined]
        x, y = (shaken(value, 0.12 * width) for value in (place.x, place.y))
        flip = ",f" if place.flip else ""
        game = game.move(f"{number}~{x:.4f},{y:.4f},{place.angle!r}{flip}")
    assert game.solved, game.broken


def test_a_piece_far_from_everything_stays_where_it_was_laid() -> None:
    far = Placement(0, 9.0, 9.0, 33.0)
    assert snapped(HALVES, Assembly(places=()), far) == far


def test_a_tangram_begun_beside_its_figure_is_brought_to_it_by_a_hint() -> None:
    puzzle = load("tangram\npiece half x2: M0 0 H1 V1 Z\nfigure: M0 0 H1 V1 H0 Z")
    game = new_game(puzzle).move("1=5,0,0")
    while not game.solved:
        game = follow(game, hint_with_moves(game))
    assert isinstance(game.attempt, Assembly)
    assert all(-0.01 <= place.x <= 1.01 for place in game.attempt.places)
