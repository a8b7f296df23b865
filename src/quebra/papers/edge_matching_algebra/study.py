"""The study of the edge-matching paper: both algorithms to the letter and as engines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from string import Template
from typing import TypeVar

from quebra.contract.errors import Cut as Stopped
from quebra.contract.registry import family_of
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import check
from quebra.families.edges.solve.domains import Candidates, consistent_domains, frame_domains
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.sets import piece_set
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra import system_study
from quebra.papers.edge_matching_algebra.boards import BoardSystem, attempts
from quebra.papers.edge_matching_algebra.collapse import Iteration, Relaxation
from quebra.papers.edge_matching_algebra.functions import FAMILIES, TestFunctions
from quebra.papers.edge_matching_algebra.letter import LetterSystem
from quebra.papers.edge_matching_algebra.linear import DELTA
from quebra.papers.edge_matching_algebra.mixture import draw_mixture
from quebra.papers.edge_matching_algebra.study_boards import Board, Cut, oriented_tangram
from quebra.papers.edge_matching_algebra.tangrams import sdp, sdp_by_copies
from quebra.render.files import write_file
from quebra.render.sheet import Picture
from quebra.render.strip import strip
from quebra.study import Rows, Settings, Study, Task
from quebra.study.measuring import cpu_seconds
from quebra.study.plots import Curve, draw_curves
from quebra.study.tables import Row, seconds_text, to_markdown

Kind = TypeVar("Kind")

COLOURS = {6: (2, 3, 4, 5), 8: (4, 5, 6, 8), 10: (8, 10), 12: (8, 10, 12), 16: (16,)}
"""The numbers of colours for boards of a size; for other sizes half the side, and the side."""
TURNED = (
    *(Board("square", (n, n), colours, True) for n, colours in ((4, 4), (5, 6), (6, 8), (6, 12))),
    *(Board("square", (n, n), colours, (0, 2)) for n, colours in ((6, 5), (8, 8))),
    Board("cube", (3, 3, 3), 4),
    Board("cube", (2, 2, 2), 6, True),
    Board("cube", (3, 3, 3), 12, True),
)
NEW_SHAPES = (
    Board("square", (4, 4), 4),
    Board("square", (5, 5), 6),
    Board("square", (3, 3), 4, True),
    Board("square", (4, 4), 4, True),
    Board("square", (5, 5), 8, True),
    Board("hexagon", (4, 4), 4),
    Board("hexagon", (3, 3), 4, True),
    Board("hexagon", (4, 4), 6, True),
    Board("triangle", (4,), 4),
    Board("triangle", (4,), 6, True),
    Board("cube", (2, 2, 2), 3),
    Board("cube", (3, 3, 3), 6),
    Board("cube", (2, 2, 2), 6, True),
    Board("square", (5, 5), 4, False, ((2, 2),)),
    Board("square", (4, 4), 6, True, ((2, 2),)),
    Board("hexagon", (4, 4), 4, False, ((1, 2),)),
    Board("hexagon", (4, 4), 6, True, ((1, 2),)),
    Board("triangle", (4,), 6, True, ((2, 2),)),
)
"""Boards of algorithm 2, of which the full study has `MANY` times as many as of others."""
LARGER = (
    Board("square", (6, 6), 6),
    Board("hexagon", (6, 6), 6),
    Board("hexagon", (5, 5), 8, True),
    Board("triangle", (6,), 6),
    Board("cube", (4, 4, 4), 8),
    Board("square", (8, 8), 8),
    Board("square", (6, 6), 12, True),
    Board("cube", (3, 3, 3), 12, True),
)
"""Boards beyond those of the paper's kind, some of which are not solved."""
CUTS = (
    *(Cut(pieces, colours) for pieces in (6, 12, 24) for colours in (1, 4)),
    *(Cut(6, 4, turns) for turns in (4, 6, 8)),
    *(Cut(12, colours, 8) for colours in (1, 4)),
    *(Cut(12, colours, hole=True) for colours in (1, 4)),
)
MANY = 6
QUICK = 4
"""The number of rows that a quick study has of each of these lists."""
LETTER_DEGREE = 2
FAMILY_BOARD = Board("square", (6, 6), 4)
ITERATIONS = "edge-matching-iterations.svg"
DISTANCES = "edge-matching-distances.svg"


