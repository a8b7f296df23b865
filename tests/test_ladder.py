"""The engine behind explanations, on a toy: stones are taken from piles, one a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quebra.contract.results import Change, Place, Technique
from quebra.engine.budget import Budget
from quebra.grid.ladder import DEAD_END, Ladder, Rung
from quebra.i18n.text import Text

ENDING = Text("So there is no solution.")


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


LADDER: Ladder[Piles, Take] = Ladder(
    (
        Rung(Technique(DEAD_END, 0, Text()), 0, Text("dead ends"), _of_height("dead end", -1)),
        Rung(Technique(Text("last"), 1, Text()), 1, Text("last stones"), _of_height("last", 1)),
        Rung(Technique(Text("pair"), 2, Text()), 2, Text("pairs"), _of_height("pair", 2)),
        Rung(Technique(Text("heap"), 3, Text()), 10, Text("heaps"), _of_height("heap", 3, 4)),
    ),
    by_logic=3,
    grades={},
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
    (step,) = LADDER.steps(Piles(1, -1), ((0, 0), (0, 1)), Budget(), ENDING)
    assert (step.technique, step.where) == ("dead end", ((0, 1),))
    assert step.text == "Pile 1 is too low. So there is no solution."
    assert isinstance(step.technique, Text)
