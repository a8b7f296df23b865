"""Pictures of cases, of the steps of the verifier, and of the moves of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.families.tangram.model import Assembly, Tangram, placed_regions
from quebra.geometry.drawing import Frame
from quebra.geometry.edges import Edge, edges_of
from quebra.i18n.text import Text, as_is
from quebra.papers.geometric_verifier.engine import verify
from quebra.papers.geometric_verifier.figures import Board
from quebra.papers.geometric_verifier.gallery import Case
from quebra.papers.geometric_verifier.relation_examples import Example
from quebra.papers.geometric_verifier.relations import effect_of, remaining_parts
from quebra.papers.geometric_verifier.storyboard import Sheet, storyboard
from quebra.render import Drawing, Label, Shape

SIZE = 4.0
LABEL = 0.38
"""Distance of the name of an end from the end, in cells."""
SHARP = 1e-9


def case_picture(case: Case) -> Drawing:
    """The pieces, with the two edges of a relation or the contours that the relations leave.

    Of a pair, what remains is coloured and what is eliminated is thin. Contours are green if the
    verdict is that they form the figure, and else red.
    """
    sheet = _sheet(case.puzzle, case.answer)
    if case.pair:
        shapes = _pair_shapes(sheet, case.pair)
    else:
        found = verify(case.puzzle, case.answer)
        colour = "good" if found.accepted else "bad"
        shapes = (
            shape
            for contour in found.contours
            for edge in contour
            for shape in sheet.arrowed(edge, colour, 2)
        )
    borders = (
        sheet.frame.stroke(edge, "soft", 0.7, 0)
        for _, region in placed_regions(case.puzzle, case.answer)
        for edge in edges_of(region)
    )
    title = f"{case.name}{f': {case.about}' if case.about else ''}"
    return Drawing(sheet.width, sheet.height, as_is(title), (*sheet.ground, *borders, *shapes))


def _pair_shapes(sheet: Sheet, pair: Example) -> Iterator[Shape]:
    effect = effect_of(pair.code, pair.a, pair.b, SHARP)
    parts = remaining_parts(effect, pair.a, pair.b)
    for remaining, colour in zip(parts, ("entry", "hint"), strict=True):
        for part in remaining:
            yield from sheet.arrowed(part, colour, 3)
    for edge, name, colour in ((pair.a, "a", "entry"), (pair.b, "b", "hint")):
        yield from _ends(sheet.frame, edge, name, colour)


def _ends(frame: Frame, edge: Edge, name: str, colour: str) -> Iterator[Label]:
    for t, number in ((0.04, 1), (0.96, 2)):
        yield Label(frame.inside(edge, t, LABEL), f"{name}{number}", colour, 0.36)


def step_pictures(shown: Board) -> list[tuple[str, Drawing]]:
    """The steps of the verifier with their texts, without relations that have no effect."""
    return [
        (str(step.text), drawing)
        for step, drawing in storyboard(shown.puzzle, shown.answer)
        if "nothing happens" not in step.text
    ]


def move_picture(puzzle: Tangram, answer: Assembly, last: int, title: Text) -> Drawing:
    """The pieces on the table over the outline of the figure; the one laid last is coloured."""
    sheet = _sheet(puzzle, answer, with_figure=True)
    regions = [region for _, region in placed_regions(puzzle, answer)]
    shapes: list[Shape] = [sheet.frame.area(puzzle.target, "rule", 0.5)]
    for place, region in zip(answer.places, regions, strict=True):
        fill = "entry" if place == answer.places[last] else "soft"
        shapes.append(sheet.frame.area(region, fill, 0.75))
        shapes += [sheet.frame.stroke(edge, "paper", 1.5, 0) for edge in edges_of(region)]
    return Drawing(sheet.width, sheet.height, title, tuple(shapes))


def _sheet(puzzle: Tangram, answer: Assembly, *, with_figure: bool = False) -> Sheet:
    regions: list[Sequence[tuple[Edge, ...]]] = [r for _, r in placed_regions(puzzle, answer)]
    return Sheet([*regions, puzzle.target] if with_figure else regions, puzzle.target, SIZE)
