"""Techniques that suppose a value and follow the lines, and the last resort: cases."""

from __future__ import annotations

from functools import partial

from quebra.engine.budget import Budget
from quebra.families.symmetry.explain.lines import narrowed
from quebra.families.symmetry.explain.marks import Board, Deduction, Loss, Marks
from quebra.families.symmetry.explain.wording import effect, full, short
from quebra.grid.candidates import Mark, impossible, soonest_failure

SHORT = 4
"""Two rows and two columns: fewer lines cannot refute what each line by itself allows."""


class Supposition:
    """What one value forces, line by line.

    >>> from quebra.families.symmetry.model import Symmetry
    >>> puzzle = Symmetry(clues=((1, 0), (0, 2)))
    >>> trial = Supposition(Board(puzzle), [2, 3, 3, 4], (1, 1))
    >>> trial.follow()
    >>> trial.board.lines[trial.broken].name
    'column B'
    """

    __slots__ = ("board", "broken", "mark", "masks", "turns")

    def __init__(self, board: Board, masks: list[int], mark: Mark) -> None:
        self.board = board
        self.mark = mark
        self.masks = masks.copy()
        self.masks[mark[0]] = 1 << mark[1]
        self.turns: list[tuple[int, list[Loss]]] = []
        """The lines looked at, as far as they lost something, and what."""
        self.broken = -1
        """The line that cannot read the same both ways, once there is one."""

    def follow(self) -> None:
        """Look at every line that changes, until nothing changes or a line fails."""
        waiting = dict.fromkeys(self.board.lines_of(self.mark[0]))
        while waiting and not self.failed:
            line = next(iter(waiting))
            del waiting[line]
            for cell, _, _ in self.look(line):
                row, column = self.board.lines_of(cell)
                waiting[column if line == row else row] = None

    def look(self, line: int) -> list[Loss]:
        """Look at one line, and strike what it cannot hold."""
        cells = self.board.lines[line].cells
        before = tuple(self.masks[cell] for cell in cells)
        after = narrowed(before)
        if after is None:
            self.broken = line
            return []
        losses = [loss for loss in zip(cells, before, after, strict=True) if loss[1] != loss[2]]
        for cell, _, left in losses:
            self.masks[cell] = left
        if losses:
            self.turns.append((line, losses))
        return losses

    @property
    def failed(self) -> bool:
        """Whether a line cannot read the same both ways."""
        return self.broken >= 0

    def proof(self) -> list[int]:
        """The lines that lead to the failure, which is in the last one."""
        needed = [self.broken]
        for line, losses in reversed(self.turns):
            if any(not set(self.board.lines_of(cell)).isdisjoint(needed) for cell, _, _ in losses):
                needed.append(line)
        return needed[::-1]


def _followed(board: Board, masks: list[int], mark: Mark) -> Supposition:
    trial = Supposition(board, masks, mark)
    trial.follow()
    return trial


def contradiction(state: Marks, budget: Budget) -> Deduction | None:
    """The value that fails by the fewest lines when it is supposed."""

    def length(trial: Supposition) -> int:
        return len(_shortened(state, trial))

    suppose = partial(_followed, state.board)
    trial = soonest_failure(suppose, state.masks, state.possible, length, SHORT, budget)
    return _refuted(state, trial.mark, _shortened(state, trial)) if trial else None


def _shortened(state: Marks, trial: Supposition) -> list[int]:
    """The lines of a proof without those that it can do without."""
    lines, at = trial.proof(), 0
    while at < len(lines):
        fewer = lines[:at] + lines[at + 1 :]
        if _replayed(state, trial.mark, fewer).failed:
            lines = fewer
        else:
            at += 1
    return lines


def _replayed(state: Marks, mark: Mark, lines: list[int]) -> Supposition:
    trial = Supposition(state.board, state.masks, mark)
    for line in lines:
        trial.look(line)
        if trial.failed:
            break
    return trial


def _refuted(state: Marks, mark: Mark, lines: list[int]) -> Deduction:
    trial = _replayed(state, mark, lines)
    links = _links(trial)
    told = [cell for _, losses in links for cell, _, _ in losses]
    where = {mark[0], *told, *state.board.lines[trial.broken].cells}
    words = partial(_contradiction_words, trial, links)
    return Deduction("contradiction", tuple(sorted(where)), _struck(state, mark), words)


def _links(trial: Supposition) -> list[tuple[int, list[Loss]]]:
    """For each turn of a proof, the losses that a later line needs."""
    links = []
    for turn, (line, losses) in enumerate(trial.turns):
        later = {trial.broken, *(other for other, _ in trial.turns[turn + 1 :])} - {line}
        used = [loss for loss in losses if later.intersection(trial.board.lines_of(loss[0]))]
        links.append((line, used))
    return links


def _contradiction_words(trial: Supposition, links: list[tuple[int, list[Loss]]]) -> str:
    board, (cell, value) = trial.board, trial.mark
    place = full(board, cell)
    then = [
        f"by {board.lines[line].name}, "
        + " and ".join(f"{short(board, lost)} {effect(was, left)}" for lost, was, left in losses)
        for line, losses in links
    ]
    then.append(f"{board.lines[trial.broken].name} cannot read the same both ways")
    supposed = f"Suppose {place} {effect(0, 1 << value)}."
    return f"{supposed} Then {', then '.join(then)}. So {place} {_not(value)}."


def search(state: Marks, budget: Budget) -> Deduction | None:
    """A value that is in no solution, found by trying all cases."""
    mark = impossible(partial(_followed, state.board), state.masks, state.possible, budget)
    if mark is None:
        return None
    words = partial(_search_words, state.board, mark)
    return Deduction("search", (mark[0],), _struck(state, mark), words)


def _search_words(board: Board, mark: Mark) -> str:
    place, value = full(board, mark[0]), mark[1]
    return (
        f"Trying cases: if {place} {effect(0, 1 << value)}, every way to go on fails sooner or "
        f"later. So {place} {_not(value)}."
    )


def _not(value: int) -> str:
    return effect(1 << value, 0)


def _struck(state: Marks, mark: Mark) -> tuple[Loss, ...]:
    before = state.masks[mark[0]]
    return ((mark[0], before, before & ~(1 << mark[1])),)
