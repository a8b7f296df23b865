"""The corners of the remainder: the vertices where a piece must have a corner too.

At a vertex whose inside angle is less than half a turn, the piece that covers the inside along the
leaving stroke has a corner there and a side along that stroke. The same holds where the outline is
smooth but bends less to the left after the vertex, or more to the right. Where it bends more to the
left, the piece along the arriving stroke ends there, but the piece along the leaving stroke may
pass the vertex, with a cusp behind it. A vertex that may be flat within the tolerance is not a
corner: nothing is missed, because the search then starts from another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi, sin, tau

from quebra.geometry.edges import Point
from quebra.geometry.motion import angle_of
from quebra.geometry.outline import Contour
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke, joined_strokes

CLEAR = 4
"""A difference of this many tolerances is certain."""
LOOSEST = 0.3
"""Largest difference, in radians, of angles that may be equal."""
STEEP = 0.25
"""Smallest sine of half an angle at which a corner determines the position of its piece."""


@dataclass(slots=True)
class Joint:
    """The start of a stroke: the strokes before and after it, and the inside angle at its vertex.

    `is_flat`: the outline continues in the same line or circle. `is_corner`: the piece along the
    leaving stroke must have a corner; `is_end`: the piece along the arriving one must. The run is
    the stroke and those after it, through flat vertices: `run` is its length, `last` its last
    stroke, and it is `bounded` where no piece extends beyond its end. The run that arrives has the
    length `back`, and is `back_bounded` where no piece extends beyond its start.
    """

    length: float
    before: int
    angle: float
    after: int = -1
    is_flat: bool = False
    is_corner: bool = False
    is_end: bool = False
    run: float = 0.0
    last: int = 0
    bounded: bool = False
    back: float = 0.0
    back_bounded: bool = False

    @property
    def is_sharp(self) -> bool:
        """Whether a corner is neither a cusp nor nearly smooth, so that its place is certain."""
        return sin(self.angle / 2) >= STEEP and self.angle <= pi - LOOSEST


def forms_contours(contours: Sequence[Contour], tolerance: float) -> bool:
    """Whether an outline still has contours when points closer than the tolerance are merged.

    >>> from quebra.geometry.edges import chained
    >>> [forms_contours([chained([0, 9, 9 + high * 1j])], 0.1) for high in (1, 0.01)]
    [True, False]
    """
    strokes = joined_strokes(contours, tolerance)
    return bool(strokes) and find_joints(strokes, Snap(tolerance)) is not None


def find_joints(strokes: Sequence[Stroke], snap: Snap) -> list[Joint] | None:
    """The joint at the start of each stroke; None where strokes do not form contours.

    >>> joints = find_joints([Stroke(0, 2), Stroke(2, 2j), Stroke(2j, 0)], Snap(0.01))
    >>> [round(joint.angle, 3) for joint in joints]
    [1.571, 0.785, 0.785]
    """
    arriving: dict[Point, list[int]] = {}
    for i, stroke in enumerate(strokes):
        arriving.setdefault(stroke.end, []).append(i)
    if any(stroke.start not in arriving for stroke in strokes):
        return None
    lengths = [stroke.length for stroke in strokes]
    joints = [
        Joint(length, *_before(i, arriving[stroke.start], strokes, lengths))
        for i, (stroke, length) in enumerate(zip(strokes, lengths, strict=True))
    ]
    for i, joint in enumerate(joints):
        joints[joint.before].after = i
    if any(joint.after < 0 for joint in joints):
        return None
    for stroke, joint in zip(strokes, joints, strict=True):
        _classify(joint, stroke.bend - strokes[joint.before].bend, joints, snap)
    for i, joint in enumerate(joints):
        _follow(i, joint, joints)
    return joints


def _before(
    i: int, arriving: list[int], strokes: Sequence[Stroke], lengths: list[float]
) -> tuple[int, float]:
    """The arriving stroke next to the leaving one across the inside, and the angle between them."""
    here, there, bend = strokes[i]
    j = arriving[0]
    before, _, arriving_bend = strokes[j]
    if len(arriving) == 1 and not bend and not arriving_bend:
        return j, angle_of((before - here) * (there - here).conjugate()) % tau
    ahead = strokes[i].leaving.conjugate()
    reach = min(lengths[i], min(lengths[j] for j in arriving)) / 4
    found = []
    for j in arriving:
        angle = angle_of(-strokes[j].arriving * ahead)
        # Compared on a small circle, since tangent strokes leave in the same direction.
        turn = -reach * (strokes[i].bend + strokes[j].bend)
        seen = (angle + turn) % tau
        found.append((seen, j, seen - turn))
    _, j, angle = min(found)
    return j, angle


def _classify(joint: Joint, change: float, joints: list[Joint], snap: Snap) -> None:
    """Set whether a joint is a corner, an end or flat; `change` is that of the bend."""
    # The directions of short strokes are uncertain: then a joint is none of these.
    shorter = min(joint.length, joints[joint.before].length)
    turn = pi - joint.angle
    limit = CLEAR * snap.distance
    if not snap.within(abs(turn) * shorter, limit):
        joint.is_corner = joint.is_end = turn > 0
    elif abs(turn) <= LOOSEST:
        bent = not snap.within(abs(change) * shorter * shorter / 8, limit)
        joint.is_corner, joint.is_end = bent and change < 0, bent and change > 0
        joint.is_flat = not bent


def _follow(i: int, joint: Joint, joints: list[Joint]) -> None:
    """Set the runs that begin and end at a joint."""
    joint.last, joint.run = i, joint.length
    following = joint.after
    while joints[following].is_flat and following != i:
        joint.last = following
        joint.run += joints[following].length
        following = joints[following].after
    joint.bounded = joints[following].is_end
    before = joint.before
    joint.back = joints[before].length
    while joints[before].is_flat and before != i:
        before = joints[before].before
        joint.back += joints[before].length
    joint.back_bounded = joints[before].is_corner


def run_leaving(i: int, joints: Sequence[Joint]) -> Iterator[int]:
    """The strokes of the run that leaves joint `i`, the first one first.

    >>> halves = [Stroke(0, 1), Stroke(1, 2), Stroke(2, 2j), Stroke(2j, 0)]
    >>> joints = find_joints(halves, Snap(0.01))
    >>> list(run_leaving(0, joints)), list(run_arriving(2, joints))
    ([0, 1], [1, 0])
    """
    last = joints[i].last
    yield i
    while i != last:
        i = joints[i].after
        yield i


def run_arriving(i: int, joints: Sequence[Joint]) -> Iterator[int]:
    """The strokes of the run that arrives at joint `i`, the last one first."""
    before = joints[i].before
    yield before
    while joints[before].is_flat and before != i:
        before = joints[before].before
        yield before
