"""What the page on edge-matching measures: systems, both algorithms, and where they stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import median

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges.layout import grid_layout
from quebra.families.edges.model import Edges
from quebra.families.edges.rules import check
from quebra.families.edges.solve.domains import Candidates, consistent_domains, frame_domains
from quebra.families.tangram.cutting import cut_polygons
from quebra.families.tangram.model import Piece, Tangram, placed_regions
from quebra.families.tangram.rules import check as fits
from quebra.families.tangram.sets import piece_set
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline
from quebra.papers.edge_matching_algebra.collapse import Iteration, Relaxation
from quebra.papers.edge_matching_algebra.functions import FAMILIES, TestFunctions
from quebra.papers.edge_matching_algebra.linear import Measure, System
from quebra.papers.edge_matching_algebra.polynomials import polynomials, solved_by_groebner
from quebra.papers.edge_matching_algebra.tangrams import sdp

family = get_family("edges")

LIMIT = 5.0
SEEDS = range(5)
SIZES = [
    *[(6, colours) for colours in (2, 3, 4, 5)],
    *[(8, colours) for colours in (4, 5, 6, 8)],
    *[(10, colours) for colours in (8, 10)],
    *[(12, colours) for colours in (8, 10, 12)],
    (16, 16),
]
TURNED = [(4, 4), (4, 6), (5, 6), (5, 8), (6, 8), (6, 12)]
HALF_TURNED = [(6, 5), (6, 8), (8, 8)]
HALF = (0, 2)
POLYGONS: list[tuple[int, int, bool]] = [
    *[(count, colours, False) for count in (6, 12, 24) for colours in (1, 4)],
    *[(count, colours, True) for count in (6, 12) for colours in (1, 4)],
]
CUBES = [(2, 3, False), (3, 4, False), (3, 8, False), (2, 6, True), (3, 12, True)]


Rotate = bool | tuple[int, ...]


def board(shape: str, size: tuple[int, ...], colours: int, seed: int, rotate: Rotate) -> Edges:
    """A random board: the colours of all seams drawn at random, the rim grey."""
    source, layout = Source(seed), grid_layout(shape, size)
    cells = [[0] * layout.sides for _ in layout.cells]
    for a, side, b, other in layout.seams:
        cells[a][side] = cells[b][other] = 1 + source.below(colours)
    pieces = [tuple(cell) for cell in source.shuffled(cells)]
    if rotate:
        every = range(len(layout.turns)) if isinstance(rotate, bool) else rotate
        allowed = [layout.turns[turn] for turn in every]
        turns = [source.choice(allowed) for _ in pieces]
        pieces = [
            tuple(piece[edge] for edge in turn) for piece, turn in zip(pieces, turns, strict=True)
        ]
    layers, rows, cols = (1, *size) if len(size) == 2 else size
    return Edges(
        pieces=tuple(pieces),
        layers=layers,
        rows=rows,
        cols=cols,
        shape="cube" if shape == "cube" else "square",
        frame=0,
        rotate=rotate,
    )


def square(side: int, colours: int, seed: int, rotate: Rotate = False) -> Edges:
    """A square board of square pieces."""
    return board("square", (side, side), colours, seed, rotate)


@dataclass(frozen=True)
class Run:
    """One attempt: whether it was right, what it says of itself, and what it took."""

    solved: bool
    verdict: str
    iterations: int
    seconds: float
    trace: tuple[Iteration, ...] = ()
    puzzle: Edges | None = None


def algorithm_1(
    puzzle: Edges,
    domains: Callable[[Candidates], list[int]],
    limit: float,
    functions: TestFunctions = FAMILIES["delta"],
) -> Run:
    """The paper's first algorithm, once, on what the domains leave."""
    candidates, started = Candidates(puzzle), time.process_time()
    trace: list[Iteration] = []
    verdict = "stalled"
    try:
        relaxation = Relaxation(candidates, domains(candidates), Budget(limit), functions)
        trace.extend(relaxation.collapse())
        if not trace:
            verdict = "infeasible, though it has a solution"
    except Cut as cut:
        verdict = f"cut: {cut.reason}"
    seconds = time.process_time() - started
    lying = trace[-1].assignment if trace else None
    right = lying is not None and not check(puzzle, candidates.filling(lying))
    return Run(right, "solved" if right else verdict, len(trace), seconds, tuple(trace), puzzle)


def engine(puzzle: Edges, limit: float, name: str = "lp") -> Run:
    """The engine as people use it."""
    outcome = solve(family, puzzle, engine=name, count=2, seconds=limit)
    verdict = outcome.status + (f" ({outcome.reason})" if outcome.reason else "")
    iterations = int(outcome.stats.get("iterations", 0))
    return Run(bool(outcome.solutions), verdict, iterations, outcome.cpu_seconds)


def everything(candidates: Candidates) -> list[int]:
    """No domains at all, as in the paper."""
    return [(1 << len(candidates.all)) - 1] * len(candidates.puzzle.layout.cells)


