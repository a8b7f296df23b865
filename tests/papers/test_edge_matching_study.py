"""The edge-matching study: its figures, and how often algorithm 2 solves boards of each shape."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import pytest

from quebra.engine.budget import Budget
from quebra.families.edges.rules import check
from quebra.families.tangram.rules import check as fits
from quebra.papers.edge_matching_algebra.letter import LetterSystem
from quebra.papers.edge_matching_algebra.study import (
    CUTS,
    NEW_SHAPES,
    STUDY,
    algorithm_2,
    copies_of,
    polygons,
)
from quebra.papers.edge_matching_algebra.study_boards import Board, Cut
from quebra.papers.edge_matching_algebra.tangrams import sdp_by_copies
from quebra.study import open_study

NEW_CUTS = [cut for cut in CUTS if cut.turns > 4 or cut.hole]
FEW_COPIES = [kind for kind in NEW_SHAPES if copies_of(kind) < 24]


def named(kind: object) -> str:
    assert isinstance(kind, Board | Cut)
    return f"{kind.name}, {kind.colours}"


@pytest.mark.parametrize("kind", FEW_COPIES, ids=named)
def test_a_board_of_each_shape_is_solved(kind: Board) -> None:
    assert algorithm_2(kind.puzzle(1), "sdp", limit=60)["solved"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", NEW_SHAPES, ids=named)
def test_nine_of_ten_boards_of_each_shape_are_solved(kind: Board) -> None:
    solved = [algorithm_2(kind.puzzle(seed), "sdp", limit=20)["solved"] for seed in range(1, 31)]
    assert sum(map(bool, solved)) >= 27


@pytest.mark.slow
@pytest.mark.parametrize("cut", NEW_CUTS, ids=named)
def test_nine_of_ten_polygon_puzzles_are_solved(cut: Cut) -> None:
    method = "sdp" if cut.hole else "copies"
    solved = [polygons(method, 60, cut.puzzle(seed))["solved"] for seed in range(1, 31)]
    assert sum(map(bool, solved)) >= 27


@pytest.mark.parametrize("turns", [6, 8])
def test_copies_of_a_puzzle_have_its_solution(turns: int) -> None:
    puzzle = Cut(6, 4, turns).puzzle(1)
    answer = next(sdp_by_copies(puzzle, Budget()))
    assert fits(puzzle, answer) == ()
    assert len({place.angle for place in answer.places}) > 1


def test_a_figure_with_a_hole() -> None:
    puzzle = Cut(12, 4, hole=True).puzzle(2)
    assert puzzle.figure.count("Z") == 2 and len(puzzle.pieces) == 12
    assert polygons("sdp", 60, puzzle)["solved"]


@pytest.mark.parametrize("kind", [Board("square", (3, 3), 4), Board("cube", (2, 2, 2), 3)])
def test_the_letter_reaches_rank_one(kind: Board) -> None:
    puzzle = kind.puzzle(1)
    *_, (last, answer) = LetterSystem(puzzle).iterations(2, Budget())
    assert answer is not None and check(puzzle, answer) == ()
    assert last.rank < 1e-3 and last.misfit < 1e-3


def test_holes_are_in_the_rim() -> None:
    ring = Board("square", (3, 3), 4, holes=((1, 1),)).puzzle(1)
    assert len(ring.layout.cells) == 8 and len(ring.layout.rim) == 12 + 4
    assert sum(piece.count(0) for piece in ring.pieces) == 16


@pytest.mark.slow
def test_the_quick_study(tmp_path: Path) -> None:
    study = open_study(STUDY, STUDY.quick, tmp_path)
    list(study.run())
    *_, page = study.write()
    text = page.read_text()
    assert "$" not in text
    rows = list(csv.DictReader((tmp_path / "edge-matching-algorithm-2.csv").open()))
    solved = [row["solved"] == "True" for row in rows if row["method"] == "sdp"]
    assert len(solved) == 12 and sum(solved) >= 11
    assert f"{sum(solved)} of 12 boards" in text
    assert (tmp_path / "edge-matching-iterations.svg").read_text().count("distance") >= 1


def test_a_smaller_study(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(STUDY.quick, sizes=((4, 4),), boards=1)
    study = open_study(STUDY, settings, tmp_path)
    wanted = [task for task in study.tasks if task.table in ("algorithm-1", "tangrams")]
    rows = [task.run() for task in wanted]
    assert {row["method"] for row in rows} == {"everywhere", "frame", "arc", "lp", "sdp"}
    assert all(row["solved"] for row in rows if row["method"] == "sdp")
    for row in rows:
        distances = [float(each) for each in str(row.get("distances") or "").split()]
        assert distances == sorted(distances, reverse=True)
        assert not row["solved"] or not distances or distances[-1] < 1e-2
