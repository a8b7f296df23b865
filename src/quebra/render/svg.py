"""A drawing as SVG: plain shapes and attributes, so that every viewer and printer agrees."""

from __future__ import annotations

from itertools import chain
from xml.sax.saxutils import escape, quoteattr

from quebra.render.drawing import (
    CELL,
    KINDS,
    THEMES,
    Circle,
    Colour,
    Drawing,
    Lines,
    Point,
    Polygon,
    Shape,
    Text,
    Theme,
)

MARGIN = 8
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def to_svg(drawing: Drawing, theme: Theme = "light") -> str:
    """The drawing as an SVG document."""
    width = drawing.width * CELL + 2 * MARGIN
    height = drawing.height * CELL + 2 * MARGIN
    paper = THEMES[theme]["paper"]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="{-MARGIN} {-MARGIN} {width:g} {height:g}" role="img" '
        f"aria-label={quoteattr(drawing.title)} font-family={quoteattr(FONT)} "
        'text-anchor="middle" style="font-variant-numeric: tabular-nums">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width:g}" height="{height:g}" '
        f'rx="6" fill="{paper}"/>',
    )
    body = (_element(shape, theme) for shape in drawing.shapes)
    return "\n".join(chain(head, body, ("</svg>",))) + "\n"


def _element(shape: Shape, theme: Theme) -> str:
    match shape:
        case Lines():
            return _lines(shape, theme)
        case Polygon():
            return _polygon(shape, theme)
        case Circle():
            x, y = _place(shape.centre)
            return (
                f'<circle cx="{x}" cy="{y}" r="{_number(shape.radius * CELL)}" '
                f"{_paint(shape.fill, shape.stroke, shape.width, theme)}/>"
            )
        case Text():
            return _text(shape, theme)


def _lines(shape: Lines, theme: Theme) -> str:
    data = "".join(f"M{'L'.join(f'{x} {y}' for x, y in map(_place, s))}" for s in shape.segments)
    colour = _colour(shape.colour, theme)
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{shape.width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _polygon(shape: Polygon, theme: Theme) -> str:
    points = " ".join(f"{x},{y}" for x, y in map(_place, shape.points))
    opacity = "" if shape.opacity == 1 else f' opacity="{shape.opacity:g}"'
    paint = _paint(shape.fill, shape.stroke, shape.width, theme)
    return f'<polygon points="{points}" {paint}{opacity}/>'


def _text(shape: Text, theme: Theme) -> str:
    x, y = _place(shape.at)
    weight = ' font-weight="700"' if shape.bold else ""
    return (
        f'<text x="{x}" y="{y}" dy=".35em" font-size="{_number(shape.size * CELL)}"{weight} '
        f'fill="{_colour(shape.colour, theme)}">{escape(shape.text)}</text>'
    )


def _paint(fill: Colour, stroke: Colour, width: float, theme: Theme) -> str:
    line = f' stroke="{_colour(stroke, theme)}" stroke-width="{width:g}" stroke-linejoin="round"'
    return f'fill="{_colour(fill, theme)}"{line if stroke != "none" else ""}'


def _colour(colour: Colour, theme: Theme) -> str:
    if colour.startswith("kind-"):
        kind = KINDS[int(colour.removeprefix("kind-")) % len(KINDS)]
        return _grey(kind) if theme == "grey" else kind
    return "none" if colour == "none" else THEMES[theme][colour]


def _grey(colour: str) -> str:
    """A colour as bright as it looks, for print without colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def _place(point: Point) -> tuple[str, str]:
    return _number(point[0] * CELL), _number(point[1] * CELL)


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
