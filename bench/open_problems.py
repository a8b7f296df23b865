"""Open problems: boards without a proved optimum, the best answers and bounds, and slow searches.

Run as `python bench/open_problems.py`. Each search has `--limit` seconds of CPU time, and `--only`
chooses boards by their names. `--write` keeps boards, better answers and better bounds in
docs/open-problems, and writes docs/open-problems.md; `--limit 0 --write` checks what is kept, also
an answer that came from elsewhere, and writes the page.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from click.testing import CliRunner

import quebra.cli
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import get_family
from quebra.contract.results import Outcome
from quebra.engine.kernels import finish_compiling
from quebra.papers.shisen_ip.study import cpu_limit
from quebra.service import verbs
from tangram import cut_by_lines

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "open-problems.md"
FOLDER = DOCS / "open-problems"
KNOWN = FOLDER / "known.json"
WARM_UP = 2.0
"""Seconds of a first search, in which kernels are compiled or loaded."""
IRREGULAR = "tangram-60"
"""The board without a command: a convex figure, cut by lines into at least 60 pieces."""


class Problem(NamedTuple):
    """A board: the name of its file, the arguments of `quebra generate`, and the goals."""

    name: str
    arguments: str
    goals: tuple[str, ...] = ("any",)


PROBLEMS = (
    Problem("shisen-24x12-1", "shisen --size 24x12 --kinds 42 --seed 1", ("sum", "rounds")),
    Problem("shisen-24x12-2", "shisen --size 24x12 --kinds 42 --seed 2", ("sum", "rounds")),
    Problem("shisen-24x12-3", "shisen --size 24x12 --kinds 42 --seed 3", ("sum", "rounds")),
    Problem("shisen-26x14", "shisen --size 26x14 --seed 1", ("sum", "rounds")),
    Problem("shisen-30x16", "shisen --size 30x16 --seed 1", ("sum", "rounds")),
    Problem("symmetry-25-1", "symmetry --size 25x25 --paper --clues 175 --seed 1", ("fewest",)),
    Problem("symmetry-25-3", "symmetry --size 25x25 --paper --clues 175 --seed 3", ("fewest",)),
    Problem("symmetry-30-2", "symmetry --size 30x30 --paper --clues 252 --seed 2", ("fewest",)),
    Problem("symmetry-30-4", "symmetry --size 30x30 --paper --clues 252 --seed 4", ("fewest",)),
    Problem("symmetry-15", "symmetry --size 15x15 --paper --clues 63 --seed 1", ("most",)),
    Problem("edges-8x8", "edges --size 8x8 --colours 8 --frame-colours 3 --seed 1", ("matched",)),
    Problem("edges-16x16", "edges --preset eternity-16x16 --seed 1", ("matched",)),
    Problem("kojun-100x100", "kojun --size 100x100 --seed 1"),
    Problem(IRREGULAR, ""),
)


class Known(msgspec.Struct, omit_defaults=True):
    """What is known for a goal, each with the CPU seconds that it took; `best` is in a file."""

    best: float | None = None
    best_seconds: float | None = None
    bound: float | None = None
    bound_seconds: float | None = None
    status: str = "unknown"


Records = dict[str, Known]

HEAD = """\
# Open problems

Boards whose best answer has not been proved, or not been found, with what is known about each. The
files are made by Quebra from seeds; the command of each gives the same board on every machine.
`python bench/open_problems.py --write` measures what it can and writes this page. The figures are
the best of all its runs, and the time is that of the run that gave the figure: CPU time of all
threads together, on one machine with two cores, with kernels compiled before.

A bound is proved: no sum, number of rounds or number of shapes is smaller (for the goals `most` and
`matched`, larger). The gap is the difference between best and bound, as a share of the best.
"""
OPTIMA = """
## Best answers and bounds

