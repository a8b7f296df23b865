"""New boards are what was asked for: proved, repeatable, and within what is possible."""

from __future__ import annotations

from collections import Counter

import pytest

from brute_force import BruteForce
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import Recipe
from quebra.contract.random import Source
from quebra.engine import kernels
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels
from quebra.families.shisen.explain import estimate_score, grade
from quebra.families.shisen.generate import GENERATE, ShisenRecipe, generate
from quebra.families.shisen.generate.planted import BLOCKS, plant_deadlocks, shuffled_board
from quebra.families.shisen.generate.recipe import Wish
from quebra.families.shisen.generate.repair import MAX_TILES, make_clearable
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import Position, clearing_of
from quebra.families.shisen.solve.board import PAIRING_KERNELS
from quebra.families.shisen.standing import StandingTiles
from quebra.families.shisen.symmetry import canonical
from quebra.grid.cells import Cell, cells


def make(rows: int, cols: int, seed: int = 1, **options: object) -> Shisen:
    recipe = ShisenRecipe(rows=rows, cols=cols, **options)  # type: ignore[arg-type]
    return generate(recipe, Source(seed), Budget())


def sizes(puzzle: Shisen) -> list[int]:
    return sorted(Counter(puzzle.tiles.values()).values())


@pytest.mark.parametrize(
    ("rows", "cols", "expected"),
    [
        (3, 4, [4, 4, 4]),
        (3, 3, [4, 4]),
        (2, 2, [4]),
        (1, 2, [2]),
        (1, 3, [2]),
        (1, 10, [2, 4, 4]),
        (5, 7, [2] + [4] * 8),
    ],
)
def test_four_tiles_a_kind_where_the_size_allows(rows: int, cols: int, expected: list[int]) -> None:
    puzzle = make(rows, cols)
    assert puzzle.size == (rows, cols)
    assert sizes(puzzle) == expected


@pytest.mark.parametrize("seed", range(20))
def test_boards_can_be_cleared(seed: int) -> None:
    brute = BruteForce(make(3, 4, seed))
    assert brute.winnable(brute.start)


@pytest.mark.parametrize("seed", range(5))
def test_unsolvable_boards_have_moves_and_cannot_be_cleared(seed: int) -> None:
    puzzle = make(3, 4, seed, kinds=6, unsolvable=True)
    brute = BruteForce(puzzle)
    assert list(brute.moves(brute.start))
    assert not brute.winnable(brute.start)


def test_kinds_and_holes() -> None:
    puzzle = make(4, 5, kinds=7, holes=4)
    assert sizes(puzzle) == [2] * 6 + [4]
    assert len(puzzle.tiles) == 16
    assert sizes(make(4, 5, kinds=1)) == [20]


def test_many_kinds_have_names_of_two_characters() -> None:
    puzzle = make(1, 140, kinds=70)
    assert {len(name) for name in puzzle.tiles.values()} == {1, 2}


def test_seeds_differ_and_repeat() -> None:
    assert make(4, 5, 3) == make(4, 5, 3)
    assert len({make(4, 5, seed) for seed in range(10)}) == 10
    # Held fast, so that boards stay the same from one release to the next.
    assert "".join(name or "." for row in make(3, 4, 7).board for name in row) == "BACCABABCBAC"


@pytest.mark.parametrize("asked", ["easy", "medium", "hard"])
def test_the_grade_asked_for(asked: str) -> None:
    assert grade(make(4, 5, 2, grade=asked), Budget()).name == asked


def test_the_classic_board() -> None:
    puzzle = make(8, 18)
    assert sizes(puzzle) == [4] * 36
    assert clearing_of(puzzle, Budget()) is not None
    assert list(Position(puzzle, Budget()).moves())


@pytest.mark.parametrize("seed", range(10))
def test_a_shuffled_board_is_repaired(seed: int) -> None:
    """A dead end in a corner, with any share of tiles dealt in pairs."""
    board = Shisen(board=(("A", "B", "C"), ("B", "A", "D"), ("C", "D", None)))
    assert clearing_of(board, Budget()) is None
    for share in (0, 0.5, 1):
        found = make_clearable(board, (), share, Source(seed), Budget())
        assert found is not None and found.board[2][2] is None
        assert sorted(found.tiles.values()) == sorted(board.tiles.values())
        brute = BruteForce(found)
        assert brute.winnable(brute.start)


