"""The corner search as its tests run it."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.core.budget import Budget
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve import own
from quebra.geometry.motion import Motion
from quebra.geometry.outline import read_outline, write_outline


def solve(
    puzzle: Tangram, seconds: float | None = None, seed: int | None = None
) -> Iterator[Assembly]:
    return own(puzzle, Budget(seconds), goal="any", seed=seed)


def first(puzzle: Tangram) -> Assembly | None:
    answer = next(solve(puzzle), None)
    assert answer is None or check(puzzle, answer) == ()
    return answer


def count(puzzle: Tangram) -> int:
    """How many tilings there are: distinct, and each accepted."""
    found = list(solve(puzzle))
    assert len(set(found)) == len(found)
    assert all(check(puzzle, answer) == () for answer in found)
    return len(found)


def turned(outline: str, motion: Motion) -> str:
    return write_outline(
        [[edge.moved(motion) for edge in contour] for contour in read_outline(outline)]
    )
