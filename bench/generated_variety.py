"""Many puzzles of a family: proofs by a second engine, doubles, and how alike they are.

The tables are a part of `docs/generated-boards.md`, which `generated_boards.py` writes.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun
from quebra.families.symmetry.model import Symmetry
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.silhouette import congruence_key
from quebra.grid.cells import cells
from quebra.service.verbs import make_puzzle

NUMBER, SAMPLE = 1000, 100
"""Puzzles of a family, and those of them that a second engine solves."""
GRADES = (*[None] * 7, "easy", "medium", "hard")
"""The grade asked for, for each tenth of the puzzles."""
Features = frozenset[Hashable]


class Made(NamedTuple):
    """A puzzle, the grade asked for, its own grade, and the number of deductions."""

    puzzle: Any
    asked: str | None
    grade: str | None
    steps: int | None


def kojun_regions(puzzle: Kojun) -> Features:
    """The pairs of touching cells in one region."""
    owner = puzzle.regions
    rows, cols = puzzle.size
    pairs = (((r, c), other) for r, c in cells(rows, cols) for other in ((r, c + 1), (r + 1, c)))
    return frozenset(
        (one, (r, c))
        for one, (r, c) in pairs
        if r < rows and c < cols and owner[one[0]][one[1]] == owner[r][c]
    )


def kojun_givens(puzzle: Kojun) -> Features:
    """The givens with their cells."""
    return frozenset((r, c, v) for r, c in cells(*puzzle.size) if (v := puzzle.givens[r][c]))


def symmetry_clues(puzzle: Symmetry) -> Features:
    """The clues with their cells."""
    return frozenset((r, c, v) for r, c in cells(*puzzle.size) if (v := puzzle.clues[r][c]))


def tangram_corners(puzzle: Tangram) -> Features:
    """The number of corners of the figure: the only feature without a position that it has."""
    return frozenset({sum(map(len, puzzle.target))})


ALIKE: dict[str, dict[str, Callable[[Any], Features]]] = {
    "kojun": {"touching cells in one region": kojun_regions, "givens": kojun_givens},
    "symmetry": {"clues": symmetry_clues},
    "tangram": {"number of corners": tangram_corners},
}
SIZES = {"kojun": (8, 8), "symmetry": (6, 6), "tangram": None}


def made(family: str, seed: int) -> Made:
    """The puzzle of a seed; a tangram is graded only if a grade was asked for, as that is slow."""
    asked = GRADES[seed * len(GRADES) // NUMBER]
    options = {"grade": asked} if asked else {}
    puzzle = make_puzzle(family, SIZES[family], seed, options, Budget())
    if family == "tangram" and not asked:
        return Made(puzzle, asked, None, None)
    found = get_family(family).explain.grade(puzzle, Budget())
    return Made(puzzle, asked, found.name, sum(count for _, count in found.techniques))


def key(family: str, puzzle: Puzzle) -> Hashable:
    """Equal for equivalent puzzles."""
    if isinstance(puzzle, Tangram):
        return congruence_key(puzzle.target)
    symmetry = get_family(family).symmetry
    return symmetry.canonical(puzzle) if symmetry and symmetry.canonical else puzzle


def is_unique(family: str, puzzle: Puzzle, engine: str) -> bool:
    """Whether an engine proves that there is exactly one solution."""
    found = get_family(family).solve.engines[engine](puzzle, Budget(), goal="any", seed=None)
    return len(list(islice(found, 2))) == 1


def likeness(of: Callable[[Any], Features], puzzles: Sequence[Any], distance: int) -> str:
    """The mean share of common features of puzzles whose seeds have this distance."""
    found = list(map(of, puzzles))
    pairs = zip(found, found[distance:], strict=False)
    return f"{100 * statistics.mean(len(a & b) / max(1, len(a | b)) for a, b in pairs):.0f}"


def figures(family: str) -> tuple[dict[str, str], list[str]]:
    """The figures of many puzzles, and rows of how alike they are."""
    every = [made(family, seed) for seed in range(NUMBER)]
    puzzles = [each.puzzle for each in every]
    unique = family != "tangram"
    steps = sorted(each.steps for each in every if each.steps is not None)
    low, middle, high = (steps[len(steps) * part // 20] for part in (1, 10, 19))
    asked = [each for each in every if each.asked]
    right = sum(each.asked == each.grade for each in asked)
    column = {
        "puzzles": str(len(every)),
        "grade as asked, of those with a grade asked for": f"{right} of {len(asked)}",
        "distinct up to symmetry": str(len({key(family, puzzle) for puzzle in puzzles})),
        "unique by `own`": str(sum(is_unique(family, puzzle, "own") for puzzle in puzzles))
        if unique
        else "not promised",
        "unique by `cpsat`, of a sample": "{} of {}".format(
            sum(is_unique(family, puzzle, "cpsat") for puzzle in puzzles[:: NUMBER // SAMPLE]),
            SAMPLE,
        )
        if unique
        else "not promised",
        "length: deductions counted by the grade, 5 %, median, 95 %": f"{low}, {middle}, {high}",
    }
    alike = [each.puzzle for each in every if each.asked is None]
    far = len(alike) // 2
    rows = [
        f"| {family} | {title} | {likeness(of, alike, 1)} | {likeness(of, alike, far)} |"
        for title, of in ALIKE[family].items()
    ]
    return column, rows


def variety_section() -> str:
    """The tables of many puzzles of each family."""
    columns, rows = {}, []
    for family in ALIKE:
        columns[family], more = figures(family)
        rows += more
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {row} | " + " | ".join(column[row] for column in columns.values()) + " |"
        for row in columns["kojun"]
    ]
    alike = [
        "| family | what | seeds 1 apart, % | seeds 350 apart, % |",
        "|---|---|---|---|",
        *rows,
    ]
    return VARIETY.format(figures="\n".join(lines), alike="\n".join(alike))


VARIETY = """## Many puzzles

Kojun of 8x8 cells, Symmetry of 6x6 cells and classic tangrams; 700 of 1,000 without a grade, and
100 each that ask for easy, medium and hard. A figure of a tangram may have several solutions.

{figures}

How alike puzzles of the same recipe are: the features that two of them have in common, as a share
of those that either has, on average. Consecutive seeds should be no more alike than others.

{alike}
"""