def test_fixed_tiles_stay() -> None:
    board = Shisen(board=(("A", "B", "C", "C"), ("B", "A", "D", "D")))
    fixed = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert make_clearable(board, fixed, 0, Source(1), Budget()) is None
    found = make_clearable(board, fixed[:2], 0, Source(1), Budget())
    assert found is not None and found.board[0][:2] == ("A", "B")


@pytest.mark.parametrize("size", [(12, 24), (40, 60), (2, 70)])
def test_large_boards_of_four_a_kind(size: tuple[int, int]) -> None:
    puzzle = make(*size)
    assert sizes(puzzle) == [4] * (size[0] * size[1] // 4)
    assert clearing_of(puzzle, Budget()) is not None or len(puzzle.tiles) > MAX_TILES


def test_only_the_kernels_for_pairings_are_compiled_for_a_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[Kernels] = []
    monkeypatch.setattr(kernels, "PLAIN_SECONDS", 0)
    monkeypatch.setattr(Kernels, "compile_in_background", lambda self, _: started.append(self))
    monkeypatch.setattr(PAIRING_KERNELS, "compiled", {})
    make(4, 6)
    assert {*map(id, started)} == {id(PAIRING_KERNELS)}


def test_a_smaller_share_in_pairs_makes_harder_boards() -> None:
    board = make(8, 18)
    scores = [
        [estimate_score(make_easier(board, share, seed), Budget()) for seed in range(4)]
        for share in (1.0, 0.0)
    ]
    assert max(scores[0]) < 100 < max(scores[1])
    assert sum(scores[0]) < sum(scores[1])


def make_easier(board: Shisen, share: float, seed: int) -> Shisen:
    found = make_clearable(board, (), share, Source(seed), Budget())
    assert found is not None
    return found


@pytest.mark.parametrize("name", GENERATE.presets)
def test_presets(name: str) -> None:
    preset = GENERATE.presets[name]
    rows, cols = preset.size or (6, 6)
    recipe = ShisenRecipe(rows=rows, cols=cols, **preset.options)  # type: ignore[arg-type]
    if "grade" not in preset.options:
        puzzle = generate(recipe, Source(1), Budget())
        assert puzzle.size == (rows, cols)
        assert len(puzzle.groups) <= 42 and set(sizes(puzzle)) <= {2, 4, 8, 12}
    if name.startswith("classic"):
        assert name == f"classic-{cols}x{rows}"
        assert len(Wish(recipe).tiles) == rows * cols


def test_the_pattern_says_where_tiles_stand() -> None:
    puzzle = make(1, 1, pattern="x.x\n.x.\nxxx\nxx.")
    assert puzzle.size == (4, 3)
    assert set(puzzle.tiles) == {(0, 0), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1)}
    assert clearing_of(puzzle, Budget()) is not None


@pytest.mark.parametrize(("rows", "cols", "number"), [(4, 6, 1), (6, 6, 2), (8, 18, 5)])
def test_deadlocks_are_planted_and_the_board_can_be_cleared(
    rows: int, cols: int, number: int
) -> None:
    puzzle = make(rows, cols, deadlocks=number)
    assert clearing_of(puzzle, Budget()) is not None
    assert len(list(blocks(puzzle))) >= number


def blocks(puzzle: Shisen) -> list[frozenset[str]]:
    """The kinds of the blocks that can go only with other tiles."""
    found = []
    for pattern in BLOCKS:
        for turned in (pattern, tuple(zip(*pattern, strict=True))):
            for r, c in puzzle.tiles:
                kinds = {
                    (turned[i][j], puzzle.tiles.get((r + i, c + j)))
                    for i, j in cells(len(turned), len(turned[0]))
                }
                if None not in {kind for _, kind in kinds} and len(kinds) == len(pattern[0]):
                    found.append(frozenset(str(kind) for _, kind in kinds))
    return found


def test_both_pairs_of_a_deadlock_lose() -> None:
    wish = Wish(ShisenRecipe(rows=6, cols=6))
    planted = plant_deadlocks(wish.tiles, list(cells(6, 6)), 1, Source(3), kinds=2)
    assert planted is not None
    puzzle = make_planted(wish, planted)
    near = [cell for cell in planted if cell not in _block(planted)]
    assert clearing_of(puzzle, Budget()) is not None
    assert clearing_of(_without(puzzle, near), Budget()) is None
    for kind in set(planted.values()):
        pair = [cell for cell in near if planted[cell] == kind]
        assert len(pair) == 2 and clearing_of(_without(puzzle, pair), Budget()) is not None


