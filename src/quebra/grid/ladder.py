"""A ladder of techniques: the easiest one that applies makes each deduction; grades follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from quebra.contract.family import GRADE_NAMES, GRADES
from quebra.contract.results import Change, Grade, Place, Step, Technique, Violation
from quebra.engine.budget import Budget
from quebra.grid.cells import Cell, GridAnswer
from quebra.i18n.text import Plural, Text, all_of, sentences

DEAD_END = Text("dead end")
MISTAKE = Technique(Text("mistake"), 0, Text("An entry of the attempt is wrong."))
NO_SOLUTION = Text("So there is no solution.")
NO_SOLUTION_WITH_ENTRIES = Text("So these entries lead to no solution.")
"""Endings of the text of a dead end."""
UNSOLVABLE = Grade(None, 0.0, (), Text("No solution, so no grade."))
AMBIGUOUS = Grade(None, 0.0, (), Text("Several solutions, so no grade."))


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
    it. `grades` has, for each grade but the last, its hardest technique and how often a puzzle of
    the grade may need it.
    """

    rungs: tuple[Rung[S, D], ...]
    by_logic: int
    grades: Mapping[str, tuple[str, float]]

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """All techniques, after that of a mistake in an attempt."""
        return MISTAKE, *(rung.technique for rung in self.rungs)

    def level(self, technique: str) -> int:
        """The level of a technique, by its name."""
        return self._rung(technique).level

    def _rung(self, technique: str) -> Rung[S, D]:
        return next(rung for rung in self.rungs if rung.name == technique)

    def limit(self, grade: str | None) -> int:
        """The highest level for this grade; that of all logic where the grade sets no limit."""
        hardest = self.grades.get(grade) if grade else None
        return self.level(hardest[0]) if hardest else self.by_logic

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

    def hardest_level(self, state: S, budget: Budget, limit: int | None = None) -> int | None:
        """The level of the hardest technique needed; None where the limit is too low."""
        used = {found.technique for found in self.deductions(state, budget, limit)}
        if state.open or DEAD_END in used:
            return None
        return max(map(self.level, used), default=0)

    def grade(self, state: S, solutions: Iterable[object], budget: Budget) -> Grade:
        """The grade of a board; its solutions are only searched where logic does not finish it."""
        used = Counter(found.technique for found in self.deductions(state, budget, self.by_logic))
        if state.open and DEAD_END not in used:
            count = len(list(islice(solutions, 2)))
            if count == 2:
                return AMBIGUOUS
            if count == 1:
                used.update(found.technique for found in self.deductions(state, budget))
        return UNSOLVABLE if state.open or DEAD_END in used else self._graded(used)

    def _graded(self, used: Counter[str]) -> Grade:
        needed = [rung for rung in self.rungs if used[rung.name]]
        level = max((rung.level for rung in needed), default=0)
        fitting = (
            grade
            for grade, (hardest, most) in self.grades.items()
            if level <= self.level(hardest) and used[hardest] <= most
        )
        name = next(fitting, GRADES[-1])
        score = float(sum(rung.weight * used[rung.name] for rung in needed))
        counts = tuple((rung.name, used[rung.name]) for rung in needed)
        return Grade(name, score, counts, self._needs(GRADE_NAMES[name], used))

    def _needs(self, grade: Text, used: Counter[str]) -> Text:
        easy = self.limit(GRADES[0])
        needed = [rung for rung in self.rungs if used[rung.name]]
        hard = [rung for rung in reversed(needed) if rung.level > easy]
        if hard:
            needs = all_of(_with_count(rung.plural, used[rung.name]) for rung in hard)
            return Text("{grade}: needs {techniques}.", grade=grade, techniques=needs)
        plain = [rung for rung in needed if rung.level == easy]
        plainest = [rung for rung in self.rungs if rung.level < easy][-1:]
        return Text(
            "{grade}: needs no more than {techniques}.",
            grade=grade,
            techniques=all_of(rung.plural for rung in plain or plainest),
        )


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


def _with_count(technique: Text, count: int) -> Text:
    match count:
        case 1:
            return Text("{technique} (once)", technique=technique)
        case 2:
            return Text("{technique} (twice)", technique=technique)
        case _:
            return Text("{technique} ({count} times)", technique=technique, count=count)


def sentence(text: str) -> str:
    """The text as a sentence, with a capital letter and a full stop.

    >>> sentence("no number fits")
    'No number fits.'
    """
    return f"{text[0].upper()}{text[1:]}."


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
    attempt: GridAnswer,
    wrong: Sequence[Cell],
    where: Iterable[Place],
    broken: Sequence[Violation],
    otherwise: Text,
) -> Step:
    """The step that removes wrong entries, with the broken rules or `otherwise` as its text."""
    text, more = broken[0].text if broken else otherwise, len(broken) - 1
    if more > 0:
        count = Plural("{n} more rule is broken.", "{n} more rules are broken.", n=more)
        text = sentences(text, count)
    changes = tuple(Change("remove", (r, c), attempt.grid[r][c]) for r, c in wrong)
    return Step(MISTAKE.name, tuple(where), changes, text)


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
