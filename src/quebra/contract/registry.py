"""The registry of families and of their plug-ins, which are found by entry points.

- `quebra.families` has entry points `FAMILY`, each a `Family`.
- `quebra.engines` has entry points `FAMILY.ENGINE`, each an engine that is loaded on use.
- `quebra.formats` has entry points `FAMILY.NAME`, each a function that returns the `Formats` which
  are added to those of the family that it is called with.
- `quebra.explanations` has entry points `FAMILY.NAME`, each a function that returns the `Explain`
  of the family that it is called with, with more techniques.

The last two are loaded with the family.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput, QuebraError
from quebra.contract.family import Engine, Explain, Family, Formats
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.catalogue import add_catalogues
from quebra.i18n.text import Series, Text, Verbatim, as_is, names

AnyFamily = Family[Any, Any]
AnyEngine = Engine[Any, Any]

_installed_entry_points = cache(entry_points)
"""All entry points, read once because it takes some milliseconds."""


@cache
def _family_entries() -> dict[str, EntryPoint]:
    entries = _installed_entry_points().select(group="quebra.families")
    return {entry.name: entry for entry in entries}


def family_names() -> tuple[str, ...]:
    """The names of all installed families, which are not loaded.

    >>> "kojun" in family_names()
    True
    """
    return tuple(sorted(_family_entries()))


_temporary: dict[str, AnyFamily] = {}


@contextmanager
def register_temporarily(family: AnyFamily) -> Iterator[None]:
    """Register a family while the body runs, such as one that is tested."""
    before = dict(_temporary)
    _temporary[family.name] = family
    try:
        yield
    finally:
        _temporary.clear()
        _temporary.update(before)


def get_family(name: str) -> AnyFamily:
    """The family of that name, with what plug-ins add; raises `BadInput`."""
    return _temporary.get(name) or _load(name)


@cache
def _load(name: str) -> AnyFamily:
    try:
        entry = _family_entries()[name]
    except KeyError:
        raise BadInput(
            Text(
                "There is no family {name}; there are: {known}.",
                name=quoted(name),
                known=names(family_names()),
            )
        ) from None
    try:
        family = entry.load()
    except Exception as error:
        raise BadInput(
            Text(
                "The family {name} cannot be loaded: {reason}.",
                name=quoted(name),
                reason=_reason(error),
            )
        ) from error
    if not isinstance(family, Family):
        raise BadInput(
            Text(
                "The entry point {name} is no family: {value}.",
                name=quoted(name),
                value=Verbatim(entry.value),
            )
        )
    if not name == family.name == family.model.puzzle.__struct_config__.tag:
        tag = family.model.puzzle.__struct_config__.tag
        raise BadInput(
            Text(
                "The entry point {name}, the family's name {own} and its puzzles' tag {tag} must "
                "be the same.",
                name=quoted(name),
                own=quoted(family.name),
                tag=quoted(tag),
            )
        )
    add_catalogues(family.package)
    return _with_plugins(family)


@cache
def families() -> tuple[AnyFamily, ...]:
    """All families, sorted by name; one that cannot be loaded is left out with a warning."""
    found = []
    for name in family_names():
        try:
            found.append(get_family(name))
        except BadInput as error:
            _warn(error.text)
    return tuple(found)


def family_of(puzzle: Puzzle) -> AnyFamily:
    """The family of a puzzle; raises `BadInput` for any other value."""
    if not isinstance(puzzle, Puzzle):
        raise BadInput(
            Text(
                "Expected a puzzle, not {kind}: `quebra.load` makes one from a text.",
                kind=Verbatim(type(puzzle).__name__),
            )
        )
    return get_family(puzzle.family)


def _with_plugins(family: AnyFamily) -> AnyFamily:
    """The family with the formats, techniques and engines of plug-ins."""
    for group, extend in (
        ("quebra.formats", _with_formats),
        ("quebra.explanations", _with_explanations),
    ):
        for name, entries in sorted(_plugins_of(group, family.name).items()):
            for entry in entries:
                try:
                    family = extend(family, entry)
                except Exception as error:
                    _warn(
                        Text(
                            "The entry point {name} of {group} cannot be used: {reason}.",
                            name=Verbatim(f"{family.name}.{name}"),
                            group=Verbatim(group),
                            reason=_reason(error),
                        )
                    )
    engine_entries = _plugins_of("quebra.engines", family.name)
    for name in {"auto", *family.solve.engines} & engine_entries.keys():
        _warn(
            Text(
                "{title} has an engine {name} already; that of {packages} is left out.",
                title=family.title,
                name=quoted(name),
                packages=_packages(engine_entries.pop(name)),
            )
        )
    if not engine_entries:
        return family
    engines = Engines(family.name, family.solve.engines, engine_entries)
    return replace(family, solve=replace(family.solve, engines=engines))


class Engines(Mapping[str, AnyEngine]):
    """A family's own engines, then those of plug-ins sorted by name; these are loaded on use."""

    def __init__(
        self,
        family: str,
        own: Mapping[str, AnyEngine],
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

    def __getitem__(self, name: str) -> AnyEngine:
        return self._own[name] if name in self._own else self._load(name, *self._plugins[name])

    def _load(self, name: str, entry: EntryPoint, *others: EntryPoint) -> AnyEngine:
        family = Verbatim(self._family)
        if others:
            raise BadInput(
                Text(
                    "There is more than one engine {name} of {family}: in {packages}.",
                    name=quoted(name),
                    family=family,
                    packages=_packages((entry, *others)),
                )
            )
        try:
            loaded: AnyEngine = entry.load()
        except Exception as error:
            raise BadInput(
                Text(
                    "The engine {name} of {family} cannot be loaded: {reason}.",
                    name=quoted(name),
                    family=family,
                    reason=_reason(error),
                )
            ) from error
        if not callable(loaded):
            raise BadInput(
                Text(
                    "The engine {name} of {family} is no function: {value}.",
                    name=quoted(name),
                    family=family,
                    value=Verbatim(entry.value),
                )
            )
        return loaded


def _with_formats(family: AnyFamily, entry: EntryPoint) -> AnyFamily:
    added = entry.load()(family)
    if not isinstance(added, Formats):
        raise TypeError(f"{entry.value} returns no Formats")
    own = family.formats
    formats = Formats(
        _with_codecs(family, own.puzzles, added.puzzles, entry),
        _with_codecs(family, own.answers, added.answers, entry),
    )
    return replace(family, formats=formats)


def _with_codecs(
    family: AnyFamily,
    own: tuple[Codec[Any], ...],
    added: tuple[Codec[Any], ...],
    entry: EntryPoint,
) -> tuple[Codec[Any], ...]:
    """The codecs of both; an added one with the name of another is left out with a warning."""
    names_of_own = {codec.name for codec in own}
    for codec in added:
        if codec.name in names_of_own:
            _warn(
                Text(
                    "{title} has a format {name} already; that of {packages} is left out.",
                    title=family.title,
                    name=quoted(codec.name),
                    packages=_packages((entry,)),
                )
            )
    return (*own, *(codec for codec in added if codec.name not in names_of_own))


def _with_explanations(family: AnyFamily, entry: EntryPoint) -> AnyFamily:
    explain = entry.load()(family)
    if not isinstance(explain, Explain):
        raise TypeError(f"{entry.value} returns no Explain")
    return replace(family, explain=explain)


def _plugins_of(group: str, family: str) -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of a family by the part of their names after the dot."""
    found: defaultdict[str, tuple[EntryPoint, ...]] = defaultdict(tuple)
    for entry in _well_named(group):
        owner, _, name = entry.name.partition(".")
        if owner == family:
            found[name] += (entry,)
    return dict(found)


@cache
def _well_named(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group that have a name `FAMILY.NAME`; a warning about any other."""
    entries: EntryPoints = _installed_entry_points().select(group=group)
    well_named = tuple(entry for entry in entries if all(entry.name.partition(".")))
    for entry in sorted(set(entries) - set(well_named)):
        _warn(
            Text(
                "The entry point {name} of {group} is not named as in kojun.name.",
                name=quoted(entry.name, MAX_PATH),
                group=Verbatim(group),
            )
        )
    return well_named


def _packages(entries: tuple[EntryPoint, ...]) -> Series:
    return names(sorted(entry.dist.name if entry.dist else entry.value for entry in entries))


def _reason(error: Exception) -> Text:
    """What an error says, as a part of another sentence."""
    return error.text if isinstance(error, QuebraError) else as_is(str(error))


def _warn(text: Text) -> None:
    warnings.warn(text, stacklevel=2)
