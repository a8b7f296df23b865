"""Deductions from the values that the cells of a line can keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quebra.families.symmetry.explain.candidates import Line
from quebra.families.symmetry.explain.lines import Masks
from quebra.grid.candidates import Mark, bits, only_value, settled
from quebra.grid.deduction import Deduction, Explanation, alike

Explain = Callable[[Deduction], Explanation]
Keep = dict[int, int]
"""The mask that each position of a line can keep; positions left out keep all."""


def deduce(
    technique: str,
    line: Line,
    masks: Masks,
    keep: Keep,
    evidence: int,
    explain: Explain,
) -> Iterator[Deduction]:
    """The deductions that cells lose what they cannot keep; a cell with one value left has it."""
    places: list[Mark] = []
    removes: list[Mark] = []
    for at, kept in keep.items():
        if lost := masks[at] & ~kept:
            after = masks[at] & kept
            if settled(after):
                places.append((line.cells[at], only_value(after)))
            else:
                removes += ((line.cells[at], value) for value in bits(lost))
    for group in alike(places):
        yield Deduction(technique, group, (), evidence, explain)
    for group in alike(removes):
        yield Deduction(technique, (), group, evidence, explain)


def without(
    technique: str,
    mask: int,
    mark: Mark,
    evidence: int,
    explain: Explain,
) -> Deduction:
    """The deduction that a cell with this mask loses a value."""
    after = mask & ~(1 << mark[1])
    if settled(after):
        return Deduction(technique, ((mark[0], only_value(after)),), (), evidence, explain)
    return Deduction(technique, (), (mark,), evidence, explain)
