"""The strategies of the paper's table 1: a variable order and a value order of labelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.contract.random import Source
from quebra.grid.candidates import bits
from quebra.i18n.text import Text, names

READINGS = 4
"""Readings of a cell: its row and its column, in two directions each."""

Domain = int
"""A set of values as bits."""
VariableOrder = Callable[[Domain], tuple[int, ...]]
ValueOrder = Callable[[Domain, Source], list[Domain]]


def least(domain: Domain) -> int:
    """The least value of a domain."""
    return (domain & -domain).bit_length() - 1


def _suspended(domain: Domain) -> int:
    """The number of suspended constraints of a cell: those on values still undecided."""
    return READINGS * domain.bit_count()


def _regret(domain: Domain) -> int:
    first, second = bits(domain)[:2]
    return second - first


VARIABLE_ORDERS: dict[str, VariableOrder] = {
    "leftmost": lambda domain: (),
    "min": lambda domain: (least(domain),),
    "ff": lambda domain: (domain.bit_count(),),
    "occurrence": lambda domain: (-_suspended(domain),),
    "ffc": lambda domain: (domain.bit_count(), -_suspended(domain)),
    "max_regret": lambda domain: (-_regret(domain),),
}
"""The key of each variable order; the leftmost cell with the least key is next."""


def _value_or_others(domain: Domain, value: int) -> list[Domain]:
    return [1 << value, domain & ~(1 << value)]


def _bisect(domain: Domain) -> list[Domain]:
    upper = -1 << ((least(domain) + domain.bit_length() - 1) // 2 + 1)
    return [domain & ~upper, domain & upper]


def _median(domain: Domain) -> int:
    values = bits(domain)
    return values[(len(values) - 1) // 2]


def _middle(domain: Domain) -> int:
    ends = least(domain) + domain.bit_length() - 1
    return min(bits(domain), key=lambda value: abs(2 * value - ends))


VALUE_ORDERS: dict[str, ValueOrder] = {
    "step": lambda domain, _: _value_or_others(domain, least(domain)),
    "enum": lambda domain, _: [1 << value for value in bits(domain)],
    "bisect": lambda domain, _: _bisect(domain),
    "median": lambda domain, _: _value_or_others(domain, _median(domain)),
    "middle": lambda domain, _: _value_or_others(domain, _middle(domain)),
    "random": lambda domain, source: _value_or_others(domain, source.choice(bits(domain))),
}
"""The parts into which each value order splits a domain, in the order of trial."""


class Strategy(NamedTuple):
    """How labelling chooses the next cell, and how it splits the domain of that cell."""

    variable_order: VariableOrder
    value_order: ValueOrder


def read_strategy(text: str) -> Strategy:
    """The strategy of a text such as `ffc,bisect`; raises `BadInput` for any other."""
    variables, _, values = text.partition(",")
    if variables not in VARIABLE_ORDERS or values not in VALUE_ORDERS:
        raise BadInput(
            Text(
                "There is no strategy {name}: it is a variable order ({variables}), a comma, and a "
                "value order ({values}).",
                name=quoted(text),
                variables=names(VARIABLE_ORDERS),
                values=names(VALUE_ORDERS),
            )
        )
    return Strategy(VARIABLE_ORDERS[variables], VALUE_ORDERS[values])
