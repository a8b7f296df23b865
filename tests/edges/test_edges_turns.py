"""Pieces that may have some turns only: all of them alike, or each its own."""

from __future__ import annotations

import msgspec
import pytest
from boards import blank, random_board
from fillings import fillings

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges.formats import CODECS
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.model import Edges, Filling, Hint, Placed, given_pieces
from quebra.families.edges.rules import check
from quebra.families.edges.solve import ENGINES
from quebra.families.edges.solve.symmetry import symmetries
from quebra.families.edges.symmetry.canonical import canonical

family = get_family("edges")

Look = tuple[tuple[int, ...], ...]
PAIR = ((1, 2, 3, 4), (5, 6, 7, 8))


def with_turns(
    puzzle: Edges,
    rotate: bool | tuple[int, ...],
    own: tuple[tuple[int, ...] | None, ...] = (),
) -> Edges:
    return msgspec.structs.replace(puzzle, rotate=rotate, piece_turns=own)


def looks(puzzle: Edges, boards: list[Filling]) -> set[Look]:
    return {
        tuple(puzzle.turned(p.piece, p.turn) for p in sorted(board.cells, key=lambda p: p.cell))
        for board in boards
    }


@pytest.mark.parametrize("engine", ["portfolio", "backtrack", "cpsat"])
@pytest.mark.parametrize("rotate", [(0, 2), (0, 1), (1, 3), (2,)])
@pytest.mark.parametrize("seed", range(3))
def test_engines_find_all_boards(engine: str, rotate: tuple[int, ...], seed: int) -> None:
    free = random_board(blank(2, 3, frame=(0, None)[seed % 2], rotate=True), 2, Source(seed))
    puzzle = with_turns(free, rotate)
    found = list(ENGINES[engine](puzzle, Budget(), goal="any", seed=None))
    assert looks(puzzle, found) == looks(puzzle, list(fillings(puzzle)))


@pytest.mark.parametrize("engine", ["portfolio", "backtrack", "cpsat"])
@pytest.mark.parametrize("seed", range(4))
def test_pieces_with_turns_of_their_own(engine: str, seed: int) -> None:
    source = Source(seed)
    free = random_board(blank(2, 3, frame=None, rotate=True), 3, source)
    own = tuple(source.choice([None, (0,), (0, 2), (1, 2, 3)]) for _ in free.pieces)
    puzzle = with_turns(free, (0, 1), own)
    found = list(ENGINES[engine](puzzle, Budget(), goal="any", seed=None))
    assert not any(check(puzzle, board) for board in found)
    assert looks(puzzle, found) == looks(puzzle, list(fillings(puzzle)))


@pytest.mark.parametrize("seed", range(4))
def test_the_first_algorithm_counts_half_turns_of_the_board(seed: int) -> None:
    puzzle = generate(EdgesRecipe(rows=4, cols=4, colours=6, turns="0,2"), Source(seed), Budget())
    outcome = solve(family, puzzle, engine="lp", count=9)
    expected = solve(family, puzzle, engine="backtrack", count=9)
    assert outcome.complete and set(outcome.solutions) == set(expected.solutions)
    assert len(outcome.solutions) % 2 == 0


def test_only_turns_that_all_pieces_may_have_turn_the_board() -> None:
    square = blank(2, 2, rotate=True)
    plain = msgspec.structs.replace(square, pieces=((1, 2, 3, 4),) * 4)
    assert len(symmetries(plain)) == 4
    assert len(symmetries(with_turns(plain, (0, 2)))) == 2
    assert len(symmetries(with_turns(plain, (0, 1)))) == 1
    assert len(symmetries(with_turns(plain, True, ((0,), None, None, None)))) == 1


def test_a_turn_that_is_not_allowed() -> None:
    puzzle = Edges(cols=2, pieces=PAIR, rotate=(0, 2), piece_turns=(None, (1,)))
    placed = (Placed((0, 0), 0, 1), Placed((0, 1), 1, 0))
    told = [broken for broken in check(puzzle, Filling(cells=placed)) if broken.code == "turn"]
    assert [broken.text for broken in told] == [
        "Row 1, column 1: piece 1 may only have turn 0 or 2.",
        "Row 1, column 2: piece 2 may only have turn 1.",
    ]


