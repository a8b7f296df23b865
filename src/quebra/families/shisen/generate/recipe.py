"""The options of new boards, and which of them exclude one another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Annotated

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import FILE, Recipe, option
from quebra.contract.random import Source
from quebra.contract.settings import admit_size
from quebra.families.shisen.generate.planted import kinds_of
from quebra.families.shisen.generate.repair import MAX_LENGTH, MAX_TILES, is_large
from quebra.grid.cells import Cell, cells
from quebra.grid.pattern import read_pattern
from quebra.i18n.text import Plural, Text

SIGNS = ascii_uppercase + ascii_lowercase + digits


class ShisenRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The properties that a new Shisen-Sho puzzle must have."""

    kinds: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None,
        option(Text("number of kinds of tiles; by default, four tiles a kind")),
    ] = None
    holes: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None,
        option(Text("number of cells without a tile; by default, 0 or 1")),
    ] = None
    pattern: Annotated[
        str | None,
        option(Text("where tiles stand: rows with x for a tile and . for none"), FILE),
    ] = None
    deadlocks: Annotated[
        Annotated[int, msgspec.Meta(ge=0)],
        option(Text("number of deadlocks that are planted: pairs side by side that are traps")),
    ] = 0
    unsolvable: Annotated[
        bool,
        option(Text("a board that has moves, but provably cannot be cleared")),
    ] = False
    gravity: Annotated[bool, option(Text("tiles fall after each move"))] = False


class Wish:
    """A recipe after its validation: the size, and the tiles in the order of their kinds.

    >>> wish = Wish(ShisenRecipe(pattern="xxx\\nx.x\\nxxx"))
    >>> wish.size, "".join(wish.tiles)
    ((3, 3), 'AABBAABB')
    """

    def __init__(self, recipe: ShisenRecipe) -> None:
        self.recipe = recipe
        self.size = recipe.rows, recipe.cols
        self._pattern: frozenset[Cell] | None = None
        if recipe.pattern is not None:
            self.size, self._pattern = read_pattern(recipe.pattern)
        admit_size(*self.size)
        self._admit_combination()
        self.holes = self._number_of_holes()
        self.tiles = tiles_of(self.size[0] * self.size[1] - self.holes, recipe.kinds)
        self._admit_deadlocks()
        self._admit_large()

    def choose_cells(self, source: Source) -> list[Cell]:
        """The cells with a tile; where the holes are random, the source decides."""
        if self._pattern is not None:
            return sorted(self._pattern)
        found = list(cells(*self.size))
        return sorted(source.shuffled(found)[self.holes :]) if self.holes else found

    @property
    def max_deadlocks(self) -> int:
        """The number of deadlocks for which there are enough kinds of four tiles."""
        return len(kinds_of(self.tiles, 4)) // 2

    @property
    def tiles_with_twos(self) -> list[str]:
        """The tiles with two kinds of two tiles each, where the number of kinds allows that."""
        kinds, rest = self.recipe.kinds, len(self.tiles) - 4
        if len(kinds_of(self.tiles, 2)) >= 2 or rest < 2 or (kinds is not None and kinds < 3):
            return self.tiles
        others = tiles_of(rest, None if kinds is None else kinds - 2)
        names = islice((name for name in tile_names() if name not in others), 2)
        return [*others, *(name for name in names for _ in range(2))]

    def _admit_combination(self) -> None:
        recipe = self.recipe
        if recipe.unsolvable and recipe.grade:
            raise BadInput(Text("A board that cannot be cleared has no grade."))
        if recipe.unsolvable and recipe.deadlocks:
            raise BadInput(
                Text("Deadlocks are for boards that can be cleared: ask for one or the other.")
            )
        if recipe.gravity and recipe.deadlocks:
            raise BadInput(Text("Deadlocks are for boards without gravity."))
        if recipe.unsolvable and recipe.kinds == 1:
            raise BadInput(Text("A board of one kind can always be cleared: ask for more kinds."))
        if self._pattern is not None and recipe.holes is not None:
            raise BadInput(Text("The pattern says where tiles stand: ask for no number of holes."))

    def _number_of_holes(self) -> int:
        room = self.size[0] * self.size[1]
        if self._pattern is not None:
            holes = room - len(self._pattern)
        else:
            holes = room % 2 if self.recipe.holes is None else self.recipe.holes
        if room - holes < 2:
            raise BadInput(
                Text(
                    "A board needs two tiles or more; cells: {cells:,}, holes: {holes:,}.",
                    cells=room,
                    holes=holes,
                )
            )
        return holes

    def _admit_deadlocks(self) -> None:
        if self.recipe.deadlocks > self.max_deadlocks:
            raise BadInput(
                Plural(
                    "A deadlock needs two kinds of four tiles, and the board has {kinds}: "
                    "ask for a larger board or another number of kinds.",
                    "{n:,} deadlocks need {needed:,} kinds of four tiles, and the board has "
                    "{kinds}: ask for fewer deadlocks, a larger board or another number of kinds.",
                    n=self.recipe.deadlocks,
                    needed=2 * self.recipe.deadlocks,
                    kinds=len(kinds_of(self.tiles, 4)),
                )
            )

    def _admit_large(self) -> None:
        other_grade = self.recipe.grade not in (None, "easy")
        if (other_grade or self.recipe.deadlocks) and is_large(self.size, self.tiles):
            raise BadInput(
                Text(
                    "So large a board can only be easy and without deadlocks: ask for at most "
                    "{tiles:,} tiles, {length} cells a line and more kinds.",
                    tiles=MAX_TILES,
                    length=MAX_LENGTH,
                )
            )


def tile_names() -> Iterator[str]:
    """Names for kinds of tiles: first of one character, then of two.

    >>> "".join(islice(tile_names(), 62))
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    >>> list(islice(tile_names(), 62, 65))
    ['AA', 'AB', 'AC']
    """
    return chain(SIGNS, ("".join(pair) for pair in product(SIGNS, repeat=2)))


def tiles_of(count: int, kinds: int | None = None) -> list[str]:
    """A number of tiles: four of each kind, and again from the first when the kinds are used up.

    Where there are more kinds than that, the kinds get two tiles in turn.

    >>> "".join(tiles_of(14, 3)), "".join(tiles_of(10, 4))
    ('AAAABBBBCCCCAA', 'AABBCCDDAA')
    """
    if count % 2:
        raise BadInput(Text("Tiles go in pairs, so their number cannot be {n:,}.", n=count))
    pairs = count // 2
    fours = (pairs + 1) // 2
    number = fours if kinds is None else kinds
    if number > pairs:
        raise BadInput(
            Plural(
                "{kinds:,} kinds are too many for {n:,} pair of tiles.",
                "{kinds:,} kinds are too many for {n:,} pairs of tiles.",
                n=pairs,
                kinds=number,
            )
        )
    names = list(islice(tile_names(), number))
    if len(names) < number:
        raise BadInput(
            Text(
                "{kinds:,} kinds are too many: there are {names:,} names.",
                kinds=number,
                names=len(names),
            )
        )
    each = 4 if number < fours else 2
    return [names[k // each % number] for k in range(count)]
