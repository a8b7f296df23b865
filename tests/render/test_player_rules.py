"""The rules in files that play: JavaScript must say what `check` of the family says."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quebra import check, generate, load, load_answer, solve
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import family_of, get_family
from quebra.families.edges.model import Edges, Filling
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.paths import free_path
from quebra.families.shisen.standing import StandingTiles
from quebra.families.solids.model import Assembly as Packing
from quebra.families.solids.model import Piece, Placed, Solids
from quebra.families.solids.sets import SETS
from quebra.families.solids.space import FRAMES, TURNS, combined, corner, turned, word_of
from quebra.families.tangram.judge import judge_in_place
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.sets import piece_set
from quebra.grid.cells import Cell

SOURCES = Path(__file__).resolve().parents[2] / "src/quebra"
NODE = Path(sys.executable).with_name("node")
CHECK = """
import { readFileSync } from "node:fs";
const { default: family } = await import(process.argv[1]);
const boards = JSON.parse(readFileSync(0, "utf8"));
const found = boards.map(({ puzzle, answer }) =>
  family.check(puzzle, answer).map((violation) => ({
    ...violation,
    unfinished: family.isUnfinished(puzzle, answer, violation),
  })),
);
process.stdout.write(JSON.stringify(found));
"""
FLAT = ("square", "triangle", "hexagon")
"""Edge-matching boards of other shapes are drawn in files, and not played."""
POSITIONS = 60
"""Random positions for each puzzle."""

Board = tuple[Puzzle, Answer]


def _in_javascript(family: str, boards: Sequence[Board]) -> list[list[dict[str, object]]]:
    """The violations of each board, as the family's `offline.js` finds them."""
    script = SOURCES / "families" / family / "offline.js"
    asked = msgspec.json.encode([{"puzzle": _puzzle(p), "answer": a} for p, a in boards])
    command = [str(NODE), "--input-type=module", "--eval", CHECK, "--", script.as_uri()]
    run = subprocess.run(command, input=asked, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    found: list[list[dict[str, object]]] = json.loads(run.stdout)
    return found


def _puzzle(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle in JSON, with the tolerance that files add to it."""
    found: dict[str, object] = msgspec.to_builtins(puzzle)
    return {**found, "tolerance_used": getattr(puzzle, "tolerance_used", 0)}


def _cases(name: str) -> Iterator[Board]:
    """The boards of the case file that have an answer; nothing is taken apart in files."""
    for case in get_family(name).cases:
        if case.answer:
            try:
                puzzle = load(case.puzzle, name)
                answer = load_answer(puzzle, case.answer)
                if getattr(puzzle, "shape", "square") in FLAT and not getattr(answer, "apart", ()):
                    yield puzzle, answer
            except BadInput:
                continue


def _violations(board: Board) -> list[dict[str, object]]:
    """The violations as the family finds them, and whether each is only unfinished."""
    play = family_of(board[0]).play
    assert play
    return [
        {
            "code": violation.code,
            "where": [list(place) for place in violation.where],
            "text": str(violation.text),
            "unfinished": play.is_unfinished(*board, violation),
        }
        for violation in check(*board)
    ]


def _random_grids(name: str, sizes: tuple[str, ...]) -> Iterator[Board]:
    """Puzzles with entries changed at random, also out of range and on clues."""
    source = random.Random(7)
    for number, size in enumerate(sizes):
        puzzle = generate(name, size, seed=number)
        play = family_of(puzzle).play
        assert play
        start = play.start(puzzle)
        for _ in range(POSITIONS):
            grid = [list(row) for row in start.grid]
            for _ in range(source.randrange(2 * len(grid) * len(grid[0]))):
                row = source.choice(grid)
                row[source.randrange(len(row))] = source.choice((0, 1, 1, 2, 2, 3, 4, 5, 12))
            yield puzzle, msgspec.convert({"grid": grid}, type(start))


def _random_clearings() -> Iterator[Board]:
    """Boards with moves at random: right ones, and pairs, paths and rounds that are not."""
    source = random.Random(7)
    for number, gravity in enumerate((False, True, False)):
        puzzle = generate(Shisen, ("4x4", "4x6", "6x8")[number], seed=number, gravity=gravity)
        cells = [(r, c) for r in range(-1, puzzle.size[0] + 1) for c in range(-1, 9)]
        for _ in range(POSITIONS):
            tiles = StandingTiles(puzzle)
            rounds: list[list[object]] = []
            for _ in range(source.randrange(1, 9)):
                one, other = _pair(puzzle, tiles, source)
                path = free_path(puzzle, one, other, tiles.cells)
                if source.random() < 0.3:
                    path = (one, *source.sample(cells, source.randrange(4)), other)
                if source.random() < 0.3:
                    path = ()
                if not rounds or source.random() < 0.7:
                    rounds.append([])
                    tiles.remove((one, other))
                rounds[-1].append({"pair": (one, other), "path": path})
            yield puzzle, msgspec.convert({"rounds": rounds}, Clearing)


def _pair(puzzle: Shisen, tiles: StandingTiles, source: random.Random) -> tuple[Cell, Cell]:
    """Two cells: most often tiles of one kind with a free path."""
    cells = sorted(tiles.cells) or [(0, 0)]
    for _ in range(200):
        one, other = source.choice(cells), source.choice(cells)
        alike = one != other and tiles.kind(one) == tiles.kind(other)
        if alike and free_path(puzzle, one, other, tiles.cells):
            break
    if source.random() < 0.1:
        other = source.choice(sorted(puzzle.tiles))
    return one, other


def _random_fillings() -> Iterator[Board]:
    """Boards of all flat shapes with pieces at random, also twice and with turns at random."""
    source = random.Random(7)
    for number, (size, options) in enumerate(EDGES):
        puzzle = generate(Edges, size, seed=number, **options)
        cells, turns = puzzle.layout.cells, len(puzzle.layout.turns)
        solution = next(iter(solve(puzzle).solutions)).cells
        for _ in range(POSITIONS):
            placed = [msgspec.to_builtins(each) for each in solution if source.random() < 0.7]
            for _ in range(source.randrange(4)):
                piece, turn = source.randrange(len(puzzle.pieces)), source.randrange(turns)
                placed.append({"cell": source.choice(cells), "piece": piece, "turn": turn})
            yield puzzle, msgspec.convert({"cells": placed}, Filling)


def _random_packings() -> Iterator[Board]:
    """Solutions with pieces left out, used twice, mirrored, moved, and turned as a whole."""
    source = random.Random(7)
    for puzzle in PACKINGS:
        solution = next(iter(solve(puzzle, count=1).solutions)).places
        words = sorted(FRAMES)
        for _ in range(POSITIONS):
            places = [place for place in solution if source.random() < 0.8]
            for _ in range(source.choice((0, 0, 1, 2))):
                at = tuple(source.randrange(-1, 3) for _ in range(3))
                piece = source.randrange(len(puzzle.numbers))
                places.append(Placed(piece, at, source.choice(words)))  # type: ignore[arg-type]
            if source.random() < 0.5:
                by = source.randrange(-2, 3)
                places = [Placed(p.piece, (p.at[0] + by, *p.at[1:]), p.turn) for p in places]
            answer = Packing(places=tuple(places))
            if source.random() < 0.5 and not puzzle.given:
                answer = turned_as_a_whole(puzzle, answer, source.choice([*TURNS]))
            yield puzzle, answer


def turned_as_a_whole(puzzle: Solids, answer: Packing, word: str) -> Packing:
    """An assembly after a turn about the origin."""
    return Packing(
        places=tuple(
            Placed(
                place.piece,
                corner(turned(puzzle.cells_of(place), FRAMES[word])),
                word_of(combined(FRAMES[place.turn], FRAMES[word])),
            )
            for place in answer.places
        )
    )


_TETRACUBES = SETS["tetracubes"].puzzle()
PACKINGS = (
    SETS["soma"].puzzle(),
    SETS["slothouber-graatsma"].puzzle(),
    Solids(pieces=_TETRACUBES.pieces, target=_TETRACUBES.target, mirror=True),
    Solids(pieces=(Piece("I", ("##",), 2), Piece("V", ("##|#.",))), target=("###|#++", "##+|...")),
    Solids(
        pieces=(Piece("I", ("##",), 2, ("", "z")), Piece("V", ("##|#.",))),
        target=("###|###", "#..|..."),
    ),
    Solids(
        pieces=(Piece("I", ("##",)), Piece("V", ("##|#.",))),
        target=("|".join(["+" * 12] * 12),) * 11 + ("|".join(["+" * 12] * 11 + ["+++#++++++++"]),),
    ),
)


EDGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("3x3", {}),
    ("3x4", {"fixed": True, "hints": 2}),
    ("3x3", {"shape": "hexagon"}),
    ("3x3", {"shape": "triangle"}),
)
BOARDS: dict[str, Callable[[], Iterator[Board]]] = {
    "edges": _random_fillings,
    "kojun": lambda: _random_grids("kojun", ("1x4", "4x4", "6x6", "10x10")),
    "shisen": _random_clearings,
    "solids": _random_packings,
    "symmetry": lambda: _random_grids("symmetry", ("3x4", "5x5", "6x6", "2x20")),
}


def _random_assemblies() -> Iterator[tuple[Tangram, Assembly]]:
    """Assemblies with pieces left out, moved by more or by less than the tolerance, and turned."""
    source = random.Random(7)
    for set_name, figure in FIGURES:
        puzzle = piece_set(set_name).puzzle(figure)
        solution = solve(puzzle, count=1).solutions[0].places
        for _ in range(POSITIONS // 3):
            places = [place for place in solution if source.random() < 0.8]
            for i in source.sample(range(len(places)), source.randrange(min(3, len(places)) + 1)):
                shift = source.choice((0.1, 0.3, 30, 1000)) * puzzle.tolerance_used
                turn = source.choice((0, 0, 90))
                places[i] = msgspec.structs.replace(
                    places[i], x=places[i].x + shift, angle=(places[i].angle + turn) % 360
                )
            yield puzzle, Assembly(places=tuple(places))


FIGURES = (("classic", "square"), ("chie-no-ita", "square"), ("pentominoes", "6x10"))


def _faults(puzzle: Tangram, answer: Assembly) -> tuple[object, ...]:
    """The faults of an assembly, for the figure where it is drawn."""
    found = judge_in_place(puzzle, answer)
    overlaps = sorted([list(one), list(other)] for one, other, _ in found.overlaps)
    return overlaps, sorted([list(piece)] for piece, _ in found.outside), found.gap > 0


@pytest.mark.integration
def test_tangrams_have_the_faults_that_the_judge_finds() -> None:
    boards = [*_random_assemblies()]
    for board, found in zip(boards, _in_javascript("tangram", boards), strict=True):
        places: dict[str, list[Any]] = {"overlap": [], "outside": [], "gap": []}
        for each in found:
            places.setdefault(str(each["code"]), []).append(each["where"])
        overlaps, outside = sorted(places["overlap"]), sorted(places["outside"])
        assert (overlaps, outside, bool(places["gap"])) == _faults(*board), board


@pytest.mark.integration
@pytest.mark.parametrize("name", BOARDS)
def test_javascript_finds_the_violations_of_check(name: str) -> None:
    boards = [*_cases(name), *BOARDS[name]()]
    for board, found in zip(boards, _in_javascript(name, boards), strict=True):
        assert found == _violations(board), board


@pytest.mark.integration
def test_kojun_with_order_by_columns() -> None:
    puzzles = [*_random_grids("kojun", ("6x6",))]
    boards = [(msgspec.structs.replace(p, order="column"), a) for p, a in puzzles]
    assert _in_javascript("kojun", boards) == [*map(_violations, boards)]
