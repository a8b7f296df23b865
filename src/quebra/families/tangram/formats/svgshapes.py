"""Converts SVG shapes to path data and SVG transforms to motions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.tangram.formats.lines import decimal, plain
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import read_outline, write_outline
from quebra.i18n.text import Series, Text, Verbatim

Attributes = Mapping[str, str]

_STEP = re.compile(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
RIGID = 1e-9
LONGEST_TRANSFORM = 10_000


def path_data(name: str, attributes: Attributes, place: Text) -> str:
    """The outline of an element as path data.

    >>> path_data("circle", {"r": "2"}, Text("The figure"))
    'M2 0 A2 2 0 0 1 -2 0 A2 2 0 0 1 2 0 Z'
    """
    if name not in _SHAPES:
        raise BadInput(
            Text(
                "{place}: {name} is no shape; shapes are: {known}.",
                place=place,
                name=quoted(name),
                known=Series(map(Verbatim, _SHAPES)),
            )
        )
    return _SHAPES[name](attributes, place)


def moved_outline(outline: str, motion: Motion, what: Text) -> str:
    """An outline after a motion."""
    if motion == Motion():
        return outline
    contours = read_outline(outline, what)
    return write_outline([[edge.moved(motion) for edge in contour] for contour in contours])


def motion_of(transform: str, place: Text) -> Motion:
    """The motion of a rigid transform, whose last step is applied first.

    >>> motion_of("translate(2) scale(1 -1)", Text("The figure"))(1 + 1j)
    (3-1j)
    """
    if len(transform) > LONGEST_TRANSFORM:
        raise BadInput(Text("{place}: the transform is too long.", place=place))
    motion, at = Motion(), 0
    while at < len(transform):
        step = _STEP.match(transform, at)
        if not step:
            raise BadInput(
                Text(
                    "{place}: the transform {transform} is not known.",
                    place=place,
                    transform=quoted(transform),
                )
            )
        numbers = [decimal(token, place) for token in re.split(r"[\s,]+", step[2].strip()) if token]
        motion = _step(step[1], numbers, place).then(motion)
        at = step.end()
    return motion


def _step(name: str, numbers: list[float], place: Text) -> Motion:
    match name, numbers:
        case "translate", [x, *rest] if len(rest) < 2:
            return Motion(complex(x, *rest))
        case "rotate", [angle]:
            return Motion(0, angle)
        case "rotate", [angle, x, y]:
            centre = complex(x, y)
            return Motion(-centre).then(Motion(0, angle)).then(Motion(centre))
        case "scale", [x] if abs(x) == 1:
            return Motion(0, 0 if x > 0 else 180)
        case "scale", [x, y] if abs(x) == abs(y) == 1:
            return Motion(0, 0 if x > 0 else 180, flip=x != y)
        case "matrix", [a, b, c, d, e, f]:
            turn, other = complex(a, b), complex(c, d)
            flip = abs(other + 1j * turn) < RIGID
            if abs(abs(turn) - 1) < RIGID and (flip or abs(other - 1j * turn) < RIGID):
                return Motion(complex(e, f), turn_between(1, turn), flip)
    written = f"{name}({' '.join(f'{number:g}' for number in numbers[:6])})"
    raise BadInput(
        Text(
            "{place}: the transform {transform} does not keep lengths; translate, rotate, scale by "
            "1 or -1, and matrices of these do.",
            place=place,
            transform=Verbatim(written),
        )
    )


def _path(attributes: Attributes, place: Text) -> str:
    return attributes.get("d", "")


def _rectangle(attributes: Attributes, place: Text) -> str:
    if "rx" in attributes or "ry" in attributes:
        raise BadInput(Text("{place}: draw a rectangle with round corners as a path.", place=place))
    x, y = (_length(attributes, name, place) for name in ("x", "y"))
    width, height = (_extent(attributes, name, place) for name in ("width", "height"))
    return f"M{x} {y} h{width} v{height} h{-width} Z"


def _circle(attributes: Attributes, place: Text) -> str:
    x, y = (_length(attributes, name, place) for name in ("cx", "cy"))
    r = _extent(attributes, "r", place)
    right, left = (f"{plain(side)} {plain(y)}" for side in (x + r, x - r))
    arc = f"A{plain(r)} {plain(r)} 0 0 1"
    return f"M{right} {arc} {left} {arc} {right} Z"


def _polygon(attributes: Attributes, place: Text) -> str:
    return f"M{attributes.get('points', '')} Z"


def _polyline(attributes: Attributes, place: Text) -> str:
    return f"M{attributes.get('points', '')}"


def _extent(attributes: Attributes, name: str, place: Text) -> float:
    found = _length(attributes, name, place)
    if found <= 0:
        raise BadInput(
            Text(
                "{place}: {name} must be more than 0, not {value:g}.",
                place=place,
                name=Verbatim(name),
                value=found,
            )
        )
    return found


def _length(attributes: Attributes, name: str, place: Text) -> float:
    attribute = Text("{place}, {name}", place=place, name=Verbatim(name))
    return decimal(attributes.get(name, "0").strip().removesuffix("px"), attribute)


_SHAPES: dict[str, Callable[[Attributes, Text], str]] = {
    "path": _path,
    "rect": _rectangle,
    "circle": _circle,
    "polygon": _polygon,
    "polyline": _polyline,
}
