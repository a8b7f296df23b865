"""Published boards beside generated ones, in figures: `docs/generated-boards.md`.

Run as `python bench/generated_boards.py [FOLDER]`, with the folder of the published boards; the
default is `../shared/data`. The page has figures only, no board.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from generated_edges import edges_section
from generated_variety import variety_section
from quebra.contract.puzzle import Puzzle
from quebra.engine.budget import Budget
from quebra.families.kojun.explain import grade
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.solve import own
from quebra.families.symmetry.explain import grade as grade_symmetry
from quebra.families.symmetry.generate.variety import sameness
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import solutions as symmetry_solutions
from quebra.grid.cells import Cell, as_rows, cells, neighbours
from quebra.grid.entries import replaced
from quebra.service.verbs import make_puzzle

FOLDER = Path(__file__).parents[2] / "shared" / "data"
PAGE = Path(__file__).parents[1] / "docs" / "generated-boards.md"
SIDES = (8, 10, 12, 14)
SEEDS = 8
RECIPES: dict[str, dict[str, object]] = {
    "default": {},
    "minimal": {"minimal": True},
    "rotation": {"symmetry": "rotation"},
    "hard": {"grade": "hard"},
    "expert": {"grade": "expert"},
}
Timed = tuple[str, str, dict[str, object], int]
"""Size, title, options and number of boards of a row of times."""
KOJUN_TIMES: tuple[Timed, ...] = (
    ("10x10", "default", {}, 30),
    ("10x10", "easy", {"grade": "easy"}, 30),
    ("10x10", "medium", {"grade": "medium"}, 30),
    ("10x10", "hard", {"grade": "hard"}, 30),
    ("10x10", "expert", {"grade": "expert"}, 30),
    ("10x10", "needs pair", {"needs": "pair"}, 15),
    ("10x10", "needs confined", {"needs": "confined"}, 15),
    ("10x10", "needs fillings", {"needs": "fillings"}, 15),
    ("10x10", "needs chain", {"needs": "chain"}, 15),
    ("10x10", "rotation, hard", {"symmetry": "rotation", "grade": "hard"}, 15),
    ("10x10", "rotation, 24 givens", {"symmetry": "rotation", "givens": 24}, 15),
    ("50x50", "default", {}, 3),
    ("100x100", "default", {}, 3),
)
SYMMETRY_RECIPES: dict[str, dict[str, object]] = {
    "default": {},
    "minimal": {"minimal": True},
    "easy": {"grade": "easy"},
    "two shapes": {"shapes": 2},
}
SYMMETRY_SIDES = (5, 6, 7, 8)
SYMMETRY_TIMES: tuple[Timed, ...] = (
    ("8x8", "default", {}, 10),
    ("8x8", "easy", {"grade": "easy"}, 10),
    ("8x8", "medium", {"grade": "medium"}, 10),
    ("8x8", "hard", {"grade": "hard"}, 10),
    ("8x8", "expert", {"grade": "expert"}, 10),
    ("12x12", "default", {}, 5),
    ("12x12", "minimal", {"minimal": True}, 5),
    ("20x20", "default", {}, 3),
    ("25x25", "default", {}, 3),
)
SIGNS = {".": 0, "s": 1, "t": 2, "c": 3}
HEADING = """# Generated boards beside published ones

Figures of published boards and of boards that `quebra generate` makes, from
`bench/generated_boards.py` and `bench/generated_shisen.py`. The published boards are not part of
the project.

