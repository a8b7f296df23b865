"""Edge-matching: placements a second, time to a first board, and matched seams over time.

Run as `python bench/edges_exact.py FOLDER` with a folder of boards as pieces text (`rows cols`, and
then `up right down left` for each piece, 0 being the frame). Without one, boards are made from
seeds. `--limit` is the wall time of one search; `--seeds` how many seeds the best effort has.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from quebra.core.budget import Budget
from quebra.core.errors import Cut
from quebra.core.random import Source
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.rules import check, matched_seams
from quebra.families.edges.solve import ENGINES
from quebra.families.edges.solve.backtrack import KERNELS, Backtracker
from quebra.families.edges.solve.board import filled, new_repair
from quebra.families.edges.solve.domains import Ways, frame_domains
from quebra.families.edges.solve.lists import new_build
from quebra.families.edges.solve.matched import BUILDERS, REPAIRS, Hunt
from quebra.families.edges.solve.order import row_scan

LIMIT = 60.0
PLACEMENTS = 50_000_000
SMALL = 64
"""Boards of more cells have their matched seams measured too."""
MARKS = (1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 300.0, 600.0)


def main() -> None:
    """Print the three tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, help="boards as pieces text")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one search")
    parser.add_argument("--seeds", type=int, default=3, help="seeds of the best effort")
    parser.add_argument("--only", default="", help="boards whose names have this in them")
    chosen = parser.parse_args()
    boards = dict(read_boards(chosen.folder) if chosen.folder else made_boards())
    boards = {name: board for name, board in boards.items() if chosen.only in name}
    warm_up(next(iter(boards.values())))
    for name, puzzle in boards.items():
        print(f"{name}: {speed(puzzle):.1f} M placements a CPU second", flush=True)
    for name, puzzle in boards.items():
        times = [first_board(puzzle, engine, chosen.limit) for engine in ("portfolio", "cpsat")]
        print(f"{name}: portfolio {times[0]}, cpsat {times[1]}", flush=True)
    for name, puzzle in boards.items():
        for seed in range(chosen.seeds) if len(puzzle.layout.cells) > SMALL else ():
            scores = score_over_time(centred(puzzle), seed, chosen.limit)
            print(f"{name}, seed {seed}, of {len(puzzle.layout.seams)}: {scores}", flush=True)


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
        yield f"made {size}x{size}", made_board(size, border, inner, Source(size))


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


def centred(puzzle: Edges) -> Edges:
    """The same with its first piece without an edge at the frame fixed in the centre."""
    inner = next(i for i, piece in enumerate(puzzle.pieces) if puzzle.frame not in piece)
    cell = (puzzle.rows // 2, puzzle.cols // 2 - 1)
    return msgspec.structs.replace(puzzle, hints=(Hint(cell=cell, piece=inner, turn=0),))


def warm_up(puzzle: Edges) -> None:
    """Compile what compiles, so that only the work is measured."""
    ways, source = Ways(puzzle), Source(0)
    domains, order = frame_domains(ways), row_scan(puzzle)
    KERNELS.compile((Backtracker(ways, domains, order).state,))
    BUILDERS.compile((new_build(ways, domains, order, frozenset(), source),))
    REPAIRS.compile((new_repair(ways, domains, filled(ways, domains, {}), source),))


def speed(puzzle: Edges) -> float:
    """Millions of placements a CPU second of a plain row scan."""
    ways = Ways(puzzle)
    search = Backtracker(ways, frame_domains(ways), row_scan(puzzle))
    budget = Budget()
    started = time.process_time()
    while budget.stats.get("nodes", 0) < PLACEMENTS and search.go(budget, PLACEMENTS) >= 0:
        pass
    return budget.stats["nodes"] / (time.process_time() - started) / 1e6


def first_board(puzzle: Edges, engine: str, limit: float) -> str:
    """Wall and CPU time to the first board."""
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        board = next(ENGINES[engine](puzzle, Budget(limit), goal="any", seed=None), None)
    except Cut:
        return f"nothing in {limit:g} s"
    spent = f"{time.perf_counter() - wall:.1f} s, {time.process_time() - cpu:.1f} CPU s"
    if board is None:
        return f"none, proved in {spent}"
    assert not check(puzzle, board)
    return spent


def score_over_time(puzzle: Edges, seed: int, limit: float) -> str:
    """The matched seams of one hunt in one thread, by CPU time, up to its end."""
    ways = Ways(puzzle)
    started = time.process_time()
    hunt = Hunt(ways, frame_domains(ways), Budget(), Source(seed))
    best, spent, scores = 0, 0.0, {}
    for lying in hunt.boards():
        spent = time.process_time() - started
        scores.update({mark: best for mark in MARKS if mark <= spent and mark not in scores})
        if spent > limit:
            break
        if lying:
            best = matched_seams(puzzle, ways.filling(lying))
    scores[round(spent, 1)] = best
    return ", ".join(f"{score} at {mark:g} s" for mark, score in scores.items())


if __name__ == "__main__":
    main()