def tasks(settings: Settings) -> Sequence[Task]:
    """All measurements: a board and a method each."""
    parts = (_algorithm_2_tasks, _polygon_tasks, _algorithm_1_tasks, system_study.tasks)
    return [task for part in parts for task in part(settings)]


def _some(settings: Settings, kinds: Sequence[Kind], step: int = 1) -> Sequence[Kind]:
    return kinds[::step][:QUICK] if settings.quick else kinds


def _few(settings: Settings) -> range:
    return range(settings.seed, settings.seed + settings.boards)


def _many(settings: Settings) -> range:
    times = 1 if settings.quick else MANY
    return range(settings.seed, settings.seed + times * settings.boards)


def _algorithm_1_tasks(settings: Settings) -> Iterator[Task]:
    limit, seeds = settings.seconds, _few(settings)
    for kind, seed in product(_square_boards(settings), seeds):
        for way, measure in ALGORITHM_1.items():
            yield _task("algorithm-1", kind, seed, way, partial(measure, limit=limit))
    for (name, functions), seed in product(
        list(FAMILIES.items())[: 2 if settings.quick else None], seeds
    ):
        work = partial(algorithm_1, functions=functions, domains=_everywhere, limit=limit)
        yield _task("families", FAMILY_BOARD, seed, name, work)
    for kind, seed in product(_some(settings, TURNED), seeds):
        yield _task("turned", kind, seed, "lp", partial(engine, name="lp", limit=limit))


def _algorithm_2_tasks(settings: Settings) -> Iterator[Task]:
    limit, few = settings.seconds, _few(settings)
    shapes = NEW_SHAPES[:: 3 if settings.quick else 1]
    for method, seeds in (("sdp", _many(settings)), ("letter", few), ("box", few)):
        work = partial(algorithm_2, method=method, limit=limit)
        for kind, seed in product((kind for kind in shapes if method in _methods(kind)), seeds):
            yield _task("algorithm-2", kind, seed, method, work)
    for kind, seed in product(() if settings.quick else LARGER, few[:2]):
        work = partial(algorithm_2, method="sdp", limit=limit)
        yield _task("larger", kind, seed, "sdp", work)


def _polygon_tasks(settings: Settings) -> Iterator[Task]:
    limit = settings.seconds
    for cut in _some(settings, CUTS, 4):
        for method in ("sdp", "copies", "own") if cut.turns > 1 else ("sdp", "own"):
            new = (cut.hole and method == "sdp") or (cut.pieces == 6 and method == "copies")
            for seed in _many(settings) if new else _few(settings):
                yield _task("polygons", cut, seed, method, partial(polygons, method, limit))
    for name in _some(settings, list(piece_set("classic").figures)):
        key: dict[str, str | int] = {"puzzle": name, "seed": settings.seed, "method": "sdp"}
        yield Task("tangrams", key, partial(_tangram, name, limit))


def _task(table: str, kind: Board | Cut, seed: int, method: str, work: Callable[..., Row]) -> Task:
    turns = kind.turns if isinstance(kind, Cut) else copies_of(kind)
    key: dict[str, str | int] = {
        "puzzle": kind.name,
        "colours": kind.colours,
        "copies": turns,
        "seed": seed,
        "method": method,
    }
    return Task(table, key, lambda: work(kind.puzzle(seed)))


def copies_of(kind: Board) -> int:
    """The number of orientations of a piece, which is the paper's q.

    >>> copies_of(Board("triangle", (3,), 4, True)), copies_of(Board("cube", (2, 2, 2), 3, True))
    (6, 24)
    """
    turns = kind.puzzle(0).layout.turns if kind.rotate is True else kind.rotate or (0,)
    return len(turns) * (2 if kind.shape == "triangle" else 1)


def _methods(kind: Board) -> Sequence[str]:
    """The ways of algorithm 2 that a board is tried with.

    The paper's unknowns T = exp(x) have no turns. Without the frame, cubes of 24 turns last long.
    """
    if kind.rotate or kind.shape == "triangle":
        return ("sdp",) if kind.shape == "cube" else ("box", "sdp")
    return ("letter", "box", "sdp")


