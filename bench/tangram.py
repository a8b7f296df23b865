"""The time to solve and to count silhouettes, beside published results.

Run as `python bench/tangram.py`, or with `--quick` without the long counts. With `--write` it
writes docs/papers/tangram.md. CPU time; nothing is compiled for the corner search, so its first
call takes no longer than the others, while exact cover compiles its kernel when a count lasts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import count, islice, product
from pathlib import Path
from statistics import median
from typing import TypeVar

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.search import answers_of
from quebra.families.tangram.model import Assembly, Piece, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve import ENGINES
from quebra.families.tangram.solve.classes import Classes, first_of_each_class
from quebra.families.tangram.solve.cover import lattice_tilings
from quebra.families.tangram.solve.lattice import lattice_of
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline
from quebra.service.verbs import generate, solve
from tangram_figures import DATA, DISTURBED_TOLERANCE, DRAWN, disturbed, silhouettes

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from dissections import convex_polygon, cutters, dissect, uniform
from random_cuts import Dissection, with_noise

PAGE = Path(__file__).parents[1] / "docs" / "papers" / "tangram.md"
FIGURES = 60
NOISY_FIGURES = 15
"""Figures of each set in the table of noise: to generate them takes longer than to solve them."""
SECONDS = 60.0
NOISY_SETS = ("classic", "egg", "heart", "circle", "bell", "flag", "monad")
NOISES = (0.005, 0.01, 0.02)
FACTOR = 1.5
LEAST_PIECES = (40, 60)
MANY = 100_000
"""A limit above the number of solutions of every figure."""
LONG_COUNTS = ("6x10", "5x12", "4x15", "3x20")

T = TypeVar("T")
Table = Sequence[Sequence[str]]

HEAD = """\
# Geometric puzzles: solving silhouettes

The paper that the family grew out of verifies an assembly and does not find one; [](verifier.md)
describes how Quebra verifies. This page is about finding: the corner search (`own`), which knows
straight and round sides at any angle, and exact cover (`cover`) for puzzles on a lattice. Where
pieces are irregular, so that sides and angles hardly agree by chance, the corner search takes turns
with one that tries first what agrees in most measures. It finds a tiling of some forty such pieces
within seconds, and of twenty where sides of several pieces lie along one side; the plain search
proves sooner that there is no other. `python bench/tangram.py --write` measures everything again
and writes the page. Times are in CPU time, and each answer has been accepted by `check`, which is
part of the time.