Shisen-Sho of 24x12 has 42 kinds, 30 of them with eight tiles and 12 with four; larger boards have
four tiles a kind. Boards of Symmetry have clues in 28 % of the cells. The boards of edge-matching
have a solution, since they are made from one, so that all seams can match. The 8x8 board is like
`brendan-8x8` of Brendan Owen's test boards, which no search here has solved either; the 16x16 board
is like Eternity II, in which [464 of 480 seams](measured.md) match, with one piece fixed.
"""
TIMES = """
## Solved, by time

Not open, but large: the proof that the solution of a Kojun of 10,000 cells is unique (target:
0.1 s), and a solution of a convex figure that random lines cut into 62 pieces (60 s).
"""
FOOT = """
## To improve one

```text
$ quebra solve docs/open-problems/shisen-24x12-1.txt --goal sum --time 600 --keep better.json
$ quebra check docs/open-problems/shisen-24x12-1.txt better.json
```

An answer counts if `quebra check` accepts it; on a full board of edge-matching, some seams may not
match. To record one, put it in place of the file of the board and the goal, and run
`python bench/open_problems.py --limit 0 --write`, which checks all answers and writes this page. A
bound is recorded by a run that proves it, or with a description of a proof that others can repeat.
Send both as a change of the repository, with the command, the CPU time and the machine.
"""


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds of each search")
    parser.add_argument("--only", default="", help="boards whose names have this in them")
    parser.add_argument("--write", action="store_true", help="keep what is better, write the page")
    chosen = parser.parse_args()
    for problem in PROBLEMS:
        for goal in problem.goals if chosen.limit and chosen.only in problem.name else ():
            outcome = measured(problem, goal, chosen.limit)
            print(result_line(problem.name, goal, outcome), flush=True)
            if chosen.write:
                records = read_records()
                improve(records, problem, goal, outcome)
                write_records(records)
    if chosen.write:
        records = read_records()
        check_answers(records)
        write_records(records)
        PAGE.write_text("\n".join(page(records)), encoding="utf-8")


def board_file(problem: Problem) -> Path:
    """The file of a board, which is made if it is not there."""
    path = FOLDER / f"{problem.name}.txt"
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        path.write_text(board_text(problem), encoding="utf-8")
    return path


def board_text(problem: Problem) -> str:
    """A board as its command writes it."""
    if problem.name == IRREGULAR:
        return verbs.convert(cut_by_lines(0, 60), "text")
    words = ["generate", *shlex.split(problem.arguments)]
    return CliRunner().invoke(quebra.cli.main, words, catch_exceptions=False).stdout


@cache
def board(problem: Problem) -> Puzzle:
    """The board of a problem."""
    return verbs.load(board_file(problem))


def measured(problem: Problem, goal: str, limit: float) -> Outcome[Any]:
    """A search of `limit` seconds of CPU time, after a short one that compiles the kernels."""
    verbs.solve(board(problem), goal=goal, time=WARM_UP)
    finish_compiling()
    with cpu_limit(limit) as over:
        return verbs.solve(board(problem), goal=goal, cancel=over)


def result_line(name: str, goal: str, outcome: Outcome[Any]) -> str:
    """What a search gave, in a line."""
    return (
        f"{name:16}{goal:9}{outcome.status:9}{outcome.cpu_seconds:7.1f} s  "
        f"best {outcome.objective!s:>6}  bound {outcome.bound!s:>6}"
    )


def read_records() -> Records:
    """What is known by board and goal."""
    return msgspec.json.decode(KNOWN.read_bytes(), type=Records) if KNOWN.exists() else {}


def write_records(records: Records) -> None:
    """Write what is known."""
    KNOWN.write_bytes(msgspec.json.format(msgspec.json.encode(records)) + b"\n")


def answer_file(name: str, goal: str) -> Path:
    """The file of the best answer known."""
    return FOLDER / f"{name}-{goal}.json"


def improve(records: Records, problem: Problem, goal: str, outcome: Outcome[Any]) -> None:
    """Keep what is better than before; times of proofs and first solutions in any case."""
    known = records.setdefault(f"{problem.name} {goal}", Known())
    sign = sign_of(problem, goal)
    found, bound, seconds = outcome.objective, outcome.bound, round(outcome.cpu_seconds, 1)
    if goal == "any":
        known.status, known.best_seconds = outcome.status, round(outcome.cpu_seconds, 3)
    if found is not None and (known.best is None or sign * found < sign * known.best):
        known.best, known.best_seconds = found, seconds
        answer_file(problem.name, goal).write_bytes(
            msgspec.json.encode(outcome.solutions[-1]) + b"\n"
        )
    if bound is not None and (known.bound is None or sign * bound > sign * known.bound):
        known.bound, known.bound_seconds = bound, seconds


def sign_of(problem: Problem, goal: str) -> int:
    """1 where less is better, else -1."""
    goals = get_family(board(problem).family).solve.goals
    return -1 if goal in goals and goals[goal].better == "more" else 1


def value_of(problem: Problem, goal: str) -> float | None:
    """The value of the answer that is kept; None if there is none, an error if it breaks a rule."""
    path = answer_file(problem.name, goal)
    if not path.exists():
        return None
    puzzle = board(problem)
    rule = get_family(puzzle.family).solve.goals[goal]
    answer: Answer = verbs.load_answer(puzzle, path)
    broken = {each.code for each in verbs.check(puzzle, answer)} - {*rule.allowed_violations}
    if broken:
        raise SystemExit(f"{path} is not an answer: {', '.join(sorted(broken))}.")
    return rule.measure(puzzle, answer)


def check_answers(records: Records) -> None:
    """Check every answer that is kept; the time of one that came from elsewhere is not known."""
    for problem in PROBLEMS:
        for goal in problem.goals:
            known = records.setdefault(f"{problem.name} {goal}", Known())
            value = value_of(problem, goal)
            if value != known.best:
                known.best, known.best_seconds = value, None


def page(records: Records) -> Iterable[str]:
    """The parts of the page."""
    yield HEAD
    yield OPTIMA.lstrip()
    heads = ("board", "goal", "best", "bound", "gap", "CPU time: best, bound")
    yield table(heads, [row for problem in PROBLEMS for row in optimum_rows(problem, records)])
    yield TIMES.lstrip()
    yield table(
        ("board", "result", "CPU time"),
        [row for problem in PROBLEMS for row in time_rows(problem, records)],
    )
    yield "## Commands\n"
    yield "What made each board:\n"
    yield table(("board", "command"), [(link(each), command(each)) for each in PROBLEMS])
    yield FOOT.lstrip().rstrip("\n") + "\n"


def command(problem: Problem) -> str:
    """The command that makes a board, in Markdown."""
    if problem.name == IRREGULAR:
        return "`cut_by_lines(0, 60)` of `bench/tangram.py`"
    return f"`quebra generate {problem.arguments}`"


def link(problem: Problem) -> str:
    """A link to the file of a board."""
    return f"[{problem.name}](open-problems/{problem.name}.txt)"


def optimum_rows(problem: Problem, records: Records) -> Iterable[Sequence[str]]:
    """A row for each goal that optimises."""
    for goal in problem.goals:
        known = records.get(f"{problem.name} {goal}")
        if goal == "any" or known is None or known.best is None or known.bound is None:
            continue
        gap = abs(known.best - known.bound)
        yield (
            link(problem),
            goal,
            f"[{known.best:g}](open-problems/{answer_file(problem.name, goal).name})",
            f"{known.bound:g}",
            f"{gap:g} ({100 * gap / known.best:.1f} %)" if gap else "proved",
            f"{seconds_text(known.best_seconds)}, {seconds_text(known.bound_seconds)}",
        )


def time_rows(problem: Problem, records: Records) -> Iterable[Sequence[str]]:
    """A row where a proof or a first solution is timed."""
    known = records.get(f"{problem.name} any")
    if known:
        yield link(problem), known.status, seconds_text(known.best_seconds)


def seconds_text(seconds: float | None) -> str:
    """A time, or a dash if it is not known."""
    if seconds is None:
        return "-"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.2g} s"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


if __name__ == "__main__":
    main()
