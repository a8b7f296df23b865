"""Draws the figure or an attempt, with the remaining pieces in a tray beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from quebra.contract.family import Look
from quebra.families.tangram.bands import KINDS, bands, rim
from quebra.families.tangram.colours import Side, Sides
from quebra.families.tangram.figures.naming import figure_name
from quebra.families.tangram.ghost import step_shapes
from quebra.families.tangram.judge import Judgement, judge
from quebra.families.tangram.label_point import label_point
from quebra.families.tangram.model import Assembly, Piece, Tangram, admit_places, placed_regions
from quebra.families.tangram.rules import check
from quebra.families.tangram.silhouette import scaled
from quebra.geometry.drawing import drawn_contours
from quebra.geometry.edges import Point, box_around, edges_of
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, moved
from quebra.i18n.catalogue import longest
from quebra.i18n.text import Plural, Text
from quebra.render import Circle, Colour, Drawing, Hatch, Label, Outline, Shape, rectangle
from quebra.render import Point as Spot

BOARD = 10.0
"""The longer side of the board, in cells."""
TRAY = 7.0
"""The width of the tray."""
TRAY_SCALES = (0.7, 0.5, 0.35)
"""Scales of pieces in the tray relative to the board; the first at which they fit is used."""
UPRIGHT_SCALE, UPRIGHT_LETTERS = 0.45, 0.42
"""The scale of pieces and the size of letters in a tray below the board."""
LARGEST = 2 * BOARD
"""The longest side of a piece in the tray, beyond that of any piece that fits the figure."""
SMALLER = Text("Pieces are drawn smaller: one is far larger than the figure.")
GAP = 0.6
CAPTION = 0.75
TUBE = 0.45
WORDS = 0.25
"""The width of a character of a caption, as wide as a terminal needs.

