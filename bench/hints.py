"""Hints: the median and the 95 % quantile of their CPU time, by family and size.

Run as `python bench/hints.py kojun symmetry`; without families, all are measured. `--write` puts
the table of each family into `docs/hints.md`.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from quebra.contract.errors import Cut, NotFound
from quebra.contract.family import GRADES
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import families
from quebra.engine.budget import Budget
from quebra.engine.search import search
from quebra.play import Game, hint, moves_for, new_game
from quebra.service.verbs import generate

PAGE = Path(__file__).parents[1] / "docs" / "hints.md"
GENERATE_SECONDS = 20.0
"""The limit for a board of a grade."""
PLAY_SECONDS = 10.0
"""The limit of a hint on the page."""
SIZES: dict[str, tuple[str | None, ...]] = {
    "kojun": ("6x6", "8x8", "10x10", "14x14", "20x20"),
    "symmetry": ("6x6", "8x8", "10x10", "12x12"),
    "shisen": ("4x6", "6x6", "6x10", "8x18"),
    "edges": ("3x3", "4x4", "6x6", "8x8"),
    "tangram": (None,),
}
"""The sizes to measure; None is for puzzles without rows and columns."""
BOARDS = 8
POSITIONS = 8
"""Boards of each size, and positions of each game."""
MAX_STEPS = 2_000
"""Steps after which a game is not played on."""


def boards(family: str, size: str | None, count: int) -> Iterator[Puzzle]:
    """New boards, of each grade in turn; where a grade is not found in time, of any."""
    for seed in range(count):
        grade = GRADES[seed % len(GRADES)]
        try:
            yield generate(family, size, seed=seed, grade=grade, time=GENERATE_SECONDS)
        except (Cut, NotFound):
            yield generate(family, size, seed=seed)


def positions(puzzle: Puzzle, count: int) -> list[Game]:
    """Games at even distances from the start almost to the solution."""
    games = list(_games(new_game(puzzle)))
    unsolved = [game for game in games if not game.solved]
    return [unsolved[i * len(unsolved) // count] for i in range(min(count, len(unsolved)))]


def _games(game: Game) -> Iterator[Game]:
    """The game after each move: by the steps with pencil marks, else by the moves of a solution."""
    yield game
    if not game.has_marks:
        solution = next(search(game.family, game.puzzle, Budget()))
        for move in game.play.moves_to(game.puzzle, game.attempt, solution):
            game = game.move(move)
            yield game
        return
    steps = game.family.explain.steps(game.puzzle, None, Budget())
    for _, step in zip(range(MAX_STEPS), steps, strict=False):
        for move in moves_for(game, step, Budget()):
            game = game.move(move)
        yield game


def cpu_seconds(game: Game) -> float:
    """The CPU time of a hint in a game, within the limit of the page."""
    start = time.process_time()
    hint(game, Budget(PLAY_SECONDS))
    return time.process_time() - start


def measure(family: str, size: str | None, count: int) -> str:
    """A row of the table: size, number of hints, median, 95 % quantile and maximum."""
    games = [game for board in boards(family, size, count) for game in positions(board, POSITIONS)]
    cpu_seconds(games[0])  # imports and compilation
    times = sorted(1000 * cpu_seconds(game) for game in games)
    median, late = statistics.median(times), times[int(0.95 * (len(times) - 1))]
    name = size or "any"
    return f"| {name} | {len(times)} | {median:.0f} ms | {late:.0f} ms | {times[-1]:.0f} ms |"


def write(family: str, table: str) -> None:
    """Put a table between the two markers of its family on the page."""
    text = PAGE.read_text(encoding="utf-8")
    between = re.compile(rf"(<!-- {family} -->\n).*?(<!-- /{family} -->)", re.DOTALL)
    found, count = between.subn(lambda match: f"{match[1]}\n{table}\n\n{match[2]}", text)
    if count != 1:
        raise SystemExit(f"{PAGE.name} has no place for {family}")
    PAGE.write_text(found, encoding="utf-8")


def main() -> None:
    """Print the table of each family, and write it with `--write`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    parser.add_argument("--boards", type=int, default=BOARDS, help="boards of each size")
    parser.add_argument("--sizes", nargs="+", help="sizes to measure instead of the usual ones")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/hints.md")
    options = parser.parse_args()
    known = [family.name for family in families() if family.name in SIZES]
    for family in options.families or known:
        rows = ["| size | hints | median | 95 % | slowest |", "|---|---|---|---|---|"]
        print(f"{family}\n" + "\n".join(rows), flush=True)
        for size in options.sizes or SIZES[family]:
            rows.append(measure(family, size, options.boards))
            print(rows[-1], flush=True)
        if options.write:
            write(family, "\n".join(rows))


if __name__ == "__main__":
    main()
