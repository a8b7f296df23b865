"""A drawing as SVG, with basic shapes and attributes that every viewer supports."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from math import dist
from xml.sax.saxutils import escape, quoteattr

from quebra.i18n.text import Text, Verbatim, names
from quebra.render.drawing import (
    CELL,
    THEMES,
    Arc,
    Circle,
    Colour,
    Contour,
    Curve,
    Drawing,
    Hatch,
    Inset,
    Label,
    Lines,
    Outline,
    Point,
    Polygon,
    Shape,
    Theme,
    kind_colour,
)

MARGIN = 8
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def to_svg(
    drawing: Drawing,
    theme: Theme = "light",
    font: str = FONT,
    *,
    margin: float = MARGIN,
    transparent: bool = False,
) -> str:
    """The drawing as an SVG document whose text is set in `font`.

    The `margin` around it is in pixels. A `transparent` one has no paper behind it.
    """
    if theme not in THEMES:
        raise ValueError(
            Text(
                "There is no theme {name}; there are: {known}.",
                name=Verbatim(repr(theme)),
                known=names(THEMES),
            )
        )
    width = drawing.width * CELL + 2 * margin
    height = drawing.height * CELL + 2 * margin
    paper = (
        f'<rect x="{-margin:g}" y="{-margin:g}" width="{width:g}" height="{height:g}" '
        f'rx="6" fill="{THEMES[theme]["paper"]}"/>'
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="{-margin:g} {-margin:g} {width:g} {height:g}" role="img" '
        f"aria-label={quoteattr(drawing.title)} font-family={quoteattr(font)} "
        'text-anchor="middle" style="font-variant-numeric: tabular-nums">',
        f"<title>{escape(drawing.title)}</title>",
        *(() if transparent else (paper,)),
    )
    body = (_element(shape, theme) for shape in drawing.shapes)
    return "\n".join(chain(head, _hatches(drawing), body, ("</svg>",))) + "\n"


def _element(shape: Shape, theme: Theme) -> str:
    match shape:
        case Lines():
            return _lines(shape, theme)
        case Polygon():
            return _polygon(shape, theme)
        case Circle():
            x, y = _place(shape.centre)
            return (
                f'<circle{_role(shape)} cx="{x}" cy="{y}" r="{_number(shape.radius * CELL)}" '
                f"{_paint(shape.fill, shape.stroke, shape.width, theme)}/>"
            )
        case Label():
            return _text(shape, theme)
        case Outline():
            return _outline(shape, theme)
        case Inset():
            return _inset(shape, theme)


def _inset(shape: Inset, theme: Theme) -> str:
    x, y = _place(shape.at)
    scale = f" scale({shape.scale:.6g})" if shape.scale != 1 else ""
    head = f'<g transform="translate({x} {y}){scale}">'
    title = f"<title>{escape(shape.drawing.title)}</title>"
    body = (_element(inner, theme) for inner in shape.drawing.shapes)
    return "\n".join(chain((head, title), body, ("</g>",)))


def _lines(shape: Lines, theme: Theme) -> str:
    data = _bent(shape) if shape.bend else "".join(map(_straight, shape.segments))
    colour = _colour(shape.colour, theme)
    return (
        f'<path{_role(shape)} d="{data}" fill="none" stroke="{colour}" '
        f'stroke-width="{shape.width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _straight(points: Iterable[Point]) -> str:
    return "M" + "L".join(" ".join(_place(point)) for point in points)


def _bent(shape: Lines) -> str:
    """Path data of consecutive segments as one line whose corners are curves."""
    data, at = "", None
    for (start, end), after in zip_longest(shape.segments, shape.segments[1:]):
        if at is None:
            data, at = data + _straight([start]), start
        if after is None or after[0] != end:
            data, at = f"{data}L{' '.join(_place(end))}", None
            continue
        at = _towards(end, after[1], shape.bend)
        before, corner, behind = (
            " ".join(_place(point)) for point in (_towards(end, start, shape.bend), end, at)
        )
        data += f"L{before}Q{corner} {behind}"
    return data


def _towards(start: Point, end: Point, length: float) -> Point:
    """The point at a distance from the start towards the end, at most half way."""
    (x, y), (to_x, to_y) = start, end
    share = min(length / max(dist(start, end), length), 0.5)
    return x + (to_x - x) * share, y + (to_y - y) * share


HATCHES: dict[Hatch, str] = {
    "rising": "M-2 2L2 -2M0 10L10 0M8 12L12 8",
    "falling": "M-2 8L2 12M0 0L10 10M8 -2L12 2",
    "level": "M0 3H10M0 8H10",
    "upright": "M3 0V10M8 0V10",
    "crossed": "M0 0L10 10M0 10L10 0",
    "dots": "M2.5 2.5h.01M7.5 7.5h.01",
    "checks": "M0 2.5H5M5 7.5H10",
}
"""Path data of each pattern in a square of 10 x 10 pixels, drawn thinly in white upon a fill."""
HATCH_WIDTHS: dict[Hatch, float] = {"dots": 3, "checks": 5}


def _used_hatches(drawing: Drawing) -> Iterator[Hatch]:
    for shape in drawing.shapes:
        if isinstance(shape, Outline):
            yield shape.hatch
        elif isinstance(shape, Inset):
            yield from _used_hatches(shape.drawing)


def _hatches(drawing: Drawing) -> list[str]:
    used = set(_used_hatches(drawing))
    patterns = (
        f'<pattern id="hatch-{name}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<path d="{data}" fill="none" stroke="#fff" stroke-opacity=".45" '
        f'stroke-width="{HATCH_WIDTHS.get(name, 1.2)}" '
        f'stroke-linecap="{"round" if name == "dots" else "butt"}"/></pattern>'
        for name, data in HATCHES.items()
        if name in used
    )
    return [f"<defs>{''.join(patterns)}</defs>"] if used - {"plain"} else []


def _outline(shape: Outline, theme: Theme) -> str:
    data = "".join(map(_contour, shape.contours))
    paint = _paint(shape.fill, shape.stroke, shape.width, theme)
    opacity = "" if shape.opacity == 1 else f' opacity="{shape.opacity:g}"'
    fills = [paint] if shape.hatch == "plain" else [paint, f'fill="url(#hatch-{shape.hatch})"']
    head = f'<path{_role(shape)} d="{data}" fill-rule="evenodd"'
    return "".join(f"{head} {fill}{opacity}/>" for fill in fills)


def _contour(contour: Contour) -> str:
    here, sides = contour
    data = _straight([here])
    for side in sides:
        match side:
            case Arc(end=end):
                data += _arc(here, side)
            case Curve(end=end):
                points = (" ".join(_place(point)) for point in (side.first, side.second, end))
                data += f"C{' '.join(points)}"
            case end:
                data += f"L{' '.join(_place(end))}"
        here = end
    return f"{data}Z"


def _arc(start: Point, side: Arc) -> str:
    """Two commands for the halves of an arc: SVG omits an arc that ends where it starts."""
    centre, radius = complex(*side.centre), _number(dist(start, side.centre) * CELL)
    middle = centre + (complex(*start) - centre) * rect(1, side.turn / 2)
    sweep = int(side.turn > 0)
    return "".join(
        f"A{radius} {radius} 0 0 {sweep} {' '.join(_place(end))}"
        for end in ((middle.real, middle.imag), side.end)
    )


def _polygon(shape: Polygon, theme: Theme) -> str:
    points = " ".join(f"{x},{y}" for x, y in map(_place, shape.points))
    opacity = "" if shape.opacity == 1 else f' opacity="{shape.opacity:g}"'
    stroke, width = (
        (shape.fill, 2 * CELL * shape.softened) if shape.softened else (shape.stroke, shape.width)
    )
    paint = _paint(shape.fill, stroke, width, theme)
    return f'<polygon{_role(shape)} points="{points}" {paint}{opacity}/>'


def _role(shape: Lines | Polygon | Circle | Label | Outline) -> str:
    return f' data-role="{shape.role}"' if shape.role else ""


def _text(shape: Label, theme: Theme) -> str:
    x, y = _place(shape.at)
    weight = ' font-weight="700"' if shape.bold else ""
    anchor = ' text-anchor="start"' if shape.align == "start" else ""
    return (
        f'<text{_role(shape)} x="{x}" y="{y}" dy=".35em" font-size="{_number(shape.size * CELL)}"'
        f'{weight}{anchor} fill="{_colour(shape.colour, theme)}">{escape(shape.text)}</text>'
    )


def _paint(fill: Colour, stroke: Colour, width: float, theme: Theme) -> str:
    line = f' stroke="{_colour(stroke, theme)}" stroke-width="{width:g}" stroke-linejoin="round"'
    return f'fill="{_colour(fill, theme)}"{line if stroke != "none" else ""}'


def _colour(colour: Colour, theme: Theme) -> str:
    if colour.startswith("kind-"):
        kind = kind_colour(colour)
        return _grey(kind) if theme == "grey" else kind
    return "none" if colour == "none" else THEMES[theme][colour]


def _grey(colour: str) -> str:
    """The grey of the same perceived brightness, for print without colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def _place(point: Point) -> tuple[str, str]:
    return _number(point[0] * CELL), _number(point[1] * CELL)


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
