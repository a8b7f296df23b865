"""New puzzles: pieces of a set joined at random, named figures, and the targets of the sets."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Literal

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import DAILY, OF_THE_DAY, Generate, Preset, Recipe, option
from quebra.contract.quoting import quoted
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.solids.explain import grade
from quebra.families.solids.figures import FIGURES
from quebra.families.solids.model import Solids
from quebra.families.solids.sets import SETS, SetName, box, described_sets
from quebra.families.solids.solve.own import own
from quebra.families.solids.space import (
    TURNS,
    Body,
    Cell,
    neighbours,
    normalised,
    orientations,
    shifted,
    size_of,
    write_layers,
)
from quebra.i18n.text import Text, Verbatim

TRIES = 120
PIECES = 4
"""The number of pieces of a new puzzle, where none is asked for."""
BOX = 4
"""The longest side of a new target, unless the pieces need more room."""
ROOMS = {
    "pentominoes-3x4x5": (5, 4, 3),
    "pentominoes-2x5x6": (6, 5, 2),
    "pentominoes-2x3x10": (10, 3, 2),
}
"""The boxes of the twelve solid pentominoes by the name of their preset."""

Count = Annotated[int, msgspec.Meta(ge=1, le=40)]


class SolidsRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The recipe of a new puzzle."""

    set: Annotated[SetName, option(Text("the set of pieces"), described=described_sets)] = "soma"
    figure: Annotated[
        str | None,
        option(Text("a figure with a name, such as sofa, or `own` for the target of the set")),
    ] = None
    room: Annotated[
        Literal["3x4x5", "2x5x6", "2x3x10"] | None,
        option(Text("a box for the solid pentominoes")),
    ] = None
    pieces: Annotated[Count | None, option(Text("the number of pieces, taken at random"))] = None
    given: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=40)], option(Text("the number of pieces given"))
    ] = 0
    several: Annotated[
        bool, option(Text("allow several solutions; else exactly one, turned ones once"))
    ] = False


def generate(recipe: Recipe, source: Source, budget: Budget) -> Solids:
    """A puzzle by a recipe.

    >>> generate(SolidsRecipe(figure="own"), Source(1), Budget()).extent
    27
    """
    assert isinstance(recipe, SolidsRecipe)
    if recipe.room or recipe.figure:
        return _with_given(_named(recipe), recipe, source, budget)
    return recipe.first_fit(
        TRIES,
        lambda: _attempt(recipe, source.spawn(), budget),
        lambda puzzle: grade(puzzle, budget),
    )


def _named(recipe: SolidsRecipe) -> Solids:
    """The puzzle of a set with a target that has a name."""
    if recipe.room:
        if recipe.set != "pentominoes":
            raise BadInput(Text("The option `room` is for the set pentominoes."))
        return SETS[recipe.set].puzzle(box(*ROOMS[f"pentominoes-{recipe.room}"]))
    if recipe.figure == "own":
        return SETS[recipe.set].puzzle()
    if recipe.set != "soma":
        raise BadInput(Text("Figures with names are for the set soma."))
    if recipe.figure not in FIGURES:
        raise BadInput(
            Text(
                "There is no figure {name}; there are: {known}.",
                name=quoted(recipe.figure or ""),
                known=Verbatim(", ".join(list(FIGURES)[:6]) + " …"),
            )
        )
    return SETS["soma"].puzzle(FIGURES[recipe.figure])


def _with_given(puzzle: Solids, recipe: SolidsRecipe, source: Source, budget: Budget) -> Solids:
    """The puzzle with some pieces of a solution given."""
    if not recipe.given:
        return puzzle
    solution = next(own(puzzle, budget, goal="any", seed=source.bits()))
    places = source.shuffled(solution.places)[: recipe.given]
    return msgspec.structs.replace(puzzle, given=tuple(sorted(places, key=lambda p: p.piece)))


