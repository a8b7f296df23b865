"""A ladder of techniques on candidates: steps by the easiest one that applies, and grades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from quebra.contract.family import GRADE_NAMES, GRADES
from quebra.contract.results import MAX_WHERE, Grade, Place, Step, Technique
from quebra.engine.budget import Budget
from quebra.grid.deduction import Deduction, State, still_open, to_step
from quebra.grid.difficulty import Moment, bottlenecks, crux, score
from quebra.grid.ladder import AMBIGUOUS, DEAD_END, MISTAKE, UNSOLVABLE
from quebra.i18n.text import Text, all_of

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class CandidateRung(Generic[S]):
    """A technique with its ease, its plural in a grade, and its search function.

    `ease` is how readily people see a step, compared with 1 for a single. `in_part` yields the
    deductions in one part of the board, and is called again only after the part has changed;
    `on_board` searches the whole board, where nothing easier is left.
    """

    technique: Technique
    ease: float
    plural: Text
    in_part: Callable[[S, int], Iterator[Deduction]] | None = None
    on_board: Callable[[S, Budget], Iterator[Deduction]] | None = None

    @property
    def name(self) -> Text:
        return self.technique.name

    @property
    def level(self) -> int:
        return self.technique.level


class OpenSteps(Generic[S]):
    """The deductions that are possible at a moment, searched again only in parts that changed."""

    def __init__(self, state: S, rungs: Sequence[CandidateRung[S]], budget: Budget) -> None:
        self.state, self.rungs, self.budget = state, rungs, budget
        nothing: tuple[int, list[Deduction]] = (0, [])
        self.found = [[nothing] * len(state.changed) for _ in rungs]

    def by_rung(self, index: int) -> list[Deduction]:
        """All deductions of one rung."""
        rung, state = self.rungs[index], self.state
        if rung.in_part is None:
            there = rung.on_board(state, self.budget) if rung.on_board and state.open else ()
            return list(there)
        known = self.found[index]
        for part, changed in enumerate(state.changed):
            time, found = known[part]
            if changed > time or not all(still_open(state, each) for each in found):
                self.budget.pause()
                known[part] = state.clock, list(rung.in_part(state, part))
        return [each for _, found in known for each in found]

    def easiest(self) -> tuple[CandidateRung[S], list[Deduction]] | None:
        """The first rung that has deductions, and all of these."""
        self.budget.pause()
        for index, rung in enumerate(self.rungs):
            if found := self.by_rung(index):
                return rung, found
        return None

    def eases(self) -> list[float]:
        """The ease of each open step; of steps that change the same, only the easiest counts."""
        seen: set[tuple[int, int, bool]] = set()
        eases: list[float] = []
        for index, rung in enumerate(self.rungs):
            if eases and rung.in_part is None:
                break
            for each in self.by_rung(index):
                marks = {(*mark, True) for mark in each.places}
                marks.update((*mark, False) for mark in each.removes)
                if not marks <= seen:
                    seen |= marks
                    eases.append(rung.ease)
        return eases


@dataclass(frozen=True, slots=True)
class CandidateLadder(Generic[S]):
    """The techniques of a family from easy to hard, the first of which finds dead ends.

    Techniques up to the level `by_logic` deduce directly; harder ones assume something and refute
    it. `grades` has, for each grade but the last, its hardest technique and in how many rounds a
    puzzle of the grade may need it. `scales` has for each grade the wait that scores 63 points.
    """

    rungs: tuple[CandidateRung[S], ...]
    by_logic: int
    grades: Mapping[str, tuple[str, float]]
    scales: Mapping[str, float]

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """All techniques, after that of a mistake in an attempt."""
        return MISTAKE, *(rung.technique for rung in self.rungs)

    def level(self, technique: str) -> int:
        """The level of a technique, by its name."""
        return next(rung for rung in self.rungs if rung.name == technique).level

    def limit(self, grade: str | None) -> int:
        """The highest level for this grade; that of all logic where the grade sets no limit."""
        hardest = self.grades.get(grade) if grade else None
        return self.level(hardest[0]) if hardest else self.by_logic

    def rounds(
        self, state: S, budget: Budget, limit: int | None = None
    ) -> Iterator[CandidateRung[S]]:
        """Rounds of all deductions of the easiest technique that applies, up to a level.

        They are applied when the next round is requested. The last one may be a dead end. Which
        rounds a board needs does not depend on any choice.
        """
        rungs = [rung for rung in self.rungs if limit is None or rung.level <= limit]
        searched = [[0] * len(state.changed) for _ in rungs]
        while found := _round(state, budget, rungs, searched):
            rung, deductions = found
            yield rung
            if rung.name == DEAD_END:
                return
            for each in deductions:
                state.apply(each)

    def hardest_level(self, state: S, budget: Budget, limit: int | None = None) -> int | None:
        """The level of the hardest technique needed; None where the limit is too low."""
        used = {rung.level for rung in self.rounds(state, budget, limit)}
        return None if state.open or 0 in used else max(used, default=0)

    def is_at_most(self, grade: str | None, state: S, budget: Budget) -> bool:
        """Whether a board is solved by logic and not harder than a grade, if one is given."""
        rounds = Counter[str](rung.name for rung in self.rounds(state, budget, self.limit(grade)))
        if state.open or DEAD_END in rounds:
            return False
        return grade is None or GRADES.index(self._named(rounds)) <= GRADES.index(grade)

    def _named(self, rounds: Counter[str]) -> str:
        level = max((self.level(name) for name in rounds), default=0)
        fitting = (
            grade
            for grade, (hardest, most) in self.grades.items()
            if level <= self.level(hardest) and rounds[hardest] <= most
        )
        return next(fitting, GRADES[-1])

    def steps(
        self,
        state: S,
        places: Sequence[Place],
        budget: Budget,
        ending: Callable[[Text], Text],
        near: Place | None = None,
    ) -> Iterator[Step]:
        """The steps of a board, each with the least evidence, and of equal ones the nearest.

        `near` is the place of the last move; then each step follows near the one before. `ending`
        makes the sentence of a dead end.
        """
        moments = OpenSteps(state, self.rungs, budget)
        while found := moments.easiest():
            rung, deductions = found
            best = _least(deductions, places, near)
            if rung.name == DEAD_END:
                text, reason, because, _ = best.explain(best)
                where = tuple(places[cell] for cell in because[:MAX_WHERE])
                yield Step(rung.name, where, (), ending(text), reason)
                return
            yield to_step(rung.name, best, state, places)
            near = places[best.cells[0]]
            state.apply(best)

    def grade(
        self,
        start: Callable[[], S],
        places: Sequence[Place],
        solutions: Iterable[object],
        budget: Budget,
    ) -> Grade:
        """The grade of the board with the state `start()`.

        Its solutions are only searched where logic does not finish it.
        """
        state = start()
        rounds = Counter[str](rung.name for rung in self.rounds(state, budget, self.by_logic))
        if DEAD_END in rounds:
            return UNSOLVABLE
        name = GRADES[-1] if state.open else self._named(rounds)
        if state.open and (count := len(list(islice(solutions, 2)))) != 1:
            return AMBIGUOUS if count else UNSOLVABLE
        moments = list(self._moments(start(), places, budget))
        used = Counter(moment.technique for moment in moments)
        return Grade(
            name,
            score(name, [moment.wait for moment in moments], self.scales[name]),
            tuple((rung.name, used[rung.name]) for rung in self.rungs if used[rung.name]),
            self._needs(GRADE_NAMES[name], used),
            bottlenecks(moments),
            crux(moments),
        )

    def _moments(self, state: S, places: Sequence[Place], budget: Budget) -> Iterator[Moment]:
        """Each moment of a solution by `steps`, with the open steps at that moment."""
        moments = OpenSteps(state, self.rungs, budget)
        near: Place | None = None
        longest = 0.0
        while found := moments.easiest():
            rung, deductions = found
            best = _least(deductions, places, near)
            eases = moments.eases() if rung.in_part else [rung.ease]
            near, wait = places[best.cells[0]], 1 / sum(eases)
            is_longest, longest = wait > longest, max(wait, longest)
            where = to_step(rung.name, best, state, places).where if is_longest else ()
            yield Moment(rung.name, where, len(eases), wait, state.open == 1)
            state.apply(best)

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


def _round(
    state: S,
    budget: Budget,
    rungs: Sequence[CandidateRung[S]],
    searched: Sequence[list[int]],
) -> tuple[CandidateRung[S], list[Deduction]] | None:
    """The first rung that has deductions, with those of all parts.

    `searched` has for each rung and part the time of the last search without a result.
    """
    budget.pause()
    for rung, times in zip(rungs, searched, strict=True):
        found: list[Deduction] = []
        if rung.in_part:
            for part, changed in enumerate(state.changed):
                if changed > times[part]:
                    there = list(rung.in_part(state, part))
                    found += there
                    if not there:
                        times[part] = state.clock
        elif rung.on_board and state.open:
            found = list(rung.on_board(state, budget))
        if found:
            return rung, found
    return None


def _least(
    deductions: Sequence[Deduction], places: Sequence[Place], near: Place | None
) -> Deduction:
    """The deduction with the least evidence; of equal ones, the nearest to a place."""

    def weight(each: Deduction) -> tuple[int, int, int]:
        changes = len(each.places) + len(each.removes)
        if near is None or not each.cells:
            return each.evidence, changes, 0
        return each.evidence, changes, _distance(places[each.cells[0]], near)

    return min(deductions, key=weight)


def _distance(one: Place, other: Place) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _with_count(technique: Text, count: int) -> Text:
    match count:
        case 1:
            return Text("{technique} (once)", technique=technique)
        case 2:
            return Text("{technique} (twice)", technique=technique)
        case _:
            return Text("{technique} ({count} times)", technique=technique, count=count)
