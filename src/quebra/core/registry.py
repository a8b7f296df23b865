"""The families there are, found by entry points: nothing in the tree names one."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from quebra.core.errors import BadInput
from quebra.core.family import Family
from quebra.core.puzzle import Puzzle

AnyFamily = Family[Any, Any]


@cache
def _entries() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group="quebra.families")}


def family_names() -> tuple[str, ...]:
    """The names of all families, without loading them.

    >>> "kojun" in family_names()
    True
    """
    return tuple(sorted(_entries()))


@cache
def get_family(name: str) -> AnyFamily:
    """The family of that name."""
    try:
        entry = _entries()[name]
    except KeyError:
        known = ", ".join(family_names())
        raise BadInput(f"There is no family {name!r}; there are: {known}.") from None
    family = entry.load()
    assert isinstance(family, Family)
    return family


def families() -> tuple[AnyFamily, ...]:
    """All families, in the order of their names."""
    return tuple(get_family(name) for name in family_names())


def family_of(puzzle: Puzzle) -> AnyFamily:
    """The family that a puzzle belongs to."""
    return get_family(puzzle.family)
