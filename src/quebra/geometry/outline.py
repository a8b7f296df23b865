"""Reads and writes outlines as SVG path data: contours of lines, arcs and curves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isfinite, tau

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point
from quebra.geometry.limits import (
    EDGES_PER_CURVE,
    MAX_CONTOURS,
    MAX_EDGES,
    MAX_OUTLINE_LENGTH,
    edge_count,
)
from quebra.geometry.motion import angle_of
from quebra.i18n.text import Text, Verbatim

Contour = tuple[Edge, ...]

LARGEST = 1e6
"""The largest coordinate: beyond it the last digits would be too coarse."""
OUTLINE = Text("the outline")
"""An outline in words, where it is not said whose."""
TOO_MANY_EDGES = Text(
    "there are more than {most} edges; a curve counts as {each}",
    most=MAX_EDGES,
    each=EDGES_PER_CURVE,
)
DIGITS = 12
"""Decimals of points in errors."""
CLOSED = 1e-6
"""Largest distance of a contour's end from its start, as a share of its longest edge."""
HALF_CIRCLE = 1e-11
"""Smallest difference between the squares of an arc's radius and half chord, as a share of the
first; with less, the arc is a half circle."""

ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7, "Q": 4, "T": 2, "C": 6, "S": 4, "Z": 0}
"""The number of arguments of each command of path data."""
_GAP = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_FLAG = re.compile("[01]")

Command = tuple[str, list[float]]


class _Fault(Exception):
    """A fault of path data, as a clause."""

    def __init__(self, text: Text) -> None:
        self.text = text


def read_outline(data: str, what: Text = OUTLINE) -> tuple[Contour, ...]:
    """The contours of path data, each closed; `what` names the outline in errors.

    >>> read_outline("M 0 0 H 2 V 1 Z")
    ((Line(start=0j, end=(2+0j)), Line(start=(2+0j), end=(2+1j)), Line(start=(2+1j), end=0j)),)
    """
    try:
        if len(data) > MAX_OUTLINE_LENGTH:
            raise _Fault(Text("the path has more than {most} characters", most=MAX_OUTLINE_LENGTH))
        contours = tuple(_limited(_contours(_commands(data))))
    except _Fault as error:
        raise BadInput(Text("{outline}: {fault}.", outline=what, fault=error.text)) from None
    if not contours:
        raise BadInput(Text("{outline} is empty.", outline=what))
    return contours


def point_text(point: Point, digits: int) -> Text:
    """The coordinates of a point, rounded to a number of decimals.

    >>> point_text(0.256 - 1j, 2)
    '(0.26, -1)'
    """
    x, y = (round(value, digits) + 0.0 for value in (point.real, point.imag))
    # Translators: between the numbers stands another sign than the one for decimals.
    return Text("({x:.12g}, {y:.12g})", x=x, y=y)


def _limited(contours: Iterator[Contour]) -> Iterator[Contour]:
    """The contours; `_Fault` beyond the limits of contours and edges."""
    edges = 0
    for number, contour in enumerate(contours, start=1):
        edges += edge_count(contour)
        if number > MAX_CONTOURS:
            raise _Fault(Text("there are more than {most} contours", most=MAX_CONTOURS))
        if edges > MAX_EDGES:
            raise _Fault(TOO_MANY_EDGES)
        yield contour


def write_outline(contours: Sequence[Sequence[Edge]]) -> str:
    """The path data of contours; reading it gives the same contours, to twelve digits.

    >>> write_outline(read_outline("m 0 0 l 1 0 a 1 1 0 0 1 -1 1 z"))
    'M0 0 L1 0 A1 1 0 0 1 0 1 Z'
    """
    return " ".join(f"M{_pair(contour[0].start)} {_edge_commands(contour)}" for contour in contours)


def _edge_commands(contour: Sequence[Edge]) -> str:
    commands = [_command(edge) for edge in contour]
    if isinstance(contour[-1], Line):
        commands.pop()  # Z draws the last line
    return " ".join([*commands, "Z"])


