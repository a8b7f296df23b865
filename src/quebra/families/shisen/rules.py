"""The rules of Shisen-Sho: checks answers round by round without any solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from itertools import pairwise, takewhile
from typing import NamedTuple

from quebra.contract.errors import BadInput
from quebra.contract.family import Goal, Rules
from quebra.contract.results import Change, Progress, Violation
from quebra.families.shisen.model import Clearing, Move, Shisen, TilePair
from quebra.families.shisen.paths import path_cells
from quebra.families.shisen.standing import StandingTiles
from quebra.grid.cells import Cell, cells_in_words, in_words
from quebra.i18n.text import Plural, Text

MAX_SEGMENTS = 3
MAX_NAMED = 5
"""Cells that a sentence lists."""

ROUNDS = Text(
    "The moves of a round happen at once: a path needs cells that were empty before the round."
)
FALL = Text(
    "With gravity, tiles fall after each move. Every tile above an empty cell moves down its "
    "column until it rests on another tile or on the bottom."
)
FALL_ROUNDS = Text(
    "Before the first move nothing falls. A round has one move, and its places are those at "
    "the time of the move."
)
TEXTS = (
    Text("Two tiles of one kind go together when a path joins them."),
    Text(
        "A path has at most three straight segments. It runs over empty cells, and over the margin "
        "of one cell around the board."
    ),
    ROUNDS,
    Text("Clear the board. The best answer takes each tile as early as possible."),
    FALL,
    FALL_ROUNDS,
)

VIOLATIONS = {
    "pair": Text("two tiles that are not of one kind"),
    "gone": Text("a tile that is no longer there, or never was"),
    "path": Text("a path that does not lead from tile to tile in straight lines"),
    "turns": Text("a path of more than three segments"),
    "blocked": Text("a path over a tile, or no free path at all"),
    "same-round": Text(
        "a path over a tile that goes in the same round, or with gravity a second move in a round"
    ),
    "left": Text("tiles that are left at the end"),
}


CLEARED, VALID_MOVES = Text("cleared"), Text("valid moves")
"""The parts of the progress."""


def check(puzzle: Shisen, answer: Clearing) -> tuple[Violation, ...]:
    """The violations of an answer; empty if it is right.

    >>> board = Shisen(board=(("A", "B", "A"), (None, "B", None)))
    >>> bad = Clearing(rounds=((Move(pair=((0, 0), (0, 2)), path=((0, 0), (0, 2))),),))
    >>> [violation.code for violation in check(board, bad)]
    ['blocked', 'left']
    """
    faulty, left = _replayed(puzzle, answer)
    violations = [violation for found in faulty for violation in found]
    if left.cells:
        text = Plural("{n:,} tile is left.", "{n:,} tiles are left.", n=len(left.cells))
        violations.append(Violation("left", tuple(sorted(left.cells)), text))
    return tuple(violations)


def progress(puzzle: Shisen, answer: Clearing) -> Progress:
    """The share of tiles that are gone, times the share of valid moves.

    >>> board = Shisen(board=(("A", "A", "B", "B"),))
    >>> progress(board, Clearing(rounds=((Move(pair=((0, 0), (0, 1))),),))).value
    0.5
    """
    faulty, left = _replayed(puzzle, answer)
    cleared = 1 - len(left.cells) / len(puzzle.tiles)
    fine = sum(not found for found in faulty) / len(faulty) if faulty else 1.0
    return Progress(cleared * fine, ((CLEARED, cleared), (VALID_MOVES, fine)))


def sum_of_rounds(puzzle: Shisen, answer: Clearing) -> int:
    """The sum over all tiles of the rounds in which they go."""
    return sum(2 * number for number, _ in answer.moves)


def number_of_rounds(puzzle: Shisen, answer: Clearing) -> int:
    """The number of rounds of an answer."""
    return len(answer.rounds)


GOALS: dict[str, Goal[Shisen, Clearing]] = {
    "sum": Goal(Text("the smallest sum of rounds"), "less", sum_of_rounds),
    "rounds": Goal(
        Text("the fewest rounds, and the smallest sum among those"),
        "less",
        number_of_rounds,
        tie_break=sum_of_rounds,
    ),
}


def change_agrees(answer: Clearing, change: Change[TilePair]) -> bool:
    """Whether a change, a pair that goes together or does not, agrees with an answer.

    With gravity, a change is a move at its turn.
    """
    wanted, turn = {*change.value.cells}, change.value.turn
    paired = any(
        {*move.pair} == wanted and turn in (None, n) for n, (_, move) in enumerate(answer.moves)
    )
    return paired == (change.action == "place")


class Round(NamedTuple):
    """A round of an answer: each move with its violations, and the tiles that go."""

    number: int
    moves: tuple[tuple[Move, tuple[Violation, ...]], ...]
    gone: Set[Cell]


def replay(puzzle: Shisen, answer: Clearing) -> Iterator[Round]:
    """The rounds of an answer with their violations; rounds without moves are left out.

    A move with a wrong path is still made, so that one fault is reported only once. With gravity,
    each move is a round of its own, which may have the number of the one before.

    >>> board = Shisen(board=(("A", "A", "B", "B"),))
    >>> answer = Clearing(rounds=((Move(pair=((0, 0), (0, 1))),),))
    >>> [sorted(played.gone) for played in replay(board, answer)]
    [[(0, 0), (0, 1)]]
    """
    standing = StandingTiles(puzzle)
    for number, moves in enumerate(answer.rounds):
        if puzzle.gravity:
            for nth, move in enumerate(moves):
                yield _judged(standing, number, (move,), late=nth > 0)
        elif moves:
            yield _judged(standing, number, moves)


def _judged(
    standing: StandingTiles, number: int, moves: tuple[Move, ...], late: bool = False
) -> Round:
    """The moves of a round with their violations; their tiles are removed."""
    size, cells = standing.puzzle.size, standing.cells
    gone: set[Cell] = set()
    wrong_pairs = []
    for move in moves:
        _admit_cells(size, move, number)
        wrong = tuple(_pair_violations(standing, move, number, gone))
        wrong_pairs.append(wrong)
        if not wrong:
            gone.update(move.pair)
    judged = tuple(
        (
            move,
            wrong
            or (*_late(move, number, late), *_path_violations(size, move, number, cells, gone)),
        )
        for move, wrong in zip(moves, wrong_pairs, strict=True)
    )
    standing.remove(gone)
    return Round(number, judged, gone)


def _late(move: Move, number: int, late: bool) -> Iterator[Violation]:
    if late:
        text = Text("Round {n}: with gravity, a round has one move.", n=number)
        yield Violation("same-round", move.pair, text)


def _replayed(
    puzzle: Shisen, answer: Clearing
) -> tuple[list[tuple[Violation, ...]], StandingTiles]:
    """The violations of each move, and the remaining tiles."""
    left = StandingTiles(puzzle)
    faulty = []
    for played in replay(puzzle, answer):
        faulty += [wrong for _, wrong in played.moves]
        left.remove(played.gone)
    return faulty, left


def _admit_cells(size: tuple[int, int], move: Move, number: int) -> None:
    rows, cols = size
    for r, c in move.pair:
        if not (0 <= r < rows and 0 <= c < cols):
            raise BadInput(
                Text(
                    "Round {n}: {cell} is not on the board of {rows} x {cols} cells.",
                    n=number,
                    cell=in_words((r, c)),
                    rows=rows,
                    cols=cols,
                )
            )


def _pair_violations(
    standing: StandingTiles, move: Move, number: int, gone: Set[Cell]
) -> Iterator[Violation]:
    missing = tuple(cell for cell in move.pair if cell not in standing.cells or cell in gone)
    if missing:
        text = Text(
            "Round {n}: there is no tile at {cells}.", n=number, cells=cells_in_words(missing)
        )
        yield Violation("gone", missing, text)
    elif move.pair[0] == move.pair[1]:
        cell = in_words(move.pair[0])
        text = Text("Round {n}: the tile at {cell} is paired with itself.", n=number, cell=cell)
        yield Violation("pair", move.pair[:1], text)
    elif len({*map(standing.kind, move.pair)}) > 1:
        pair = cells_in_words(move.pair)
        text = Text("Round {n}: the tiles at {cells} are not of one kind.", n=number, cells=pair)
        yield Violation("pair", move.pair, text)


def _path_violations(
    size: tuple[int, int], move: Move, number: int, standing: Set[Cell], going: Set[Cell]
) -> Iterator[Violation]:
    if not move.path:
        if not _can_be_joined(size, move.pair, standing):
            pair = cells_in_words(move.pair)
            text = Text("Round {n}: no free path joins the tiles at {cells}.", n=number, cells=pair)
            yield Violation("blocked", move.pair, text)
        return
    path = Text(
        "the path from {start} to {end}", start=in_words(move.pair[0]), end=in_words(move.pair[1])
    )
    if not _within(size, move.path):
        text = Text("Round {n}: {path} leaves the board and its margin.", n=number, path=path)
        yield Violation("path", move.pair, text)
    elif not _is_connected(move):
        text = Text(
            "Round {n}: {path} does not join these tiles in straight lines.", n=number, path=path
        )
        yield Violation("path", move.pair, text)
    elif (segments := _segments(move.path)) > MAX_SEGMENTS:
        text = Text(
            "Round {n}: {path} has {segments:,} segments, more than three.",
            n=number,
            path=path,
            segments=segments,
        )
        yield Violation("turns", move.pair, text)
    else:
        on = tuple(cell for cell in tuple(path_cells(move.path))[1:-1] if cell in standing)
        yield from _blocked_violations(move, on, going, number, path)


def _blocked_violations(
    move: Move, on: tuple[Cell, ...], going: Set[Cell], number: int, path: Text
) -> Iterator[Violation]:
    if staying := tuple(cell for cell in on if cell not in going):
        text = Plural(
            "Round {round}: {path} is blocked by a tile at {cells}.",
            "Round {round}: {path} is blocked by tiles at {cells}.",
            n=len(staying),
            round=number,
            path=path,
            cells=_some_cells(staying),
        )
        yield Violation("blocked", (*move.pair, *staying), text)
    elif on:
        text = Plural(
            "Round {round}: {path} runs over a tile at {cells}, which goes in the same round.",
            "Round {round}: {path} runs over tiles at {cells}, which go in the same round.",
            n=len(on),
            round=number,
            path=path,
            cells=_some_cells(on),
        )
        yield Violation("same-round", (*move.pair, *on), text)


def _some_cells(cells: tuple[Cell, ...]) -> Text:
    first, more = cells_in_words(cells[:MAX_NAMED]), len(cells) - MAX_NAMED
    return first if more <= 0 else Text("{items} and {n} more", items=first, n=more)


def _within(size: tuple[int, int], path: tuple[Cell, ...]) -> bool:
    rows, cols = size
    return all(-1 <= r <= rows and -1 <= c <= cols for r, c in path)


def _is_connected(move: Move) -> bool:
    """Whether a path joins the tiles of its pair along rows and columns."""
    straight = all((r == to_r) != (c == to_c) for (r, c), (to_r, to_c) in pairwise(move.path))
    return straight and {move.path[0], move.path[-1]} == set(move.pair)


def _segments(path: tuple[Cell, ...]) -> int:
    """The number of straight segments of a path; turning back begins another one."""
    headings = [_heading(a, b) for a, b in pairwise(path)]
    return 1 + sum(a != b for a, b in pairwise(headings))


def _heading(start: Cell, end: Cell) -> Cell:
    (r, c), (to_r, to_c) = start, end
    return (to_r > r) - (to_r < r), (to_c > c) - (to_c < c)


def _can_be_joined(size: tuple[int, int], pair: tuple[Cell, Cell], tiles: Set[Cell]) -> bool:
    """Whether a free path of three segments joins a pair, its middle along a column or a row."""

    def taken(r: int, c: int) -> bool:
        return (r, c) in tiles and (r, c) not in pair

    (r, c), (to_r, to_c) = pair
    rows, cols = size
    return _crosses((r, c), (to_r, to_c), cols, taken) or _crosses(
        (c, r), (to_c, to_r), rows, lambda c, r: taken(r, c)
    )


def _crosses(start: Cell, end: Cell, cols: int, taken: Callable[[int, int], bool]) -> bool:
    """Whether both cells, each along its row, reach a column that is free between the rows."""
    (r, c), (to_r, to_c) = start, end

    def reach(row: int, col: int) -> set[int]:
        right = takewhile(lambda k: not taken(row, k), range(col, cols + 1))
        left = takewhile(lambda k: not taken(row, k), range(col, -2, -1))
        return {*right, *left}

    between = range(min(r, to_r) + 1, max(r, to_r))
    return any(
        not any(taken(row, col) for row in between) for col in reach(r, c) & reach(to_r, to_c)
    )


RULES = Rules(
    summary=Text(
        "clear pairs of tiles along paths of at most three segments, as early as possible"
    ),
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
    variants={
        ROUNDS: lambda puzzle: not puzzle.gravity,
        FALL: lambda puzzle: puzzle.gravity,
        FALL_ROUNDS: lambda puzzle: puzzle.gravity,
    },
)