def test_turns_are_told_in_one_way() -> None:
    assert Edges(cols=2, pieces=PAIR, rotate=(2, 0, 2)).rotate == (0, 2)
    assert Edges(cols=2, pieces=PAIR, rotate=(0, 1, 2, 3)).rotate is True
    assert Edges(cols=2, pieces=PAIR, rotate=(0,)).rotate is False
    assert Edges(cols=2, pieces=PAIR, rotate=[0, 2]).turns_of(0) == (0, 2)  # type: ignore[arg-type]
    assert Edges(cols=2, pieces=PAIR, rotate=(0, 2), piece_turns=((2, 0), None)).piece_turns == ()
    assert Edges(cols=2, pieces=PAIR, piece_turns=((0,), (3, 1))).piece_turns == (None, (1, 3))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rotate": (0, 4)}, "The turns of rotate: there is no turn 4; they are 0 to 3."),
        ({"rotate": ()}, "The turns of rotate: there must be at least one."),
        ({"piece_turns": ((0,),)}, "The piece_turns are of 1 piece, not of 2."),
        ({"piece_turns": (None, (-1,))}, "The turns of piece 2: there is no turn -1"),
        ({"rotate": (0, 2), "hints": (Hint((0, 0), 0, 1),)}, "Hint 1: turn 1 is not allowed."),
    ],
)
def test_turns_that_there_are_not(fields: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput) as told:
        Edges(cols=2, pieces=PAIR, **fields)  # type: ignore[arg-type]
    assert str(told.value).startswith(words)


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_formats_carry_turns_or_refuse(codec: Codec[Edges]) -> None:
    puzzle = Edges(cols=2, pieces=PAIR, frame=0, rotate=(0, 2), piece_turns=(None, (1, 3)))
    if codec.name in ("json", "text", "pieces"):
        assert codec.read(codec.write(puzzle)) == puzzle
    else:
        with pytest.raises(BadInput):
            codec.write(puzzle)


def test_text_names_turns() -> None:
    text = "edges\n1 2\nrotate 0 2\nturns 2 1 3\n1 2 3 4\n5 6 7 8"
    puzzle = next(codec for codec in CODECS if codec.name == "text").read(text)
    assert (puzzle.rotate, puzzle.piece_turns) == ((0, 2), (None, (1, 3)))
    for bad, words in (
        ("turns 0 1", "Line 3: pieces are counted from 1."),
        ("turns 9 1", "There are turns of piece 9, but no such piece."),
    ):
        with pytest.raises(BadInput) as told:
            CODECS[1].read(f"edges\n1 2\n{bad}\n1 2 3 4\n5 6 7 8")
        assert str(told.value) == words


def test_hints_with_one_turn_left_are_pieces_in_place() -> None:
    hints = (Hint((0, 0), 0), Hint((0, 1), 1))
    puzzle = Edges(cols=2, pieces=PAIR, rotate=True, piece_turns=((3,), None), hints=hints)
    assert list(given_pieces(puzzle)) == [Placed((0, 0), 0, 3)]


def test_generated_boards_keep_to_their_turns() -> None:
    recipe = EdgesRecipe(rows=3, cols=3, shape="hexagon", turns="0,3")
    puzzle = generate(recipe, Source(1), Budget())
    assert puzzle.rotate == (0, 3)
    assert solve(family, puzzle, count=1).status == "found"
    for wrong in (
        EdgesRecipe(rows=2, cols=2, turns="0,4"),
        EdgesRecipe(rows=2, cols=2, turns="x"),
        EdgesRecipe(rows=2, cols=2, turns="0,2", fixed=True),
    ):
        with pytest.raises(BadInput):
            generate(wrong, Source(1), Budget())


def test_pieces_with_their_own_turns_are_not_told_another_way() -> None:
    puzzle = Edges(cols=2, pieces=PAIR, rotate=(0, 1))
    assert canonical(puzzle) == puzzle
