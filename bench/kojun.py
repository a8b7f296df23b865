"""Kojun solvers compared: CPU time in one run, as ratios to the engine `own`.

Run as `python bench/kojun.py`. Building the model counts for everybody; importing a library does
not. Everybody proves uniqueness, by looking for a second solution, except puzzlekit, which stops
at the first. CP-SAT gets our model, but not the thread that our engine needs to stop it.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.solve import build_model, own
from quebra.grid.cells import as_rows, cells

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "kojun"
SPARSE_SIDES = (8, 9, 10, 11, 12, 13, 14)
TRIES = 4
"""Boards that are generated for each size; the sparsest is used."""

Solver = Callable[[Kojun], int]
"""A function that counts the solutions of a board, up to two."""

RULES = """
1 { holds(R,C,N) : N = 1..K } 1 :- cell(R,C,A), size(A,K).
:- size(A,K), N = 1..K, not 1 { holds(R,C,N) : cell(R,C,A) } 1.
:- holds(R,C,N), holds(R,C+1,N).
:- holds(R,C,N), holds(R+1,C,N).
:- cell(R,C,A), cell(R+1,C,A), holds(R,C,N), holds(R+1,C,M), N < M.
:- given(R,C,N), not holds(R,C,N).
"""


def by_own(puzzle: Kojun) -> int:
    """The engine `own` of Quebra."""
    return len(list(islice(own(puzzle, Budget(), goal="any", seed=None), 2)))


def by_cpsat(puzzle: Kojun) -> int:
    """CP-SAT with the parameters that served it best on these boards."""
    from ortools.sat.python import cp_model

    class Count(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1
            if self.found == 2:
                self.stop_search()

    model, _ = build_model(puzzle, Budget())
    solver, count = cp_model.CpSolver(), Count()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    solver.solve(model, count)
    return count.found


def by_clingo(puzzle: Kojun) -> int:
    """The solver clingo, with the encoding `RULES`."""
    import clingo

    facts = []
    for label, region in enumerate(puzzle.region_cells):
        facts.append(f"size({label},{len(region)}).")
        for r, c in region:
            facts.append(f"cell({r},{c},{label}).")
            if given := puzzle.givens[r][c]:
                facts.append(f"given({r},{c},{given}).")
    control = clingo.Control(["--models=2"])
    control.add("base", [], RULES + "".join(facts))
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            found += 1
    return found


def by_puzzlekit(puzzle: Kojun) -> int:
    """The solver puzzlekit on one core, like all others; it stops at the first solution."""
    from puzzlekit.solvers.cojun import CojunSolver

    rows, cols = puzzle.size
    givens = [[str(given) if given else "-" for given in row] for row in puzzle.givens]
    regions = [[str(label) for label in row] for row in puzzle.regions]
    result = CojunSolver(rows, cols, givens, regions).solve({"num_workers": 1})
    return int(result.solution_data["status"] == "Optimal")


SOLVERS: dict[str, Solver] = {
    "own": by_own,
    "CP-SAT": by_cpsat,
    "clingo": by_clingo,
    "puzzlekit": by_puzzlekit,
}


def load(name: str) -> list[tuple[str, Kojun]]:
    """Boards of the shared data, or none with a printed remark."""
    path = DATA / name
    if not path.exists():
        print(f"Left out, since it is not here: {name}")
        return []
    boards: list[Any] = json.loads(path.read_text())
    return [
        (b["id"], Kojun(regions=as_rows(b["regions"]), givens=as_rows(b["givens"]))) for b in boards
    ]


def sparse_boards() -> list[tuple[str, Kojun]]:
    """For each size the sparsest of a few unique boards, with one given fewer, and one more."""
    found = []
    for side in SPARSE_SIDES:
        recipe = KojunRecipe(rows=side, cols=side, minimal=True, largest=5)
        boards = [generate(recipe, Source(100 * side + k), Budget()) for k in range(TRIES)]
        unique = min(boards, key=_givens)
        name = f"{side}x{side}, {_givens(unique)} givens"
        found += [
            (name, unique),
            (f"{name} - 1", _without_one(unique)),
            (f"{name} + 1 wrong", _with_a_wrong_one(unique)),
        ]
    return found


def _givens(puzzle: Kojun) -> int:
    return sum(given != 0 for row in puzzle.givens for given in row)


def _changed(puzzle: Kojun, r: int, c: int, value: int) -> Kojun:
    givens = [list(row) for row in puzzle.givens]
    givens[r][c] = value
    return puzzle.with_givens(as_rows(givens))


def _without_one(puzzle: Kojun) -> Kojun:
    r, c = next((r, c) for r, c in cells(*puzzle.size) if puzzle.givens[r][c])
    return _changed(puzzle, r, c, 0)


def _with_a_wrong_one(puzzle: Kojun) -> Kojun:
    """A blank of the last region of three or more cells gets a value that its solution denies."""
    (answer,) = own(puzzle, Budget(), goal="any", seed=None)
    region = [cells for cells in puzzle.region_cells if len(cells) > 2][-1]
    r, c = next(((r, c) for r, c in region if not puzzle.givens[r][c]), region[0])
    return _changed(puzzle, r, c, answer.grid[r][c] % len(region) + 1)


def cpu_seconds(solver: Solver, puzzles: list[Kojun]) -> tuple[float, list[int]]:
    """CPU time of one pass, all threads together, and what was found."""
    started = time.process_time()
    found = [solver(puzzle) for puzzle in puzzles]
    return time.process_time() - started, found


def compare(title: str, puzzles: list[Kojun], repeats: int, cold: bool = False) -> None:
    """One row of the table; solvers alternate, so that load on the machine affects all equally."""
    times: dict[str, list[float]] = {name: [] for name in SOLVERS}
    for _ in range(repeats):
        verdicts = {}
        for name, solver in SOLVERS.items():
            seconds, verdicts[name] = cpu_seconds(solver, puzzles)
            times[name].append(seconds)
        assert verdicts["own"] == verdicts["CP-SAT"] == verdicts["clingo"], title
        assert verdicts["puzzlekit"] == [min(count, 1) for count in verdicts["own"]], title
    if cold:
        _row(f"{title}: first pass", {name: taken[0] for name, taken in times.items()})
        later = {name: taken[1:] for name, taken in times.items()}
        _row(f"{title}: median", {name: statistics.median(t) for name, t in later.items()})
        _row(f"{title}: best", {name: min(taken) for name, taken in later.items()})
    else:
        _row(title, {name: min(taken) for name, taken in times.items()})


def _row(title: str, seconds: dict[str, float]) -> None:
    ratios = (f"{taken / seconds['own']:9.1f}x" for taken in list(seconds.values())[1:])
    print(f"{title:34}{1000 * seconds['own']:9.2f} ms", *ratios, flush=True)


def warm_up() -> None:
    """Import the libraries and print the time of that, without solving a measured board."""
    puzzle = Kojun(regions=((0, 0),), givens=((1, 0),))
    for name, solver in SOLVERS.items():
        seconds, _ = cpu_seconds(solver, [puzzle])
        print(f"First call of {name}, imports included: {1000 * seconds:.0f} ms")


def main() -> None:
    """Print the table."""
    warm_up()
    print(f"\n{'CPU time; others as ratios to own':34}{'own':>12}", end="")
    print("".join(f"{name:>11}" for name in list(SOLVERS)[1:]))
    if published := load("janko-60.json"):
        compare(f"{len(published)} published", [puzzle for _, puzzle in published], 8, cold=True)
    for name, puzzle in load("odd-boards-5.json") + sparse_boards():
        compare(name, [puzzle], 5)
    for name, puzzle in load("generated-scale-10.json"):
        if puzzle.size == (50, 50):
            compare(name, [puzzle], 5)


if __name__ == "__main__":
    main()
