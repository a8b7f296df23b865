"""The options of new puzzles, and which of them exclude one another."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import FILE, GRADE_NAMES, GRADES, Recipe, option
from quebra.contract.quoting import quoted
from quebra.contract.settings import admit_size
from quebra.families.kojun.explain.ladder import LADDER
from quebra.families.kojun.generate.logic import BASIC, TECHNIQUES
from quebra.families.kojun.generate.reading import read_regions
from quebra.families.kojun.model import Kojun, Order
from quebra.grid.cells import Cell, cells
from quebra.grid.pattern import read_pattern
from quebra.i18n.text import Text, names

USUAL_LARGEST_REGION = 7
USUAL_HARDEST = "confined"
"""The hardest technique of a puzzle where nothing is said of that."""
LARGEST_REGION = {"expert": 5}
"""Cells of the largest regions by grade: small regions make harder puzzles."""
NEVER_NEEDED = frozenset({"hidden pair", "triple", "hidden triple"})
"""Techniques that no board was found to need: with each of them no given more could be dropped on
any of 3,590 or more boards of 6x6 and 8x8 cells, with regions of up to 7, 9 or 12 cells."""


class KojunRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The properties that a new Kojun puzzle must have."""

    givens: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None,
        option(Text("number of givens")),
    ] = None
    symmetry: Annotated[
        Literal["rotation", "mirror"] | None,
        option(Text("givens symmetric under half a turn, or left to right")),
    ] = None
    minimal: Annotated[
        bool,
        option(Text("no given can be dropped; with a grade, not without a harder puzzle")),
    ] = False
    needs: Annotated[
        str | None, option(Text("techniques that it must need, with commas between"), "NAMES")
    ] = None
    avoid: Annotated[
        str | None, option(Text("techniques that it must not need, with commas between"), "NAMES")
    ] = None
    regions: Annotated[
        str | None, option(Text("use the regions of this puzzle, in any format"), FILE)
    ] = None
    pattern: Annotated[
        str | None,
        option(Text("where givens stand: rows with x for a given and . for none"), FILE),
    ] = None
    holes: Annotated[
        Annotated[int, msgspec.Meta(ge=0)], option(Text("number of cells that are left out"))
    ] = 0
    largest: Annotated[
        Annotated[int, msgspec.Meta(ge=2, le=12)] | None,
        option(Text("approximate number of cells of the largest regions")),
    ] = None
    order: Annotated[
        Order,
        option(
            Text("numbers decrease downwards in adjacent cells, or over a region's whole column")
        ),
    ] = "adjacent"