Ranges are known for givens, clues and shapes only; other rows compare means. Outside the published
range are: in Symmetry, clues of some minimal, easy and two-shape boards, and solutions with more
shapes than any published one in all columns; in Kojun, givens of some expert boards (from 17 %).
The means differ most here: in Symmetry, equal shapes touch more often (30 and 25 %), and no board
without a grade was easy or expert (20 and 10 % of the published ones); in Kojun, symmetric boards
have fewer regions of seven cells (8 and 20 %) and givens that touch half as often, and expert
boards have no regions of more than five cells. No published board of this set is expert.
"""


def published_kojun(folder: Path) -> list[Kojun]:
    """The published Kojun boards."""
    boards: list[Any] = json.loads((folder / "kojun" / "janko-60.json").read_text())
    return [Kojun(regions=as_rows(b["regions"]), givens=as_rows(b["givens"])) for b in boards]


def make(family: str, side: int, seed: int, options: dict[str, object]) -> Any:
    """A generated board."""
    return make_puzzle(family, (side, side), seed, options, Budget())


def given_cells(puzzle: Kojun) -> set[Cell]:
    """The cells with a given."""
    return {(r, c) for r, c in cells(*puzzle.size) if puzzle.givens[r][c]}


def percent(part: float, whole: float) -> str:
    """A share as a whole number of percent."""
    return f"{100 * part / whole:.0f}" if whole else "-"


def kojun_figures(boards: Sequence[Kojun]) -> dict[str, str]:
    """The figures of Kojun boards, by title."""
    regions = [region for board in boards for region in board.region_cells]
    sizes = Counter(map(len, regions))
    three = [region for region in regions if len(region) > 2]
    four = [region for region in regions if len(region) > 3]
    shares = [len(given_cells(b)) / (b.size[0] * b.size[1]) for b in boards]
    given = sum(len(given_cells(board)) for board in boards)
    used = [dict(grade(board, Budget()).techniques) for board in boards]
    names = Counter(grade(board, Budget()).name for board in boards)
    return {
        "boards": str(len(boards)),
        "regions of 1/2/3/4/5/6/7/8 cells, %": "/".join(
            percent(sizes[size], len(regions)) for size in range(1, 9)
        ),
        "boards with a region of one cell, %": percent(
            sum(min(map(len, board.region_cells)) == 1 for board in boards), len(boards)
        ),
        "straight regions, % of those of 3 or more": percent(sum(map(straight, three)), len(three)),
        "with a block of 2x2, % of those of 4 or more": percent(sum(map(block, four)), len(four)),
        "givens, % of cells (range)": f"{100 * statistics.mean(shares):.0f} "
        f"({100 * min(shares):.0f}-{100 * max(shares):.0f})",
        "superfluous, % of givens": percent(sum(map(superfluous, boards)), given),
        "touching pairs of givens, relative to chance": f"{touching(boards):.2f}",
        "mean givens in regions of 2/4/6/7": "/".join(
            f"{mean_givens(boards, size):.1f}" for size in (2, 4, 6, 7)
        ),
        "easy/medium/hard/expert, %": "/".join(
            percent(names[name], len(boards)) for name in ("easy", "medium", "hard", "expert")
        ),
        **{
            f"boards needing {name}, %": percent(sum(name in each for each in used), len(boards))
            for name in ("bounds", "confined", "pair", "fillings", "chain")
        },
    }


def straight(region: Sequence[Cell]) -> bool:
    """Whether a region is one row or one column."""
    return 1 in (len({r for r, _ in region}), len({c for _, c in region}))


def block(region: Sequence[Cell]) -> bool:
    """Whether a region has four cells in a square."""
    found = set(region)
    return any({(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= found for r, c in region)


def superfluous(puzzle: Kojun) -> int:
    """Givens each of which can be dropped alone."""
    return sum(
        unique(puzzle.with_givens(replaced(puzzle.givens, cell, 0))) for cell in given_cells(puzzle)
    )


def unique(puzzle: Kojun) -> bool:
    """Whether a board has exactly one solution."""
    return len(list(islice(own(puzzle, Budget(), goal="any", seed=None), 2))) == 1


def touching(boards: Iterable[Kojun]) -> float:
    """Pairs of givens side by side, as a multiple of what random places would give."""
    found = expected = 0.0
    for board in boards:
        given, (rows, cols) = given_cells(board), board.size
        found += sum(other in given for cell in given for other in neighbours(cell, rows, cols)) / 2
        pairs, room = rows * (cols - 1) + cols * (rows - 1), rows * cols
        expected += pairs * len(given) * (len(given) - 1) / room / (room - 1)
    return found / expected


def mean_givens(boards: Iterable[Kojun], size: int) -> float:
    """The mean number of givens in the regions of a size."""
    counts = [
        sum(board.givens[r][c] > 0 for r, c in region)
        for board in boards
        for region in board.region_cells
        if len(region) == size
    ]
    return statistics.mean(counts) if counts else 0.0


def table(columns: dict[str, dict[str, str]]) -> str:
    """A Markdown table with one column for each set of figures."""
    rows = next(iter(columns.values()))
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {row} | " + " | ".join(figures[row] for figures in columns.values()) + " |"
        for row in rows
    ]
    return "\n".join(lines)


def timed(family: str, plan: Iterable[Timed]) -> str:
    """A Markdown table of CPU times, median and slowest."""
    lines = ["| size | options | median, slowest | boards |", "|---|---|---|---|"]
    for size, title, options, seeds in plan:
        side = int(size.split("x")[0])
        seconds = [cpu_seconds(partial(make, family, side, s, options)) for s in range(seeds)]
        figures = f"{statistics.median(seconds):.2f} s, {max(seconds):.2f} s"
        lines.append(f"| {size} | {title} | {figures} | {seeds} |")
    return "\n".join(lines)


def cpu_seconds(work: Callable[[], Puzzle]) -> float:
    """The CPU time of a call."""
    started = time.process_time()
    work()
    return time.process_time() - started


def kojun_section(folder: Path) -> str:
    """The tables of Kojun."""
    columns = {"published": kojun_figures(published_kojun(folder))} if folder.exists() else {}
    for name, options in RECIPES.items():
        boards = [make("kojun", side, s, options) for side in SIDES for s in range(SEEDS)]
        columns[name] = kojun_figures(boards)
        print(name, file=sys.stderr, flush=True)
    times = timed("kojun", KOJUN_TIMES)
    return f"## Kojun\n\n{table(columns)}\n\nCPU time of `generate`:\n\n{times}\n"


def published_symmetry(folder: Path) -> list[Symmetry]:
    """The published Symmetry boards."""
    path = folder / "symmetry" / "friedman-published-20.json"
    boards: list[Any] = json.loads(path.read_text())
    return [Symmetry(clues=as_rows([SIGNS[s] for s in row] for row in b["clues"])) for b in boards]


def symmetry_figures(boards: Sequence[Symmetry]) -> dict[str, str]:
    """The figures of Symmetry boards, by title."""
    clues, shapes, same, spare, total = [], [], [], 0, 0
    for board in boards:
        area = board.size[0] * board.size[1]
        (answer,) = symmetry_solutions(board, Budget())
        shown = [(r, c) for r, c in cells(*board.size) if board.clues[r][c]]
        clues.append(len(shown) / area)
        shapes.append(sum(value > 0 for row in answer.grid for value in row) / area)
        same.append(sameness(answer.grid))
        total += len(shown)
        for cell in shown:
            fewer = board.with_clues(replaced(board.clues, cell, 0))
            spare += len(list(islice(symmetry_solutions(fewer, Budget()), 2))) == 1
    names = Counter(grade_symmetry(board, Budget()).name for board in boards)
    return {
        "boards": str(len(boards)),
        "clues, % of cells (range)": f"{100 * statistics.mean(clues):.0f} "
        f"({100 * min(clues):.0f}-{100 * max(clues):.0f})",
        "shapes in the solution, % of cells (range)": f"{100 * statistics.mean(shapes):.0f} "
        f"({100 * min(shapes):.0f}-{100 * max(shapes):.0f})",
        "touching shapes that are equal, %": percent(sum(each[0] for each in same), len(same)),
        "lines with one kind of shape, %": percent(sum(each[1] for each in same), len(same)),
        "the main shape, % of shapes": percent(sum(each[2] for each in same), len(same)),
        "superfluous, % of clues": percent(spare, total),
        "easy/medium/hard/expert, %": "/".join(
            percent(names[name], len(boards)) for name in ("easy", "medium", "hard", "expert")
        ),
    }


def symmetry_section(folder: Path) -> str:
    """The tables of Symmetry."""
    columns = {}
    if folder.exists():
        columns["published"] = symmetry_figures(published_symmetry(folder))
    for name, options in SYMMETRY_RECIPES.items():
        boards = [make("symmetry", side, s, options) for side in SYMMETRY_SIDES for s in range(6)]
        columns[name] = symmetry_figures(boards)
    times = timed("symmetry", SYMMETRY_TIMES)
    return f"## Symmetry\n\n{table(columns)}\n\nCPU time of `generate`:\n\n{times}\n"


def replace_section(section: str) -> None:
    """Write a section of the page, which starts with its heading, over the one of that heading."""
    heading = section.split("\n", 1)[0]
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else HEADING
    first, *others = page.split("\n## ")
    kept = [other for other in others if f"## {other}".split("\n", 1)[0] != heading]
    sections = sorted((*kept, section.removeprefix("## ")), key=str.lower)
    text = "\n\n## ".join(part.strip() for part in (first, *sections))
    PAGE.write_text(f"{text}\n", encoding="utf-8")


def main() -> None:
    """Write the sections of Kojun, Symmetry and edge-matching, and that of many puzzles."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    make("kojun", 6, 0, {})
    replace_section(symmetry_section(folder))
    replace_section(kojun_section(folder))
    replace_section(variety_section())
    replace_section(edges_section(folder))


if __name__ == "__main__":
    main()
