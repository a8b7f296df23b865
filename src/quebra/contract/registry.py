"""The families there are, found by entry points: nothing in the tree names one."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from quebra.contract.errors import BadInput
from quebra.contract.family import Family
from quebra.contract.plugins import installed, with_plugins
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import shown

AnyFamily = Family[Any, Any]


@cache
def _entries() -> dict[str, Any]:
    return {entry.name: entry for entry in installed().select(group="quebra.families")}


def family_names() -> tuple[str, ...]:
    """The names of all families, without loading them.

    >>> "kojun" in family_names()
    True
    """
    return tuple(sorted(_entries()))


_guests: dict[str, AnyFamily] = {}


@contextmanager
def guest(family: AnyFamily) -> Iterator[None]:
    """Makes a family known for a while, such as one that is written or tested."""
    before = dict(_guests)
    _guests[family.name] = family
    try:
        yield
    finally:
        _guests.clear()
        _guests.update(before)


def get_family(name: str) -> AnyFamily:
    """The family of that name, with the engines and extensions of plug-ins."""
    return _guests.get(name) or _installed(name)


@cache
def _installed(name: str) -> AnyFamily:
    try:
        entry = _entries()[name]
    except KeyError:
        known = ", ".join(family_names())
        raise BadInput(f"There is no family {shown(name)}; there are: {known}.") from None
    try:
        family = entry.load()
    except Exception as error:
        raise BadInput(f"The family {name!r} cannot be loaded: {error}.") from error
    if not isinstance(family, Family):
        raise BadInput(f"The entry point {name!r} is no family: {entry.value}.")
    if not name == family.name == family.model.puzzle.__struct_config__.tag:
        tag = family.model.puzzle.__struct_config__.tag
        raise BadInput(
            f"The entry point {name!r}, the family's name {family.name!r} and its puzzles' tag "
            f"{tag!r} must be the same."
        )
    return with_plugins(family)


@cache
def families() -> tuple[AnyFamily, ...]:
    """All families, in the order of their names; one that cannot be loaded is left out."""
    found = []
    for name in family_names():
        try:
            found.append(get_family(name))
        except BadInput as error:
            warnings.warn(str(error), stacklevel=2)
    return tuple(found)


def family_of(puzzle: Puzzle) -> AnyFamily:
    """The family that a puzzle belongs to."""
    if not isinstance(puzzle, Puzzle):
        kind = type(puzzle).__name__
        raise BadInput(f"Expected a puzzle, not {kind}: `quebra.load` makes one from a text.")
    return get_family(puzzle.family)
