"""Rigid motions of the plane: translations, rotations and reflections."""

from __future__ import annotations

from cmath import rect
from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, radians


@dataclass(frozen=True)
class Motion:
    """An optional reflection in the line y = 0, a rotation by `angle` in degrees, then a shift.

    >>> Motion(2, 90)(1)
    (2+1j)
    >>> Motion(0, 0, flip=True)(1 + 1j)
    (1-1j)
    """

    shift: complex = 0
    angle: float = 0.0
    flip: bool = False

    @cached_property
    def turn(self) -> complex:
        """The rotation as a complex factor of length 1, exact for right angles."""
        quarters, remainder = divmod(self.angle, 90)
        factor = rect(1.0, radians(remainder)) if remainder else 1
        return (1, 1j, -1, -1j)[int(quarters) % 4] * factor

    def __call__(self, point: complex) -> complex:
        """The image of a point."""
        return self.turn * (point.conjugate() if self.flip else point) + self.shift

    def then(self, other: Motion) -> Motion:
        """The composition: this motion, followed by another.

        >>> Motion(1).then(Motion(0, 90))(0)
        1j
        """
        angle = other.angle - self.angle if other.flip else other.angle + self.angle
        return Motion(other(self.shift), angle % 360, self.flip != other.flip)

    def inverse(self) -> Motion:
        """The inverse motion, which undoes this one.

        >>> Motion(2, 90).inverse()(2 + 1j)
        (1+0j)
        """
        back = Motion(0, self.angle if self.flip else -self.angle % 360, self.flip)
        return Motion(-back(self.shift), back.angle, self.flip)


def angle_of(direction: complex) -> float:
    """The angle of a direction in radians, from -pi to pi.

    `cmath.phase` raises an error where the angle is too small for a float; here it is 0.

    >>> angle_of(complex(3, 5e-324))
    0.0
    """
    return atan2(direction.imag, direction.real)


def turn_between(before: complex, after: complex) -> float:
    """The angle in degrees from one direction to another.

    >>> turn_between(1, 1j)
    90.0
    """
    return degrees(angle_of(after / before))
