"""Compares engines: all of them solve the same boards, in one run, board by board."""

from __future__ import annotations

import platform
import statistics
import time
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from quebra import __version__
from quebra.contract.errors import BadInput, EngineFault
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import AnyEngine, AnyFamily, family_of
from quebra.contract.results import Outcome, Violation
from quebra.engine.interrupts import interrupted
from quebra.engine.kernels import finish_compiling
from quebra.engine.search import choose_engine, solve
from quebra.i18n.text import Text, Verbatim
from quebra.study.measuring import CpuBudget
from quebra.study.runs import Run, run_of, size_text
from quebra.study.tables import median_bound

WARM_UP_SECONDS = 1.0
SHORT_SECONDS = 0.25
REPEATS = 4
"""How often a run of at most `SHORT_SECONDS` is repeated; the shortest counts."""
PENALTY = 2
"""The factor of the limit that a run counts which was not settled: the 2 of PAR-2."""
SMALLEST_SECONDS = 1e-6
"""The resolution of the clock, so that ratios are finite."""


@dataclass(frozen=True)
class Board:
    """A puzzle with its source, and its grade and seed if it was generated."""

    source: str
    puzzle: Puzzle
    grade: str | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Settings:
    """The engines, the first of which is the measure, and the limits of each run in CPU time.

    `others` are engines that no family has, such as other programs, by name.
    """

    engines: tuple[str, ...]
    seconds: float = 10.0
    goal: str = "any"
    count: int | None = None
    others: Mapping[str, AnyEngine] = field(default_factory=dict)

    def family(self, puzzle: Puzzle) -> AnyFamily:
        """The family of a puzzle, with the other engines."""
        family = family_of(puzzle)
        engines = ChainMap({**self.others}, family.solve.engines)  # type: ignore[arg-type]
        return replace(family, solve=replace(family.solve, engines=engines))


class Summary(msgspec.Struct, frozen=True):
    """The runs of one engine on the boards of one family.

    `median` is in CPU seconds, and `ratio` is the median of the ratios to the first engine on the
    same board. Each is only a lower bound if its `…_is_bound` says so, because runs were cut; a
    ratio to a run of the first engine that was cut is left out. `par2` is the mean of the CPU
    seconds, in which a run that was not settled counts as twice the limit.
    """

    family: str
    engine: str
    boards: int
    solved: int
    median: float
    median_is_bound: bool
    ratio: float | None
    ratio_is_bound: bool
    total: float
    par2: float


@dataclass
class Comparison:
    """The runs so far, and sentences about boards on which engines disagree."""

    settings: Settings
    runs: list[Run] = field(default_factory=list)
    solved: list[bool] = field(default_factory=list)
    disagreements: list[Text] = field(default_factory=list)

    def summaries(self) -> list[Summary]:
        """One summary for each family and engine, in the order of the runs."""
        families = dict.fromkeys(run.family for run in self.runs)
        return [
            self._summary(str(family), engine)
            for family in families
            for engine in self.settings.engines
        ]

    def times(self, family: str, engine: str) -> list[tuple[float, bool]]:
        """CPU seconds of each board, and whether the run settled it."""
        return [
            (run.cpu_seconds or 0.0, solved)
            for run, solved in zip(self.runs, self.solved, strict=True)
            if (run.family, run.engine) == (family, engine)
        ]

    def _summary(self, family: str, engine: str) -> Summary:
        limit = self.settings.seconds
        times = self.times(family, engine)
        seconds, cuts = [taken for taken, _ in times], [not solved for _, solved in times]
        median, median_is_bound = median_bound(seconds, cuts)
        first = self.times(family, self.settings.engines[0])
        ratios = [
            (max(taken, SMALLEST_SECONDS) / max(base, SMALLEST_SECONDS), not solved)
            for (taken, solved), (base, base_solved) in zip(times, first, strict=True)
            if base_solved
        ]
        ratio, ratio_is_bound = (
            median_bound(*map(list, zip(*ratios, strict=True))) if ratios else (None, False)
        )
        return Summary(
            family,
            engine,
            boards=len(times),
            solved=cuts.count(False),
            median=median,
            median_is_bound=median_is_bound,
            ratio=ratio,
            ratio_is_bound=ratio_is_bound,
            total=sum(seconds),
            par2=statistics.fmean(taken if solved else PENALTY * limit for taken, solved in times),
        )


def admit(settings: Settings, boards: Sequence[Board]) -> None:
    """Raise `BadInput` for an engine that the family of a board does not have."""
    if len(set(settings.engines)) < len(settings.engines):
        raise BadInput(Text("An engine is named twice."))
    for puzzle in {board.puzzle.family: board.puzzle for board in boards}.values():
        for engine in settings.engines:
            choose_engine(settings.family(puzzle), engine)


