"""Deductions from the values that the cells of a line can keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quebra.families.symmetry.explain.candidates import Deduction, Line
from quebra.families.symmetry.explain.lines import Masks
from quebra.families.symmetry.explain.phrases import losses_text
from quebra.i18n.text import Text, sentences

Keep = dict[int, int]
"""The mask that each position of a line can keep; positions left out keep all."""


def _so(losses: Text) -> Text:
    return Text("So {losses}.", losses=losses)


def make_deduction(
    technique: str,
    line: Line,
    masks: Masks,
    keep: Keep,
    evidence: Iterable[int],
    words: Callable[[], Text],
    conclude: Callable[[Text], Text] = _so,
) -> Deduction | None:
    """The deduction that cells lose what they cannot keep; None if they lose nothing.

    `evidence` has the positions that give the reason, `words` returns it, and `conclude` makes a
    sentence of the losses.
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
        lambda: sentences(words(), conclude(losses_text(line, losses))),
    )
