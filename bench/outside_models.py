"""Models solved by outside solvers, and proofs: verdicts compared with Quebra's, sizes and times.

Run as `python bench/outside_models.py --boards 200 --proofs 50`. Each board is solved by Quebra, by
CaDiCaL in python-sat (cnf), by clingo (asp) and by Gecode in MiniZinc (mzn), if it is installed. An
outside solver gives a first solution, which `check` must accept, and says whether there is another
one when that is excluded. Proofs are made by `quebra.models.proof` and checked by
`quebra.testing.proofs`. Times are CPU times in milliseconds, those of MiniZinc with its processes.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import TypeVar

import quebra
from model_boards import MAKERS, boards
from outside_solvers import SOLVERS, NotSettled, Verdict, verdict_of
from quebra.models.proof import prove
from quebra.testing.proofs import check_proof

T = TypeVar("T")
PROVED = ("kojun", "symmetry", "edges")


def timed(function: Callable[[], T]) -> tuple[T, float]:
    """A result, and the CPU milliseconds that it took, those of finished processes included."""
    start = _cpu_seconds()
    result = function()
    return result, 1000 * (_cpu_seconds() - start)


def _cpu_seconds() -> float:
    used = (getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def compare(family: str, count: int, names: Sequence[str]) -> None:
    """Compare the verdicts of all solvers on boards of a family, and print their times."""
    times: dict[str, list[float]] = {name: [] for name in ("quebra", *names)}
    verdicts: Counter[Verdict] = Counter()
    differing = unsettled = 0
    for puzzle in islice(boards(family), count):
        outcome, spent = timed(partial(quebra.solve, puzzle, count=2))
        times["quebra"].append(spent)
        verdicts[outcome.status] += 1
        for name in names:
            try:
                verdict, spent = timed(partial(verdict_of, name, puzzle))
            except NotSettled:
                unsettled += 1
                continue
            times[name].append(spent)
            if verdict != outcome.status:
                differing += 1
                print(f"{family}, {name}: {verdict}, not {outcome.status}: {puzzle}")
    medians = ", ".join(f"{name} {statistics.median(each):.1f}" for name, each in times.items())
    found = ", ".join(f"{status} {number}" for status, number in sorted(verdicts.items()))
    print(f"{family}: {count} boards ({found}); {differing} verdicts differ, ", end="")
    print(f"{unsettled} not settled in time; median ms: {medians}", flush=True)


def measure_proofs(family: str, count: int) -> None:
    """Make and check proofs of boards that are unique or have no solution; print their sizes."""
    rows: list[tuple[float, ...]] = []
    for puzzle in boards(family):
        outcome = quebra.solve(puzzle, count=2)
        if outcome.status not in ("unique", "none"):
            continue
        found, made = timed(partial(prove, puzzle, outcome))
        _, checked = timed(partial(check_proof, found.formula, found.proof))
        rows.append((found.clauses, found.lemmas, len(found.proof), made, checked))
        if len(rows) == count:
            break
    columns = zip(*rows, strict=True)
    parts = ("clauses", "lemmas", "proof bytes", "ms to make", "ms to check")
    shown = ", ".join(
        f"{part} {statistics.median(column):,.0f} (most {max(column):,.0f})"
        for part, column in zip(parts, columns, strict=True)
    )
    print(f"{family}: {len(rows)} proofs verified; {shown}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--proofs", type=int, default=50)
    parser.add_argument("--families", default=",".join(MAKERS))
    chosen = parser.parse_args()
    names = [name for name in SOLVERS if name != "mzn" or shutil.which("minizinc")]
    start = time.process_time()
    for family in chosen.families.split(","):
        compare(family, chosen.boards, names)
        if family in PROVED and chosen.proofs:
            measure_proofs(family, chosen.proofs)
    print(f"{time.process_time() - start:.0f} s of CPU time without MiniZinc")


if __name__ == "__main__":
    main()
