"""Which puzzles and which answers of a family are equivalent."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from quebra.contract.puzzle import Answer, Puzzle

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True)
class Symmetries(Generic[P, A]):
    """The symmetries of a family; each hook is optional.

    `canonical` maps all equivalent puzzles to one of them. `solution_key` is equal for two answers
    if a symmetry of the puzzle maps one to the other. `split` divides a hard puzzle into several;
    each solution belongs to exactly one of them. It returns an empty tuple where it cannot.
    `transpose` is the equivalent puzzle with rows and columns swapped, or None if there is none; so
    are the cells of its moves. An upright screen shows a wide board in this way.
    """

    canonical: Callable[[P], P] | None = None
    solution_key: Callable[[P, A], Hashable] | None = None
    split: Callable[[P], tuple[P, ...]] | None = None
    transpose: Callable[[P], P | None] | None = None
