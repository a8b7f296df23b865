"""Deductions from the values that the cells of a line can keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quebra.families.symmetry.explain.candidates import Deduction, Line
from quebra.families.symmetry.explain.lines import Masks
from quebra.families.symmetry.explain.phrases import losses_text
from quebra.grid.ladder import sentence

Keep = dict[int, int]
"""The mask that each position of a line can keep; positions left out keep all."""


def make_deduction(
    technique: str,
    line: Line,
    masks: Masks,
    keep: Keep,
    evidence: Iterable[int],
    words: Callable[[], str],
    conjunction: str = ", so",
) -> Deduction | None:
    """The deduction that cells lose what they cannot keep; None if they lose nothing.

    `evidence` has the positions that give the reason, and `words` returns it as a clause, to which
    `conjunction` joins the losses.
    """
    losses = tuple(
        (line.cells[i], masks[i], masks[i] & kept)
        for i, kept in sorted(keep.items())
        if masks[i] & ~kept
    )
    if not losses:
        return None
    where = dict.fromkeys((*(line.cells[i] for i in evidence), *(cell for cell, _, _ in losses)))
    return Deduction(
        technique,
        tuple(sorted(where)),
        losses,
        lambda: sentence(f"{words()}{conjunction} {losses_text(line, losses)}"),
    )
