"""Recipes in one line, such as `kojun 8x8 easy x6, hard x6`, and the puzzles made by them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import GRADES
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.registry import family_names, get_family
from quebra.engine.budget import Budget
from quebra.i18n.text import Text, names
from quebra.service.arguments import read_named_value
from quebra.service.identity import key_of
from quebra.service.recent import Recent
from quebra.service.verbs import make_puzzle

SIZE = re.compile(r"\d{1,6}[xX×]\d{1,6}")
COUNT = re.compile(r"[xX×](\d{1,9})")
MOST = 2000
"""The most puzzles of a recipe."""
MAX_FAILURES = 20
"""Seeds in a row that may fail, or give a puzzle that is there already."""


_MADE: Recent[bytes, Puzzle] = Recent()


class Wanted(msgspec.Struct, frozen=True):
    """A number of puzzles of one kind."""

    family: str
    size: str | None = None
    preset: str | None = None
    options: dict[str, object] = {}
    count: int = 1


def read_recipe(text: str) -> tuple[Wanted, ...]:
    """The kinds of puzzles of a recipe, which are separated by commas.

    A kind has the name of a family, a size, a grade or preset, options `NAME=VALUE` and a number
    such as `x6`, in any order. Without a family, family and size are those of the kind before.

    >>> [(kind.family, kind.size, kind.options, kind.count) for kind in read_recipe(
    ...     "kojun 8x8 easy x6, hard x2, tangram x3")][1:]
    [('kojun', '8x8', {'grade': 'hard'}, 2), ('tangram', None, {}, 3)]
    """
    found: list[Wanted] = []
    for part in filter(str.strip, re.split("[,;\n]", text)):
        found.append(_read_kind(part.split(), found[-1] if found else None))
    if not found:
        raise BadInput(Text("The recipe is empty."))
    if sum(kind.count for kind in found) > MOST:
        raise BadInput(Text("A recipe makes at most {most} puzzles.", most=MOST))
    return tuple(found)


def _read_kind(words: list[str], before: Wanted | None) -> Wanted:
    family = next((word for word in words if word in family_names()), "")
    size = None if family or before is None else before.size
    if not family and before is None:
        raise BadInput(
            Text(
                "The recipe begins with no family; there are: {known}.",
                known=names(family_names()),
            )
        )
    family = family or (before.family if before else "")
    presets = get_family(family).generate.presets
    preset, count, options = None, 1, dict[str, object]()
    for word in words:
        if word == family:
            continue
        if SIZE.fullmatch(word):
            size = word
        elif number := COUNT.fullmatch(word):
            count = int(number[1])
        elif word in GRADES:
            options["grade"] = word
        elif word in presets:
            preset = word
        elif "=" in word:
            name, value = read_named_value(word)
            options[name] = value
        else:
            raise BadInput(
                Text(
                    "The word {word} of the recipe is none of {known}, a size or a number like x6.",
                    word=quoted(word),
                    known=names((*GRADES, *presets)),
                )
            )
    return Wanted(family, size, preset, options, count)


def make_puzzles(
    recipe: str, seed: int, budget: Budget, seen: set[str] | None = None
) -> Iterator[Puzzle]:
    """The puzzles of a recipe, with seeds from `seed` on; none is in `seen`, which they join."""
    seen = set() if seen is None else seen
    for kind in read_recipe(recipe):
        failures = 0
        left = kind.count
        while left:
            puzzle = _make(kind, seed, budget, last=failures == MAX_FAILURES)
            seed += 1
            key = key_of(puzzle) if puzzle else ""
            if puzzle is None or key in seen:
                failures += 1
                if failures > MAX_FAILURES:
                    raise NotFound(
                        Text(
                            "There are not enough different puzzles of the kind {kind}.",
                            kind=quoted(kind.family),
                        )
                    )
                continue
            seen.add(key)
            left, failures = left - 1, 0
            yield puzzle


def _make(kind: Wanted, seed: int, budget: Budget, *, last: bool) -> Puzzle | None:
    """The puzzle of a seed; None if there is none, and the error at the last try."""
    key = msgspec.json.encode((kind, seed))
    if known := _MADE.get(key):
        return known
    try:
        made = make_puzzle(kind.family, kind.size, seed, kind.options, budget, kind.preset)
        _MADE.keep(key, made)
        return made
    except NotFound:
        if last:
            raise
        return None