class Wish:
    """A recipe after its validation, with what its texts stand for.

    `given_cells` are the cells of the pattern; `board` has the setter's regions.

    >>> Wish(KojunRecipe(rows=5, cols=5, needs="bounds, pair")).needs
    ('bounds', 'pair')
    """

    def __init__(self, recipe: KojunRecipe) -> None:
        self.recipe = recipe
        self.needs, self.avoid = _techniques(recipe.needs), _techniques(recipe.avoid)
        self.board: Kojun | None = None
        self.given_cells: frozenset[Cell] | None = None
        self.size = recipe.rows, recipe.cols
        if recipe.pattern is not None:
            self.size, self.given_cells = read_pattern(recipe.pattern)
        if recipe.regions is not None:
            self.board = read_regions(recipe.regions, recipe.order)
            if self.given_cells is not None and self.size != self.board.size:
                raise BadInput(Text("The pattern and the regions differ in size."))
            self.size = self.board.size
        admit_size(*self.size)
        self._admit_combination()
        self._admit_numbers()
        self._admit_techniques()

    @property
    def largest(self) -> int:
        """Cells of the largest regions."""
        if self.board is not None:
            return max(map(len, self.board.region_cells))
        return self.recipe.largest or self._usual_largest()

    def _usual_largest(self) -> int:
        harder = {"fillings", "chain", "contradiction", "search"}
        if self.recipe.grade == "expert" or harder.intersection(self.needs):
            return LARGEST_REGION["expert"]
        return USUAL_LARGEST_REGION

    @property
    def hardest_needed(self) -> str | None:
        """The hardest technique that the puzzle must need."""
        return max(self.needs, key=_rank, default=None)

    @property
    def techniques(self) -> tuple[str, ...]:
        """The techniques that a puzzle of the recipe may need, of those that `Logic` knows."""
        grade = "hard" if self.recipe.grade == "expert" else self.recipe.grade
        hardest = LADDER.limit(grade) if grade else LADDER.level(USUAL_HARDEST)
        return self._up_to(LADDER.by_logic if self.needs else hardest)

    @property
    def easier_techniques(self) -> tuple[str, ...]:
        """The techniques of the next easier grade, which should not suffice; empty if any may."""
        level = GRADES.index(self.recipe.grade) if self.recipe.grade else 0
        return self._up_to(LADDER.limit(GRADES[level - 1])) if level else ()

    def _up_to(self, hardest: int) -> tuple[str, ...]:
        known = TECHNIQUES
        if "order" in self.avoid:  # harder techniques use the order rule too
            known = TECHNIQUES[: TECHNIQUES.index("order")]
        return tuple(
            name for name in known if LADDER.level(name) <= hardest and name not in self.avoid
        )

    def orbits(self) -> list[tuple[Cell, ...]]:
        """The cells of the board, those that the symmetry of givens maps to each other together."""
        rows, cols = self.size

        def image(r: int, c: int) -> Cell:
            if self.recipe.symmetry == "rotation":
                return rows - 1 - r, cols - 1 - c
            return (r, cols - 1 - c) if self.recipe.symmetry == "mirror" else (r, c)

        return sorted({tuple(sorted({cell, image(*cell)})) for cell in cells(rows, cols)})

    def _admit_combination(self) -> None:
        recipe = self.recipe
        if recipe.minimal and (recipe.symmetry or recipe.givens is not None):
            raise BadInput(
                Text("A minimal board takes the givens it needs: ask for no symmetry or number.")
            )
        if recipe.pattern is not None and (recipe.symmetry or recipe.givens is not None):
            raise BadInput(
                Text("The pattern says where givens stand: ask for no symmetry or number.")
            )
        if recipe.pattern is not None and self.needs:
            raise BadInput(Text("With a pattern, no technique can be asked for."))
        if recipe.regions is not None and (recipe.holes or recipe.largest):
            raise BadInput(
                Text("The regions are yours: ask for no holes and no size of the largest.")
            )
        if self.given_cells is not None and recipe.holes:
            raise BadInput(Text("A pattern needs a board without random holes: give the regions."))

    def _admit_numbers(self) -> None:
        recipe, room = self.recipe, self.size[0] * self.size[1]
        if recipe.holes >= room:
            raise BadInput(Text("{holes} holes leave no cells.", holes=recipe.holes))
        if recipe.givens is None:
            return
        if recipe.givens > room - recipe.holes:
            raise BadInput(
                Text("{givens} givens are more than the board has cells.", givens=recipe.givens)
            )
        if recipe.givens % 2 and all(len(orbit) == 2 for orbit in self.orbits()):
            raise BadInput(
                Text("With this symmetry givens come in pairs: {n} is odd.", n=recipe.givens)
            )

    def _admit_techniques(self) -> None:
        grade = self.recipe.grade
        for name in self.needs:
            if name in self.avoid:
                raise BadInput(
                    Text(
                        "The technique {technique} cannot be both needed and avoided.",
                        technique=_name(name),
                    )
                )
            if name in NEVER_NEEDED:
                raise BadInput(
                    Text(
                        "No board is known to need the technique {technique}: "
                        "easier ones sufficed in all trials.",
                        technique=_name(name),
                    )
                )
            if grade is not None and LADDER.level(name) > LADDER.limit(grade) and grade != "expert":
                raise BadInput(
                    Text(
                        "The technique {technique} is too hard for the grade {grade}.",
                        technique=_name(name),
                        grade=GRADE_NAMES[grade],
                    )
                )
        for name in BASIC.intersection(self.avoid):
            raise BadInput(
                Text("No board does without the technique {technique}.", technique=_name(name))
            )


def _techniques(text: str | None) -> tuple[str, ...]:
    """The techniques that a text names, from easy to hard."""
    known = [str(rung.name) for rung in LADDER.rungs if rung.level]
    words = [" ".join(word.lower().split()) for word in (text or "").split(",")]
    for word in words:
        if word and word not in known:
            raise BadInput(
                Text(
                    "There is no technique {name}; there are: {known}.",
                    name=quoted(word),
                    known=names(known),
                )
            )
    return tuple(sorted({word for word in words if word}, key=_rank))


def _rank(technique: str) -> int:
    return next(i for i, rung in enumerate(LADDER.rungs) if rung.name == technique)


def _name(technique: str) -> Text:
    return next(rung.name for rung in LADDER.rungs if rung.name == technique)