def _command(edge: Edge) -> str:
    if isinstance(edge, Line):
        return f"L{_pair(edge.end)}"
    if isinstance(edge, Curve):
        return f"C{_pair(edge.first)} {_pair(edge.second)} {_pair(edge.end)}"
    if abs(edge.sweep) > 0.999 * tau:
        return f"{_command(edge.part(0, 0.5))} {_command(edge.part(0.5, 1))}"
    radius = _number(edge.radius)
    large, sweep = int(abs(edge.sweep) > tau / 2), int(edge.sweep > 0)
    return f"A{radius} {radius} 0 {large} {sweep} {_pair(edge.end)}"


def _pair(point: Point) -> str:
    return f"{_number(point.real)} {_number(point.imag)}"


def _number(value: float) -> str:
    return f"{value + 0.0:.12g}"  # -0.0 + 0.0 is 0.0


def _commands(data: str) -> Iterator[Command]:
    """The commands with their arguments; a command may be repeated by arguments alone."""
    at = _skip(data, 0)
    while at < len(data):
        name = data[at]
        if name.upper() not in ARGUMENTS:
            raise _Fault(
                Text("{sign} at character {at} is no command", sign=quoted(name), at=at + 1)
            )
        at = _skip(data, at + 1)
        count = ARGUMENTS[name.upper()]
        while True:
            numbers = []
            for i in range(count):
                flag = name in "Aa" and i in (3, 4)
                number, at = _read_number(data, at, name, flag)
                numbers.append(number)
            yield name, numbers
            # After the first point of a move, more points are lines.
            name = {"M": "L", "m": "l"}.get(name, name)
            if count == 0 or not _NUMBER.match(data, at):
                break


def _skip(data: str, at: int) -> int:
    gap = _GAP.match(data, at)
    return gap.end() if gap else at


def _read_number(data: str, at: int, name: str, flag: bool) -> tuple[float, int]:
    found = (_FLAG if flag else _NUMBER).match(data, at)
    if not found:
        wanted = Text("0 or 1") if flag else Text("a number")
        raise _Fault(_missing_number(data, at, Verbatim(name), wanted))
    number = float(found[0])
    if not isfinite(number) or abs(number) > LARGEST:
        raise _Fault(
            Text(
                "{number} at character {at} is beyond {most:.0f}",
                number=Verbatim(found[0][:20]),
                at=at + 1,
                most=LARGEST,
            )
        )
    return number, _skip(data, found.end())


def _missing_number(data: str, at: int, command: Verbatim, wanted: Text) -> Text:
    if at == len(data):
        return Text("the path ends where {command} needs {wanted}", command=command, wanted=wanted)
    return Text(
        "{sign} at character {at} is wrong: {command} needs {wanted}",
        sign=quoted(data[at]),
        at=at + 1,
        command=command,
        wanted=wanted,
    )


def _contours(commands: Iterator[Command]) -> Iterator[Contour]:
    """The contours that commands draw; `_Fault` where one is not closed."""
    pen: _Pen | None = None
    for name, numbers in commands:
        if name in "Mm":
            if pen and pen.edges:
                yield pen.contour(close=False)
            here = pen.here if pen else 0
            pen = _Pen(_point(numbers, here if name == "m" else 0))
        elif pen is None:
            raise _Fault(Text("the path begins with {command}, not with M", command=Verbatim(name)))
        elif name in "Zz":
            if pen.edges:
                yield pen.contour(close=True)
            pen = _Pen(pen.start)
        else:
            pen.draw(name, numbers)
    if pen and pen.edges:
        yield pen.contour(close=False)


