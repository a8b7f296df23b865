"""Threads that produce results for a caller who waits, polls, or goes away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from quebra.contract.errors import Cut
from quebra.engine.background import Background, search_in_background
from quebra.engine.budget import Budget
from stopping import after_polls


def endless(budget: Budget) -> Iterator[int]:
    return count()


def failing(budget: Budget) -> Iterator[int]:
    yield 1
    raise ValueError("a fault of the search")


def cut(budget: Budget) -> Iterator[int]:
    yield 1
    raise Cut("memory")


@pytest.mark.parametrize("buffered", [0, 1, 5])
def test_all_results_come_in_order(buffered: int) -> None:
    run = search_in_background(lambda budget: iter(range(100)), Budget(), buffered)
    assert list(run.results()) == list(range(100))
    assert run.ended and run.error is None


def test_a_producer_is_ahead_by_no_more_than_the_buffer() -> None:
    made: list[int] = []

    def produce(run: Background[int]) -> None:
        for number in range(10):
            made.append(number)
            run.emit(number)

    run = Background(produce, Budget(), buffered=2)
    for number in run.results():
        assert len(made) <= number + 4  # in the buffer, at its door, and received
    assert len(made) == 10


def test_a_search_that_never_ends_is_stopped() -> None:
    run = search_in_background(endless, Budget())
    assert next(run.results()) == 0
    run.stop()
    assert not run.is_alive and not run.ended


def test_a_caller_who_waits_keeps_its_budget() -> None:
    budget = Budget(cancel=after_polls(3))

    def wait(run: Background[int]) -> None:
        run.stopping.wait()

    run = Background(wait, budget)
    with pytest.raises(Cut, match="cancelled"):
        list(run.results())
    run.stop()
    assert not run.is_alive


@pytest.mark.parametrize("search", [failing, cut])
def test_errors_reach_the_caller_after_the_results(
    search: Callable[[Budget], Iterator[int]],
) -> None:
    run = search_in_background(search, Budget())
    results = run.results()
    assert next(results) == 1
    with pytest.raises((ValueError, Cut)):
        next(results)
    assert not run.ended


def test_polling_hides_a_cut_and_no_other_error() -> None:
    for search in (failing, cut):
        run = search_in_background(search, Budget())
        while run.is_alive:
            pass
        if search is cut:
            assert list(run.ready()) == [1]
            assert isinstance(run.error, Cut) and not run.ended
        else:
            with pytest.raises(ValueError, match="a fault"):
                list(run.ready())
