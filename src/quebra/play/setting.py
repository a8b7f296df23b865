"""What a setter wants to know of a puzzle: solutions, where they differ, and which clues matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import msgspec

from quebra.contract.errors import BadInput, Cut, Reason
from quebra.contract.family import Family
from quebra.contract.play import Editor
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import family_of
from quebra.contract.results import Outcome, Place, Status, Violation
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.i18n.text import Text

MAX_SOLUTIONS = 20
"""Solutions that are looked for; if there are more, their number is not known."""
MAX_OFFERS = 6
"""Clues that are offered at a time."""
SHARE = 0.15
"""The share of the remaining time for each question after the first."""
FEW = 8
"""Solutions that are compared with a known one for each of its clues."""

Edits = dict[Place, Counter[str]]
"""For each place the clues that solutions have there, with the number of these solutions."""


class Clue(msgspec.Struct, frozen=True):
    """A clue that can be added or removed: its place, the edit that does it, and it in words."""

    where: Place
    edit: str
    text: Text


class Difference(msgspec.Struct, frozen=True):
    """A place, and the values that solutions have there."""

    where: Place
    values: tuple[str, ...]


class Judgement(msgspec.Struct, frozen=True):
    """What is known of a puzzle that is being set.

    `solutions` is the number of those found, which are all if `exact`. Several solutions: where
    they differ, and clues that would leave one (`settling`). One solution: the clues that it does
    not need (`unneeded`). None: the rules that the clues break (`broken`), and clues without each
    of which there is a solution (`conflicting`); if there is no such clue, some that have no
    solution together, but one without any of them (`contradicting`). `settled` is whether the
    values of all differences are known; then `forced` are the places without a clue that have one
    value in all solutions. `complete` is whether all clues were tried in time. `clues` is the
    number of clues, `reason` the limit that ended the search for solutions, if one did, and
    `compared` whether more than one solution was looked for. `others` are the solutions found that
    are unlike the known one, in families where the desk shows them.
    """

    status: Status
    text: Text
    solutions: int
    exact: bool
    clues: int
    differences: tuple[Difference, ...] = ()
    forced: tuple[Difference, ...] = ()
    settled: bool = True
    settling: tuple[Clue, ...] = ()
    unneeded: tuple[Clue, ...] = ()
    conflicting: tuple[Clue, ...] = ()
    contradicting: tuple[Clue, ...] = ()
    broken: tuple[Violation, ...] = ()
    complete: bool = True
    reason: Reason | None = None
    compared: bool = True
    others: tuple[Answer, ...] = ()


def judge(puzzle: Puzzle, budget: Budget, known: Answer | None = None) -> Judgement:
    """Judge a puzzle within a budget; others are compared with a known solution, if it is one.

    >>> from quebra import load
    >>> board = load("kojun\\nregions\\na a a\\ngivens\\n. . .")
    >>> found = judge(board, Budget())
    >>> found.text, found.differences[0].values
    ('Exactly 6 solutions: proved.', ('1', '2', '3'))
    >>> clued = judge(load("kojun\\nregions\\na a a b\\ngivens\\n. 3 . ."), Budget())
    >>> [each.values for each in clued.forced]
    [('1',), ('2',), ('1',)]
    >>> judge(load("kojun\\nregions\\na a a\\ngivens\\n1 2 3"), Budget()).unneeded[2].text
    'Row 1, column 3: 3, given'
    >>> twice = judge(load("kojun\\nregions\\na a b b\\ngivens\\n1 1 2 2"), Budget())
    >>> [each.where for each in twice.contradicting]
    [(0, 2), (0, 3)]
    """
    family = family_of(puzzle)
    editor = family.play.editor if family.play else None
    wanted = _wanted(family, editor)
    outcome = _solve(puzzle, wanted, budget)
    found = Judgement(
        status=outcome.status,
        text=outcome.text,
        solutions=len(outcome.solutions),
        exact=outcome.complete,
        reason=outcome.reason,
        clues=sum(1 for _ in editor.clue_removals(puzzle)) if editor else 0,
        compared=wanted > 1,
    )
    if editor is None:
        return found
    setting = _Setting(family, editor, puzzle)
    match outcome.status:
        case "many" if editor.shown:
            if known is None or family.rules.check(puzzle, known):
                known = outcome.solutions[0]
            return setting.differing_from(known, found, budget)
        case "many" if editor.distinct:
            others = setting.others(known, outcome.solutions)
            return msgspec.structs.replace(found, others=others)
        case "many" if found.clues or found.exact:
            return setting.differing(found, outcome, budget)
        case "unique":
            clues, complete = setting.removable(_part(budget, 1), "unique")
            return msgspec.structs.replace(
                found, unneeded=clues, complete=complete, forced=setting.forced(outcome.solutions)
            )
        case "none":
            clues, complete = setting.removable(_part(budget), "many", "unique", "found")
            together = () if clues or not complete else setting.contradicting(_part(budget))
            return msgspec.structs.replace(
                found,
                conflicting=clues,
                contradicting=together,
                complete=complete,
                broken=setting.broken(),
            )
    return found


def _wanted(family: Family[Any, Any], editor: Editor[Any, Any] | None) -> int:
    """The solutions to look for: one where the way counts, as in Shisen-Sho, and not the result."""
    if family.solve.count > 1:
        return MAX_SOLUTIONS
    has_result = family.symmetry.solution_key or (editor and editor.arranged)
    return 2 if has_result else 1


class _Setting:
    """A puzzle that is being set, and the questions about it."""

    def __init__(
        self, family: Family[Any, Any], editor: Editor[Any, Any], puzzle: Puzzle[Any]
    ) -> None:
        assert family.play
        self.family, self.play, self.editor, self.puzzle = family, family.play, editor, puzzle

    def broken(self) -> tuple[Violation, ...]:
        """The rules that the clues alone break."""
        attempt = self.play.start(self.puzzle)
        return tuple(
            violation
            for violation in self.family.rules.check(self.puzzle, attempt)
            if not self.play.is_unfinished(self.puzzle, attempt, violation)
        )

    def removable(self, budget: Budget, *wanted: Status) -> tuple[tuple[Clue, ...], bool]:
        """The clues without which the status is one of these, and whether all were tried."""
        found: list[Clue] = []
        texts = self._texts(self.puzzle)
        try:
            for where, edit in self.editor.clue_removals(self.puzzle):
                without = self.editor.edit(self.puzzle, edit)
                if _settled(without, 2 if wanted == ("unique",) else 1, budget).status in wanted:
                    found.append(Clue(where, edit, texts[where]))
        except Cut:
            return tuple(found), False
        return tuple(found), True

    def contradicting(self, budget: Budget) -> tuple[Clue, ...]:
        """Clues that have no solution together, but one without any of them, if found in time."""
        found: list[Clue] = []
        texts = self._texts(self.puzzle)
        puzzle = self.puzzle
        try:
            for where, edit in self.editor.clue_removals(self.puzzle):
                without = self.editor.edit(puzzle, edit)
                if _settled(without, 1, budget).status == "none":
                    puzzle = without
                else:
                    found.append(Clue(where, edit, texts[where]))
        except Cut:
            return ()
        return tuple(found)

    def forced(self, solutions: Iterable[Answer]) -> tuple[Difference, ...]:
        """The places without a clue that have one value in all these solutions."""
        edits: Edits = {}
        for solution in solutions:
            self._collect(edits, solution)
        return _places({where: values for where, values in edits.items() if len(values) == 1})

    def differing(self, found: Judgement, outcome: Outcome[Any], budget: Budget) -> Judgement:
        """The places where solutions differ, and clues that leave one of them."""
        edits: Edits = {}
        for solution in outcome.solutions:
            self._collect(edits, solution)
        settled = outcome.complete or self._explore(edits, _part(budget))
        open_places = {where: values for where, values in edits.items() if len(values) > 1}
        same_places = {where: values for where, values in edits.items() if len(values) == 1}
        counts = open_places if outcome.complete else None
        return msgspec.structs.replace(
            found,
            differences=_places(open_places),
            forced=_places(same_places) if settled else (),
            settled=settled,
            settling=self._settling(open_places, counts, _part(budget)),
        )

    def differing_from(self, known: Answer, found: Judgement, budget: Budget) -> Judgement:
        """The places where another solution looks unlike this one, and its clues that leave it.

        The other one is the nearest of those that share a clue with this one, so that it is not
        this one after a rotation.
        """
        own = tuple(self.editor.clues_from(self.puzzle, known))
        nearest: dict[Place, tuple[str, str]] = {}
        clues: Edits = {}
        for other in self._beside(own, _part(budget)):
            unlike = self._unlike(known, other)
            if unlike and (not nearest or len(unlike) < len(nearest)):
                nearest = unlike
                theirs = {edit for _, edit in self.editor.clues_from(self.puzzle, other)}
                clues = {where: Counter([edit]) for where, edit in own if edit not in theirs}
        return msgspec.structs.replace(
            found,
            differences=tuple(Difference(where, values) for where, values in nearest.items()),
            settled=False,
            settling=self._settling(clues, None, _part(budget)),
        )

    def others(self, known: Answer | None, solutions: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """The solutions unlike the known one up to symmetry; all of them if that is none."""
        assert self.editor.distinct
        if known is None or self.family.rules.check(self.puzzle, known):
            return self.editor.distinct(self.puzzle, solutions)
        return self.editor.distinct(self.puzzle, (known, *solutions))[1:]

    def _beside(self, own: Iterable[tuple[Place, str]], budget: Budget) -> Iterator[Answer]:
        """A few solutions that share each of these clues."""
        for _, clue in own:
            outcome = _solve(self.editor.edit(self.puzzle, clue), FEW, budget)
            yield from outcome.solutions
            if outcome.reason:
                return

    def _unlike(self, known: Answer, other: Answer) -> dict[Place, tuple[str, str]]:
        """The places where two answers look unlike, with what each has there."""
        assert self.editor.shown
        one, two = (self.editor.shown(self.puzzle, answer) for answer in (known, other))
        return {where: (one[where], two[where]) for where in one if one[where] != two[where]}

    def _collect(self, edits: Edits, solution: Answer) -> None:
        for where, edit in self.editor.clues_from(self.puzzle, solution):
            edits.setdefault(where, Counter())[edit] += 1

    def _explore(self, edits: Edits, budget: Budget) -> bool:
        """Add the values of all other solutions; returns whether that was done in time."""
        values = self.play.values(self.puzzle).all
        if not values:
            return False
        names = {where: next(iter(known)).partition("=")[0] for where, known in edits.items()}
        try:
            for where, value in product(names, values):
                edit = f"{names[where]}={value}"
                if edit not in edits[where]:
                    for solution in self._solutions_with(edit, budget):
                        edits[where][edit] += 1
                        self._collect(edits, solution)
        except Cut:
            return False
        return True

    def _solutions_with(self, edit: str, budget: Budget) -> tuple[Answer, ...]:
        """A solution after an edit, if there is one."""
        try:
            clued = self.editor.edit(self.puzzle, edit)
        except BadInput:  # a value that this place cannot have
            return ()
        return _settled(clued, 1, budget).solutions

    def _settling(self, edits: Edits, counts: Edits | None, budget: Budget) -> tuple[Clue, ...]:
        """Clues that leave one solution; `counts` are those of all solutions, if they are known."""
        found: list[Clue] = []
        try:
            for where, edit in _spread(edits):
                if counts and counts[where][edit] > 1:
                    continue
                clued = self.editor.edit(self.puzzle, edit)
                if counts or _settled(clued, 2, budget).status == "unique":
                    found.append(Clue(where, edit, self._texts(clued)[where]))
                if len(found) == MAX_OFFERS:
                    break
        except Cut:
            pass
        return tuple(found)

    def _texts(self, puzzle: Puzzle) -> dict[Place, Text]:
        spots = self.play.spots(puzzle, self.play.start(puzzle))
        return {spot.where: spot.text for spot in spots if spot.part == "board"}


def _places(edits: Edits) -> tuple[Difference, ...]:
    """The places with their values in order."""
    return tuple(
        Difference(where, tuple(sorted(map(_value, values), key=_in_order)))
        for where, values in edits.items()
    )


def _spread(edits: Edits) -> Iterator[tuple[Place, str]]:
    """First one clue of each place, then the second of each, and so on."""
    for number in range(max(map(len, edits.values()), default=0)):
        for where, values in edits.items():
            if number < len(values):
                yield where, sorted(values)[number]


def _value(edit: str) -> str:
    return edit.partition("=")[2]


def _in_order(value: str) -> tuple[int, str]:
    return (int(value) if value.isdigit() else 0, value)


def _part(budget: Budget, share: float = SHARE) -> Budget:
    left = budget.left()
    return Budget(None if left is None else share * left, cancel=budget.cancel)


def _solve(puzzle: Puzzle[Any], count: int, budget: Budget) -> Outcome[Any]:
    family: Family[Any, Any] = family_of(puzzle)
    return solve(
        family,
        puzzle,
        count=count,
        seconds=budget.left(),
        cancel=budget.cancel,
        report=budget.report,
        up_to_symmetry=family.symmetry.solution_key is not None,
    )


def _settled(puzzle: Puzzle[Any], count: int, budget: Budget) -> Outcome[Any]:
    """The outcome of a search that was not cut; raises `Cut`."""
    budget.pause()
    outcome = _solve(puzzle, count, budget)
    if outcome.reason:
        raise Cut(outcome.reason)
    return outcome
