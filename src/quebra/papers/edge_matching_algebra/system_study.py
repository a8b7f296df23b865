"""Tables of the study about systems: sizes, rank and condition by shape and test functions."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.domains import Candidates
from quebra.papers.edge_matching_algebra.functions import FunctionKind, TestFunctions
from quebra.papers.edge_matching_algebra.homotopy import solved_by_homotopy
from quebra.papers.edge_matching_algebra.linear import System
from quebra.papers.edge_matching_algebra.polynomials import SystemKind, equations
from quebra.study import Rows, Settings, Task
from quebra.study.tables import Row, seconds_text, to_markdown

SHAPES: Mapping[str, Mapping[str, object]] = {
    "squares 2x2": {"rows": 2, "cols": 2, "frame": 0},
    "squares 2x2, no frame": {"rows": 2, "cols": 2},
    "squares 1x2, turned": {"rows": 1, "cols": 2, "frame": 0, "rotate": True},
    "triangles 4": {"rows": 2, "shape": "triangle", "frame": 0},
    "hexagons 2x2": {"rows": 2, "cols": 2, "shape": "hexagon", "frame": 0},
    "cubes 2x1x2": {"rows": 1, "cols": 2, "layers": 2, "shape": "cube", "frame": 0},
}
SIDES = {"square": 4, "triangle": 3, "hexagon": 6, "cube": 6}
FUNCTIONS: tuple[FunctionKind, ...] = ("delta", "exponential", "monomial", "chebyshev")
SYSTEMS: tuple[SystemKind, ...] = ("redundant", "minimal")
MEASURED = ((3, 3), (4, 4), (6, 6))
COLOURS = {(3, 3): 3, (4, 4): 4, (6, 6): 4}
HOMOTOPIES = ((1, 2), (1, 3), (2, 2), (2, 3))


def board(colours: int, seed: int, **shape: object) -> Edges:
    """A random board with a solution; all pieces lie as they have to."""
    sides = SIDES[str(shape.get("shape", "square"))]
    size = [int(str(shape.get(name, 1))) for name in ("rows", "cols", "layers")]
    cells = size[0] ** 2 if sides == 3 else size[0] * size[1] * size[2]
    empty = Edges(pieces=((0,) * sides,) * cells, **shape)  # type: ignore[arg-type]
    source, layout, shown = Source(seed), empty.layout, {}
    for a, side, b, other in layout.seams:
        shown[a, side] = shown[b, other] = 1 + source.below(colours)
    for place in layout.rim:
        shown[place] = 1 + source.below(colours) if empty.frame is None else empty.frame
    pieces = [tuple(shown[cell, side] for side in range(sides)) for cell in range(cells)]
    source.shuffle(pieces)
    return Edges(pieces=tuple(pieces), **shape)  # type: ignore[arg-type]


def tasks(settings: Settings) -> Sequence[Task]:
    """The sizes of polynomial systems, the measures of linear ones, and homotopies."""
    seed = settings.seed
    sizes = [
        Task(
            "systems",
            {"board": name, "functions": functions, "system": system},
            partial(measure_size, name, functions, system, seed),
        )
        for name, functions, system in product(SHAPES, FUNCTIONS, SYSTEMS)
        if not (functions == "delta" and system == "minimal")
    ]
    ranks = [
        Task(
            "ranks",
            {"board": f"{rows}x{cols}", "functions": functions, "system": system},
            partial(measure_rank, (rows, cols), functions, system, seed),
        )
        for (rows, cols), functions, system in product(
            MEASURED[:2] if settings.quick else MEASURED, FUNCTIONS, SYSTEMS
        )
        if not (functions == "delta" and system == "minimal")
    ]
    paths = [
        Task("homotopy", {"board": f"{rows}x{cols}"}, partial(measure_homotopy, rows, cols, seed))
        for rows, cols in (HOMOTOPIES[:3] if settings.quick else HOMOTOPIES)
    ]
    return [*sizes, *ranks, *paths]


def measure_size(name: str, functions: FunctionKind, system: SystemKind, seed: int) -> Row:
    """The equations, terms and degree of a polynomial system; nothing where there is none."""
    try:
        found = list(equations(board(2, seed, **SHAPES[name]), functions, system))
    except BadInput:
        return {"equations": None, "terms": None, "degree": None}
    degrees = (sum(power for _, power in monomial) for each in found for monomial in each)
    return {"equations": len(found), "terms": sum(map(len, found)), "degree": max(degrees)}


def measure_rank(
    size: tuple[int, int], functions: FunctionKind, system: SystemKind, seed: int
) -> Row:
    """The size, rank and condition of the linear system of known places."""
    puzzle = board(COLOURS[size], seed, rows=size[0], cols=size[1], frame=0)
    family = TestFunctions(functions, minimal=system == "minimal")
    found = System(Candidates(puzzle), functions=family).measure()
    return {
        "rows": found.rows,
        "nonzeros": found.nonzeros,
        "rank": found.rank,
        "condition": found.condition,
    }


def measure_homotopy(rows: int, cols: int, seed: int) -> Row:
    """The solutions of a board by homotopy continuation, and the CPU time."""
    puzzle = board(2, seed, rows=rows, cols=cols, frame=0)
    started = time.process_time()
    found = solved_by_homotopy(puzzle)
    return {"solutions": len(found), "seconds": time.process_time() - started}


def values(rows: Rows) -> Mapping[str, str]:
    """The tables `systems`, `ranks` and `homotopy` of the page."""
    return {
        "systems": to_markdown(
            ["Board", "Functions", "System", "Equations", "Terms", "Degree"],
            (
                [
                    *(str(row[name]) for name in ("board", "functions", "system")),
                    *(
                        "none" if row[name] is None else f"{row[name]:,}"
                        for name in ("equations", "terms", "degree")
                    ),
                ]
                for row in rows["systems"]
            ),
        ),
        "ranks": to_markdown(
            ["Board", "Functions", "System", "Rows", "Nonzeros", "Rank", "Condition"],
            (
                [
                    *(str(row[name]) for name in ("board", "functions", "system")),
                    *(f"{row[name]:,}" for name in ("rows", "nonzeros", "rank")),
                    f"{row['condition']:.2g}",
                ]
                for row in rows["ranks"]
            ),
        ),
        "homotopy": to_markdown(
            ["Board", "Solutions", "CPU time"],
            (
                [str(row["board"]), str(row["solutions"]), seconds_text(float(row["seconds"] or 0))]
                for row in rows["homotopy"]
            ),
        ),
    }
