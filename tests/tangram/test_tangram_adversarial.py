"""Puzzles made to deceive, with verdicts that are known: no engine and no check says otherwise."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import pytest

import quebra
from quebra.contract.errors import BadInput, Ignored
from quebra.contract.results import Outcome
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.lattice import lattice_of
from shared_data import count_case, shared_cases, shared_parameters

FILE = "tangram/adversarial.json"
CASES = shared_parameters(FILE, "cases", id_key="id")
MANY = 50
"""More solutions than any case has."""
MOST_UNKNOWN = 3
STATUSES = {
    "found": {"found", "unique", "unknown"},
    "many": {"found", "many", "unknown"},
    "none": {"none", "unknown"},
    "found or unknown": {"found", "unique", "unknown"},
}
"""What may be said without a false claim."""


@cache
def load(text: str) -> Tangram:
    puzzle: Any = quebra.load(text)
    assert isinstance(puzzle, Tangram)
    return puzzle


@cache
def solved(text: str, engine: str, count: int) -> Outcome[Assembly]:
    outcome: Outcome[Any] = quebra.solve(load(text), engine=engine, count=count)
    return outcome


def engines(puzzle: Tangram) -> list[str]:
    """The engines that accept a puzzle."""
    try:
        lattice_of(puzzle)
    except BadInput:
        return ["own"]
    return ["own", "cover"]


def outcomes(case: dict[str, Any], count: int) -> list[Outcome[Assembly]]:
    text = case["puzzle"]
    return [solved(text, engine, count) for engine in engines(load(text))]


@pytest.mark.parametrize("case", CASES)
def test_check_says_what_is_known(case: dict[str, Any]) -> None:
    count_case(FILE)
    if "check" not in case["expect"]:
        return
    puzzle = load(case["puzzle"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Ignored)
        answer: Any = quebra.load_answer(puzzle, case["answer"])
    verdict = "wrong" if quebra.check(puzzle, answer) else "right"
    assert verdict in case["expect"]["check"].split(" or ")


@pytest.mark.parametrize("case", CASES)
def test_no_engine_says_what_is_false(case: dict[str, Any]) -> None:
    if "solve" not in case["expect"]:
        return
    for count in (1, MANY):
        found = outcomes(case, count)
        assert {each.status for each in found} <= STATUSES[case["expect"]["solve"]]
        for each in found:
            assert not any(quebra.check(load(case["puzzle"]), a) for a in each.solutions)
            assert each.status != "unknown" or (each.reason == "method" and each.why)


@pytest.mark.parametrize("case", CASES)
def test_counts_are_those_that_are_known(case: dict[str, Any]) -> None:
    classes, tilings = case["expect"].get("classes"), case["expect"].get("tilings")
    if classes is None:
        return
    for each in outcomes(case, MANY):
        assert len(each.solutions) <= classes
        assert not each.complete or len(each.solutions) == classes
        if each.complete and tilings is not None:
            assert each.stats.get("tilings", "infinite") == tilings


def test_few_verdicts_are_unknown_and_few_counts_unproved() -> None:
    unknown, unproved = [], []
    for case in shared_cases(FILE, "cases"):
        if "solve" in case["expect"]:
            statuses = {each.status for each in outcomes(case, 1)}
            if "unknown" in statuses:
                unknown.append(case["id"])
        if "classes" in case["expect"] and not any(e.complete for e in outcomes(case, MANY)):
            unproved.append(case["id"])
    assert len(unknown) <= MOST_UNKNOWN, unknown
    assert len(unproved) <= MOST_UNKNOWN, unproved
