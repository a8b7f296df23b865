"""The study of the Kojun report: how far its backtracking reaches, beside the other engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.model import Kojun
from quebra.study import Rows, Settings, Study, Task
from quebra.study.measuring import first_solution
from quebra.study.tables import Row, median_text, seconds_text, to_markdown

ENGINES = ("paper", "own", "cpsat")


@cache
def board(rows: int, cols: int, seed: int) -> Kojun:
    """A board with exactly one solution."""
    return generate(KojunRecipe(rows=rows, cols=cols), Source(seed), Budget())


def tasks(settings: Settings) -> Sequence[Task]:
    """The first solution by each engine, and for the report's the boards that it made."""
    return [
        Task(
            "engines",
            {"size": f"{rows}x{cols}", "seed": seed, "engine": engine},
            partial(measure, engine, (rows, cols, seed), settings.seconds),
        )
        for rows, cols in settings.sizes
        for seed in range(settings.seed, settings.seed + settings.boards)
        for engine in ENGINES
    ]


def measure(engine: str, which: tuple[int, int, int], seconds: float) -> Row:
    """An engine up to the first solution of a board."""
    return first_solution(engine, board(*which), seconds)


def values(rows: Rows, settings: Settings, folder: Path) -> Mapping[str, str]:
    """The table and the plot of the page."""
    return {"engines": engines_table(rows["engines"])}


def engines_table(rows: Sequence[Row]) -> str:
    """The median time of each engine, by size."""
    cells: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        cells.setdefault(str(row["size"]), {}).setdefault(str(row["engine"]), []).append(row)
    return to_markdown(
        ["Size", *ENGINES],
        [[size, *(_median(found[engine]) for engine in ENGINES)] for size, found in cells.items()],
    )


def _median(rows: Sequence[Row]) -> str:
    seconds = [float(row["seconds"] or 0) for row in rows]
    return median_text(seconds, [bool(row["cut"]) for row in rows], seconds_text)


STUDY = Study(
    name="kojun",
    full=Settings(sizes=tuple((n, n) for n in range(6, 11)), boards=5, seconds=60),
    quick=Settings(sizes=((5, 5), (6, 6)), boards=2, seconds=3, quick=True),
    tasks=tasks,
    page=Path(__file__).with_name("study.md"),
    values=values,
)
