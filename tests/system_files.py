"""Reads files of polynomial systems, independently of the code that writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

PRIME = 10**18 + 9
"""A prime that is 1 modulo 4, so that -1 has a root."""
ROOT = pow(2, (PRIME - 1) // 4, PRIME)
if ROOT * ROOT % PRIME != PRIME - 1:
    ROOT = pow(7, (PRIME - 1) // 4, PRIME)

Complex = tuple[Fraction, Fraction]
Term = tuple[Complex, list[tuple[str, int]]]

_NUMBER = r"-?[0-9]+(?:/[0-9]+)?"
_COMPLEX = re.compile(rf"\(({_NUMBER}) ([-+]) ({_NUMBER})\*I\)")


def equations(text: str) -> list[list[Term]]:
    """The terms of each equation of a file."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [_terms(line) for line in lines]


def _terms(line: str) -> list[Term]:
    left, equals, right = line.rpartition(" = ")
    assert equals and right == "0"
    numbers: list[Complex] = []

    def remember(found: re.Match[str]) -> str:
        sign = -1 if found[2] == "-" else 1
        numbers.append((Fraction(found[1]), sign * Fraction(found[3])))
        return f"@{len(numbers) - 1}"

    words = _COMPLEX.sub(remember, left).replace("- ", "-").replace("+ ", "+").split()
    return [_term(word, numbers) for word in words]


def _term(word: str, numbers: Sequence[Complex]) -> Term:
    sign = -1 if word[0] == "-" else 1
    real, imag = Fraction(sign), Fraction(0)
    powers = []
    for factor in word.lstrip("+-").split("*"):
        if factor[0] == "@":
            a, b = numbers[int(factor[1:])]
            real, imag = real * a - imag * b, real * b + imag * a
        elif factor[0].isdigit():
            real, imag = real * Fraction(factor), imag * Fraction(factor)
        else:
            name, _, power = factor.partition("^")
            powers.append((name, int(power or 1)))
    return (real, imag), powers


def number(text: str) -> Complex:
    """A number of a comment."""
    found = _COMPLEX.fullmatch(text)
    if not found:
        return Fraction(text), Fraction(0)
    return Fraction(found[1]), Fraction(found[3]) * (-1 if found[2] == "-" else 1)


def multiplied(one: Complex, other: Complex) -> Complex:
    (a, b), (c, d) = one, other
    if not b and not d:
        return a * c, b
    return a * c - b * d, a * d + b * c


@cache
def to_power(value: Complex, power: int) -> Complex:
    if not value[1]:
        return value[0] ** power, value[1]
    return multiplied(value, to_power(value, power - 1)) if power else (Fraction(1), Fraction(0))


def inverted(value: Complex) -> Complex:
    a, b = value
    return a / (a * a + b * b), -b / (a * a + b * b)


def exactly(terms: Sequence[Term], values: Mapping[str, Complex]) -> Complex:
    """The value of an equation in exact numbers."""
    real, imag = Fraction(0), Fraction(0)
    for factor, powers in terms:
        for name, power in powers:
            factor = multiplied(factor, to_power(values[name], power))
        real, imag = real + factor[0], imag + factor[1]
    return real, imag


@cache
def modulo(value: Complex) -> int:
    """A number modulo the prime; other residues of two numbers prove that they differ."""
    real, imag = (x.numerator * pow(x.denominator, -1, PRIME) for x in value)
    return (real + imag * ROOT) % PRIME


def differs_from_zero(system: Sequence[Sequence[Term]]) -> Callable[[Mapping[str, Complex]], bool]:
    """A function that proves with residues that some equation is not zero at given values."""
    shortest_first = sorted(system, key=len)
    prepared = [[(modulo(factor), powers) for factor, powers in terms] for terms in shortest_first]

    def differs(values: Mapping[str, Complex]) -> bool:
        known = {name: modulo(value) for name, value in values.items()}

        @cache
        def power_of(factor: tuple[str, int]) -> int:
            name, power = factor
            return pow(known[name], power, PRIME)

        for terms in prepared:
            total = 0
            for factor, powers in terms:
                for each in powers:
                    factor = factor * power_of(each) % PRIME
                total += factor
            if total % PRIME:
                return True
        return False

    return differs
