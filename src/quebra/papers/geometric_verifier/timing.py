"""The CPU time of both verifiers, for walls of bricks and for classic figures."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import comb
from statistics import median
from typing import cast

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.rules import check, progress
from quebra.geometry.edges import Line
from quebra.geometry.motion import Motion
from quebra.papers.geometric_verifier.elimination import Side
from quebra.papers.geometric_verifier.engine import sides_of, verify
from quebra.papers.geometric_verifier.figures import Board
from quebra.papers.geometric_verifier.game import CLASSIC
from quebra.papers.geometric_verifier.relations import code_of
from quebra.study.measuring import cpu_seconds
from quebra.study.tables import Row

Verb = Callable[[Tangram, Assembly], object]


def wall(rows: int, cols: int) -> Board:
    """A wall of bricks of which every other row begins and ends with half a brick.

    >>> [len(wall(*size).answer.places) for size in ((1, 2), (2, 3))]
    [2, 7]
    """
    bricks = [
        (end - x, x, y)
        for y in range(rows)
        for x, end in pairwise(sorted({0, *range(y % 2, 2 * cols, 2), 2 * cols}))
    ]
    counts = Counter(width for width, _, _ in bricks)
    pieces = tuple(
        Piece(name=f"brick of {width}", outline=f"M0 0 H{width} V1 H0 Z", count=count)
        for width, count in counts.items()
    )
    kinds = list(counts)
    places = tuple(Placement(kinds.index(width), x=x, y=y) for width, x, y in bricks)
    figure = f"M0 0 H{2 * cols} V{rows} H0 Z"
    return Board("A wall", Tangram(pieces=pieces, figure=figure), Assembly(places=places))


def moved(answer: Assembly, source: Source) -> Assembly:
    """The whole assembly at a random position and angle."""
    whole = Motion(complex(source.below(20), source.below(20)), source.below(3600) / 10)
    there = ((place.piece, place.motion.then(whole)) for place in answer.places)
    return Assembly(
        places=tuple(
            Placement(piece, to.shift.real, to.shift.imag, to.angle, to.flip) for piece, to in there
        )
    )


def time_wall(rows: int, cols: int, seed: int, seconds: float) -> Row:
    """Both verifiers, and one pass over all pairs of edges as the paper describes it.

    The pass is `cut` at the limit.
    """
    shown = wall(rows, cols)
    answer = moved(shown.answer, Source(seed))
    sides = sides_of(shown.puzzle, answer)
    for verb in (verify, check):
        verb(*wall(1, 2)[1:])  # what is loaded does not count
    budget = Budget()
    letter = cpu_seconds(lambda: verify(shown.puzzle, answer, budget))
    every, cut = time_all_pairs(sides, shown.puzzle.tolerance_used, seconds)
    robust = _time(check, shown.puzzle, answer)
    return {
        "pieces": len(answer.places),
        "edges": len(sides),
        "pairs": count_pairs(sides),
        "compared": budget.stats.get("nodes", 0),
        "all_pairs": every,
        "cut": cut,
        "letter": letter,
        "check": robust,
        "letter_accepts": verify(shown.puzzle, answer).accepted,
        "check_accepts": not check(shown.puzzle, answer),
    }


def count_pairs(sides: Sequence[Side]) -> int:
    """The number of pairs of edges of different pieces."""
    own = Counter(side.piece for side in sides).values()
    return comb(len(sides), 2) - sum(comb(count, 2) for count in own)


def time_all_pairs(sides: Sequence[Side], tolerance: float, seconds: float) -> tuple[float, bool]:
    """The CPU time of the relations of all pairs, once, and whether the limit was reached."""
    started = time.process_time()
    for i, a in enumerate(sides):
        for b in sides[i + 1 :]:
            if a.piece != b.piece:
                code_of(cast(Line, a.edge), cast(Line, b.edge), tolerance)
        if (used := time.process_time() - started) >= seconds and i < len(sides) - 1:
            return used, True
    return time.process_time() - started, False


def time_figure(figure: str, seed: int, runs: int) -> Row:
    """The median times for a classic figure at random positions."""
    puzzle, source = CLASSIC.puzzle(figure), Source(seed)
    answers = [moved(CLASSIC.answer(figure), source) for _ in range(runs)]
    verbs: dict[str, Verb] = {"letter": verify, "check": check, "progress": progress}
    for verb in verbs.values():
        verb(puzzle, answers[0])  # what is loaded or kept for the figure does not count
    return {
        name: median(_time(verb, puzzle, answer) for answer in answers)
        for name, verb in verbs.items()
    }


def _time(verb: Verb, puzzle: Tangram, answer: Assembly) -> float:
    """The CPU time of a verb that has not seen the answer before."""
    judge.cache_clear()
    return cpu_seconds(lambda: verb(puzzle, answer))
