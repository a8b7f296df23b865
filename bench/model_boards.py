"""Boards for the comparison with outside solvers: unique ones, with several solutions, and none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from quebra.contract.errors import NotFound
from quebra.contract.puzzle import Puzzle
from quebra.contract.random import Source
from quebra.families.edges.model import Edges
from quebra.families.kojun.model import Kojun
from quebra.families.shisen.model import Shisen
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.grid.cells import Rows, as_rows, cells
from quebra.service.verbs import generate

SIZES = ((4, 4), (5, 5), (6, 6))


def boards(family: str) -> Iterator[Puzzle]:
    """Boards without end; the same ones in every run."""
    make = MAKERS[family]
    for seed in count():
        try:
            yield make(Source(seed), seed)
        except NotFound:
            continue


def _kojun(source: Source, seed: int) -> Puzzle:
    puzzle = generate(Kojun, source.choice([*SIZES, (8, 8)]), seed=seed)
    sizes = {cell: len(region) for region in puzzle.region_cells for cell in region}
    change = seed % 3
    if change == 0:
        return puzzle
    if change == 1:
        return puzzle.with_givens(_with_fewer(puzzle.givens, source))
    cell = source.choice([cell for cell in sizes if puzzle.givens[cell[0]][cell[1]]])
    return puzzle.with_givens(_with(puzzle.givens, cell, 1 + source.below(sizes[cell])))


def _symmetry(source: Source, seed: int) -> Puzzle:
    puzzle = generate(Symmetry, source.choice(SIZES), seed=seed)
    change = seed % 3
    if change == 0:
        return puzzle
    if change == 1:
        return puzzle.with_clues(_with_fewer(puzzle.clues, source))
    return puzzle.with_clues(
        _with(puzzle.clues, source.choice([*cells(*puzzle.size)]), 1 + source.below(puzzle.shapes))
    )


def _with_fewer(rows: Rows[int], source: Source) -> Rows[int]:
    return as_rows([EMPTY if source.chance(0.2) else entry for entry in row] for row in rows)


def _with(rows: Rows[int], cell: tuple[int, int], entry: int) -> Rows[int]:
    changed = [list(row) for row in rows]
    changed[cell[0]][cell[1]] = entry
    return as_rows(changed)


def _edges(source: Source, seed: int) -> Puzzle:
    """Squares with or without turns and a frame; every third board has one edge changed."""
    rows, cols = source.choice([(3, 3), (3, 4), (4, 4)])
    colours = source.choice([3, 4, 5])
    frame, rotate = source.choice([0, None]), seed % 2 == 0
    board = Edges(rows=rows, cols=cols, pieces=((0,) * 4,) * (rows * cols), frame=frame)
    sides: dict[tuple[int, int], int] = {}
    for a, side, b, other in board.layout.seams:
        sides[a, side] = sides[b, other] = 1 + source.below(colours)
    pieces = [
        tuple(sides.get((cell, side), frame or 0) for side in range(4))
        for cell in range(rows * cols)
    ]
    source.shuffle(pieces)
    if seed % 3 == 0:
        first = pieces[0]
        at = source.choice([n for n, colour in enumerate(first) if colour])
        pieces[0] = (*first[:at], 1 + first[at] % colours, *first[at + 1 :])
    return msgspec.structs.replace(board, pieces=tuple(pieces), rotate=rotate)


def _shisen(source: Source, seed: int) -> Puzzle:
    """Tiles at random: some boards cannot be cleared, others in one way or in several."""
    rows, cols = source.choice([(3, 4), (4, 4), (4, 5), (4, 6)])
    pairs = rows * cols // 2
    kinds = max(2, pairs - source.below(1 + pairs // 2))
    tiles = [chr(ord("A") + n % kinds) for n in range(pairs) for _ in range(2)]
    source.shuffle(tiles)
    return Shisen(board=as_rows(tiles[r * cols : (r + 1) * cols] for r in range(rows)))


MAKERS: dict[str, Callable[[Source, int], Puzzle]] = {
    "kojun": _kojun,
    "symmetry": _symmetry,
    "edges": _edges,
    "shisen": _shisen,
}