def _without(puzzle: Shisen, cells: list[Cell]) -> Shisen | None:
    tiles = StandingTiles(puzzle)
    tiles.remove(cells)
    return tiles.board()


def _block(planted: dict[Cell, str]) -> set[Cell]:
    """The cells of the block of two kinds."""
    r, c = next(
        (r, c)
        for r, c in planted
        if {(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= planted.keys()
        and planted[r, c] == planted[r + 1, c + 1] != planted[r, c + 1] == planted[r + 1, c]
    )
    return {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}


def make_planted(wish: Wish, planted: dict[Cell, str]) -> Shisen:
    source = Source(3)
    board = shuffled_board(wish.size, list(cells(*wish.size)), wish.tiles, planted, source)
    found = make_clearable(board, planted, 0, source, Budget())
    assert found is not None
    return found


@pytest.mark.parametrize(
    "options", [{}, {"kinds": 5}, {"kinds": 42, "rows": 12, "cols": 24}, {"holes": 4}], ids=str
)
def test_a_dead_end_is_planted_where_shuffling_gives_none(options: dict[str, object]) -> None:
    wish = {"rows": 6, "cols": 6, "unsolvable": True, **options}
    puzzle = make(**wish)  # type: ignore[arg-type]
    assert clearing_of(puzzle, Budget()) is None
    assert list(Position(puzzle, Budget()).moves())
    assert len(puzzle.groups) == options.get("kinds", len(puzzle.groups))


def test_the_same_seed_gives_another_board_for_other_options() -> None:
    recipes: list[Recipe] = [
        ShisenRecipe(rows=4, cols=6, **options)
        for options in ({}, {"kinds": 6}, {"grade": "easy"}, {"grade": "hard"}, {"deadlocks": 1})
    ]
    boards = {canonical(generate(r, r.source(1), Budget())) for r in recipes}
    assert len(boards) == len(recipes)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rows": 1, "cols": 1}, "A board needs two tiles or more; cells: 1, holes: 1."),
        ({"rows": 2, "cols": 2, "holes": 1}, "Tiles go in pairs, so their number cannot be 3."),
        (
            {"rows": 2, "cols": 2, "holes": 4},
            "A board needs two tiles or more; cells: 4, holes: 4.",
        ),
        ({"rows": 2, "cols": 2, "kinds": 3}, "3 kinds are too many for 2 pairs of tiles."),
        ({"rows": 3, "cols": 4, "unsolvable": True, "grade": "easy"}, "has no grade."),
        ({"rows": 3, "cols": 4, "unsolvable": True, "deadlocks": 1}, "one or the other."),
        ({"rows": 3, "cols": 4, "unsolvable": True, "kinds": 1}, "can always be cleared"),
        ({"rows": 3, "cols": 4, "pattern": "xx", "holes": 1}, "ask for no number of holes."),
        ({"rows": 3, "cols": 4, "pattern": "xxx"}, "their number cannot be 3."),
        ({"rows": 1, "cols": 4, "deadlocks": 1}, "A deadlock needs two kinds of four tiles"),
        ({"rows": 3, "cols": 4, "deadlocks": 2}, "2 deadlocks need 4 kinds of four tiles"),
        ({"rows": 70, "cols": 70, "deadlocks": 1}, "at most 2,000 tiles, 60 cells a line"),
        ({"rows": 2, "cols": 70, "grade": "hard"}, "So large a board can only be easy"),
        ({"rows": 0, "cols": 4}, "The board has no cells."),
        ({"rows": 1000, "cols": 1000}, "too large"),
        ({"rows": 100, "cols": 100, "kinds": 4999}, "too many: there are 3,906 names."),
    ],
)
def test_what_cannot_be(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        make(**options)  # type: ignore[arg-type]


def test_what_is_not_found() -> None:
    with pytest.raises(NotFound, match="No such board of 1 x 4 cells"):
        make(1, 4, unsolvable=True)
    with pytest.raises(NotFound, match="No room was found for a deadlock"):
        make(1, 12, deadlocks=1)