def _attempt(recipe: SolidsRecipe, source: Source, budget: Budget) -> Solids | None:
    """A target that some pieces form at random; None if it has several solutions."""
    budget.pause()
    known = SETS[recipe.set]
    copies = [kind for kind, piece in enumerate(known.pieces) for _ in range(piece.count)]
    count = recipe.pieces or (PIECES + source.below(2))
    if count > len(copies):
        raise BadInput(Text("The set has {most} pieces, not {n}.", most=len(copies), n=count))
    chosen = sorted(source.shuffled(copies)[:count])
    bodies = [known.pieces[kind].body for kind in chosen]
    joined = _joined(bodies, source)
    if joined is None:
        return None
    pieces = tuple(
        msgspec.structs.replace(known.pieces[kind], count=chosen.count(kind))
        for kind in sorted({*chosen})
    )
    target = normalised(sorted(joined))
    puzzle = Solids(pieces=pieces, target=write_layers(dict.fromkeys(target, "#")))
    puzzle = _with_given(puzzle, recipe, source, budget)
    if recipe.several:
        return puzzle
    found = list(islice(own(puzzle, budget, goal="any", seed=None), 2))
    return puzzle if len(found) == 1 else None


def _joined(bodies: list[Body], source: Source) -> set[Cell] | None:
    """The cells of pieces joined face to face within a small box, on the ground where they can."""
    volume = sum(map(len, bodies))
    side = max(BOX, *(max(size_of(body)) for body in bodies), round(volume ** (1 / 3)) + 1)
    filled: set[Cell] = set()
    for body in source.shuffled(bodies):
        turned = source.choice(list(orientations(body, TURNS)))
        places = [turned] if not filled else _docked(turned, filled, side)
        if not places:
            return None
        filled |= {*source.choice(places)}
    return filled


def _docked(body: Body, filled: set[Cell], side: int) -> list[Body]:
    """The places of a body beside filled cells, of those with the most contact."""
    edge = {other for cell in filled for other in neighbours(cell)} - filled
    found: dict[Body, int] = {}
    for x, y, z in edge:
        for a, b, c in body:
            cells = tuple(sorted(shifted(body, (x - a, y - b, z - c))))
            if cells in found or filled & {*cells} or min(cell[2] for cell in cells) < 0:
                continue
            if max(size_of(normalised([*filled, *cells]))) > side:
                continue
            found[cells] = sum(other in filled for cell in cells for other in neighbours(cell))
    most = max(found.values(), default=0)
    return [cells for cells, contact in sorted(found.items()) if contact >= most - 1]


def _own(text: Text, name: str) -> Preset:
    return Preset(text, options={"set": name, "figure": "own"})


def _room(text: Text, room: str) -> Preset:
    return Preset(text, options={"set": "pentominoes", "room": room})


PRESETS = {
    DAILY: Preset(OF_THE_DAY, options={"pieces": 4, "grade": "medium"}),
    "first": Preset(
        Text("three or four pieces for beginners"), options={"pieces": 4, "grade": "easy"}
    ),
    "soma-cube": _own(Text("the seven pieces of Soma as a cube"), "soma"),
    "bedlam-cube": _own(Text("thirteen pieces as a cube of side 4"), "bedlam"),
    "pentominoes-3x4x5": _room(Text("solid pentominoes in a box of 3 x 4 x 5"), "3x4x5"),
    "pentominoes-2x5x6": _room(Text("solid pentominoes in a box of 2 x 5 x 6"), "2x5x6"),
    "pentominoes-2x3x10": _room(Text("solid pentominoes in a box of 2 x 3 x 10"), "2x3x10"),
    "diabolical-cube": _own(Text("six flat pieces as a cube"), "diabolical"),
    "mikusinski-cube": _own(Text("six pieces as a cube, with two solutions"), "mikusinski"),
    "slothouber-graatsma": _own(Text("blocks and single cubes as a cube"), "slothouber-graatsma"),
    "conway": _own(Text("blocks and rods as a cube of side 5"), "conway"),
    "tetracubes": _own(Text("the eight tetracubes in a box of 2 x 4 x 4"), "tetracubes"),
}
GENERATE = Generate(recipe=SolidsRecipe, make=generate, presets=PRESETS)
