"""Edge-matching: placements a second, time to a first board, and matched seams over time.

Run as `python bench/edges_exact.py FOLDER` with a folder of boards as pieces text (`rows cols`, and
then `up right down left` for each piece, 0 being the frame). Without one, boards are made from
seeds. `--limit` is the CPU time of one search, `--seeds` how many seeds the best effort has, and
`--write` writes docs/papers/edge-matching-exact.md, which lists boards by size and colours.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from pathlib import Path
from statistics import mean, median

from edges_exact_study import (
    Boards,
    centred,
    first_board,
    made_boards,
    read_boards,
    score_over_time,
    shuffled,
    speed,
    warm_up,
)
from quebra.families.edges.model import Edges

PAGE = Path(__file__).parents[1] / "docs" / "papers" / "edge-matching-exact.md"
ENGINES = ("portfolio", "cpsat")
SMALL = 64
"""Unsolved boards of more cells are measured by their matched seams."""

INTRODUCTION = """
# Edge-matching, solved exactly

`python bench/edges_exact.py FOLDER --write` measures all this again and writes this page, on boards
that lie in a folder. Pieces may be turned, and there is a frame. Each search has {limit:g} seconds
of CPU time, which does not depend on what else a machine does.

Equal pieces that change places make no other solution, and neither does a turn that leaves a piece
looking the same: `unique` means one solution in this sense. Boards that are one another turned as a
whole are several solutions, unless `--up-to-symmetry` is said; one of them is searched for, and the
others are its rotations. The backtracker fills cell by cell in a fixed order, and two cells at once
when a search takes long and pairs of pieces are few; the portfolio lets it race CP-SAT. The same
pieces in another order may take many times as long.

The same seed gives the same boards in the same order, on every machine: the backtracker shares long
searches between two threads and sorts what they find, and the portfolio lets its engines take
turns, measured by the work they do. Without a seed the first to find a board hands it over, which
is sooner. With the goal `matched`, time decides what is found, and a seed repeats nothing.

Large boards are a matter of patience. This keeps the best board in a file, which is whole at every
moment, and goes on from there the next time; it is refused for any other puzzle:

```
quebra solve board.txt --goal matched --time 600 --keep best.json
quebra check board.txt best.json
```
"""
SPEED = """
## Placements

How many pieces one core places in a plain scan of rows, in millions a CPU second:
"""
FIRST = """
## The first board

CPU seconds until a board is found, the median over {shuffles} of the pieces. The portfolio has two
threads, so that it takes half as long on two cores. `-` is nothing within the limit:
"""
BEST = """
## Seams that match

Boards that were not solved: how many seams match after each number of CPU seconds of one thread, on
average over {seeds}, with one piece in the centre fixed. In brackets the best of them.
"""


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, help="boards as pieces text")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds for one search")
    parser.add_argument("--seeds", type=int, default=3, help="seeds of the best effort")
    parser.add_argument("--shuffles", type=int, default=1, help="orders of the pieces")
    parser.add_argument("--centre", type=int, help="the piece in the centre, from 0")
    parser.add_argument("--only", default="", help="boards whose names have this in them")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    chosen = parser.parse_args()
    boards = dict(read_boards(chosen.folder) if chosen.folder else made_boards())
    boards = {name: board for name, board in boards.items() if chosen.only in name}
    parts = page(boards, chosen)
    if chosen.write:
        PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    else:
        for part in parts:
            print(part, end="\n\n", flush=True)


def page(boards: Boards, chosen: argparse.Namespace) -> Iterator[str]:
    """The parts of the page, as they are measured."""
    warm_up(next(iter(boards.values())))
    yield INTRODUCTION.format(limit=chosen.limit).strip()
    yield SPEED.strip()
    names = labels(boards)
    yield _table(
        ["board", "M a second"],
        ([names[name], f"{speed(board):.0f}"] for name, board in boards.items()),
    )
    yield FIRST.format(shuffles=_counted(chosen.shuffles, "order")).strip()
    runs = {
        name: [
            [first_board(shuffled(board, seed), engine, chosen.limit) for engine in ENGINES]
            for seed in range(chosen.shuffles)
        ]
        for name, board in boards.items()
    }
    yield _table(
        ["board", *ENGINES],
        ([names[name], *map(_median, zip(*found, strict=True))] for name, found in runs.items()),
    )
    unsolved = [
        name
        for name, found in runs.items()
        if len(boards[name].pieces) > SMALL
        and all(seconds == inf for both in found for seconds in both)
    ]
    if unsolved:
        yield BEST.format(seeds=_counted(chosen.seeds, "seed")).strip()
        yield _best(boards, names, unsolved, chosen)


def labels(boards: Boards) -> dict[str, str]:
    """Each board by its size and colours, and a letter where that is not enough."""
    plain = {name: _label(board) for name, board in boards.items()}
    same: dict[str, list[str]] = {}
    for name, label in plain.items():
        same.setdefault(label, []).append(name)
    return {
        name: label if len(same[label]) == 1 else f"{label}, {'abcdefgh'[same[label].index(name)]}"
        for name, label in plain.items()
    }


def _label(board: Edges) -> str:
    colours = {colour for piece in board.pieces for colour in piece} - {board.frame}
    return f"{board.rows}x{board.cols}, {len(colours)} colours"


def _median(times: Sequence[float]) -> str:
    middle = median(times)
    return "-" if middle == inf else f"{middle:.1f}"


def _best(
    boards: Boards, names: dict[str, str], unsolved: Sequence[str], chosen: argparse.Namespace
) -> str:
    rows = []
    marks: list[float] = []
    for name in unsolved:
        board = centred(boards[name], chosen.centre)
        scores = [score_over_time(board, seed, chosen.limit) for seed in range(chosen.seeds)]
        marks = list(scores[0])
        cells = [
            f"{mean(s[mark] for s in scores):.1f} ({max(s[mark] for s in scores)})"
            for mark in marks
        ]
        rows.append([names[name], str(len(board.layout.seams)), *cells])
    return _table(["board", "seams", *(f"{mark:g} s" for mark in marks)], rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    ruled = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in ruled)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


if __name__ == "__main__":
    main()
