"""One neutral drawing: shapes in board units, with colours by name.

One unit is one cell; x grows to the right and y downwards. Widths of strokes are in pixels of the
SVG, where a cell is `CELL` pixels wide.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from quebra.i18n.catalogue import translate
from quebra.i18n.text import ENGLISH, Text, as_is

Point = tuple[float, float]
Colour = str
"""A token of `THEMES`, a kind `kind-0` to `kind-6`, its tone such as `kind-0-light`, or `none`."""
Theme = Literal["light", "dark", "grey", "print", "page"]

CELL = 40

THEMES: dict[Theme, dict[str, str]] = {
    "light": {
        "paper": "#fbfaf7",
        "ink": "#1c1e22",
        "soft": "#6b6f76",
        "rule": "#d9d5cc",
        "entry": "#0a5fb4",
        "focus": "#b07800",
        "good": "#0b7a5a",
        "bad": "#b3341d",
        "hint": "#7a4fb5",
    },
    "dark": {
        "paper": "#16181d",
        "ink": "#e8e6e1",
        "soft": "#9aa0a8",
        "rule": "#343942",
        "entry": "#7db8f2",
        "focus": "#f2c230",
        "good": "#4cc9a0",
        "bad": "#ff8b6b",
        "hint": "#c4a5f5",
    },
    "grey": {
        "paper": "#ffffff",
        "ink": "#000000",
        "soft": "#555555",
        "rule": "#bbbbbb",
        "entry": "#444444",
        "focus": "#000000",
        "good": "#333333",
        "bad": "#000000",
        "hint": "#777777",
    },
}

# Printed paper is white.
THEMES["print"] = THEMES["light"] | {"paper": "#ffffff"}
# On a web page colours are variables of its style sheet, so that a picture follows its theme.
THEMES["page"] = {token: f"var(--{token})" for token in THEMES["light"]}

KINDS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
"""The Okabe-Ito palette, which colour-blind readers can distinguish."""

TONES = {
    "light": ("#ffffff", 0.38),
    "dark": ("#16181d", 0.26),
    "edge": ("#000000", 0.58),
    "seam": ("#000000", 0.16),
    "text": ("#000000", 0.86),
}
"""The colour that is mixed into a kind for each of its tones, and its share."""


def kind_colour(colour: Colour) -> str:
    """The colour of a kind or of a tone of one.

    >>> kind_colour("kind-0"), kind_colour("kind-7-light")
    ('#e69f00', '#f0c361')
    """
    _, number, *tone = colour.split("-")
    kind = KINDS[int(number) % len(KINDS)]
    return _mixed(kind, *TONES[tone[0]]) if tone else kind


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = ((int(c[i : i + 2], 16) for c in (colour, other)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@dataclass(frozen=True)
class Lines:
    """Straight strokes of one weight and colour; the terminal leaves diagonal ones out.

    With a `bend`, a radius in cells, consecutive segments are one line with round corners. The
    `role` names the strokes for the page, as the attribute `data-role` of the SVG.
    """

    segments: tuple[tuple[Point, Point], ...]
    colour: Colour = "ink"
    width: float = 1
    bend: float = 0
    role: str = ""


@dataclass(frozen=True)
class Polygon:
    """A closed figure; `glyph` represents it in the terminal.

    With `softened`, a width in cells, it has no stroke, but is wider by it and has round corners.
    The `role` names it for the page, as that of `Lines` does.
    """

    points: tuple[Point, ...]
    fill: Colour = "none"
    stroke: Colour = "none"
    width: float = 1
    opacity: float = 1
    glyph: str = ""
    softened: float = 0
    role: str = ""


@dataclass(frozen=True)
class Circle:
    """A circle; `glyph` represents it in the terminal, and `role` names it for the page."""

    centre: Point
    radius: float
    fill: Colour = "none"
    stroke: Colour = "none"
    width: float = 1
    glyph: str = ""
    role: str = ""


@dataclass(frozen=True)
class Label:
    """Text centred on a point, or starting there; `size` is the font size in cells.

    The text is a `Text` where it has words.

    `room` is the number of cells that it may occupy in a terminal, where 0 leaves it out. The
    `role` names it for the page.
    """

    at: Point
    text: str
    colour: Colour = "ink"
    size: float = 0.5
    bold: bool = False
    room: int = 1
    align: Literal["middle", "start"] = "middle"
    role: str = ""


@dataclass(frozen=True)
class Arc:
    """A side of an outline: an arc around a centre by `turn` radians, positive from x to y."""

    end: Point
    centre: Point
    turn: float


@dataclass(frozen=True)
class Curve:
    """A side of an outline: a cubic Bezier curve with two control points."""

    first: Point
    second: Point
    end: Point


Side = Point | Arc | Curve
Contour = tuple[Point, tuple[Side, ...]]
"""The start of a closed line, and its sides; a point is the end of a straight side."""
Hatch = Literal["plain", "rising", "dots", "level", "falling", "upright", "checks", "crossed"]
"""The pattern of a fill, which identifies it without its colour."""


@dataclass(frozen=True)
class Outline:
    """A figure with straight sides, arcs and curves; contours within others are holes.

    The `role` names it for the page.
    """

    contours: tuple[Contour, ...]
    fill: Colour = "none"
    stroke: Colour = "none"
    width: float = 1
    opacity: float = 1
    hatch: Hatch = "plain"
    role: str = ""


@dataclass(frozen=True)
class Inset:
    """A drawing within another: the position of its upper left corner, and its scale."""

    at: Point
    drawing: Drawing
    scale: float = 1


Shape = Lines | Polygon | Circle | Label | Outline | Inset


@dataclass(frozen=True)
class Drawing:
    """Shapes on a sheet of `width` by `height` cells; the title describes them in words.

    `cell` is the size of a cell in the terminal, in columns and rows of text; `legend` explains,
    below the drawing, the signs that only the terminal shows.

    >>> shapes = rectangle(0, 0, 1, 1, stroke="ink"), Label((0.5, 0.5), "7")
    >>> print(Drawing(1, 1, Text("a box"), shapes).text())
    ┌───┐
    │ 7 │
    └───┘
    """

    width: float
    height: float
    title: Text
    shapes: tuple[Shape, ...]
    cell: tuple[int, int] = (3, 1)
    legend: tuple[Text, ...] = ()

    def in_language(self, lang: str) -> Drawing:
        """The drawing with its title and labels translated, also those of insets."""
        if lang == ENGLISH:
            return self
        shapes = tuple(_in_language(shape, lang) for shape in self.shapes)
        title, *legend = (as_is(translate(text, lang)) for text in (self.title, *self.legend))
        return replace(self, title=title, shapes=shapes, legend=tuple(legend))

    def text(self, colour: bool = False, columns: int | None = None) -> str:
        """The drawing for a terminal, plain or in colour, narrowed to fit the columns.

        Insets are shown one after another.
        """
        from quebra.render.terminal import to_text

        return to_text(self, colour, columns)

    def svg(self, theme: Theme = "light", *, outlined: bool = False) -> str:
        """The drawing as an SVG document; `outlined` text becomes shapes, which need no font."""
        from quebra.render.outlines import outline_text
        from quebra.render.svg import to_svg

        return to_svg(outline_text(self) if outlined else self, theme)

    def png(self, theme: Theme = "light") -> bytes:
        """The drawing as a PNG picture, with twice the resolution of the SVG."""
        from quebra.render.export import to_png

        return to_png(self, theme)

    def pdf(self, theme: Theme = "print") -> bytes:
        """The drawing as a PDF document of one page."""
        from quebra.render.export import to_pdf

        return to_pdf((self,), theme)

    def save(self, path: str | Path, theme: Theme | None = None) -> None:
        """Write the drawing to a file with the suffix `.svg`, `.png`, `.pdf` or `.txt`.

        The default theme is `print` for PDF and `light` otherwise.
        """
        from quebra.render.export import encoded, format_of
        from quebra.render.files import write_file

        path = Path(path)
        write_file(path, encoded((self,), format_of(path), theme))

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """The types that a notebook, or IPython in a terminal, chooses from."""
        return {"image/svg+xml": self.svg(), "text/plain": self.text()}

    def __str__(self) -> str:
        return self.text()


def _in_language(shape: Shape, lang: str) -> Shape:
    match shape:
        case Label():
            return replace(shape, text=translate(shape.text, lang))
        case Inset():
            return replace(shape, drawing=shape.drawing.in_language(lang))
    return shape


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: Colour = "none",
    stroke: Colour = "none",
    opacity: float = 1,
    softened: float = 0,
    role: str = "",
) -> Polygon:
    """A rectangle with sides parallel to the axes, as a polygon."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, fill, stroke, opacity=opacity, softened=softened, role=role)