def families(limit: float) -> Iterator[tuple[str, Measure, list[Run]]]:
    """Each family of test functions on 6x6 boards with four colours."""
    for name, functions in FAMILIES.items():
        measure = System(Candidates(square(6, 4, 1)), functions=functions).measure()
        runs = [algorithm_1(square(6, 4, seed), everything, limit, functions) for seed in SEEDS]
        yield name, measure, runs


def sizes(limit: float) -> Iterator[tuple[int, int, list[list[Run]]]]:
    """The algorithm alone, after arc consistency, and as an engine, by size and colours."""
    for side, colours in SIZES:
        boards = [square(side, colours, seed) for seed in SEEDS]
        yield (
            side,
            colours,
            [
                [algorithm_1(each, frame_domains, limit) for each in boards],
                [algorithm_1(each, consistent_domains, limit) for each in boards],
                [engine(each, limit) for each in boards],
            ],
        )


def turned(limit: float) -> Iterator[tuple[str, int, list[Run]]]:
    """Boards whose pieces may be turned, and blocks of cubes."""
    for side, colours in TURNED:
        runs = [engine(square(side, colours, seed, rotate=True), limit) for seed in SEEDS]
        yield f"{side}x{side}, turned", colours, runs
    for side, colours in HALF_TURNED:
        runs = [engine(square(side, colours, seed, rotate=HALF), limit) for seed in SEEDS]
        yield f"{side}x{side}, half turns only", colours, runs
    for side, colours, rotate in CUBES:
        size = (side, side, side)
        runs = [engine(board("cube", size, colours, seed, rotate), limit) for seed in SEEDS]
        yield f"{side}x{side}x{side} cubes{', turned' if rotate else ''}", colours, runs


def free_places(limit: float) -> Iterator[tuple[str, Run, float]]:
    """The second algorithm on figures of the classic tangram and on small boards."""
    for name in piece_set("classic").figures:
        puzzle, budget = oriented(name), Budget(limit)
        started, right = time.process_time(), False
        with suppress(Cut):
            right = not fits(puzzle, next(sdp(puzzle, budget, goal="any", seed=None)))
        seconds, rounds = time.process_time() - started, int(budget.stats["iterations"])
        run = Run(right, "solved" if right else "stalled", rounds, seconds)
        yield f"tangram: {name}", run, float(budget.stats["unused_misfit"])
    for side, colours in ((2, 3), (3, 4), (4, 8)):
        outcome = solve(family, square(side, colours, 1), engine="sdp", count=1, seconds=limit)
        rounds, misfit = int(outcome.stats["iterations"]), outcome.stats["unused_misfit"]
        run = Run(bool(outcome.solutions), outcome.status, rounds, outcome.cpu_seconds)
        yield f"{side}x{side} board, {colours} colours", run, float(misfit)


def polygons(limit: float) -> Iterator[tuple[str, int, list[Run], list[Run]]]:
    """The second algorithm and the exact search on rectangles that were cut into polygons."""
    for count, colours, rotate in POLYGONS:
        turns = (0, 1, 2, 3) if rotate else (0,)
        puzzles = [cut_polygons((4, 5), count, colours, Source(s), turns) for s in SEEDS]
        found = [_polygon_run(puzzle, "sdp", 1, limit) for puzzle in puzzles]
        every = [_polygon_run(puzzle, "own", 1000, limit) for puzzle in puzzles]
        yield f"{count} polygons{', turned' if rotate else ''}", colours, found, every


def _polygon_run(puzzle: Tangram, engine: str, count: int, limit: float) -> Run:
    outcome = solve(get_family("tangram"), puzzle, engine=engine, count=count, seconds=limit)
    iterations = int(outcome.stats.get("iterations", 0))
    found, status = len(outcome.solutions), outcome.status
    verdict = f"with {found} solutions" if status == "many" else status
    return Run(found > 0, verdict, iterations, outcome.cpu_seconds)


def oriented(name: str) -> Tangram:
    """A figure of the classic tangram, with each piece turned as it has to lie."""
    puzzle, answer = piece_set("classic").puzzle(name), piece_set("classic").answer(name)
    pieces = []
    for number, (_, region) in enumerate(placed_regions(puzzle, answer)):
        home = region[0][0].start
        outline = write_outline([[e.moved(Motion(-home)) for e in each] for each in region])
        pieces.append(Piece(name=f"piece{number}", outline=outline, flip=False, angles=(0.0,)))
    return Tangram(pieces=tuple(pieces), figure=puzzle.figure)


def groebner() -> Iterator[tuple[str, int, float, float]]:
    """Tiny boards: how many equations there are, and the time of a Gröbner basis and of `lp`."""
    for size in ((1, 2), (1, 3), (2, 2), (2, 3)):
        puzzle = board("square", size, 2, 0, False)
        started = time.process_time()
        found = solved_by_groebner(puzzle)
        assert found and all(check(puzzle, each) == () for each in found)
        seconds = time.process_time() - started
        equations = len(polynomials(puzzle, "monomial"))
        yield f"{size[0]}x{size[1]}", equations, seconds, engine(puzzle, LIMIT).seconds


def middle(values: Sequence[float]) -> float:
    """The median, or 0 where there is nothing."""
    return float(median(values)) if values else 0.0
