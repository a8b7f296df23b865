"""Measurements of the exact and the best-effort solvers of edge-matching."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from threading import Event

import msgspec

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.rules import check, matched_seams
from quebra.families.edges.solve import ENGINES
from quebra.families.edges.solve.backtracker import KERNELS, Backtracker
from quebra.families.edges.solve.best_effort import MISMATCH_KERNELS, BestEffort
from quebra.families.edges.solve.domains import Candidates, frame_domains
from quebra.families.edges.solve.exhaustive import REPAIR_KERNELS
from quebra.families.edges.solve.mismatch_tables import new_mismatch_state
from quebra.families.edges.solve.order import row_scan
from quebra.families.edges.solve.repair_tables import fill_board, new_repair_state

PLACEMENTS = 50_000_000
MARKS = (5.0, 10.0, 20.0, 60.0, 120.0, 300.0, 600.0)

Boards = dict[str, Edges]


def read_boards(folder: Path) -> Iterator[tuple[str, Edges]]:
    """The boards of a folder, by their names."""
    for path in sorted(folder.glob("*.txt")):
        lines = [tuple(map(int, line.split())) for line in path.read_text().splitlines() if line]
        rows, cols = lines[0]
        pieces = tuple(lines[1:])
        yield path.stem, Edges(rows=rows, cols=cols, pieces=pieces, frame=0, rotate=True)


def made_boards() -> Iterator[tuple[str, Edges]]:
    """Boards that are cut from random pictures."""
    for size, border, inner in ((6, 3, 6), (8, 4, 5), (10, 3, 9), (16, 5, 17)):
        yield f"made-{size}x{size}", made_board(size, border, inner, Source(size))


def made_board(size: int, border: int, inner: int, source: Source) -> Edges:
    """A framed board with colours of its own along the border."""
    empty = Edges(rows=size, cols=size, pieces=((0,) * 4,) * (size * size), frame=0, rotate=True)
    layout = empty.layout
    rim = {cell for cell, _ in layout.rim}
    sides = dict.fromkeys(layout.rim, 0)
    for a, side, b, other in layout.seams:
        along = a in rim and b in rim
        colour = 1 + (source.below(border) if along else border + source.below(inner))
        sides[a, side] = sides[b, other] = colour
    pieces = []
    for cell in range(size * size):
        turn = source.choice(layout.turns)
        pieces.append(tuple(sides[cell, edge] for edge in turn))
    return msgspec.structs.replace(empty, pieces=tuple(source.shuffled(pieces)))


def shuffled(puzzle: Edges, seed: int) -> Edges:
    """The same board with its pieces in another order, which changes times up to 16-fold."""
    pieces = list(puzzle.pieces)
    if seed:
        Source(seed).shuffle(pieces)
    return msgspec.structs.replace(puzzle, pieces=tuple(pieces))


def centred(puzzle: Edges, piece: int | None = None) -> Edges:
    """The same with a piece fixed in the centre: the one named, or the first that is no border."""
    if piece is None:
        piece = next(i for i, edges in enumerate(puzzle.pieces) if puzzle.frame not in edges)
    cell = (puzzle.rows // 2, puzzle.cols // 2 - 1)
    return msgspec.structs.replace(puzzle, hints=(Hint(cell=cell, piece=piece, turn=0),))


def warm_up(puzzle: Edges) -> None:
    """Compile what compiles, so that only the work is measured."""
    candidates, source = Candidates(puzzle), Source(0)
    domains, order = frame_domains(candidates), row_scan(puzzle)
    KERNELS.compile((Backtracker(candidates, domains, order).state,))
    MISMATCH_KERNELS.compile((new_mismatch_state(candidates, domains, order, frozenset(), source),))
    REPAIR_KERNELS.compile(
        (new_repair_state(candidates, domains, fill_board(candidates, domains, {}), source),)
    )


def speed(puzzle: Edges) -> float:
    """Millions of placements a CPU second of a plain row scan."""
    candidates = Candidates(puzzle)
    search = Backtracker(candidates, frame_domains(candidates), row_scan(puzzle))
    budget = Budget()
    started = time.process_time()
    while search.nodes < PLACEMENTS and search.go(budget, PLACEMENTS) != Ended.EXHAUSTED:
        pass
    return search.nodes / (time.process_time() - started) / 1e6


def first_board(puzzle: Edges, engine: str, limit: float) -> float:
    """The CPU time of all threads to the first board; infinite where it is over the limit."""
    started, enough = time.process_time(), Event()

    def watch(_: Budget) -> None:
        if time.process_time() - started > limit:
            enough.set()

    budget = Budget(cancel=enough, report=watch)
    try:
        board = next(ENGINES[engine](puzzle, budget, goal="any", seed=None))
    except Cut:
        return inf
    assert not check(puzzle, board)
    return time.process_time() - started


def score_over_time(puzzle: Edges, seed: int, limit: float) -> dict[float, int]:
    """The matched seams of one search in one thread at marks of CPU time, up to the limit."""
    candidates = Candidates(puzzle)
    started = time.process_time()
    search = BestEffort(candidates, frame_domains(candidates), Budget(), Source(seed))
    marks = [mark for mark in MARKS if mark < limit] + [limit]
    scores: dict[float, int] = {}
    best = 0
    for lying in search.boards():
        spent = time.process_time() - started
        scores.update({mark: best for mark in marks if mark <= spent and mark not in scores})
        if spent > limit:
            break
        if lying:
            best = matched_seams(puzzle, candidates.filling(lying))
    return {mark: scores.get(mark, best) for mark in marks}
