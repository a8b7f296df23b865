"""The engine behind steps and grades of families with candidates, on a toy with piles of stones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp, inf

import pytest

from quebra.contract.results import MAX_WHERE, Technique
from quebra.engine.budget import Budget
from quebra.grid.candidate_ladder import CandidateLadder, CandidateRung
from quebra.grid.deduction import Deduction, Explanation
from quebra.grid.ladder import DEAD_END, no_solution
from quebra.i18n.text import Text


class Piles:
    """Piles with a number of stones each, whose candidates are the stones; none is settled."""

    def __init__(self, *stones: int) -> None:
        self.stones = list(stones)
        self.clock = 1
        self.changed = [1] * len(stones)
        self.looks: list[tuple[str, int]] = []

    @property
    def open(self) -> int:
        return sum(count != 0 for count in self.stones)

    def is_open(self, cell: int) -> bool:
        return self.stones[cell] != 0

    def values_of(self, cell: int) -> list[int]:
        return list(range(1, self.stones[cell] + 1))

    def apply(self, deduction: Deduction) -> None:
        for pile, _ in deduction.removes:
            self.clock += 1
            self.stones[pile] -= 1
            self.changed[pile] = self.clock


def _of_height(name: str, *heights: int) -> Callable[[Piles, int], Iterator[Deduction]]:
    """A technique that takes the top stone of a pile; lower piles have more evidence."""

    def find(state: Piles, pile: int) -> Iterator[Deduction]:
        state.looks.append((name, pile))
        height = state.stones[pile]
        if height in heights:
            explanation = Explanation(Text("pile {pile} is low", pile=pile), Text(), (pile,))
            yield Deduction(name, (), ((pile, height),), 9 - height, lambda found: explanation)

    return find


def _highest(state: Piles, budget: Budget) -> Iterator[Deduction]:
    pile = state.stones.index(max(state.stones))
    top = state.stones[pile]
    if top < 9:
        yield Deduction("lift", (), ((pile, top),), 1, lambda found: Explanation(Text("lifted")))


LADDER: CandidateLadder[Piles] = CandidateLadder(
    (
        CandidateRung(Technique(DEAD_END, 0, Text()), 1, Text(), _of_height("dead end", -1)),
        CandidateRung(Technique(Text("last"), 1, Text()), 4, Text("lasts"), _of_height("last", 1)),
        CandidateRung(Technique(Text("pair"), 2, Text()), 2, Text("pairs"), _of_height("pair", 2)),
        CandidateRung(
            Technique(Text("heap"), 3, Text()), 0.5, Text("heaps"), _of_height("heap", 3, 4)
        ),
        CandidateRung(Technique(Text("lift"), 4, Text()), 0.1, Text("lifts"), on_board=_highest),
    ),
    by_logic=3,
    grades={"easy": ("pair", inf), "medium": ("heap", 1), "hard": ("heap", 3)},
    scales={"easy": 1, "medium": 1, "hard": 1, "expert": 1},
)
PLACES = tuple((0, pile) for pile in range(9))


def steps(*stones: int, near: tuple[int, int] | None = None) -> list[tuple[str, int]]:
    found = LADDER.steps(Piles(*stones), PLACES, Budget(), no_solution, near)
    return [(str(step.technique), step.where[0][1]) for step in found]


def test_the_easiest_technique_comes_first_and_the_least_evidence_of_it() -> None:
    assert steps(3, 1, 2)[:3] == [("last", 1), ("pair", 2), ("last", 2)]
    assert steps(3, 4)[0] == ("heap", 1)


def test_of_equal_steps_the_nearest_to_the_last_one_is_taken() -> None:
    assert steps(1, 0, 0, 1, 1, near=(0, 3)) == [("last", 3), ("last", 4), ("last", 0)]
    assert steps(1, 0, 0, 1, 1) == [("last", 0), ("last", 3), ("last", 4)]


def test_a_step_has_few_places_and_the_candidates_that_are_left() -> None:
    step = next(LADDER.steps(Piles(3), PLACES, Budget(), no_solution))
    assert step.where == ((0, 0),) and len(step.where) <= MAX_WHERE
    assert [(cell.where, cell.values) for cell in step.candidates] == [((0, 0), (1, 2))]


def test_a_part_is_looked_at_again_only_after_it_changed() -> None:
    state = Piles(0, 0, 2)
    list(LADDER.rounds(state, Budget()))
    assert [pile for name, pile in state.looks if name == "last"] == [0, 1, 2, 2, 2]
    assert [pile for name, pile in state.looks if name == "pair"] == [0, 1, 2, 2]


def test_a_round_makes_all_deductions_of_a_technique() -> None:
    rounds = [str(rung.name) for rung in LADDER.rounds(Piles(2, 2, 1), Budget())]
    assert rounds == ["last", "pair", "last"]


def test_a_dead_end_is_the_last_step() -> None:
    (step,) = LADDER.steps(Piles(1, -1), PLACES, Budget(), no_solution)
    assert (step.technique, step.where) == ("dead end", ((0, 1),))
    assert step.text == "There is no solution: pile 1 is low."
    assert LADDER.hardest_level(Piles(1, -1), Budget()) is None


def test_the_hardest_level() -> None:
    assert LADDER.hardest_level(Piles(0), Budget()) == 0
    assert LADDER.hardest_level(Piles(1, 3), Budget()) == 3
    assert LADDER.hardest_level(Piles(1, 3), Budget(), limit=2) is None
    assert [LADDER.limit(grade) for grade in ("easy", "medium", "expert", None)] == [2, 3, 3, 3]


def test_a_quick_test_of_a_grade_agrees_with_the_grade() -> None:
    for stones in ((1, 2), (3,), (4,), (5,)):
        grade = LADDER.grade(lambda: Piles(*stones), PLACES, ["one"], Budget()).name  # noqa: B023
        admitted = [
            name
            for name in ("easy", "medium", "hard")
            if LADDER.is_at_most(name, Piles(*stones), Budget())
        ]
        assert (admitted or ["expert"])[0] == grade


@pytest.mark.parametrize(
    ("stones", "name", "text"),
    [
        ((1, 1), "easy", "Easy: needs no more than lasts."),
        ((1, 2), "easy", "Easy: needs no more than pairs."),
        ((3,), "medium", "Medium: needs heaps (once)."),
        ((3, 3), "medium", "Medium: needs heaps (twice)."),
        ((4,), "hard", "Hard: needs heaps (twice)."),
        ((5,), "expert", "Expert: needs lifts (once) and heaps (twice)."),
    ],
)
def test_grades(stones: tuple[int, ...], name: str, text: str) -> None:
    grade = LADDER.grade(lambda: Piles(*stones), PLACES, ["the only one"], Budget())
    assert (grade.name, grade.text) == (name, text)
    assert sum(count for _, count in grade.techniques) == sum(stones)


def test_the_score_grows_with_the_longest_waits() -> None:
    easy = LADDER.grade(lambda: Piles(1, 1), PLACES, ["one"], Budget())
    waits = (1 / 8 + 1 / 4) / 2
    assert easy.score == round(100 * (1 - exp(-waits)), 1)
    assert LADDER.grade(lambda: Piles(1), PLACES, ["one"], Budget()).score > easy.score


def test_bottlenecks_and_the_crux() -> None:
    grade = LADDER.grade(lambda: Piles(1, 3), PLACES, ["one"], Budget())
    assert (grade.bottlenecks, grade.crux) == (0, ((0, 1),))
    # Beside a pile of five, the other one has always a single step; then it is the last pile.
    grade = LADDER.grade(lambda: Piles(5, 5), PLACES, ["one"], Budget())
    assert (grade.bottlenecks, grade.crux) == (5, ((0, 0),))


def test_no_grade_without_exactly_one_solution() -> None:
    def text(stones: int, solutions: list[str]) -> str:
        return LADDER.grade(lambda: Piles(stones), PLACES, solutions, Budget()).text

    assert text(6, ["one", "two"]).startswith("Several solutions")
    assert text(6, []).startswith("No solution")
    assert text(-1, ["one"]).startswith("No solution")


def test_solutions_are_not_looked_for_where_logic_does() -> None:
    solutions = iter(["one", "two"])
    assert LADDER.grade(lambda: Piles(4), PLACES, solutions, Budget()).name == "hard"
    assert next(solutions) == "one"