class _Pen:
    """The state of drawing a contour: position, edges so far, last control point and command."""

    def __init__(self, start: Point) -> None:
        self.start = self.here = start
        self.edges: list[Edge] = []
        self.control: Point | None = None
        self.last_command = ""

    def draw(self, name: str, numbers: list[float]) -> None:
        """Add the edge of a command."""
        base = self.here if name.islower() else 0
        kind = name.upper()
        if kind == "H":
            end = complex(numbers[0] + base.real, self.here.imag)
        elif kind == "V":
            end = complex(self.here.real, numbers[0] + base.imag)
        else:
            end = _point(numbers[-2:], base)
        if max(abs(end.real), abs(end.imag)) > LARGEST:
            point = point_text(end, DIGITS)
            raise _Fault(Text("the point {point} is beyond {most:.0f}", point=point, most=LARGEST))
        self._add(self._edge(kind, numbers, base, end))
        self.here, self.last_command = end, kind

    def contour(self, close: bool) -> Contour:
        """The closed contour; with `close` a missing last line is added."""
        gap = abs(self.start - self.here)
        tolerance = CLOSED * max(edge.length for edge in self.edges)
        if gap > tolerance and not close:
            raise _Fault(
                Text(
                    "a contour is open; it begins at {start} and ends at {end}",
                    start=point_text(self.start, DIGITS),
                    end=point_text(self.here, DIGITS),
                )
            )
        if gap > tolerance:
            self._add(Line(self.here, self.start))
        elif gap:
            self.edges[-1] = ending_at(self.edges[-1], self.start)
        return tuple(self.edges)

    def _add(self, edge: Edge | None) -> None:
        if edge is not None:
            self.edges.append(edge)
        if len(self.edges) > MAX_EDGES:
            raise _Fault(TOO_MANY_EDGES)

    def _edge(self, kind: str, numbers: list[float], base: Point, end: Point) -> Edge | None:
        before, self.control = self.control, None
        if kind == "A":
            return _arc(self.here, end, numbers)
        if kind in "LHV":
            return Line(self.here, end) if end != self.here else None
        mirrored = self.here if before is None else 2 * self.here - before
        if kind in "QT":
            same = self.last_command in ("Q", "T")
            middle = _point(numbers, base) if kind == "Q" else mirrored if same else self.here
            self.control = middle
            return Curve(self.here, (self.here + 2 * middle) / 3, (2 * middle + end) / 3, end)
        same = self.last_command in ("C", "S")
        first = _point(numbers, base) if kind == "C" else mirrored if same else self.here
        self.control = second = _point(numbers[-4:], base)
        return Curve(self.here, first, second, end)


def _point(numbers: list[float], base: Point) -> Point:
    return complex(numbers[0], numbers[1]) + base


def ending_at(edge: Edge, end: Point) -> Edge:
    """The edge with its end moved to a point close to it."""
    if isinstance(edge, Line):
        return Line(edge.start, end)
    if isinstance(edge, Arc):
        return Arc(edge.start, end, edge.centre, edge.sweep)
    return Curve(edge.start, edge.first, edge.second, end)


def _arc(start: Point, end: Point, numbers: list[float]) -> Edge | None:
    """The arc of an A command.

    A radius that is too small is refused; SVG would enlarge it, which hides mistakes.
    """
    radius, other, _, large, sweep = numbers[:5]
    if start == end:
        return None
    if abs(radius - other) > 1e-9 * abs(radius) or radius <= 0:
        raise _Fault(
            Text(
                "an arc has the radii {radius:g} and {other:g}; they must be equal and more than 0",
                radius=radius,
                other=other,
            )
        )
    chord = end - start
    if abs(chord) > 2 * radius * (1 + 1e-6):
        raise _Fault(
            Text(
                "an arc between points {distance:g} apart has the radius {radius:g}, too small",
                distance=abs(chord),
                radius=radius,
            )
        )
    square = radius**2 - abs(chord) ** 2 / 4
    # Twelve digits do not distinguish a half circle from a little less: the root would magnify
    # the rounding error.
    height = square**0.5 if square > HALF_CIRCLE * radius**2 else 0.0
    side = 1 if bool(large) != bool(sweep) else -1
    centre = (start + end) / 2 + side * 1j * chord / abs(chord) * height
    turn = angle_of((end - centre) / (start - centre)) % tau
    return Arc(start, end, centre, turn if sweep else turn - tau)
