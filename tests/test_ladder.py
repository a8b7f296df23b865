"""The engine behind explanations and grades, on a toy: stones are taken from piles, one a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

import pytest

from quebra.contract.results import Change, Place, Technique
from quebra.engine.budget import Budget
from quebra.grid.ladder import DEAD_END, NO_SOLUTION, Ladder, Rung
from quebra.i18n.text import Text


@dataclass(frozen=True)
class Take:
    """A stone is taken from a pile; `where` is its number."""

    technique: str
    where: tuple[int, ...]

    @property
    def words(self) -> Callable[[], Text]:
        return lambda: Text("Pile {pile} is too low.", pile=self.where[0])

    def changes(self, places: Sequence[Place]) -> Iterator[Change[int]]:
        yield Change("remove", places[self.where[0]], 1)


class Piles:
    """Piles with a number of stones each; a pile is settled when it has none."""

    def __init__(self, *stones: int) -> None:
        self.stones = list(stones)
        self.clock = 1
        self.changed = [1] * len(stones)
        self.looks: list[tuple[str, int]] = []

    @property
    def open(self) -> int:
        return sum(count != 0 for count in self.stones)

    def apply(self, deduction: Take) -> None:
        self.clock += 1
        self.stones[deduction.where[0]] -= 1
        self.changed[deduction.where[0]] = self.clock


def _of_height(name: str, *heights: int) -> Callable[[Piles, int], Take | None]:
    def find(state: Piles, pile: int) -> Take | None:
        state.looks.append((name, pile))
        return Take(name, (pile,)) if state.stones[pile] in heights else None

    return find


def _highest(state: Piles, budget: Budget) -> Take | None:
    pile = state.stones.index(max(state.stones))
    return Take("lift", (pile,)) if state.stones[pile] < 9 else None


LADDER: Ladder[Piles, Take] = Ladder(
    (
        Rung(Technique(DEAD_END, 0, Text()), 0, Text("dead ends"), _of_height("dead end", -1)),
        Rung(Technique(Text("last"), 1, Text()), 1, Text("last stones"), _of_height("last", 1)),
        Rung(Technique(Text("pair"), 2, Text()), 2, Text("pairs"), _of_height("pair", 2)),
        Rung(Technique(Text("heap"), 3, Text()), 10, Text("heaps"), _of_height("heap", 3, 4)),
        Rung(Technique(Text("lift"), 4, Text()), 100, Text("lifts"), on_board=_highest),
    ),
    by_logic=3,
    grades={"easy": ("pair", inf), "medium": ("heap", 1), "hard": ("heap", 3)},
)


def taken(*stones: int, limit: int | None = None) -> list[tuple[str, int]]:
    found = LADDER.deductions(Piles(*stones), Budget(), limit)
    return [(take.technique, take.where[0]) for take in found]


def test_the_easiest_technique_comes_first() -> None:
    steps = [("last", 1), ("pair", 2), ("last", 2), ("heap", 0), ("pair", 0), ("last", 0)]
    assert taken(3, 1, 2) == steps
    assert taken(3, 1, 2, limit=2) == steps[:3]


def test_a_part_is_looked_at_again_only_after_it_changed() -> None:
    state = Piles(0, 0, 2)
    list(LADDER.deductions(state, Budget()))
    assert [pile for name, pile in state.looks if name == "last"] == [0, 1, 2, 2, 2]
    assert [pile for name, pile in state.looks if name == "pair"] == [0, 1, 2, 2]


def test_a_dead_end_is_the_last_step() -> None:
    (step,) = LADDER.steps(Piles(1, -1), ((0, 0), (0, 1)), Budget(), NO_SOLUTION)
    assert (step.technique, step.where) == ("dead end", ((0, 1),))
    assert step.text == "Pile 1 is too low. So there is no solution."
    assert isinstance(step.technique, Text)
    assert LADDER.hardest_level(Piles(1, -1), Budget()) is None


def test_the_hardest_level() -> None:
    assert LADDER.hardest_level(Piles(0), Budget()) == 0
    assert LADDER.hardest_level(Piles(1, 3), Budget()) == 3
    assert LADDER.hardest_level(Piles(1, 3), Budget(), limit=2) is None
    assert [LADDER.limit(grade) for grade in ("easy", "medium", "expert", None)] == [2, 3, 3, 3]


@pytest.mark.parametrize(
    ("stones", "name", "score", "text"),
    [
        ((1, 1), "easy", 2, "Easy: needs no more than last stones."),
        ((1, 2), "easy", 4, "Easy: needs no more than pairs."),
        ((3,), "medium", 13, "Medium: needs heaps (once)."),
        ((4,), "hard", 23, "Hard: needs heaps (twice)."),
        ((4, 4), "expert", 46, "Expert: needs heaps (4 times)."),
        ((5,), "expert", 123, "Expert: needs lifts (once) and heaps (twice)."),
    ],
)
def test_grades(stones: tuple[int, ...], name: str, score: float, text: str) -> None:
    grade = LADDER.grade(Piles(*stones), ["the only one"], Budget())
    assert (grade.name, grade.score, grade.text) == (name, score, text)
    assert sum(count for _, count in grade.techniques) == sum(stones)


def test_no_grade_without_exactly_one_solution() -> None:
    assert LADDER.grade(Piles(6), ["one", "two"], Budget()).text.startswith("Several solutions")
    assert LADDER.grade(Piles(6), [], Budget()).text.startswith("No solution")
    assert LADDER.grade(Piles(-1), ["one"], Budget()).text.startswith("No solution")


def test_solutions_are_not_looked_for_where_logic_does() -> None:
    solutions = iter(["one", "two"])
    assert LADDER.grade(Piles(4), solutions, Budget()).name == "hard"
    assert next(solutions) == "one"
