"""Starting from a board that is known, keeping the best one, and sharing a search."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from boards import blank, pieces_file, random_board
from click.testing import CliRunner, Result

from processes import TIMEOUT, wait_until
from quebra.cli import main
from quebra.contract.errors import BadInput, Cut
from quebra.contract.puzzle import Answer
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import check, matched_seams
from quebra.families.edges.solve import backtracker, parallel
from quebra.families.edges.solve.backtrack import solutions
from quebra.families.edges.solve.backtracker import KERNELS, Backtracker
from quebra.service.verbs import convert, load_answer, solve
from stopping import StopWhen

LARGE = random_board(blank(12, 12, rotate=True, frame=0), 12, Source(4))
SMALL = random_board(blank(3, 3, rotate=True, frame=0), 2, Source(1))


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def best_of(puzzle: Edges, answers: int) -> Filling:
    """The best of so many boards, each better than the last, or of fewer if it is the very best."""
    told: list[Filling] = []
    cancel = StopWhen(lambda: len(told) >= answers)
    solve(puzzle, goal="matched", cancel=cancel, each=told.append)
    return told[-1]


def improved(puzzle: Edges, start: Filling, **more: Any) -> Filling:
    """The best board after a short search from a start."""
    board = solve(puzzle, goal="matched", time=0.3, start=start, **more).solutions[0]
    assert isinstance(board, Filling)
    return board


@pytest.mark.parametrize("engine", ["portfolio", "backtrack", "cpsat"])
def test_no_engine_ends_below_its_start(engine: str) -> None:
    start = best_of(LARGE, 5)
    end = improved(LARGE, start, engine=engine)
    assert matched_seams(LARGE, end) >= matched_seams(LARGE, start)


@pytest.mark.parametrize("engine", ["portfolio", "backtrack", "cpsat"])
def test_the_best_start_is_proved_to_be_the_best(engine: str) -> None:
    best = solve(SMALL, goal="matched").solutions[0]
    outcome = solve(SMALL, goal="matched", engine=engine, start=best)
    assert (outcome.status, outcome.solutions) == ("optimal", (best,))


def test_each_answer_is_told_at_once_and_the_start_first() -> None:
    start = best_of(LARGE, 1)
    told: list[Filling] = []
    cancel = StopWhen(lambda: len(told) >= 4)
    solve(LARGE, goal="matched", start=start, each=told.append, cancel=cancel)
    assert told[0] == start and len(told) >= 4
    values = [matched_seams(LARGE, board) for board in told]
    assert values == sorted(set(values))


def test_a_start_is_checked_first() -> None:
    other = best_of(random_board(blank(12, 12, rotate=True, frame=0), 12, Source(5)), 1)
    small = best_of(SMALL, 1)
    for wrong in (other, small, msgspec.structs.replace(small, cells=small.cells * 2)):
        with pytest.raises(BadInput, match="not for this puzzle"):
            solve(LARGE, goal="matched", start=wrong)
    with pytest.raises(BadInput, match="Only a search with a goal"):
        solve(SMALL, start=small)


def test_keep_writes_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Short(Budget):
        """A budget that is over as soon as three boards were found."""

        def __init__(self, *limits: Any) -> None:
            super().__init__(*limits)
            self.seen: list[Answer | None] = []

        def pause(self) -> None:
            if self.best not in self.seen:
                self.seen.append(self.best)
            if len(self.seen) > 3:
                raise Cut("time")
            super().pause()

    monkeypatch.setattr(import_module("quebra.engine.search"), "Budget", Short)
    board, kept = tmp_path / "board.json", tmp_path / "best.json"
    board.write_text(convert(LARGE, "json"))
    command = ("solve", str(board), "--goal", "matched", "--keep", str(kept), "--json")
    values = []
    for _ in range(2):
        result = json.loads(run(*command).stdout)
        best = load_answer(LARGE, kept)
        assert isinstance(best, Filling)
        assert matched_seams(LARGE, best) == result["objective"]
        values.append(result["objective"])
    assert values[0] < values[1]
    assert [path.name for path in tmp_path.iterdir() if path not in (board, kept)] == []


def test_keep_refuses_what_it_cannot_use(tmp_path: Path) -> None:
    board, kept = tmp_path / "board.json", tmp_path / "best.json"
    board.write_text(convert(LARGE, "json"))
    kept.write_text(msgspec.json.encode(best_of(SMALL, 1)).decode())
    before = kept.read_bytes()
    command = ("solve", str(board), "--goal", "matched", "--keep")
    result = run(*command, str(kept))
    assert result.exit_code == 2
    assert "not for this puzzle" in result.stderr
    assert kept.read_bytes() == before
    result = run(*command, str(tmp_path / "no" / "best.json"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    result = run("solve", str(board), "--keep", str(kept))
    assert result.exit_code == 2
    assert "--keep needs a --goal" in result.stderr


def test_keep_tells_puzzles_apart_whose_answers_fit_each_other(tmp_path: Path) -> None:
    """Without a frame any filling is a board with more or fewer matches."""
    boards = [random_board(blank(3, 3, rotate=True), 3, Source(seed)) for seed in (1, 2)]
    one, other = (convert(board, "json") for board in boards)
    kept = tmp_path / "best.json"
    command = ("--goal", "matched", "--keep", str(kept))
    assert run("solve", one, *command).exit_code == 0
    before = kept.read_bytes()
    result = run("solve", other, *command)
    assert result.exit_code == 2
    assert result.stderr == f"quebra: The file {str(kept)!r} has an answer to another puzzle.\n"
    assert kept.read_bytes() == before
    assert run("check", one, str(kept)).exit_code == 0
    kept.write_text(msgspec.json.encode(best_of(boards[1], 1)).decode())
    assert run("solve", other, *command).exit_code == 0


@pytest.mark.integration
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_search_leaves_a_whole_file(tmp_path: Path, stop: signal.Signals) -> None:
    board, kept = tmp_path / "board.json", tmp_path / "best.json"
    board.write_text(convert(LARGE, "json"))
    command = [sys.executable, "-m", "quebra", "solve", str(board), "--goal", "matched"]
    process = subprocess.Popen([*command, "--keep", str(kept), "--json"], stdout=subprocess.PIPE)
    written: set[bytes] = set()

    def written_often() -> bool:
        written.update([kept.read_bytes()] if kept.exists() else [])
        return len(written) > 2

    wait_until(written_often, "three boards")
    process.send_signal(stop)
    out, _ = process.communicate(timeout=TIMEOUT)
    best = load_answer(LARGE, kept)
    assert isinstance(best, Filling)
    assert {broken.code for broken in check(LARGE, best)} <= {"seam"}
    if stop == signal.SIGINT:
        outcome = json.loads(out)
        assert outcome["reason"] == "cancelled"
        assert outcome["objective"] == matched_seams(LARGE, best)


def test_those_who_watch_see_the_board_fill() -> None:
    seen: set[int] = set()

    def watch(budget: Budget) -> None:
        if isinstance(budget.best, Filling):
            seen.add(len(budget.best.cells))

    board = random_board(blank(12, 12, rotate=True, frame=0), 9, Source(2))
    cancel = StopWhen(lambda: max(seen, default=0) > 40)
    outcome = solve(board, engine="backtrack", report=watch, cancel=cancel)
    assert outcome.reason == "cancelled" and max(seen) <= 144


@pytest.mark.parametrize("alone", [20, 400, 5_000])
@pytest.mark.parametrize("seed", [None, 1])
def test_a_shared_search_finds_the_same_boards(
    alone: int, seed: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is divided, also where few cells are fill_board."""
    puzzle = random_board(blank(5, 5, rotate=True, frame=0), 3, Source(8))
    _compile(puzzle)
    monkeypatch.setattr(parallel, "ALONE", alone)
    monkeypatch.setattr(backtracker, "SLICES", backtracker.SLICES._replace(compiled=1 + alone // 4))
    both: list[list[Filling]] = []
    nodes = []
    for threads in (1, 2):
        monkeypatch.setattr(parallel, "THREADS", threads)
        budget = Budget()
        both.append(list(solutions(puzzle, budget, None if seed is None else Source(seed))))
        nodes.append(budget.stats["nodes"])
    one, two = both
    assert nodes[0] == nodes[1] > 5_000
    assert len(set(two)) == len(two)
    assert set(one) == set(two)
    assert seed is None or one == two


def test_a_search_that_is_shown_is_not_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = random_board(blank(5, 5, rotate=True, frame=0), 3, Source(8))
    _compile(puzzle)
    monkeypatch.setattr(parallel, "ALONE", 10)
    monkeypatch.setattr(parallel, "THREADS", 2)
    divided: list[int] = []
    division = parallel._division

    def note(search: Backtracker) -> int:
        divided.append(search.nodes)
        return division(search)

    monkeypatch.setattr(parallel, "_division", note)
    for budget, times in ((Budget(trace=lambda _: None), 0), (Budget(), 1)):
        assert list(solutions(puzzle, budget))
        assert len(divided) == times


def _compile(puzzle: Edges) -> None:
    from quebra.families.edges.solve.domains import Candidates, consistent_domains
    from quebra.families.edges.solve.order import row_scan

    candidates = Candidates(puzzle)
    KERNELS.compile(
        (Backtracker(candidates, consistent_domains(candidates), row_scan(puzzle)).state,)
    )


@pytest.mark.slow
def test_known_counts_up_to_symmetry() -> None:
    puzzle = pieces_file("brendan-6x6")
    result = run("solve", convert(puzzle, "json"), "--count", "999", "--up-to-symmetry")
    assert "Exactly 65 solutions up to symmetry: proved." in result.stdout
