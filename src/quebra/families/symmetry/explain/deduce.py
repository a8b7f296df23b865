"""From what a line leaves to its cells to a deduction with words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quebra.families.symmetry.explain.lines import Masks
from quebra.families.symmetry.explain.marks import Deduction, Line
from quebra.families.symmetry.explain.wording import outcome
from quebra.grid.ladder import sentence

Keep = dict[int, int]
"""For positions in a line, what they can be."""


def deduced(
    technique: str,
    line: Line,
    masks: Masks,
    keep: Keep,
    evidence: Iterable[int],
    words: Callable[[], str],
    so: str = ", so",
) -> Deduction | None:
    """The deduction that cells lose what they cannot keep, or None where they lose nothing."""
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
        lambda: sentence(f"{words()}{so} {outcome(line, losses)}"),
    )