A caption has room for its translations."""
BADGE = 0.26
HATCHES: tuple[Hatch, ...] = get_args(Hatch)

Region = tuple[Contour, ...]


@dataclass(frozen=True)
class Tray:
    """Where the tray begins, the width of its rows, and the size of its letters, in cells."""

    corner: Spot
    width: float = TRAY
    letters: float = 0.28


def draw(puzzle: Tangram, answer: Assembly | None, look: Look) -> Drawing:
    """The silhouette and all pieces, or an attempt with the remaining pieces."""
    title = title_of(puzzle)
    left = Counter({kind: piece.count for kind, piece in enumerate(puzzle.pieces)})
    if answer is None:
        view = View.around([puzzle.target])
        fill: Colour = "rule" if puzzle.colours else "soft"
        board = tuple(figure_of(puzzle, Motion(), view, fill))
        beside: tuple[Shape, ...] = ()
    else:
        admit_places(puzzle, answer)
        found = judge(puzzle, answer)
        left -= Counter(place.piece for place in answer.places)
        figure = moved(puzzle.target, found.motion)
        view = View.around([figure, *(shape for _, shape in placed_regions(puzzle, answer))])
        under = figure_of(puzzle, found.motion, view, "rule", "soft")
        board = (*under, *draw_placed_pieces(puzzle, answer, view, look))
        wrong = bool(check(puzzle, answer))
        beside = tuple(_thermometer(found, view)) if wrong else ()
        if wrong:
            title = Text("{title}: an attempt", title=title)
        else:
            title = Text("{title}: right", title=title)
    board = (*board, *step_shapes(puzzle, answer, look.step, view, Motion()))
    if look.cover:
        return Drawing(view.width, view.height, title, board)
    if look.upright:
        return _upright(puzzle, left, view, look, Drawing(view.width, view.height, title, board))
    x = view.width + GAP + (2 * TUBE + GAP if beside else 0)
    low = view.height + (CAPTION if beside else 0)
    for scale in TRAY_SCALES:
        tray, width, height = _tray(puzzle, left, view.scale * scale, Tray((x, 0.0)), look)
        if height <= low + CAPTION:
            break
    return Drawing(max(width, x - GAP), max(low, height), title, (*board, *beside, *tray))


def _upright(
    puzzle: Tangram, left: Counter[int], view: View, look: Look, board: Drawing
) -> Drawing:
    """The board with the tray below it, in larger letters."""
    place = Tray((0.0, board.height + 2 * GAP), max(board.width, TRAY), UPRIGHT_LETTERS)
    tray, width, height = _tray(puzzle, left, view.scale * UPRIGHT_SCALE, place, look)
    return Drawing(max(board.width, width), height, board.title, (*board.shapes, *tray))


def title_of(puzzle: Tangram) -> Text:
    """The title of a drawing of a puzzle, with the name of its figure if that is known."""
    name, pieces = figure_name(puzzle), puzzle.extent
    if name is None:
        return Plural("Tangram, {n} piece", "Tangram, {n} pieces", n=pieces)
    return Plural(
        "Tangram, {figure}, {n} piece", "Tangram, {figure}, {n} pieces", figure=name, n=pieces
    )


@dataclass(frozen=True)
class View:
    """Maps the plane of the puzzle to cells of the drawing."""

    corner: Point
    scale: float
    width: float
    height: float

    @classmethod
    def around(cls, regions: list[Region]) -> View:
        """The view in which regions fill the board."""
        left, top, right, bottom = box_around(
            edge for region in regions for edge in edges_of(region)
        )
        scale = BOARD / max(right - left, bottom - top)
        return cls(complex(left, top), scale, scale * (right - left), scale * (bottom - top))

    def __call__(self, point: Point) -> Spot:
        there = (point - self.corner) * self.scale
        return there.real, there.imag

    def sides(self, sides: Sides, motion: Motion) -> Sides:
        """Sides after a motion, in cells of the drawing."""
        there = motion.then(Motion(-self.corner))
        edges = tuple(side.moved(there).edge for side in sides)
        (drawn,) = scaled((edges,), self.scale)
        return tuple(Side(edge, s.colour) for edge, s in zip(drawn, sides, strict=True))


def draw_placed_pieces(
    puzzle: Tangram, answer: Assembly, view: View, look: Look
) -> Iterator[Shape]:
    """The pieces of an attempt, and on top of them their labels."""
    labels = labels_of(puzzle)
    signs: list[Shape] = []
    for place, (copy, region) in zip(answer.places, placed_regions(puzzle, answer), strict=True):
        colour, sign = _mark(copy, look)
        yield from piece_of(puzzle, copy[0], place.motion, view)
        if colour:
            signs.append(outline_of(region, view, "none", colour, 3))
        spot, room = label_point(puzzle.pieces[copy[0]].outline)
        signs += badge(view(place.motion(spot)), room * view.scale, labels[copy[0]] + sign, colour)
    yield from signs


def _mark(copy: tuple[int, int], look: Look) -> tuple[Colour, str]:
    """The colour and the sign that highlight a piece."""
    if copy in look.broken:
        return "bad", "!"
    return ("hint", "?") if copy in look.where else ("", "")


def piece_of(puzzle: Tangram, kind: int, motion: Motion, view: View) -> Iterator[Shape]:
    """A piece with its colour and pattern, or with the colours of its sides."""
    region = moved(puzzle.shapes[kind], motion)
    if puzzle.pieces[kind].colours:
        yield outline_of(region, view, "paper")
        sides = view.sides(puzzle.coloured_shapes[kind], motion)
        yield from bands(puzzle, sides, area_of(region), view.scale)
        yield outline_of(region, view, "none", "ink", 1)
    else:
        colour = f"kind-{KINDS[kind % len(KINDS)]}"
        yield outline_of(region, view, colour, "paper", 1.5, HATCHES[kind % len(HATCHES)])


def figure_of(
    puzzle: Tangram, motion: Motion, view: View, fill: Colour, stroke: Colour = "none"
) -> Iterator[Shape]:
    """The figure, with the colours of its sides."""
    yield outline_of(moved(puzzle.target, motion), view, fill, stroke, 1.5)
    yield from rim(puzzle, view.sides(puzzle.coloured_target, motion))


def badge(at: Spot, room: float, label: str, colour: Colour) -> Iterator[Shape]:
    """The label of a piece on a light disc, legible on any colour."""
    radius = min(BADGE * (1.3 if colour else 1), 0.8 * room)
    if radius > 0.08:
        yield Circle(at, radius, fill="paper")
        yield Label(at, label, colour or "ink", 1.4 * radius / len(label) ** 0.4, bold=True)


def labels_of(puzzle: Tangram) -> list[str]:
    """The label of each kind of piece: its name if all are one character, else a letter."""
    names = [piece.name for piece in puzzle.pieces]
    if max(map(len, names)) == 1 and len(set(names)) == len(names):
        return names
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [alphabet[i] if len(names) <= len(alphabet) else str(i + 1) for i in range(len(names))]


def _tray(
    puzzle: Tangram, left: Counter[int], scale: float, place: Tray, look: Look
) -> tuple[tuple[Shape, ...], float, float]:
    """The remaining kinds of pieces in rows with captions, and the right and lower ends."""
    labels = labels_of(puzzle)
    shapes: list[Shape] = []
    x, top = place.corner
    here, low, right = x, top, 0.0
    boxes = {kind: box_around(edges_of(puzzle.shapes[kind])) for kind in sorted(+left)}
    largest = max((max(box[2] - box[0], box[3] - box[1]) for box in boxes.values()), default=1.0)
    shrunk = scale * largest > LARGEST
    scale = min(scale, LARGEST / largest)
    for kind, (west, north, east, south) in boxes.items():
        width, height = scale * (east - west), scale * (south - north)
        words = _caption(puzzle.pieces[kind], left[kind], labels[kind])
        letters = longest(words)
        room = max(width, WORDS * letters)
        if here > x and here + room > x + place.width:
            here, top = x, low + GAP
        view = View(complex(west, north) - complex(here, top) / scale, scale, width, height)
        shapes += piece_of(puzzle, kind, Motion(), view)
        spot, radius = label_point(puzzle.pieces[kind].outline)
        colour, sign = _mark((kind, puzzle.pieces[kind].count - left[kind]), look)
        shapes += badge(view(spot), radius * scale, labels[kind] + sign, colour)
        low = max(low, top + height)
        if words:
            at = (here, top + height + CAPTION / 2)
            shapes.append(Label(at, words, "soft", place.letters, room=letters, align="start"))
            low = max(low, top + height + CAPTION)
        here += room + GAP
        right = max(right, here - GAP)
    if shrunk:
        shapes.append(
            Label(
                (x, low + CAPTION / 2),
                SMALLER,
                "soft",
                place.letters,
                room=longest(SMALLER),
                align="start",
            )
        )
        right, low = max(right, x + WORDS * longest(SMALLER)), low + CAPTION
    return tuple(shapes), right, low


def _caption(piece: Piece, count: int, label: str) -> Text:
    """The caption of a piece in the tray."""
    name = piece.name_text if piece.name != label else Text()
    if count == 1:
        return name
    if not name:
        return Text("×{count}", count=count)
    return Text("{piece} ×{count}", piece=name, count=count)


def _thermometer(found: Judgement, view: View) -> Iterator[Shape]:
    """A vertical bar: covered from below, overlapping and outside from above."""
    x, height = view.width + GAP, view.height
    covered = min(1.0, found.covered)
    wrong = min(1.0, found.overlapping + found.outlying)
    yield rectangle(x, 0, TUBE, height, fill="rule")
    yield rectangle(x, height * (1 - covered), TUBE, height * covered, fill="good")
    yield rectangle(x, 0, TUBE, height * wrong, fill="bad")
    yield Label((x + TUBE / 2, height + 0.35), f"{covered:.0%}", "soft", 0.3, room=2)


def outline_of(
    region: Region,
    view: View,
    fill: Colour,
    stroke: Colour = "none",
    width: float = 1,
    hatch: Hatch = "plain",
) -> Outline:
    """A region as a drawable outline."""
    return Outline(drawn_contours(region, view), fill, stroke, width, hatch=hatch)
