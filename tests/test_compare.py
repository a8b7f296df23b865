"""`quebra compare`: engines on the same boards, in turn, with honest figures and disagreements."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import quebra
from commands import MANY, NONE, UNIQUE, run
from quebra.contract.registry import get_family
from quebra.contract.results import Outcome
from quebra.engine.search import solve as right
from quebra.study.compare import Board, Settings, compare, disagreement
from quebra.study.runs import COLUMNS

BOARDS = [
    Board(text[:3] + str(at), quebra.load(text)) for at, text in enumerate((UNIQUE, MANY, NONE))
]


def outcome(status: str, solutions: int = 0, **fields: Any) -> Outcome[Any]:
    exhausted = status in ("unique", "none", "optimal") or fields.pop("complete", False)
    values: dict[str, Any] = dict.fromkeys(Outcome.__struct_fields__)
    values |= {"stats": {"exhausted": int(exhausted)}, "solutions": tuple(range(solutions))}
    return Outcome(**{**values, "status": status, **fields})


def optimal(value: int) -> Outcome[Any]:
    return outcome("optimal", 1, objective=value, bound=value)


def found(value: int, bound: int) -> Outcome[Any]:
    return outcome("found", 1, objective=value, bound=bound)


def test_engines_take_turns_and_figures_follow_from_the_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two engines, the second needs 3, 5 and 20 times as long, and is cut on the last board."""
    calls: list[str] = []
    taken = {"own": iter((0.1, 1.0, 2.0, 3.0)), "cpsat": iter((0.1, 3.0, 10.0, 60.0))}

    def solve(family: object, puzzle: object, *, engine: str, **_: object) -> Outcome[Any]:
        calls.append(engine)
        seconds = next(taken[engine])
        cut = {"status": "found", "reason": "time"} if seconds > 50 else {"status": "unique"}
        return outcome(solutions=1, cpu_seconds=seconds, seconds=0.0, **cut)

    monkeypatch.setattr("quebra.study.compare.solve", solve)
    found = compare(Settings(("own", "cpsat"), seconds=50), BOARDS)
    warm_up, boards = calls[:2], calls[2:]
    assert warm_up == ["own", "cpsat"]
    assert boards == ["own", "cpsat", "cpsat", "own", "own", "cpsat"]
    own, cpsat = found.summaries()
    assert (own.solved, own.median, own.ratio, own.total, own.par2) == (3, 2.0, 1.0, 6.0, 2.0)
    assert (cpsat.boards, cpsat.solved, cpsat.median, cpsat.ratio) == (3, 2, 10.0, 5.0)
    assert not cpsat.median_is_bound
    assert cpsat.par2 == (3 + 10 + 2 * 50) / 3
    assert found.disagreements == []


@pytest.mark.parametrize(
    ("goal", "one", "other", "contradict"),
    [
        ("any", outcome("unique", 1), outcome("unique", 1), False),
        ("any", outcome("unique", 1), outcome("many", 2), True),
        ("any", outcome("none"), outcome("found", 1), True),
        ("any", outcome("none"), outcome("unknown"), False),
        ("any", outcome("unique", 1), outcome("found", 1), False),
        ("any", outcome("many", 3, complete=True), outcome("many", 2, complete=True), True),
        ("any", outcome("many", 3, complete=True), outcome("many", 2), False),
        ("fewest", optimal(7), optimal(8), True),
        ("fewest", optimal(7), found(6, bound=1), True),
        ("fewest", optimal(7), found(9, bound=5), False),
        ("fewest", found(9, bound=8), found(7, bound=2), True),
        ("most", optimal(7), found(8, bound=9), True),
        ("most", optimal(7), found(6, bound=9), False),
    ],
)  # fmt: skip
def test_only_verdicts_that_exclude_one_another_are_a_disagreement(
    goal: str, one: Outcome[Any], other: Outcome[Any], contradict: bool
) -> None:
    family = get_family("symmetry")
    for pair in ({"a": one, "b": other}, {"b": other, "a": one}):
        assert bool(disagreement(family, goal, pair)) == contradict


def test_a_comparison_of_files(tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    boards.write_bytes(b"".join(msgspec.json.encode(each.puzzle) + b"\n" for each in BOARDS))
    table, plot = tmp_path / "runs.csv", tmp_path / "cactus.svg"
    files = ("--csv", str(table), "--plot", str(plot))
    result = run("compare", "own", "paper", "cpsat", str(boards), "--json", *files)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert [each["solved"] for each in found["summaries"]] == [3, 3, 3]
    assert found["disagreements"] == [] and found["time"] == 10
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["engine"], row["status"]) for row in rows] == [
        (engine, status)
        for status in ("unique", "many", "none")
        for engine in ("own", "paper", "cpsat")
    ]
    assert re.findall(r"(\w+) \(3\)</text>", plot.read_text()) == ["own", "paper", "cpsat"]


def test_a_wrong_engine_is_named_and_ends_in_status_1(monkeypatch: pytest.MonkeyPatch) -> None:

    def solve(*arguments: Any, engine: str, **options: Any) -> Outcome[Any]:
        found = right(*arguments, engine=engine, **options)
        return outcome("none", cpu_seconds=1.0) if engine == "cpsat" else found

    monkeypatch.setattr("quebra.study.compare.solve", solve)
    result = run("compare", "own", "cpsat", "--family", "kojun", "--size", "4x4", "--boards", "2")
    assert result.exit_code == 1
    assert "The engines disagree on 2 boards" in result.stderr
    assert "kojun 4x4, seed 1: The engine own says unique, and cpsat says none." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing",), "There is no engine 'nothing'; there are: auto"),
        (("own", "cp-sat"), "There is no engine 'cp-sat'; there are: auto"),
        (("own", "own"), "An engine is named twice."),
        (("own", "portfolio"), "No family has all of these engines: own, portfolio."),
        (("own", "--family", "kojun", "--plot", "x.png"), "--plot writes SVG"),
        (("own", "x.txt", "--size", "4x4"), "are for new boards"),
        (("own", "x.txt"), "There is no file 'x.txt'."),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments: tuple[str, ...], words: str) -> None:
    result = run("compare", *arguments)
    assert result.exit_code == 2 and words in result.stderr, result.output
