"""The exact cover search finds each cover once, as brute force does, plain and compiled."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from agreement import assert_agreement
from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine import cover_kernel, exact_cover
from quebra.engine.budget import Budget
from quebra.engine.cover_kernel import new_cover
from quebra.engine.exact_cover import KERNELS, covers
from quebra.engine.kernels import Ended

Case = tuple[int, int, list[int], list[tuple[int, list[int]]]]


def random_case(seed: int, most_cells: int = 8) -> Case:
    """Cells, how many of them must be covered, copies of kinds, and options."""
    source = Source(seed)
    cells = 3 + source.below(most_cells - 2)
    required = cells if source.chance(0.5) else source.below(cells + 1)
    counts = [1 + source.below(3), *(source.below(4) for _ in range(source.below(3)))]
    options = []
    for _ in range(4 + source.below(9)):
        chosen = [cell for cell in range(cells) if source.chance(0.3)]
        options.append((source.below(len(counts)), chosen or [source.below(cells)]))
    return cells, required, counts, options


def is_cover(case: Case, chosen: tuple[int, ...]) -> bool:
    _, required, counts, options = case
    used = Counter(options[number][0] for number in chosen)
    covered = [cell for number in chosen for cell in options[number][1]]
    return (
        all(used[kind] == count for kind, count in enumerate(counts))
        and len(covered) == len(set(covered))
        and set(range(required)) <= set(covered)
    )


def test_covers_against_brute_force() -> None:
    several = 0
    for seed in range(400):
        case = random_case(seed)
        pieces = sum(case[2])
        numbers = range(len(case[3]))
        wanted = {chosen for chosen in combinations(numbers, pieces) if is_cover(case, chosen)}
        found = [tuple(sorted(each)) for each in covers(*case, Budget())]
        assert len(found) == len(set(found))
        assert set(found) == wanted, seed
        several += len(wanted) > 1 and max(case[2]) > 1
    assert several > 20


def test_without_pieces_only_the_empty_choice_is_a_cover() -> None:
    assert [*covers(2, 0, [0], [(0, [0])], Budget())] == [[]]
    assert [*covers(2, 1, [0], [(0, [0])], Budget())] == []


def test_sets_of_several_words() -> None:
    cells = 3 * cover_kernel.BITS + 5
    options = [(0, [cell, cell + 1]) for cell in range(cells - 1)]
    assert list(covers(cells, cells, [cells // 2], options, Budget())) == []
    options.append((1, [0]))
    found = list(covers(cells, cells, [cells // 2, 1], options, Budget()))
    assert [len(each) for each in found] == [cells // 2 + 1]


def test_items_with_more_options_than_are_counted() -> None:
    count = cover_kernel.MANY + 7
    options = [(0, [0])] * count + [(1, [1])] * (count + 1)
    found = list(covers(2, 2, [1, 1], options, Budget()))
    assert len({tuple(sorted(each)) for each in found}) == len(found) == count * (count + 1)


def test_plain_and_compiled_covers_agree() -> None:
    source = Source(7)
    for seed in (3, 50, 53):
        state = new_cover(*random_case(seed, 70))
        calls = [(cover_kernel.search, 1 + source.below(5)) for _ in range(60)]
        assert Ended.EXHAUSTED in assert_agreement(KERNELS, (state,), calls)


def test_lists_of_options_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_cover, "LARGEST", 1)
    with pytest.raises(Cut, match="memory"):
        list(covers(2, 2, [2], [(0, [0]), (0, [1])], Budget()))
