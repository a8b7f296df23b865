"""Techniques that assume a value: a contradiction by propagation, or an exhaustive search."""

from __future__ import annotations

from functools import partial

from quebra.engine.budget import Budget
from quebra.families.symmetry.explain.candidates import Candidates, Deduction, Loss, SymmetryLayout
from quebra.families.symmetry.explain.lines import narrowed
from quebra.families.symmetry.explain.phrases import losses_text
from quebra.families.symmetry.signs import figures, in_words
from quebra.grid.candidates import Mark, impossible, soonest_failure
from quebra.i18n.text import Text, sentences

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
    'column B'
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


def contradiction(state: Candidates, budget: Budget) -> Deduction | None:
    """The value whose assumption fails with the shortest proof."""

    def length(trial: Assumption) -> int:
        return len(_shorten_proof(state, trial))

    assume = partial(_assume, state.layout)
    trial = soonest_failure(assume, state.masks, state.possible, length, SHORT_PROOF, budget)
    return _to_deduction(state, trial.mark, _shorten_proof(state, trial)) if trial else None


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


def _to_deduction(state: Candidates, mark: Mark, lines: list[int]) -> Deduction:
    trial = _replay(state, mark, lines)
    links = _links(trial)
    used = [cell for _, losses in links for cell, _, _ in losses]
    where = {mark[0], *used, *state.layout.lines[trial.failed_line].cells}
    words = partial(_contradiction_words, trial, links)
    return Deduction("contradiction", tuple(sorted(where)), _removal(state, mark), words)


def _links(trial: Assumption) -> list[tuple[int, list[Loss]]]:
    """For each revision of a proof, the losses that a later line needs."""
    links = []
    for index, (line, losses) in enumerate(trial.revisions):
        later = {trial.failed_line, *(other for other, _ in trial.revisions[index + 1 :])} - {line}
        used = [loss for loss in losses if later.intersection(trial.layout.lines_of(loss[0]))]
        links.append((line, used))
    return links


def _contradiction_words(trial: Assumption, links: list[tuple[int, list[Loss]]]) -> Text:
    lines, (cell, value) = trial.layout.lines, trial.mark
    name = in_words(trial.layout.places[cell])
    if value:
        assumed = Text("Suppose {cell} is {value}.", cell=name, value=figures([value]))
    else:
        assumed = Text("Suppose {cell} stays blank.", cell=name)
    return sentences(
        assumed,
        *(
            Text(
                "Then {losses} (by {line}).",
                line=lines[line].name,
                losses=losses_text(lines[line], losses),
            )
            for line, losses in links
        ),
        Text("Then {line} cannot read the same both ways.", line=lines[trial.failed_line].name),
        _is_not(name, value),
    )


def search(state: Candidates, budget: Budget) -> Deduction | None:
    """A value that is in no solution, found by exhaustive search."""
    mark = impossible(partial(_assume, state.layout), state.masks, state.possible, budget)
    if mark is None:
        return None
    words = partial(_search_words, state.layout, mark)
    return Deduction("search", (mark[0],), _removal(state, mark), words)


def _search_words(layout: SymmetryLayout, mark: Mark) -> Text:
    cell, value = in_words(layout.places[mark[0]]), mark[1]
    if value:
        failed = Text(
            "Trying all cases with {value} in {cell} finds no solution.",
            value=figures([value]),
            cell=cell,
        )
    else:
        failed = Text("Trying all cases with a blank in {cell} finds no solution.", cell=cell)
    return sentences(failed, _is_not(cell, value))


def _is_not(cell: Text, value: int) -> Text:
    if value:
        return Text("So {cell} is not {value}.", cell=cell, value=figures([value]))
    return Text("So {cell} is not blank.", cell=cell)


def _removal(state: Candidates, mark: Mark) -> tuple[Loss, ...]:
    before = state.masks[mark[0]]
    return ((mark[0], before, before & ~(1 << mark[1])),)
