"""Generates figures: joined at random, named, drawn or arranged, or a rectangle with colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from math import sqrt
from typing import Annotated, Literal

import msgspec

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import (
    DAILY,
    GRADE_NAMES,
    GRADES,
    OF_THE_DAY,
    USUAL,
    Generate,
    Preset,
    Recipe,
    option,
)
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.cutting import cut_polygons
from quebra.families.tangram.explain.grade import grade
from quebra.families.tangram.figures import (
    ANY,
    Category,
    described_categories,
    figure_of,
    figure_puzzle,
    named_figures,
)
from quebra.families.tangram.formats.answers import read_answer, read_json
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.sets import SetName, described_sets, piece_set
from quebra.families.tangram.silhouette import (
    CongruenceKey,
    Region,
    congruence_key,
    contact_motions,
    joined_regions,
    rounded_region,
    scaled,
)
from quebra.families.tangram.solve.choice import tilings
from quebra.geometry.motion import Motion
from quebra.geometry.outline import read_outline, write_outline
from quebra.geometry.region import area_of, moved, region
from quebra.i18n.text import Text, any_of, names, sentences

POLYGONS, RECTANGLE = 6, (3, 4)
"""The default number of polygons with colours, and the size of their rectangle."""
QUARTERS = (0, 1, 2, 3)
SHAPE = Text("the shape")
Count = Annotated[int, msgspec.Meta(ge=1, le=200)]
TRIES = 100
FEW_TRIES = 25
DOCKS = 80
"""The number of contact positions tried for a piece."""
SNUG = {None: (1, 5), "easy": (1, 2), "medium": (1, 4), "hard": (3, 6), "expert": (5, 9)}
"""The range of the number of fitting placements compared, by grade; the one that hides most
of the outlines is taken."""


class TangramRecipe(Recipe, frozen=True, forbid_unknown_fields=True):
    """The recipe of a new figure."""

    set: Annotated[
        SetName,
        option(Text("the set of pieces"), described=described_sets),
    ] = "classic"
    shape: Annotated[
        str | None,
        option(Text("the outline of the figure, of any size, as SVG path data")),
    ] = None
    figure: Annotated[
        str | None,
        option(Text("a figure with a name, such as swan; `quebra families tangram` lists them")),
    ] = None
    category: Annotated[
        Literal[Category, "any"] | None,
        option(Text("a random figure of this category"), described=described_categories),
    ] = None
    arrangement: Annotated[
        str | None,
        option(Text("an answer, as JSON or text, whose silhouette is the figure")),
    ] = None
    colours: Annotated[
        Count | None,
        option(Text("cut a rectangle into polygons with this many colours on their sides")),
    ] = None
    polygons: Annotated[Count | None, option(Text("the number of polygons with colours"))] = None
    turned: Annotated[bool, option(Text("the polygons may be turned by quarter turns"))] = False


def generate(recipe: Recipe, source: Source, budget: Budget) -> Tangram:
    """A figure that the pieces form, connected and without holes, that does not ship with the set.

    >>> puzzle = generate(TangramRecipe(shape="M0 0 H2 V1 H0 Z"), Source(1), Budget())
    >>> round(max(edge.length for edge in puzzle.target[0]), 6)
    4.0
    """
    assert isinstance(recipe, TangramRecipe)
    _refuse_several(recipe)
    if recipe.colours:
        return _with_colours(recipe, source, budget)
    if recipe.polygons or recipe.turned:
        raise BadInput(Text("The options `polygons` and `turned` need the option `colours`."))
    chosen = piece_set(recipe.set)
    blank = chosen.puzzle()
    if recipe.shape is not None:
        return _in_shape(recipe, blank, budget)
    if recipe.figure is not None:
        return _of_grade(recipe, figure_puzzle(recipe.set, recipe.figure), budget)
    if recipe.arrangement is not None:
        is_json = recipe.arrangement.lstrip().startswith("{")
        answer = (read_json if is_json else read_answer)(recipe.arrangement)
        return _of_grade(recipe, figure_of(blank, answer.places), budget)
    if recipe.category is not None:
        return _of_category(recipe, source, budget)
    known = shipped_figure_keys(recipe.set)
    least, most = SNUG[recipe.grade]

    def attempt() -> Tangram | None:
        budget.pause()
        figure = _composed(blank, least + source.below(most - least + 1), source.spawn())
        if figure is None or congruence_key(figure) in known:
            return None
        return msgspec.structs.replace(blank, figure=write_outline(rounded_region(figure)))

    what = Text("the set {name}", name=chosen.title)
    return _first_fit(recipe, attempt, budget, what)


SOURCES = ("shape", "figure", "category", "arrangement", "colours")
"""The options that decide where the figure comes from; at most one may be given."""


def _refuse_several(recipe: TangramRecipe) -> None:
    given = [name for name in SOURCES if getattr(recipe, name) is not None]
    if len(given) > 1:
        raise BadInput(Text("Only one of these options may be given: {names}.", names=names(given)))


def _with_colours(recipe: TangramRecipe, source: Source, budget: Budget) -> Tangram:
    """A rectangle cut into polygons with colours on their sides."""
    pieces, turns = recipe.polygons or POLYGONS, QUARTERS if recipe.turned else (0,)

    def attempt() -> Tangram:
        budget.pause()
        return cut_polygons(RECTANGLE, pieces, recipe.colours or 1, source, turns)

    return _first_fit(recipe, attempt, budget, Text("polygons"))


def _first_fit(
    recipe: TangramRecipe, attempt: Callable[[], Tangram | None], budget: Budget, what: Text
) -> Tangram:
    """The first generated figure of the requested grade.

    Stops early if no figure comes within one grade of it, as some sets have hardly any.
    """
    seen: set[str] = set()
    tries = 0
    while tries < (TRIES if not seen or _are_near(recipe, seen) else FEW_TRIES):
        tries += 1
        if puzzle := attempt():
            name = recipe.grade and grade(puzzle, budget).name
            if name == recipe.grade:
                return puzzle
            seen.add(name or GRADES[0])
    raise NotFound(_no_fit(recipe, what, tries, sorted(seen, key=GRADES.index)))


def _no_fit(recipe: TangramRecipe, what: Text, tries: int, seen: list[str]) -> Text:
    if not recipe.grade:
        none = Text("No figure of {pieces} was found in {n} tries.", pieces=what, n=tries)
        return sentences(none, Text("Ask for another seed."))
    text = Text(
        "No figure of {pieces} with the grade {grade} was found in {n} tries.",
        pieces=what,
        grade=GRADE_NAMES[recipe.grade],
        n=tries,
    )
    relax = Text("Ask for another grade.")
    if not seen:
        return sentences(text, relax)
    return sentences(
        text, Text("All were {grades}.", grades=any_of(GRADE_NAMES[name] for name in seen)), relax
    )


def _are_near(recipe: TangramRecipe, seen: set[str]) -> bool:
    """Whether some grade seen is next to the requested one."""
    wanted = GRADES.index(recipe.grade or GRADES[0])
    return any(abs(GRADES.index(name) - wanted) == 1 for name in seen)


@lru_cache(maxsize=16)
def shipped_figure_keys(name: str) -> frozenset[CongruenceKey]:
    """The congruence keys of the figures that ship with a set."""
    chosen = piece_set(name)
    return frozenset(congruence_key(chosen.puzzle(figure).target) for figure in chosen.figures)


def _in_shape(recipe: TangramRecipe, blank: Tangram, budget: Budget) -> Tangram:
    """The puzzle whose figure is the given shape, scaled to the area of the pieces."""
    drawn = region(read_outline(recipe.shape or "", SHAPE), SHAPE)
    # Scaled about its own corner, so that a shape far from the origin stays in range.
    corner = drawn[0][0].start
    at_origin = moved(drawn, Motion(-corner))
    figure = moved(scaled(at_origin, sqrt(area_of(blank.target) / area_of(drawn))), Motion(corner))
    puzzle = msgspec.structs.replace(blank, figure=write_outline(figure))
    if next(tilings(puzzle, budget), None) is None:
        title = piece_set(recipe.set).title
        raise NotFound(Text("The pieces of the set {name} do not form this shape.", name=title))
    return _of_grade(recipe, puzzle, budget)


def _of_grade(recipe: TangramRecipe, puzzle: Tangram, budget: Budget) -> Tangram:
    """The puzzle, if it has the requested grade."""
    found = recipe.grade and grade(puzzle, budget).name
    if recipe.grade and found and found != recipe.grade:
        raise NotFound(
            Text(
                "The grade of this shape is {found}, not {wanted}.",
                found=GRADE_NAMES[found],
                wanted=GRADE_NAMES[recipe.grade],
            )
        )
    return puzzle


def _of_category(recipe: TangramRecipe, source: Source, budget: Budget) -> Tangram:
    """A random named figure of the requested category and grade."""
    figures = named_figures(recipe.set).values()
    for figure in source.shuffled(list(figures)):
        budget.pause()
        if recipe.category not in (ANY, figure.category):
            continue
        puzzle = figure.puzzle()
        if recipe.grade in (None, recipe.grade and grade(puzzle, budget).name):
            return puzzle
    raise NotFound(
        Text(
            "The set {name} has no such figure: try another category, grade or set.",
            name=piece_set(recipe.set).title,
        )
    )


def _composed(puzzle: Tangram, snug: int, source: Source) -> Region | None:
    """A figure of all pieces in random order, each with a side along a piece before it.

    A piece without a matching side is retried after the next pieces.
    """
    kinds = [kind for kind, piece in enumerate(puzzle.pieces) for _ in range(piece.count)]
    first, *left = source.shuffled(kinds)
    figure: Region = puzzle.shapes[first]
    while left:
        for kind in left:
            if larger := _extended(puzzle, figure, kind, snug, source):
                figure = larger
                left.remove(kind)
                break
        else:
            return None
    return figure


def _extended(
    puzzle: Tangram, figure: Region, kind: int, snug: int, source: Source
) -> Region | None:
    """The figure with one more piece at the placement, of `snug` ones, that hides the most."""
    may_flip = puzzle.pieces[kind].flip
    over = may_flip and source.chance(0.5)
    for flip in (over, not over) if may_flip else (False,):
        shape = moved(puzzle.shapes[kind], Motion(flip=flip))
        if fits := list(islice(_fits(puzzle, figure, shape, source), snug)):
            return max(fits, key=lambda fit: round(fit[1], 6))[0]
    return None


def _fits(
    puzzle: Tangram, figure: Region, shape: Region, source: Source
) -> Iterator[tuple[Region, float]]:
    """The figure with a piece at random fitting placements, and the length hidden there."""
    tolerance = puzzle.tolerance_used / 100
    motions = list(contact_motions(figure, shape, puzzle.tolerance_used))
    for motion in source.shuffled(motions)[:DOCKS]:
        if found := joined_regions(figure, moved(shape, motion), tolerance):
            yield found


GENERATE = Generate(
    recipe=TangramRecipe,
    make=generate,
    presets={
        DAILY: Preset(OF_THE_DAY, options={"category": "any"}),
        USUAL: Preset(Text("a figure with a name"), options={"category": "any"}),
        "first": Preset(
            Text("a named figure for beginners"), options={"category": "any", "grade": "easy"}
        ),
        "egg": Preset(Text("a figure of the Egg of Columbus"), options={"set": "egg"}),
        "letters": Preset(Text("a letter of the alphabet"), options={"category": "letters"}),
        "hard": Preset(Text("a figure that hides its pieces"), options={"grade": "hard"}),
    },
)
