"""A ladder of techniques, the easiest of which makes each deduction; mistakes and dead ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from quebra.contract.results import (
    MAX_WHERE,
    Change,
    Grade,
    Place,
    Step,
    Technique,
    Violation,
)
from quebra.engine.budget import Budget
from quebra.grid.cells import Cell, GridAnswer, in_words
from quebra.i18n.text import Plural, Text, Value, sentences

DEAD_END = Text("dead end")
MISTAKE = Technique(Text("mistake"), 0, Text("An entry of the attempt is wrong."))
UNSOLVABLE = Grade(None, 0.0, (), Text("No solution, so no grade."))
AMBIGUOUS = Grade(None, 0.0, (), Text("Several solutions, so no grade."))


def no_solution(problem: Text) -> Text:
    """The sentence of a dead end of a puzzle.

    >>> no_solution(Text("no number fits {cell}", cell=in_words((0, 1))))
    'There is no solution: no number fits row 1, column 2.'
    """
    return Text("There is no solution: {problem}.", problem=problem)


def no_solution_with_entries(problem: Text) -> Text:
    """The sentence of a dead end that comes from the entries of an attempt."""
    return Text("These entries lead to no solution: {problem}.", problem=problem)


class Deduction(Protocol):
    """A deduction: its technique, the numbers of its cells, its changes and its explanation.

    `words` returns one or more sentences; it is only called before the deduction is applied.
    """

    @property
    def technique(self) -> str: ...
    @property
    def where(self) -> tuple[int, ...]: ...
    @property
    def words(self) -> Callable[[], Text]: ...
    def changes(self, places: Sequence[Place]) -> Iterable[Change[Any]]: ...


D = TypeVar("D", bound=Deduction)
Applied = TypeVar("Applied", bound=Deduction, contravariant=True)


class State(Protocol[Applied]):
    """The state of a board, which has parts such as regions or lines.

    `changed` has for each part the time of its last change, by a clock that starts at 1 and
    advances with every change; `open` is the number of cells that are not settled.
    """

    @property
    def clock(self) -> int: ...
    @property
    def changed(self) -> Sequence[int]: ...
    @property
    def open(self) -> int: ...
    def apply(self, deduction: Applied) -> None: ...


S = TypeVar("S", bound=State[Any])


@dataclass(frozen=True, slots=True)
class Rung(Generic[S, D]):
    """A technique with its weight in the score, its plural in a grade, and its search function.

    `in_part` searches one part of the board, and again only after the part has changed;
    `on_board` searches the whole board.
    """

    technique: Technique
    weight: int
    plural: Text
    in_part: Callable[[S, int], D | None] | None = None
    on_board: Callable[[S, Budget], D | None] | None = None

    @property
    def name(self) -> Text:
        return self.technique.name

    @property
    def level(self) -> int:
        return self.technique.level


@dataclass(frozen=True, slots=True)
class Ladder(Generic[S, D]):
    """The techniques of a family, the first of which finds dead ends.

    Techniques up to the level `by_logic` deduce directly; harder ones assume something and refute
    it. Families with candidates in cells have a `CandidateLadder`.
    """

    rungs: tuple[Rung[S, D], ...]
    by_logic: int
    grades: Mapping[str, tuple[str, float]]

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """All techniques, after that of a mistake in an attempt."""
        return MISTAKE, *(rung.technique for rung in self.rungs)

    def _rung(self, technique: str) -> Rung[S, D]:
        return next(rung for rung in self.rungs if rung.name == technique)

    def deductions(self, state: S, budget: Budget, limit: int | None = None) -> Iterator[D]:
        """Deductions, always by the easiest technique that applies, up to a level.

        Each deduction is applied when the next one is requested. The last may be a dead end.
        """
        rungs = [rung for rung in self.rungs if limit is None or rung.level <= limit]
        searched = [[0] * len(state.changed) for _ in rungs]
        while (found := _easiest(state, budget, rungs, searched)) is not None:
            yield found
            if found.technique == DEAD_END:
                return
            state.apply(found)

    def steps(
        self, state: S, places: Sequence[Place], budget: Budget, ending: Text
    ) -> Iterator[Step]:
        """The deductions as steps; `ending` is the last sentence of a dead end."""
        for found in self.deductions(state, budget):
            text = found.words()
            if found.technique == DEAD_END:
                text = sentences(text, ending)
            where = tuple(places[cell] for cell in found.where)
            name = self._rung(found.technique).name
            yield Step(name, where, tuple(found.changes(places)), text)


def _easiest(
    state: S, budget: Budget, rungs: Sequence[Rung[S, D]], searched: Sequence[list[int]]
) -> D | None:
    """The deduction by the first rung that has one.

    `searched` has for each rung and part the time of the last search without a result.
    """
    budget.pause()
    for rung, times in zip(rungs, searched, strict=True):
        found = None
        if rung.in_part:
            found = _in_some_part(state, budget, rung.in_part, times)
        elif rung.on_board and state.open:
            found = rung.on_board(state, budget)
        if found:
            return found
    return None


def _in_some_part(
    state: S, budget: Budget, find: Callable[[S, int], D | None], times: list[int]
) -> D | None:
    for part, changed in enumerate(state.changed):
        if changed > times[part]:
            budget.pause()
            if found := find(state, part):
                return found
            times[part] = state.clock
    return None


def wrong_cells(attempt: GridAnswer, solution: GridAnswer) -> list[Cell]:
    """The cells where an attempt has another entry than the solution.

    >>> wrong_cells(GridAnswer(grid=((1, 0, 3),)), GridAnswer(grid=((1, 2, 2),)))
    [(0, 2)]
    """
    return [
        (r, c)
        for r, (entries, right) in enumerate(zip(attempt.grid, solution.grid, strict=True))
        for c, entry in enumerate(entries)
        if entry and entry != right[c]
    ]


def mistake(
    attempt: GridAnswer, wrong: Cell, broken: Iterable[Violation], shown: Callable[[int], Value]
) -> Step:
    """The step that takes one wrong entry away; `shown` is how an entry is written.

    The reason is the rule that it breaks, if it breaks one, or else that the solution differs.

    >>> mistake(GridAnswer(grid=((3, 1),)), (0, 0), [], int).text
    'The 3 in row 1, column 1 is wrong.'
    """
    rule = next((violation for violation in broken if wrong in violation.where), None)
    entry, cell = attempt.grid[wrong[0]][wrong[1]], in_words(wrong)
    if rule:
        text = Text("The {entry} in {cell} breaks a rule.", entry=shown(entry), cell=cell)
    else:
        text = Text("The {entry} in {cell} is wrong.", entry=shown(entry), cell=cell)
    return Step(
        MISTAKE.name,
        tuple(dict.fromkeys((wrong, *(rule.where if rule else ()))))[:MAX_WHERE],
        (Change("remove", wrong, entry),),
        text,
        rule.text if rule else Text("It does not lead to the solution."),
    )


def broken_rule(violations: Iterable[Violation], unfinished: str) -> Step | None:
    """The step that names the first broken rule; violations with the code `unfinished` are none.

    >>> broken_rule([Violation("left", ((0, 0),), Text("A tile is left."))], unfinished="left")
    """
    broken = [violation for violation in violations if violation.code != unfinished]
    if not broken:
        return None
    text, more = broken[0].text, len(broken) - 1
    if more > 0:
        text = sentences(text, Plural("And {n} more fault.", "And {n} more faults.", n=more))
    return Step(MISTAKE.name, broken[0].where, (), text)
