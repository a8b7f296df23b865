"""Pictures of the sixteen relations, and of the steps of the paper's verifier."""

from __future__ import annotations

from collections.abc import Iterator

from pictures import Figure, gallery
from quebra.families.tangram.rules import check
from quebra.geometry.drawing import Frame
from quebra.geometry.edges import box_around
from quebra.i18n.text import as_is
from quebra.papers.geometric_verifier.engine import verify
from quebra.papers.geometric_verifier.figures import PAPER_FIGURES, Board, board
from quebra.papers.geometric_verifier.relation_examples import (
    ARC_EXAMPLES,
    SEGMENT_EXAMPLES,
    Example,
)
from quebra.papers.geometric_verifier.relations import (
    RELATIONS,
    effect_in_words,
    effect_of,
    remaining_parts,
)
from quebra.papers.geometric_verifier.storyboard import storyboard
from quebra.render import Circle, Drawing, Label, Shape
from writing import page, sentence, table

MARGIN = 0.8
LABEL = 0.4
"""Distance of the name of an end from the end, in cells."""
SHARP = 1e-9

HOUSE = board(
    "a notch, what fills it, and a roof over both",
    "M0 0 L2 -2 L4 0 V2 H0 Z",
    base="M0 0 H1 A1 1 0 0 0 3 0 H4 V2 H0 Z",
    cap="M1 0 H3 A1 1 0 0 1 1 0 Z",
    roof="M0 0 L2 -2 L4 0 Z",
)
"""A board for the steps, with an arc that goes as well as straight sides."""


def relations_pages() -> dict[str, str]:
    """The generated parts of the page on the paper's verifier, by their names."""
    return {
        "relations-segments": page(gallery(map(relation_figure, SEGMENT_EXAMPLES))),
        "relations-arcs": page(gallery(map(relation_figure, ARC_EXAMPLES))),
        "relations-steps": page(gallery(step_figures(HOUSE))),
        "relations-special-cases": page(special_cases()),
    }


def relation_figure(example: Example) -> Figure:
    """Two edges in a relation: remaining parts are coloured, eliminated ones pale."""
    code, a, b, about = example
    relation, effect = RELATIONS[code], effect_of(code, a, b, SHARP)
    groups = " and ".join(effect.groups)
    title = f"{code} ({code:04b}), {relation.name}{f': {about}' if about else ''}"
    said = sentence(effect_in_words(relation, effect))
    return Figure(_pair_drawing(example, title), title, [(groups, said)])


def _pair_drawing(example: Example, title: str) -> Drawing:
    a, b = example.a, example.b
    effect = effect_of(example.code, a, b, SHARP)
    left, low, right, high = box_around((a, b))
    frame = Frame(1.0, complex(MARGIN - left, MARGIN - low))
    shapes: list[Shape] = []
    for edge, parts, name, colour in zip(
        (a, b), remaining_parts(effect, a, b), "ab", ("entry", "hint"), strict=True
    ):
        shapes.append(frame.stroke(edge, "rule", 6))
        for part in parts:
            shapes += [frame.stroke(part, colour, 3), frame.arrow(part, colour)]
            shapes += [Circle(frame.inside(part, t), 0.08, fill=colour) for t in (0, 1)]
        shapes += [
            Label(frame.inside(edge, t, LABEL), f"{name}{number}", colour, 0.4)
            for t, number in ((0, 1), (1, 2))
        ]
    return Drawing(right - left + 2 * MARGIN, high - low + 2 * MARGIN, as_is(title), tuple(shapes))


def step_figures(shown: Board) -> Iterator[Figure]:
    """The steps of the verifier, without relations that have no effect."""
    for step, drawing in storyboard(shown.puzzle, shown.answer):
        if "nothing happens" not in step.text:
            yield Figure(drawing, sentence(step.technique), [("", step.text)])


def special_cases() -> str:
    """The verdicts of both verifiers on figures 10 to 15."""
    rows = []
    for each in PAPER_FIGURES:
        letter = verify(each.puzzle, each.answer)
        robust = not check(each.puzzle, each.answer)
        rows.append(
            [
                sentence(each.about),
                "accepted" if letter.accepted else f"refused, at {letter.completeness:.0%}",
                "accepted" if robust else "refused",
            ]
        )
    return table(["right answer", "the letter", "`check`"], rows)
