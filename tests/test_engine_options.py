"""Engines with options of their own: in the library, in requests and on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest

import quebra
from changed import changed
from commands import UNIQUE, run
from quebra.cli import solve as solve_command
from quebra.contract.errors import BadInput
from quebra.contract.family import EngineOptions, option, options_of
from quebra.contract.registry import AnyFamily, get_family, register_temporarily
from quebra.engine.budget import Budget
from quebra.families.kojun.solve import own
from quebra.i18n.text import Text
from quebra.service.facts import facts
from quebra.service.protocol import read_request


class MineOptions(EngineOptions, frozen=True):
    order: Annotated[Literal["rows", "regions"], option(Text("the order of cells"))] = "rows"
    deep_steps: Annotated[int, option(Text("steps that look ahead"))] = 1
    both: Annotated[bool, option(Text("both at once"))] = False


DEFAULTS = MineOptions()
PASSED: list[MineOptions] = []


def mine(
    puzzle: Any, budget: Budget, *, goal: str, seed: int | None, options: MineOptions = DEFAULTS
) -> Iterator[Any]:
    PASSED.append(options)
    return own(puzzle, budget, goal=goal, seed=seed)


@pytest.fixture(autouse=True)
def family(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyFamily]:
    """Kojun with an engine that has options."""
    kojun = get_family("kojun")
    found = changed(kojun, solve={"engines": {**kojun.solve.engines, "mine": mine}})
    monkeypatch.setattr(solve_command, "families", lambda: (found,))
    PASSED.clear()
    with register_temporarily(found):
        yield found


def test_options_of_an_engine() -> None:
    assert options_of(mine) is MineOptions
    assert options_of(own) is EngineOptions


def test_options_in_the_library() -> None:
    board = quebra.load(UNIQUE)
    assert quebra.solve(board, engine="mine").status == "unique"
    assert quebra.solve(board, engine="mine", order="regions", deep_steps=3).status == "unique"
    assert len(list(quebra.solutions(board, engine="mine", both=True))) == 1
    assert [DEFAULTS, MineOptions("regions", 3), MineOptions(both=True)] == PASSED


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"engine": "own", "order": "rows"},
         "The engine own has no option 'order'; engines that have it: mine."),
        ({"order": "rows"}, "The engine own has no option 'order'; engines that have it: mine."),
        ({"engine": "mine", "ordr": "rows"},
         "The engine mine has no option 'ordr'; it has: order, deep_steps, both."),
        ({"engine": "cpsat", "ordr": "rows"}, "The engine cpsat has no option 'ordr'."),
        ({"engine": "mine", "deep_steps": "x"}, "Option deep_steps: expected int, got str."),
    ],
)  # fmt: skip
def test_wrong_options(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        quebra.solve(quebra.load(UNIQUE), **options)
    assert str(caught.value) == sentence


def test_options_in_a_request() -> None:
    body = {"verb": "solve", "puzzle": UNIQUE, "engine": "mine", "options": {"order": "regions"}}
    read_request(json.dumps(body).encode()).run(Budget())
    assert [MineOptions("regions")] == PASSED
    wrong = {**body, "options": {"puzzle": "x", "goal": 3}}
    with pytest.raises(BadInput, match="The engine mine has no option"):
        read_request(json.dumps(wrong).encode()).run(Budget())


def test_options_on_the_command_line() -> None:
    args = ("solve", "-", "--engine", "mine", "--order=regions", "--deep-steps", "2", "--both")
    assert run(*args, stdin=UNIQUE).exit_code == 0
    assert run("solve", "-", "--engine", "mine", stdin=UNIQUE).exit_code == 0
    assert [MineOptions("regions", 2, True), DEFAULTS] == PASSED
    ended = run("solve", "-", "--order", "regions", stdin=UNIQUE)
    assert (ended.exit_code, "engines that have it: mine" in ended.stderr) == (2, True)
    assert run("solve", "-", "--engine", "mine", "--order", "x", stdin=UNIQUE).exit_code == 2
    said = " ".join(run("solve", "--help").stdout.split())
    assert "--order [regions|rows] With the engine mine: the order of cells." in said


def test_no_family_is_loaded_for_the_options_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_command, "families", None)
    assert run("solve", "-", "--engine=own", "--count", "1", stdin=UNIQUE).exit_code == 0


def test_families_list_them(family: AnyFamily) -> None:
    assert [each.name for each in facts(family).engine_options["mine"]] == [
        *("order", "deep_steps", "both")
    ]
    said = run("families", "kojun").stdout
    assert " mine (--order --deep-steps --both)" in said
    assert "--engine mine:" in said and "The order of cells." in said