Published for the classic set: a raster and search method solves 86.7 % of its figures in 51 s on
average (Yamada, 2019), a mixed-integer cone model 50 of 50 in minutes, and a search in Lisp takes
about four minutes for the square. The figures and the machines differ, so this is no race.
"""


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="without the long counts")
    parser.add_argument("--write", action="store_true", help="write docs/papers/tangram.md")
    options = parser.parse_args()
    page = "\n".join(_sections(options.quick))
    if options.write:
        PAGE.write_text(page, encoding="utf-8")
    else:
        print(page)


def _sections(quick: bool) -> Iterable[str]:
    yield HEAD
    yield "## First solution\n"
    yield _table(
        ("figures", "solved", "median", "slowest"),
        [_solved(name, puzzles) for name, puzzles in _silhouettes()],
    )
    yield (
        "Generated figures are random assemblies of all pieces, edge to edge, whose places the "
        "search does not see. Those drawn by hand are real ones, of which it sees the outline; "
        "they are not part of Quebra, and are measured where their file is at hand.\n"
    )
    yield "## Figures with noise\n"
    yield (
        "Generated figures whose vertices are off by up to a share of the smallest side, with a "
        "tolerance of 1.5 times that, or the largest that may be; solved within 2 s.\n"
    )
    yield _table(("set", "noise", "solved", "median", "slowest"), list(_noisy()))
    yield "## Irregular pieces\n"
    yield "A convex figure, cut by as few random lines as make 40 or 60 pieces: first solution.\n"
    yield _table(("seed", "pieces", "verdict", "time"), list(_irregular()))
    yield "## All solutions of the convex figures\n"
    yield "What is counted is described in [](../tolerance.md).\n"
    yield _table(("figure", "solutions", "tilings", "`own`", "`cover`"), list(_convex()))
    yield "## Counts on a lattice\n"
    yield (
        "The engine `cover` uses the symmetries of the figure on the lattice. Without them, all "
        "tilings in the frame of the figure are found, and compared point by point.\n"
    )
    yield _table(
        ("figure", "solutions", "tilings", "`cover`", "without symmetries"), list(_counts(quick))
    )


def _silhouettes() -> Iterable[tuple[str, list[Tangram]]]:
    made = [generate("tangram", seed=seed) for seed in range(FIGURES)]
    puzzles = [puzzle for puzzle in made if isinstance(puzzle, Tangram)]
    yield f"{FIGURES} generated, classic set", puzzles
    yield "the same, turned", [_turned(puzzle, 7.0 + seed) for seed, puzzle in enumerate(puzzles)]
    if DATA.exists():
        real = list(silhouettes(DRAWN))
        yield f"{len(real)} drawn by hand, tolerance {DRAWN}", real
        shaken = [disturbed(puzzle, seed) for seed, puzzle in enumerate(silhouettes(None))]
        yield f"the same, turned and with noise of 0.5 %, tolerance {DISTURBED_TOLERANCE}", shaken
    for name, kit in SETS.items():
        if name not in ("pentominoes", "hexiamonds"):
            yield f"{name}: its own figures", [kit.puzzle(figure) for figure in kit.figures]


def _turned(puzzle: Tangram, angle: float) -> Tangram:
    turn = Motion(3 - 2j, angle)
    contours = [[edge.moved(turn) for edge in contour] for contour in puzzle.target]
    return Tangram(pieces=puzzle.pieces, figure=write_outline(contours))


def _solved(name: str, puzzles: list[Tangram], seconds: float = SECONDS) -> tuple[str, ...]:
    found, times = 0, []
    for puzzle in puzzles:
        answers, cpu = _cpu(lambda p=puzzle: _first(p, seconds))  # type: ignore[misc]
        found += bool(answers) and not check(puzzle, answers[0])
        times.append(cpu)
    return name, f"{found} of {len(puzzles)}", _time(median(times)), _time(max(times))


def _first(puzzle: Tangram, seconds: float) -> list[Assembly]:
    try:
        return list(islice(answers_of(ENGINES["own"], puzzle, Budget(seconds)), 1))
    except Cut:
        return []


def _noisy() -> Iterable[tuple[str, ...]]:
    for name in NOISY_SETS:
        made = (generate("tangram", set=name, seed=seed) for seed in range(NOISY_FIGURES))
        figures = [puzzle for puzzle in made if isinstance(puzzle, Tangram)]
        for noise in NOISES:
            shaken = []
            for seed, puzzle in enumerate(figures):
                known = Dissection(puzzle, Assembly(()), _shortest_side(puzzle))
                if drawn := with_noise(known, noise, FACTOR, Source(seed)):
                    shaken.append(drawn.puzzle)
            _, solved, middle, slowest = _solved(name, shaken, 2.0)
            yield name, f"{noise}", solved, middle, slowest


def _shortest_side(puzzle: Tangram) -> float:
    return min(edge.length for shape in puzzle.shapes for contour in shape for edge in contour)


def _irregular() -> Iterable[tuple[str, ...]]:
    for least, seed in product(LEAST_PIECES, range(10)):
        puzzle = cut_by_lines(seed, least)
        outcome, cpu = _cpu(lambda p=puzzle: solve(p, count=1, time=SECONDS))  # type: ignore[misc]
        yield f"{seed}", f"{len(puzzle.pieces)}", outcome.status, _time(cpu)


def cut_by_lines(seed: int, pieces: int) -> Tangram:
    """A convex figure cut by random lines until it has this number of pieces."""
    for lines in count(7):
        source = Source(seed)
        figure = convex_polygon(source)
        parts = dissect((figure,), cutters(source, lines, discs=0))
        if len(parts) >= pieces:
            turns = [Motion(0, uniform(source, 0, 360)) for _ in parts]
            shapes = (
                Piece(f"{i}", write_outline([[edge.moved(turn) for edge in c] for c in part]))
                for i, (part, turn) in enumerate(zip(parts, turns, strict=True))
            )
            return Tangram(pieces=tuple(shapes), figure=write_outline((figure,)))
    raise AssertionError


def _convex() -> Iterable[tuple[str, ...]]:
    kit = SETS["classic"]
    for figure in kit.figures:
        puzzle = kit.puzzle(figure)
        own, own_time = _cpu(lambda p=puzzle: _count("own", p))  # type: ignore[misc]
        cover, cover_time = _cpu(lambda p=puzzle: _count("cover", p))  # type: ignore[misc]
        if own != cover:
            raise SystemExit(f"{figure}: own counts {own}, cover {cover}.")
        yield figure, f"{own[0]}", own[1], _time(own_time), _time(cover_time)


def _counts(quick: bool) -> Iterable[tuple[str, ...]]:
    if quick:
        return
    wanted = [("pentominoes", figure) for figure in LONG_COUNTS] + [("ostomachion", None)]
    for name, figure in wanted:
        puzzle = SETS[name].puzzle(figure)
        (count, tilings), cpu = _cpu(lambda p=puzzle: _count("cover", p))  # type: ignore[misc]
        compared, slow = _cpu(lambda p=puzzle: _count_by_comparison(p))  # type: ignore[misc]
        assert count == compared, (name, figure, count, compared)
        title = " ".join(filter(None, (name, figure)))
        yield title, f"{count:,}", tilings, _time(cpu), _time(slow)


def _count_by_comparison(puzzle: Tangram) -> int:
    """The solutions: one of each class of tilings, each accepted by `check`."""
    tilings = lattice_tilings(puzzle, lattice_of(puzzle), Budget())
    found = list(first_of_each_class(Classes(puzzle), tilings, Budget()))
    assert not any(check(puzzle, answer) for answer in found)
    return len(found)


def _count(engine: str, puzzle: Tangram) -> tuple[int, str]:
    """The solutions, and the tilings in the frame of the figure if they are proved to be all."""
    outcome = solve(puzzle, engine=engine, count=MANY)
    tilings = outcome.stats.get("tilings")
    return len(outcome.solutions), "not proved" if tilings is None else f"{tilings:,}"


def _cpu(work: Callable[[], T]) -> tuple[T, float]:
    before = time.process_time()
    result = work()
    return result, time.process_time() - before


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def _table(head: Sequence[str], rows: Table) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


if __name__ == "__main__":
    main()
