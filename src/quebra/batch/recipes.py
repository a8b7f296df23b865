"""Recipes of a batch: the family, sizes, grades and number of puzzles to generate."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from quebra.contract.codec import what_and_where
from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.contract.registry import family_names, get_family
from quebra.i18n.text import Text, Verbatim, names
from quebra.service.arguments import read_size
from quebra.service.facts import options as options_of

SEED = ", seed "
"""Between the kind and the seed in the name of a task."""


class BatchRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recipe: `count` puzzles of each size and grade, with seeds from `seed` on.

    >>> recipe = BatchRecipe("kojun", sizes=("5x5", "6x6"), grades=("easy",), seed=7, count=2)
    >>> [name for name, _ in recipe.tasks()][:2]
    ['kojun 5x5 easy, seed 7', 'kojun 5x5 easy, seed 8']
    """

    family: str
    sizes: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    seed: int = 1
    count: int = 1
    preset: str | None = None
    options: dict[str, Any] = {}

    def tasks(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The requests with their names; raises `BadInput` for wrong options before the first."""
        if self.count < 1:
            raise BadInput(Text("The count of puzzles must be 1 or more."))
        family = get_family(self.family)
        known = [option.name for option in options_of(family)]
        for name in (name for name in self.options if name not in known):
            raise BadInput(
                Text(
                    "There is no option {name} here; there are: {known}.",
                    name=quoted(name),
                    known=names(known),
                )
            )
        for name in (name for name in self.grades if name not in GRADES):
            raise BadInput(
                Text(
                    "There is no grade {name} here; there are: {known}.",
                    name=quoted(name),
                    known=names(GRADES),
                )
            )
        kinds = [
            (size, grade, {**self.options, "grade": grade} if grade else self.options)
            for size, grade in product(self.sizes or (None,), self.grades or (None,))
        ]
        for size, _, options in kinds:
            family.make_recipe(options, read_size(size) if size else None, self.preset)
        for size, grade, options in kinds:
            kind = " ".join(word for word in (self.family, self.preset, size, grade) if word)
            for seed in range(self.seed, self.seed + self.count):
                task = {"family": self.family, "size": size, "seed": seed, "options": options}
                if self.preset:
                    task["preset"] = self.preset
                yield f"{kind}{SEED}{seed}", {"verb": "generate", **task}


def recipe_of(name: str) -> tuple[str | None, int | None]:
    """The grade and the seed in the name of a task, which its records carry as their source.

    >>> recipe_of("kojun 5x5 easy, seed 7"), recipe_of("boards/easy.txt")
    (('easy', 7), (None, None))
    """
    kind, _, seed = name.rpartition(SEED)
    words = kind.split()
    if not words or words[0] not in family_names() or not re.fullmatch(r"-?\d+", seed):
        return None, None
    return next((word for word in words if word in GRADES), None), int(seed)


def read_recipe(path: Path) -> BatchRecipe:
    """The recipe in a TOML file, whose keys are the fields of `BatchRecipe`."""
    shown = quoted(path, MAX_PATH)
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), BatchRecipe)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(
            Text("{path} is no TOML: {reason}.", path=shown, reason=Verbatim(error))
        ) from None
    except msgspec.ValidationError as error:
        what, where = what_and_where(str(error))
        if not where:
            raise BadInput(Text("The recipe {path}: {what}.", path=shown, what=what)) from None
        raise BadInput(
            Text(
                "The recipe {path}, {where}: {what}.",
                path=shown,
                where=Verbatim(where),
                what=what,
            )
        ) from None
