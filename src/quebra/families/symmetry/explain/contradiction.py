"""Techniques that assume a value: a contradiction by propagation, or an exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from quebra.engine.budget import Budget
from quebra.families.symmetry.explain.candidates import Candidates, SymmetryLayout
from quebra.families.symmetry.explain.deduction import without
from quebra.families.symmetry.explain.lines import narrowed
from quebra.families.symmetry.explain.phrases import outcome
from quebra.families.symmetry.signs import MARGIN, figures
from quebra.grid.candidates import (
    Mark,
    bits,
    impossible,
    only_value,
    settled,
    soonest_failure,
    union,
)
from quebra.grid.cells import in_words
from quebra.grid.deduction import Deduction, Explanation, alike, arrow
from quebra.i18n.text import Text, sentences

Loss = tuple[int, int, int]
"""A cell, its mask before a revision, and its mask after it."""

SHORT_PROOF = 4
"""Lines of the shortest possible proof: two rows and two columns."""


class Assumption:
    """The consequences of one value, line by line.

    `revisions` has the lines that lost candidates, with their losses, and `failed_line` the line
    that cannot read the same both ways, or -1.

    >>> from quebra.families.symmetry.model import Symmetry
    >>> puzzle = Symmetry(clues=((1, 0), (0, 2)))
    >>> trial = Assumption(SymmetryLayout(puzzle), [2, 3, 3, 4], (1, 1))
    >>> trial.propagate()
    >>> trial.layout.lines[trial.failed_line].name
    'column 2'
    """

    __slots__ = ("failed_line", "layout", "mark", "masks", "revisions")

    def __init__(self, layout: SymmetryLayout, masks: list[int], mark: Mark) -> None:
        self.layout = layout
        self.mark = mark
        self.masks = masks.copy()
        self.masks[mark[0]] = 1 << mark[1]
        self.revisions: list[tuple[int, list[Loss]]] = []
        self.failed_line = -1

    def propagate(self) -> None:
        """Revise every line that changes, until nothing changes or a line fails."""
        waiting = dict.fromkeys(self.layout.lines_of(self.mark[0]))
        while waiting and not self.failed:
            line = next(iter(waiting))
            del waiting[line]
            for cell, _, _ in self.revise(line):
                row, column = self.layout.lines_of(cell)
                waiting[column if line == row else row] = None

    def revise(self, line: int) -> list[Loss]:
        """Remove the candidates that a line excludes, and return the losses."""
        cells = self.layout.lines[line].cells
        before = tuple(self.masks[cell] for cell in cells)
        after = narrowed(before)
        if after is None:
            self.failed_line = line
            return []
        losses = [loss for loss in zip(cells, before, after, strict=True) if loss[1] != loss[2]]
        for cell, _, left in losses:
            self.masks[cell] = left
        if losses:
            self.revisions.append((line, losses))
        return losses

    @property
    def failed(self) -> bool:
        """Whether a line cannot read the same both ways."""
        return self.failed_line >= 0

    def proof(self) -> list[int]:
        """The lines that lead to the failure; the last one is the line that fails."""
        needed = [self.failed_line]
        for line, losses in reversed(self.revisions):
            if any(not set(self.layout.lines_of(cell)).isdisjoint(needed) for cell, _, _ in losses):
                needed.append(line)
        return needed[::-1]


def _assume(layout: SymmetryLayout, masks: list[int], mark: Mark) -> Assumption:
    trial = Assumption(layout, masks, mark)
    trial.propagate()
    return trial


def contradiction(state: Candidates, budget: Budget) -> Iterator[Deduction]:
    """The value whose assumption fails with the shortest proof."""

    def length(trial: Assumption) -> int:
        return len(_shorten_proof(state, trial))

    assume = partial(_assume, state.layout)
    trial = soonest_failure(assume, state.masks, state.possible, length, SHORT_PROOF, budget)
    if trial:
        shown = _replay(state, trial.mark, _shorten_proof(state, trial))
        explain = partial(_explain_contradiction, shown)
        mask = state.masks[trial.mark[0]]
        yield without("contradiction", mask, trial.mark, len(shown.revisions), explain)


def _shorten_proof(state: Candidates, trial: Assumption) -> list[int]:
    """The lines of a proof without redundant ones."""
    lines, at = trial.proof(), 0
    while at < len(lines):
        fewer = lines[:at] + lines[at + 1 :]
        if _replay(state, trial.mark, fewer).failed:
            lines = fewer
        else:
            at += 1
    return lines


def _replay(state: Candidates, mark: Mark, lines: list[int]) -> Assumption:
    trial = Assumption(state.layout, state.masks, mark)
    for line in lines:
        trial.revise(line)
        if trial.failed:
            break
    return trial


def _links(trial: Assumption) -> list[tuple[int, list[Loss]]]:
    """For each revision of a proof, the losses that a later line needs."""
    links = []
    for index, (line, losses) in enumerate(trial.revisions):
        later = {trial.failed_line, *(other for other, _ in trial.revisions[index + 1 :])} - {line}
        used = [loss for loss in losses if later.intersection(trial.layout.lines_of(loss[0]))]
        links.append((line, used))
    return links


def _explain_contradiction(trial: Assumption, found: Deduction) -> Explanation:
    layout, (cell, value) = trial.layout, trial.mark
    links, failed = _links(trial), layout.lines[trial.failed_line]
    name = in_words(layout.places[cell])
    reason = sentences(
        _assumed(name, value),
        *(each for line, losses in links for each in _consequences(layout, line, losses)),
        Text("Then {line} cannot read the same both ways.", line=failed.name),
        _conclusion(layout, found),
    )
    used = [next(iter(losses))[0] for _, losses in links if losses]
    end = next((each for each in reversed(used) if each in failed.cells), failed.cells[0])
    shown = dict.fromkeys((cell, *used, end))
    text = _fails(name, value, failed.name, _outcome(layout, found) if found.places else None)
    return Explanation(text, reason, (end,), arrow((layout.places[each] for each in shown), MARGIN))


def _assumed(cell: Text, value: int) -> Text:
    if value:
        return Text("Suppose {cell} is {value}.", cell=cell, value=figures([value]))
    return Text("Suppose {cell} stays blank.", cell=cell)


def _consequences(layout: SymmetryLayout, line: int, losses: list[Loss]) -> Iterator[Text]:
    """A sentence for each kind of loss in a line."""
    placed = [(cell, only_value(after)) for cell, _, after in losses if settled(after)]
    removed = [
        (cell, value)
        for cell, before, after in losses
        if not settled(after)
        for value in bits(before & ~after)
    ]
    for marks, is_placed in ((placed, True), (removed, False)):
        for group in alike(marks):
            places = list(dict.fromkeys(layout.places[cell] for cell, _ in group))
            values = union(1 << value for _, value in group)
            yield Text(
                "Then {outcome} (by {line}).",
                outcome=outcome(places, values, is_placed),
                line=layout.lines[line].name,
            )


def _fails(cell: Text, value: int, line: Text, so: Text | None) -> Text:
    if value and so:
        return Text(
            "If {cell} were {value}, {line} could not read the same both ways, so {outcome}.",
            cell=cell,
            value=figures([value]),
            line=line,
            outcome=so,
        )
    if so:
        return Text(
            "If {cell} were blank, {line} could not read the same both ways, so {outcome}.",
            cell=cell,
            line=line,
            outcome=so,
        )
    if value:
        return Text(
            "If {cell} were {value}, {line} could not read the same both ways.",
            cell=cell,
            value=figures([value]),
            line=line,
        )
    return Text(
        "If {cell} were blank, {line} could not read the same both ways.", cell=cell, line=line
    )


def _outcome(layout: SymmetryLayout, found: Deduction) -> Text:
    places = [layout.places[cell] for cell in found.cells]
    values = union(1 << value for value in found.values)
    return outcome(places, values, bool(found.places))


def _conclusion(layout: SymmetryLayout, found: Deduction) -> Text:
    return Text("So {outcome}.", outcome=_outcome(layout, found))


def search(state: Candidates, budget: Budget) -> Iterator[Deduction]:
    """A value that is in no solution, found by exhaustive search."""
    mark = impossible(partial(_assume, state.layout), state.masks, state.possible, budget)
    if mark is not None:
        explain = partial(_explain_search, state.layout, mark[1])
        yield without("search", state.masks[mark[0]], mark, 1, explain)


def _explain_search(layout: SymmetryLayout, value: int, found: Deduction) -> Explanation:
    so = _outcome(layout, found)
    if value:
        return Explanation(
            Text(
                "Trying all cases with {value} there finds no solution, so {outcome}.",
                value=figures([value]),
                outcome=so,
            )
        )
    return Explanation(
        Text("Trying all cases with a blank there finds no solution, so {outcome}.", outcome=so)
    )
