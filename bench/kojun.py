"""Kojun solvers compared: CPU time in one run, as ratios to the engine `own`.

Run as `python bench/kojun.py`. Times are measured as by `quebra compare`: building the model counts
for each solver, importing a library does not, and a short run is repeated. All solvers prove that
the solution is unique, except puzzlekit, which stops at the first one and is compared with `own`
up to that. `cpsat` is the engine of Quebra; CP-SAT is its model without its thread, and with the
parameters that served it best on these boards.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from quebra.contract.family import Engine
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.solve import build_model, cpsat, own
from quebra.grid.cells import GridAnswer, as_rows, cells
from quebra.study.compare import Board, Settings, compare

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "kojun"
SPARSE_SIDES = (8, 9, 10, 11, 12, 13, 14)
SINGLE_REGIONS = ((20, 20), (40, 50), (60, 60), (50, 100), (100, 100))
SINGLE_LIMIT = 20.0
TRIES = 4
"""Boards that are generated for each size; the sparsest is used."""
HARD_TRIES = 12
"""Boards of 8x8 cells that are generated; the one with the most nodes is copied."""
COPIES = 5
"""Copies of a hard board in each row and column, with holes between them."""

RULES = """
1 { holds(R,C,N) : N = 1..K } 1 :- cell(R,C,A), size(A,K).
:- size(A,K), N = 1..K, not 1 { holds(R,C,N) : cell(R,C,A) } 1.
:- holds(R,C,N), holds(R,C+1,N).
:- holds(R,C,N), holds(R+1,C,N).
:- cell(R,C,A), cell(R+1,C,A), holds(R,C,N), holds(R+1,C,M), N < M.
:- given(R,C,N), not holds(R,C,N).
#show holds/3.
"""


def by_cpsat(puzzle: Kojun, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """CP-SAT in this thread, up to the second solution."""
    from ortools.sat.python import cp_model

    model, values = build_model(puzzle, budget)
    found: list[GridAnswer] = []

    class Read(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(_answer(puzzle, {cell: self.value(x) for cell, x in values.items()}))
            if len(found) == budget.wanted:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    solver.solve(model, Read())
    yield from found


def by_clingo(
    puzzle: Kojun, budget: Budget, *, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    """The solver clingo, with the encoding `RULES`."""
    import clingo

    facts = []
    for label, region in enumerate(puzzle.region_cells):
        facts.append(f"size({label},{len(region)}).")
        for r, c in region:
            facts.append(f"cell({r},{c},{label}).")
            if given := puzzle.givens[r][c]:
                facts.append(f"given({r},{c},{given}).")
    control = clingo.Control([f"--models={budget.wanted}"])
    control.add("base", [], RULES + "".join(facts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = (each.arguments for each in model.symbols(shown=True))
            yield _answer(puzzle, {(r.number, c.number): n.number for r, c, n in atoms})


def by_puzzlekit(
    puzzle: Kojun, budget: Budget, *, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    """The solver puzzlekit on one core, like all others."""
    from puzzlekit.solvers.cojun import CojunSolver

    rows, cols = puzzle.size
    givens = [[str(given) if given else "-" for given in row] for row in puzzle.givens]
    regions = [[str(label) for label in row] for row in puzzle.regions]
    result = CojunSolver(rows, cols, givens, regions).solve({"num_workers": 1})
    if result.solution_data["status"] == "Optimal":
        grid = result.solution_data["solution_grid"].matrix
        yield GridAnswer(grid=as_rows([int(value) for value in row] for row in grid))


def _answer(puzzle: Kojun, values: dict[tuple[int, int], int]) -> GridAnswer:
    rows, cols = puzzle.size
    return GridAnswer(
        grid=as_rows([values.get((r, c), 0) for c in range(cols)] for r in range(rows))
    )


OTHERS: dict[str, Engine[Kojun, GridAnswer]] = {
    "CP-SAT": by_cpsat,
    "clingo": by_clingo,
    "puzzlekit": by_puzzlekit,
}
PEERS = ("cpsat", *OTHERS)


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


def hard_parts() -> list[tuple[str, Kojun]]:
    """The hardest of a few sparse boards, and many copies of it that do not touch."""
    recipe = KojunRecipe(rows=8, cols=8, minimal=True, largest=5)
    hard = max((generate(recipe, Source(k), Budget()) for k in range(HARD_TRIES)), key=_nodes)
    name = f"8x8 of {_nodes(hard)} nodes"
    return [(name, hard), (f"{COPIES**2} copies of it", _copies(hard))]


def _nodes(puzzle: Kojun) -> float:
    """The nodes of `own` for all solutions."""
    budget = Budget()
    list(own(puzzle, budget, goal="any", seed=None))
    return budget.stats["nodes"]


def _copies(puzzle: Kojun) -> Kojun:
    """Copies in rows and columns, with lines of holes between them."""
    rows, cols = (COPIES * (side + 1) - 1 for side in puzzle.size)
    regions: list[list[str | None]] = [[None] * cols for _ in range(rows)]
    givens = [[0] * cols for _ in range(rows)]
    for down, across in cells(COPIES, COPIES):
        for r, c in cells(*puzzle.size):
            to_r, to_c = down * (puzzle.size[0] + 1) + r, across * (puzzle.size[1] + 1) + c
            regions[to_r][to_c] = f"{down}/{across}/{puzzle.regions[r][c]}"
            givens[to_r][to_c] = puzzle.givens[r][c]
    return Kojun(regions=as_rows(regions), givens=as_rows(givens))


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


def print_row(title: str, puzzles: Sequence[Kojun]) -> None:
    """Compare `own` with each peer on boards, and print the times of all boards together."""
    pairs = [_totals(peer, [Board(title, puzzle) for puzzle in puzzles]) for peer in PEERS]
    ratios = "".join(f"{other / own:10.1f}x" for own, other in pairs)
    print(f"{title:34}{1000 * pairs[0][0]:9.2f} ms{ratios}", flush=True)


def _totals(peer: str, boards: Sequence[Board]) -> tuple[float, float]:
    """The CPU seconds of `own` and of a peer, as `quebra compare own PEER` measures them."""
    count = 1 if peer == "puzzlekit" else 2
    found = compare(Settings(("own", peer), count=count, others=OTHERS), boards)
    assert not found.disagreements, found.disagreements
    first, second = found.summaries()
    return first.total, second.total


def single_regions() -> None:
    """Print the time of `own` and of CP-SAT for two solutions of boards that are one region."""
    print(f"\n{'One region, two solutions':34}{'own':>12}{'CP-SAT':>12}")
    for rows, cols in SINGLE_REGIONS:
        for density in (0.0, 0.05):
            puzzle = _one_region(rows, cols, density)
            settings = Settings(("own", "CP-SAT"), SINGLE_LIMIT, count=2, others=OTHERS)
            mine, other = compare(settings, [Board("", puzzle)]).summaries()
            cut = "" if other.solved else f" (cut after {SINGLE_LIMIT:g} s)"
            name = f"{rows}x{cols}, {density:.0%} given"
            print(f"{name:34}{1000 * mine.total:9.2f} ms{other.total:10.2f} s{cut}", flush=True)


def _one_region(rows: int, cols: int, density: float) -> Kojun:
    """A board with givens of a random filling: each value goes to a random column."""
    source = Source(1)
    grid, free = [[0] * cols for _ in range(rows)], [rows] * cols
    for value, c in enumerate(source.shuffled([*range(cols)] * rows), 1):
        free[c] -= 1
        grid[free[c]][c] = value
    givens = as_rows([value if source.chance(density) else 0 for value in row] for row in grid)
    return Kojun(regions=((0,) * cols,) * rows, givens=givens)


def first_calls() -> None:
    """Print the time of the first call of each solver, with its imports."""
    puzzle = Kojun(regions=((0, 0),), givens=((1, 0),))
    for name, engine in {"own": own, "cpsat": cpsat, **OTHERS}.items():
        started = time.process_time()
        assert list(engine(puzzle, Budget(wanted=2), goal="any", seed=None))
        taken = time.process_time() - started
        print(f"First call of {name}, imports included: {1000 * taken:.0f} ms")


def main() -> None:
    """Print the table."""
    first_calls()
    heads = "".join(f"{peer:>11}" for peer in PEERS)
    print(f"\n{'CPU time; others as ratios to own':34}{'own':>12}{heads}")
    if published := load("janko-60.json"):
        print_row(f"{len(published)} published", [puzzle for _, puzzle in published])
    for name, puzzle in load("odd-boards-5.json") + sparse_boards() + hard_parts():
        print_row(name, [puzzle])
    for name, puzzle in load("generated-scale-10.json"):
        if puzzle.size == (50, 50):
            print_row(name, [puzzle])
    print_row(
        "100x100, generated", [generate(KojunRecipe(rows=100, cols=100), Source(1), Budget())]
    )
    single_regions()


if __name__ == "__main__":
    main()
