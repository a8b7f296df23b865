"""Collections: the same for any number of processes, without doubles, in the order of seeds."""

import pytest

from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.service.identity import key_of
from quebra.service.requests import Generate
from quebra.workers import collection
from quebra.workers.collection import collect

pytestmark = pytest.mark.integration


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes make all puzzles after the first."""
    monkeypatch.setattr(collection, "SECONDS_HERE", -1.0)


def small(**fields: object) -> Generate:
    return Generate(**{"family": "kojun", "size": "3x3", "seed": 5, **fields})  # type: ignore[arg-type]


def test_the_number_of_processes_does_not_matter(at_once: None) -> None:
    alone = list(collect(small(), 25, workers=1))
    assert alone == list(collect(small(), 25, workers=3))
    assert [seed for seed, _ in alone] == sorted(seed for seed, _ in alone)


def test_no_two_are_equivalent() -> None:
    found = [puzzle for _, puzzle in collect(small(size="2x2"), 8, workers=1)]
    assert len({key_of(puzzle) for puzzle in found}) == len(found) == 8


def test_a_collection_that_cannot_grow_ends_with_a_sentence() -> None:
    found = collect(small(size="1x2"), 3, workers=1)
    next(found), next(found)
    with pytest.raises(NotFound, match="ends after 2: 20 seeds in a row gave no new puzzle"):
        next(found)


@pytest.mark.parametrize("workers", [1, 2])
def test_seeds_without_a_puzzle_are_named(at_once: None, workers: int) -> None:
    failures: list[tuple[int, Text]] = []
    wish = Generate(family="tangram", seed=5, options={"set": "chie-no-ita", "category": "letters"})
    found = collect(
        wish, 1, workers=workers, on_failure=lambda seed, reason: failures.append((seed, reason))
    )
    with pytest.raises(NotFound, match="has no such figure"):
        next(found)
    assert [seed for seed, _ in failures] == list(range(5, 25))


@pytest.mark.parametrize("workers", [1, 2])
def test_other_failures_end_it(at_once: None, workers: int) -> None:
    with pytest.raises(BadInput, match="no preset 'no'; it has: daily"):
        next(collect(small(preset="no"), 2, workers=workers))
    with pytest.raises(Cut):
        list(collect(small(size="30x30"), 50, workers=workers, budget=Budget(0)))
