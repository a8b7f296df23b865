"""Plug-ins: engines and extensions that packages add to a family by entry points.

`quebra.engines` has entry points `FAMILY.ENGINE`, each an engine. They are listed by their names
and loaded when they are used. `quebra.extensions` has entry points `FAMILY.NAME`, each a function
from the family to the family with more in its rooms, such as a format. They are loaded with it.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any

from quebra.contract.errors import BadInput
from quebra.contract.family import Engine, Family

_Family = Family[Any, Any]
_Engine = Engine[Any, Any]

installed = cache(entry_points)
"""All entry points; to read them from disk takes some milliseconds, so it is done once."""


def with_plugins(family: _Family) -> _Family:
    """The family with the engines and extensions of all installed packages."""
    for name, entries in sorted(_entries_of("quebra.extensions", family.name).items()):
        for entry in entries:
            try:
                family = _extended(family, entry)
            except Exception as error:
                _warn(f"The extension {family.name}.{name} cannot be used: {error}.")
    entries_of_engines = _entries_of("quebra.engines", family.name)
    for name in {"auto", *family.solve.engines} & entries_of_engines.keys():
        packages = _packages(entries_of_engines.pop(name))
        _warn(f"{family.title} has an engine {name!r} already; that of {packages} is left out.")
    if not entries_of_engines:
        return family
    engines = Engines(family.name, family.solve.engines, entries_of_engines)
    return replace(family, solve=replace(family.solve, engines=engines))


class Engines(Mapping[str, _Engine]):
    """A family's own engines, then those of plug-ins in the order of their names."""

    def __init__(
        self,
        family: str,
        own: Mapping[str, _Engine],
        plugins: Mapping[str, tuple[EntryPoint, ...]],
    ) -> None:
        self._family, self._own, self._plugins = family, own, plugins

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from sorted(self._plugins)

    def __len__(self) -> int:
        return len(self._own) + len(self._plugins)

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._plugins

    def __getitem__(self, name: str) -> _Engine:
        return self._own[name] if name in self._own else self._load(name, *self._plugins[name])

    def _load(self, name: str, entry: EntryPoint, *others: EntryPoint) -> _Engine:
        family = self._family
        if others:
            packages = _packages((entry, *others))
            raise BadInput(f"There is more than one engine {name!r} of {family}: in {packages}.")
        try:
            loaded: _Engine = entry.load()
        except Exception as error:
            raise BadInput(f"The engine {name!r} of {family} cannot be loaded: {error}.") from error
        if not callable(loaded):
            raise BadInput(f"The engine {name!r} of {family} is no function: {entry.value}.")
        return loaded


def _extended(family: _Family, entry: EntryPoint) -> _Family:
    extended = entry.load()(family)
    if not isinstance(extended, Family):
        raise TypeError(f"{entry.value} returns no family")
    return extended


def _entries_of(group: str, family: str) -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of a family by the part of their names after the dot."""
    found: defaultdict[str, tuple[EntryPoint, ...]] = defaultdict(tuple)
    for entry in _named_right(group):
        owner, _, name = entry.name.partition(".")
        if owner == family:
            found[name] += (entry,)
    return dict(found)


@cache
def _named_right(group: str) -> tuple[EntryPoint, ...]:
    entries: EntryPoints = installed().select(group=group)
    right = tuple(entry for entry in entries if all(entry.name.partition(".")))
    for entry in sorted(set(entries) - set(right)):
        _warn(f"The entry point {entry.name!r} of {group} is not named as in kojun.name.")
    return right


def _packages(entries: tuple[EntryPoint, ...]) -> str:
    return ", ".join(sorted(entry.dist.name if entry.dist else entry.value for entry in entries))


def _warn(text: str) -> None:
    warnings.warn(text, stacklevel=2)