def _square_boards(settings: Settings) -> Iterable[Board]:
    for rows, cols in settings.sizes:
        side = max(rows, cols)
        for colours in COLOURS.get(side, (max(2, side // 2), side)):
            yield Board("square", (rows, cols), colours)


def _everywhere(candidates: Candidates) -> list[int]:
    """Every piece in every cell, as in the paper."""
    return [(1 << len(candidates.all)) - 1] * len(candidates.puzzle.layout.cells)


def algorithm_1(
    puzzle: Edges,
    domains: Callable[[Candidates], list[int]],
    limit: float,
    functions: TestFunctions = DELTA,
) -> Row:
    """The paper's first algorithm, once, with pieces where the domains allow them."""
    trace, verdict = [], "stalled"
    seconds = 0.0

    def work() -> None:
        trace.extend(collapse(puzzle, domains, limit, functions))

    try:
        seconds = cpu_seconds(work)
        verdict = verdict if trace else "infeasible"
    except Stopped as stopped:
        verdict = stopped.reason
    found = trace[-1].assignment if trace else None
    right = found is not None and not check(puzzle, Candidates(puzzle).filling(found))
    distances = " ".join(f"{iteration.distance:.4f}" for iteration in trace)
    return _row(right, "solved" if right else verdict, len(trace), seconds, distances)


def collapse(
    puzzle: Edges,
    domains: Callable[[Candidates], list[int]],
    limit: float,
    functions: TestFunctions = DELTA,
) -> list[Iteration]:
    """The iterations of the first algorithm."""
    candidates = Candidates(puzzle)
    relaxation = Relaxation(candidates, domains(candidates), Budget(limit), functions)
    return list(relaxation.collapse())


def engine(puzzle: Edges | Tangram, name: str, limit: float, count: int = 2) -> Row:
    """An engine as it is used, asked for two solutions."""
    outcome = solve(family_of(puzzle), puzzle, engine=name, count=count, seconds=limit)
    verdict = outcome.status + (f" ({outcome.reason})" if outcome.reason else "")
    iterations = int(outcome.stats.get("iterations", 0))
    return _row(bool(outcome.solutions), verdict, iterations, outcome.cpu_seconds)


def algorithm_2(puzzle: Edges, method: str, limit: float) -> Row:
    """The paper's second algorithm up to the first board that `check` accepts.

    `letter` is as in the paper, `box` the engine without the frame's restrictions, and `sdp` the
    engine. The limit is CPU time, so that the success does not depend on other processes.
    """
    budget, started = Budget(), time.process_time()
    solved, rounds, reason = False, 0, "stalled"

    def work() -> None:
        nonlocal solved, rounds, reason
        try:
            for answer in _answers(puzzle, method, budget):
                rounds += 1
                if answer is not None and not check(puzzle, answer):
                    solved = True
                    return
                if time.process_time() - started > limit:
                    reason = "time"
                    return
        except Stopped as stopped:
            reason = stopped.reason

    seconds = cpu_seconds(work)
    return _row(solved, "solved" if solved else reason, rounds, seconds)


def _answers(puzzle: Edges, method: str, budget: Budget) -> Iterable[Filling | None]:
    if method == "letter":
        iterations = LetterSystem(puzzle).iterations(LETTER_DEGREE, budget)
        return (answer for _, answer in iterations)
    return attempts(BoardSystem(puzzle, by_frame=method == "sdp"), budget, seed=0)


def polygons(method: str, limit: float, puzzle: Tangram) -> Row:
    """Polygons by the engine `sdp`, by copies of the puzzle, or by the exact search."""
    if method == "own":
        return engine(puzzle, "own", limit, count=1000)
    budget, solved = Budget(limit), False
    by_angles = partial(sdp, goal="any", seed=None)
    answers = (sdp_by_copies if method == "copies" else by_angles)(puzzle, budget)

    def work() -> None:
        nonlocal solved
        try:
            solved = next(iter(answers), None) is not None
        except Stopped:
            return

    seconds = cpu_seconds(work)
    rounds = int(budget.stats.get("iterations", 0))
    return _row(solved, "solved" if solved else "stalled", rounds, seconds)


def _tangram(name: str, limit: float) -> Row:
    return polygons("sdp", limit, oriented_tangram(name))


def _row(solved: bool, verdict: str, iterations: int, seconds: float, distances: str = "") -> Row:
    return {
        "solved": solved,
        "verdict": verdict,
        "iterations": iterations,
        "seconds": seconds,
        "distances": distances,
    }


ALGORITHM_1: dict[str, Callable[..., Row]] = {
    "everywhere": partial(algorithm_1, domains=_everywhere),
    "frame": partial(algorithm_1, domains=frame_domains),
    "arc": partial(algorithm_1, domains=consistent_domains),
    "lp": partial(engine, name="lp"),
}
"""The first algorithm: to the letter with delta functions, on smaller domains, and the engine."""


def values(rows: Rows, settings: Settings, folder: Path) -> Mapping[str, str]:
    """The tables and plots of the page."""
    draw_distances(folder / DISTANCES, rows["algorithm-1"])
    longest = _longest(rows["algorithm-1"])
    draw_iterations(folder / ITERATIONS, longest, settings)
    return {
        "boards": str(settings.boards),
        "many": str(settings.boards * (1 if settings.quick else MANY)),
        "limit": f"{settings.seconds:g}",
        "algorithm_1": table(rows["algorithm-1"], verdicts_of="lp"),
        "families": table(rows["families"], across=False),
        "longest": f"{longest['puzzle']}, {longest['colours']} colours",
        "distances": ", ".join(str(longest["distances"]).split()),
        "paper": paper_table(rows["algorithm-1"]),
        "turned": table(rows["turned"]),
        "algorithm_2": table(rows["algorithm-2"]),
        "larger": table(rows["larger"]) if "larger" in rows else "Only in the full study.",
        "rates": rates(rows["algorithm-2"]),
        "polygons": table(rows["polygons"], verdicts_of="own"),
        "tangrams": tangrams_table(rows["tangrams"]),
        "systems": systems(rows),
    }


def systems(rows: Rows) -> str:
    """The section on the polynomial systems."""
    page = Path(__file__).with_name("study_systems.md").read_text(encoding="utf-8")
    return Template(page).substitute(system_study.values(rows)).strip()


def table(rows: Sequence[Row], verdicts_of: str | None = None, across: bool = True) -> str:
    """For each kind of puzzles and each method: solved, and medians of iterations and time."""
    methods = list(dict.fromkeys(str(row["method"]) for row in rows))
    kinds: dict[tuple[str, str, str], dict[str, list[Row]]] = {}
    for row in rows:
        kind = str(row["puzzle"]), str(row["colours"]), str(row["copies"])
        kinds.setdefault(kind, {}).setdefault(str(row["method"]), []).append(row)
    if not across:
        ((_, by_method),) = kinds.items()
        return to_markdown(
            ["Functions", "Solved", "Verdicts"],
            [[name, summary(found), verdicts(found)] for name, found in by_method.items()],
        )
    heads = ["Puzzle", "Colours", "q", *(f"`{method}`" for method in methods)]
    lines = []
    for kind, by_method in kinds.items():
        cells = [summary(by_method.get(method, ())) for method in methods]
        counted = [verdicts(by_method[verdicts_of])] if verdicts_of else []
        lines.append([*kind, *cells, *counted])
    return to_markdown([*heads, *([f"`{verdicts_of}` says"] if verdicts_of else [])], lines)


def summary(rows: Sequence[Row]) -> str:
    """The solved boards, the median of their iterations, and that of their time."""
    if not rows:
        return ""
    solved = [row for row in rows if row["solved"]]
    text = f"{len(solved)} of {len(rows)}"
    if solved:
        rounds = median(_number(row["iterations"]) for row in solved)
        text += f", {rounds:g} it." if rounds else ""
        text += f", {seconds_text(median(_number(row['seconds']) for row in solved))}"
    return text


def verdicts(rows: Sequence[Row]) -> str:
    """How often each verdict was given."""
    given = [str(row["verdict"]) for row in rows]
    return ", ".join(f"{given.count(verdict)} {verdict}" for verdict in dict.fromkeys(given))


def paper_table(rows: Sequence[Row]) -> str:
    """The paper's two examples beside the boards of that size that were solved to the letter."""
    lines = []
    for size, printed in (("6x6", "2"), ("8x8", "6")):
        solved = [
            int(_number(row["iterations"]))
            for row in rows
            if str(row["puzzle"]).startswith(size)
            and row["method"] == "everywhere"
            and row["solved"]
        ]
        span = f"{min(solved)} to {max(solved)}" if solved else "none solved"
        lines.append([size, printed, span, f"{len(solved)}"])
    return to_markdown(["Board", "Paper: iterations", "Ours: iterations", "Boards solved"], lines)


def rates(rows: Sequence[Row]) -> str:
    """The lowest and the overall share of boards that the engine `sdp` solved."""
    kinds: dict[tuple[object, ...], list[bool]] = {}
    for row in rows:
        if row["method"] == "sdp":
            kind = row["puzzle"], row["colours"]
            kinds.setdefault(kind, []).append(bool(row["solved"]))
    every = [solved for each in kinds.values() for solved in each]
    worst = min(sum(each) / len(each) for each in kinds.values())
    return f"{sum(every)} of {len(every)} boards; {worst:.0%} of the kind that it solves least"


def tangrams_table(rows: Sequence[Row]) -> str:
    """Each figure of the tangram."""
    return to_markdown(
        ["Figure", "Verdict", "Iterations", "Time"],
        [
            [
                str(row["puzzle"]),
                str(row["verdict"]),
                str(row["iterations"]),
                seconds_text(_number(row["seconds"])),
            ]
            for row in rows
        ],
    )


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return value


def _longest(rows: Sequence[Row]) -> Row:
    """The board with most iterations of those solved with pieces where the frame allows them."""
    alone = [row for row in rows if row["method"] == "frame"]
    solved = [row for row in alone if row["solved"]] or alone
    return max(solved, key=lambda row: _number(row["iterations"]))


def draw_distances(path: Path, rows: Sequence[Row]) -> None:
    """The distance from a permutation by iteration, for the longest solved board of each size."""
    sizes = list(dict.fromkeys(str(row["puzzle"]) for row in rows))
    chosen = [_longest([row for row in rows if row["puzzle"] == size]) for size in sizes]
    traces = [[float(d) for d in str(row["distances"]).split()] or [1.0] for row in chosen]
    last = max(map(len, traces))
    styles = zip(("entry", "good", "bad", "ink", "hint"), "osD^v", strict=True)
    curves = [
        Curve(
            f"{row['puzzle']}, {row['colours']} colours",
            colour,
            marker,
            [*trace, *[trace[-1]] * (last - len(trace))],
            [False] * last,
        )
        for row, trace, (colour, marker) in zip(chosen, traces, styles, strict=False)
    ]
    title = "Algorithm 1: distance from a permutation"
    draw_curves(path, title, range(1, last + 1), curves, across="iteration", scale="linear")


def draw_iterations(path: Path, longest: Row, settings: Settings) -> None:
    """The iterations of a board as a strip of pictures."""
    rows, cols = map(int, str(longest["puzzle"]).split()[0].split("x"))
    kind = Board("square", (rows, cols), int(_number(longest["colours"])))
    puzzle = kind.puzzle(int(_number(longest["seed"])))
    pictures = [
        Picture(draw_mixture(puzzle, each.mixture), f"{number}: distance {each.distance:.4f}")
        for number, each in enumerate(collapse(puzzle, frame_domains, settings.seconds), start=1)
    ]
    drawing = strip(pictures, Text("The iterations of algorithm 1"))
    write_file(path, drawing.svg("print").encode())


STUDY = Study(
    name="edge-matching",
    full=Settings(sizes=tuple((n, n) for n in COLOURS), boards=5, seconds=20),
    quick=Settings(sizes=((6, 6),), boards=2, seconds=10, quick=True),
    tasks=tasks,
    page=Path(__file__).with_name("study.md"),
    values=values,
)
