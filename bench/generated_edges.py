"""Generated edge-matching boards in figures: a section of `docs/generated-boards.md`.

Run as `python bench/generated_edges.py [FOLDER]`, with the folder of the published sets; the
default is `../shared/data`. It takes some minutes, and rewrites its section of the page.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from quebra.contract.errors import NotFound
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges import Edges, family
from quebra.families.edges.explain import grade
from quebra.families.edges.formats.pieces import read_pieces
from quebra.families.edges.symmetry.canonical import canonical
from quebra.service.verbs import make_puzzle

FOLDER = Path(__file__).parents[2] / "shared" / "data"
PAGE = Path(__file__).parents[1] / "docs" / "generated-boards.md"
TITLE = "## Edge-matching"
SETS = {
    "brendan-6x6": (6, 5, 3),
    "brendan-7x7": (7, 6, 3),
    "brendan-8x8": (8, 8, 3),
    "brendan-10x10": (10, 10, 4),
    "meta2010-12x12": (12, 12, 4),
    "eternity2-16x16": (16, 17, 5),
}
"""Published sets: side, colours inside and along the frame."""
Recipe = tuple[tuple[int, int] | None, dict[str, object], str | None]
"""Size, options and preset."""
UNIQUE: dict[str, Recipe] = {
    **{f"{n}x{n}": ((n, n), {"unique": True}, None) for n in (3, 4, 5, 6, 7, 8, 10, 12, 16)},
    **{
        f"{n}x{n}, {c} colours": ((n, n), {"unique": True, "colours": c}, None)
        for n, c in ((4, 4), (5, 6), (6, 7), (7, 9), (8, 11), (8, 10))
    },
    "8x8, 10 colours, 4 hints": ((8, 8), {"unique": True, "colours": 10, "hints": 4}, None),
    "4x4x4 cubes": ((4, 4), {"unique": True, "shape": "cube"}, None),
    "5x5 hexagons": ((5, 5), {"unique": True, "shape": "hexagon"}, None),
    "6 rows of triangles": ((6, 6), {"unique": True, "shape": "triangle"}, None),
}
THOUSAND: dict[str, Recipe] = {
    "first": (None, {}, "first"),
    "daily": (None, {}, "daily"),
    "tetravex": (None, {}, "tetravex"),
    "5x5 hard": ((5, 5), {"unique": True, "grade": "hard"}, None),
    "5x5 expert": ((5, 5), {"unique": True, "grade": "expert"}, None),
    "6x6 easy": ((6, 6), {"unique": True, "grade": "easy"}, None),
    "4x5": ((4, 5), {"unique": True}, None),
    "5x5, 5 colours, 4 hints": ((5, 5), {"unique": True, "colours": 5, "hints": 4}, None),
    "3x4 hexagons": ((3, 4), {"unique": True, "shape": "hexagon"}, None),
    "4 rows of triangles": ((4, 4), {"unique": True, "shape": "triangle"}, None),
}
EACH, SAMPLE = 100, 10
"""Boards of each recipe of the thousand, and every how many-th goes to the second engine."""


def make(recipe: Recipe, seed: int) -> Edges:
    """A generated board."""
    size, options, preset = recipe
    puzzle = make_puzzle("edges", size, seed, options, Budget(), preset)
    assert isinstance(puzzle, Edges)
    return puzzle


def set_figures(puzzle: Edges) -> tuple[str, ...]:
    """How often colours are used inside and along the frame, and pieces that are alike."""
    edges = Counter(colour for piece in puzzle.pieces for colour in piece)
    along = {c for p in puzzle.pieces for k, c in enumerate(p) if 0 in (p[k - 1], p[(k + 1) % 4])}
    uses = [
        [edges[colour] for colour in edges if (colour in along) == at_frame and colour]
        for at_frame in (False, True)
    ]
    kinds = Counter(
        min(puzzle.turned(piece, turn) for turn in range(4)) for piece in range(len(puzzle.pieces))
    )
    symmetric = sum(piece == piece[2:] + piece[:2] for piece in puzzle.pieces)
    spread = [f"{len(each)}: {min(each)}-{max(each)}" for each in uses]
    return (*spread, str(len(puzzle.pieces) - len(kinds)), str(symmetric))


def sets_table(folder: Path) -> str:
    """Published sets beside generated ones of the same size and number of colours."""
    lines = [
        "| set | colours inside: uses | along the frame: uses | equal pieces | symmetric pieces |",
        "|---|---|---|---|---|",
    ]
    for name, (side, inner, along) in SETS.items():
        path = folder / "edges" / f"{name}.txt"
        if path.exists():
            lines.append(row(name, *set_figures(read_pieces(path.read_text()))))
        recipe: Recipe = (side, side), {"colours": inner, "frame_colours": along}, None
        lines.append(row(f"generated {side}x{side}", *set_figures(make(recipe, 1))))
    return "\n".join(lines)


def row(*cells: object) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def times_table(recipes: dict[str, Recipe], seeds: int) -> str:
    """CPU seconds of each recipe, with the number of colours of the boards."""
    lines = ["| board | colours | median, slowest | made |", "|---|---|---|---|"]
    for name, recipe in recipes.items():
        seconds, colours = [], []
        for seed in range(seeds):
            started = time.process_time()
            try:
                colours.append(len(make(recipe, seed).motifs))
            except NotFound as error:
                print(name, error, file=sys.stderr)
            seconds.append(time.process_time() - started)
        spread = f"{min(colours)}-{max(colours)}" if colours else "-"
        figures = f"{statistics.median(seconds):.2f} s, {max(seconds):.2f} s"
        lines.append(row(name, spread, figures, f"{len(colours)} of {seeds}"))
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def is_unique(puzzle: Edges) -> bool:
    """Whether CP-SAT proves that there is one solution, apart from turns of the board."""
    outcome = solve(family, puzzle, engine="cpsat", count=2, up_to_symmetry=True)
    return outcome.status == "unique"


def thousand_table() -> str:
    """A thousand boards by recipe: doubles, the grades asked for, and the second engine."""
    lines = [
        "| boards | made | different | grade as asked | one solution by CP-SAT | CPU a board |",
        "|---|---|---|---|---|---|",
    ]
    everything: set[Edges] = set()
    for name, recipe in THOUSAND.items():
        started = time.process_time()
        boards = [make(recipe, seed) for seed in range(EACH)]
        seconds = (time.process_time() - started) / EACH
        forms = set(map(canonical, boards))
        everything |= forms
        sample = boards[::SAMPLE]
        lines.append(
            row(
                name,
                len(boards),
                len(forms),
                graded_as_asked(recipe, boards),
                f"{sum(map(is_unique, sample))} of {len(sample)}",
                f"{seconds:.3f} s",
            )
        )
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join((*lines, row("all", EACH * len(THOUSAND), len(everything), "", "", "")))


def graded_as_asked(recipe: Recipe, boards: Iterable[Edges]) -> str:
    """How many boards have the grade of the recipe."""
    _, options, preset = recipe
    wanted = (family.generate.presets[preset].options if preset else options).get("grade")
    if wanted is None:
        return "-"
    return str(sum(grade(board, Budget()).name == wanted for board in boards))


def edges_section(folder: Path) -> str:
    """The tables of edge-matching."""
    presets: dict[str, Recipe] = {name: (None, {}, name) for name in family.generate.presets}
    make((None, {"unique": True}, None), 0)
    parts = (
        TITLE,
        sets_table(folder),
        "CPU time of the presets:",
        times_table(presets, 10),
        "CPU time of `--unique`. Unless a number of colours is given, it grows until there is "
        "a proof:",
        times_table(UNIQUE, 10),
        "A thousand boards with `--unique`. Boards are different if their canonical forms are; "
        f"every {SAMPLE}th is solved by CP-SAT, a second engine:",
        thousand_table(),
    )
    return "\n\n".join(parts) + "\n"


def replace_section(page: str, section: str) -> str:
    """The page with a new text of this section, which is at the end if it was not there."""
    if TITLE not in page:
        return f"{page.rstrip()}\n\n{section}"
    before, _, after = page.partition(TITLE)
    _, mark, others = after.partition("\n## ")
    return f"{before}{section}{mark}{others}"


def main() -> None:
    """Rewrite the section of the page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replace_section(page, edges_section(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