def compare(
    settings: Settings,
    boards: Sequence[Board],
    on_board: Callable[[int], None] = lambda done: None,
) -> Comparison:
    """Run all engines on each board; `on_board` is called with the number of boards done.

    The engine that begins changes from board to board, so that none always finds a warm cache.
    What an engine needs once in a process, such as imports, is done before and is not measured.
    """
    admit(settings, boards)
    comparison, warm = Comparison(settings), set[str]()
    for number, board in enumerate(boards, start=1):
        if board.puzzle.family not in warm:
            warm.add(board.puzzle.family)
            for engine in settings.engines:
                _solve(settings, engine, board.puzzle, min(settings.seconds, WARM_UP_SECONDS))
        at = (number - 1) % len(settings.engines)
        order = (*settings.engines[at:], *settings.engines[:at])
        results = {engine: _measure(settings, engine, board.puzzle) for engine in order}
        _add(comparison, board, results)
        if interrupted.is_set():
            raise KeyboardInterrupt
        on_board(number)
    return comparison


Result = Outcome[object] | BadInput | EngineFault


def _measure(settings: Settings, engine: str, puzzle: Puzzle) -> Result:
    """Solve; a short run is repeated, because it is slower just after another engine's."""
    best = _solve(settings, engine, puzzle)
    for _ in range(REPEATS):
        if not isinstance(best, Outcome) or best.cpu_seconds > SHORT_SECONDS:
            break
        again = _solve(settings, engine, puzzle)
        if isinstance(again, Outcome) and again.cpu_seconds < best.cpu_seconds:
            best = again
    return best


def _solve(settings: Settings, engine: str, puzzle: Puzzle, seconds: float | None = None) -> Result:
    """Solve; the time in which answers are checked, the same for all engines, does not count.

    Each run has its own copy of the puzzle, which caches what an engine asks of it.
    """
    finish_compiling()
    puzzle = msgspec.structs.replace(puzzle)
    budget = CpuBudget(settings.seconds if seconds is None else seconds)
    family = settings.family(puzzle)
    check = _Check(family.rules.check)
    try:
        name, run = choose_engine(family, engine)
        alone = replace(family.solve, engines={name: run})
        outcome = solve(
            replace(family, solve=alone, rules=replace(family.rules, check=check)),
            puzzle,
            engine=name,
            goal=settings.goal,
            count=settings.count,
            budget=budget,
        )
    except (BadInput, EngineFault) as error:
        return error
    seconds = max(0.0, outcome.cpu_seconds - check.seconds)
    return msgspec.structs.replace(outcome, cpu_seconds=seconds)


@dataclass
class _Check:
    """The function `check` of a family, and the CPU time that it took in this thread."""

    check: Callable[..., tuple[Violation, ...]]
    seconds: float = 0.0

    def __call__(self, puzzle: Puzzle, answer: Answer) -> tuple[Violation, ...]:
        started = time.thread_time()
        found = self.check(puzzle, answer)
        self.seconds += time.thread_time() - started
        return found


def _add(comparison: Comparison, board: Board, results: Mapping[str, Result]) -> None:
    """Add the runs of one board, in the order of the settings."""
    outcomes: dict[str, Outcome[object]] = {}
    for engine in comparison.settings.engines:
        result = results[engine]
        comparison.solved.append(isinstance(result, Outcome) and result.reason is None)
        comparison.runs.append(_run(board, engine, result))
        if isinstance(result, Outcome):
            outcomes[engine] = result
        elif isinstance(result, EngineFault):
            comparison.disagreements.append(_about(board, result.text))
    if text := disagreement(family_of(board.puzzle), comparison.settings.goal, outcomes):
        comparison.disagreements.append(_about(board, text))


def _about(board: Board, text: Text) -> Text:
    return Text("{source}: {text}", source=Verbatim(board.source), text=text)


def _run(board: Board, engine: str, result: Result) -> Run:
    if isinstance(result, Outcome):
        return run_of(board.source, board.puzzle, engine, result, board.grade, board.seed)
    return Run(
        source=board.source,
        verb="solve",
        family=board.puzzle.family,
        size=size_text(board.puzzle),
        grade=board.grade,
        engine=engine,
        status="failed",
        seed=board.seed,
        version=__version__,
        machine=platform.node() or None,
        failure=str(result.text),
    )


def disagreement(
    family: AnyFamily, goal: str, outcomes: Mapping[str, Outcome[object]]
) -> Text | None:
    """A sentence if two outcomes for the same puzzle cannot both be true."""
    known = list(outcomes.items())
    for place, (name, one) in enumerate(known):
        for other_name, other in known[place + 1 :]:
            if _contradict(family, goal, one, other) or _contradict(family, goal, other, one):
                return Text(
                    "The engine {engine} says {verdict}, and {other} says {other_verdict}.",
                    engine=Verbatim(name),
                    verdict=_verdict(one),
                    other=Verbatim(other_name),
                    other_verdict=_verdict(other),
                )
    return None


def _verdict(outcome: Outcome[object]) -> Verbatim:
    value = "" if outcome.objective is None else f" {outcome.objective:g}"
    return Verbatim(f"{outcome.status}{value}")


def _contradict(family: AnyFamily, goal: str, one: Outcome[object], other: Outcome[object]) -> bool:
    """Whether what the first outcome proves is refuted by the second."""
    if one.status == "none":
        return bool(other.solutions)
    if goal == "any":
        return one.complete and (
            len(other.solutions) > len(one.solutions)
            or (other.complete and len(other.solutions) != len(one.solutions))
        )
    if one.bound is None or other.objective is None:
        return False
    if family.solve.goals[goal].better == "less":
        return other.objective < one.bound
    return other.objective > one.bound
