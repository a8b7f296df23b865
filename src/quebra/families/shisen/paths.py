"""Paths between two tiles: at most three straight segments on the board and its margin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import pairwise, repeat

from quebra.families.shisen.model import Shisen
from quebra.grid.cells import Cell


@dataclass(frozen=True, slots=True)
class Path:
    """A path by its ends and corners, and the tiles on it between its ends.

    A dominated path is never needed, because another one is free whenever it is.
    """

    corners: tuple[Cell, ...]
    tiles: frozenset[Cell]
    dominated: bool = False


def paths(puzzle: Shisen, start: Cell, end: Cell) -> tuple[Path, ...]:
    """All paths that join two cells, the straightest and shortest first.

    >>> board = Shisen(board=(("A", "B", "A"), ("B", None, None)))
    >>> for path in paths(board, (0, 0), (0, 2))[:3]:
    ...     print(path.corners, sorted(path.tiles), path.dominated)
    ((0, 0), (0, 2)) [(0, 1)] True
    ((0, 0), (-1, 0), (-1, 2), (0, 2)) [] False
    ((0, 0), (1, 0), (1, 2), (0, 2)) [(1, 0)] True
    """
    found = sorted(set(_routes(puzzle.size, start, end)), key=_length)
    tiles = [_tiles_on(puzzle, route) for route in found]
    return tuple(
        Path(route, on, _dominated(i, tiles))
        for i, (route, on) in enumerate(zip(found, tiles, strict=True))
    )


def needed_paths(puzzle: Shisen, start: Cell, end: Cell) -> tuple[Path, ...]:
    """The paths that are not dominated; a pair can go if and only if one of them is free."""
    return tuple(path for path in paths(puzzle, start, end) if not path.dominated)


def free_path(puzzle: Shisen, start: Cell, end: Cell, standing: Set[Cell]) -> tuple[Cell, ...]:
    """The path over no standing tile with the fewest turns, then the shortest; may be empty.

    >>> board = Shisen(board=(("A", "B", "A"), ("B", None, None)))
    >>> free_path(board, (0, 1), (1, 0), board.tiles.keys())
    ((0, 1), (1, 1), (1, 0))
    """
    routes = sorted(set(_routes(puzzle.size, start, end)), key=_length)
    return next((route for route in routes if _is_free(route, standing)), ())


def joined_tiles(puzzle: Shisen, start: Cell, standing: Set[Cell]) -> set[Cell]:
    """The tiles of any kind to which a free path leads from this one.

    >>> board = Shisen(board=(("A", "B"), ("B", "A"), ("C", "C")))
    >>> sorted(joined_tiles(board, (0, 0), board.tiles.keys()))
    [(0, 1), (1, 0), (2, 0)]
    """
    rows, cols = puzzle.size
    found: set[Cell] = set()

    def along(cells: set[Cell], down: int, right: int) -> set[Cell]:
        """These cells and the free cells in line with them; adds the tiles at the ends."""
        spread = set(cells)
        for r, c in cells:
            for direction in (1, -1):
                to_r, to_c = r + direction * down, c + direction * right
                while (
                    -1 <= to_r <= rows
                    and -1 <= to_c <= cols
                    and (to_r, to_c) not in standing
                    and (to_r, to_c) not in spread
                ):
                    spread.add((to_r, to_c))
                    to_r, to_c = to_r + direction * down, to_c + direction * right
                if (to_r, to_c) in standing:
                    found.add((to_r, to_c))
        return spread

    along(along(along({start}, 0, 1), 1, 0), 0, 1)
    along(along(along({start}, 1, 0), 0, 1), 1, 0)
    return found - {start}


def path_cells(corners: tuple[Cell, ...]) -> Iterator[Cell]:
    """The cells of a path in order, with its ends.

    >>> list(path_cells(((0, 0), (0, 2), (1, 2))))
    [(0, 0), (0, 1), (0, 2), (1, 2)]
    """
    yield corners[0]
    for (r, c), (to_r, to_c) in pairwise(corners):
        if r == to_r:
            direction = 1 if to_c > c else -1
            yield from zip(repeat(r), range(c + direction, to_c + direction, direction))
        else:
            direction = 1 if to_r > r else -1
            yield from zip(range(r + direction, to_r + direction, direction), repeat(c))


def shortest(routes: Iterable[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """The route with the fewest turns, then the shortest; empty if there is none.

    >>> shortest([((0, 0), (-1, 0), (-1, 2), (0, 2)), ((0, 0), (0, 1), (0, 1), (0, 2))])
    ((0, 0), (0, 2))
    """
    straight = (corners for route in routes for corners in _straightened(*route))
    return min(straight, key=_length, default=())


def _is_free(corners: tuple[Cell, ...], standing: Set[Cell]) -> bool:
    ends = (corners[0], corners[-1])
    return all(cell not in standing or cell in ends for cell in path_cells(corners))


def _routes(size: tuple[int, int], start: Cell, end: Cell) -> Iterator[tuple[Cell, ...]]:
    """Routes with a middle segment along each column and each row of the board and its margin."""
    rows, cols = size
    (r, c), (to_r, to_c) = start, end
    for middle in range(-1, cols + 1):
        yield from _straightened(start, (r, middle), (to_r, middle), end)
    for middle in range(-1, rows + 1):
        yield from _straightened(start, (middle, c), (middle, to_c), end)


def _straightened(*points: Cell) -> Iterator[tuple[Cell, ...]]:
    """The route without redundant corners; yields nothing if it turns back on itself."""
    corners: list[Cell] = []
    for point in points:
        if corners and corners[-1] == point:
            continue
        if len(corners) > 1 and (turn := _turn(corners[-2], corners[-1], point)) != "corner":
            if turn == "back":
                return
            corners.pop()
        corners.append(point)
    yield tuple(corners)


def _turn(before: Cell, at: Cell, after: Cell) -> str:
    (r0, c0), (r1, c1), (r2, c2) = before, at, after
    ahead = (r1 - r0) * (r2 - r1) + (c1 - c0) * (c2 - c1)
    return "corner" if ahead == 0 else "straight" if ahead > 0 else "back"


def _length(corners: tuple[Cell, ...]) -> tuple[int, int, tuple[Cell, ...]]:
    length = sum(abs(r - to_r) + abs(c - to_c) for (r, c), (to_r, to_c) in pairwise(corners))
    return len(corners), length, corners


def _tiles_on(puzzle: Shisen, corners: tuple[Cell, ...]) -> frozenset[Cell]:
    return frozenset(filter(puzzle.tiles.__contains__, path_cells(corners))).difference(
        (corners[0], corners[-1])
    )


def _dominated(index: int, tiles: list[frozenset[Cell]]) -> bool:
    """Whether another path has a subset of the tiles, or an earlier one the same tiles."""
    mine = tiles[index]
    return any(other < mine or (other == mine and i < index) for i, other in enumerate(tiles))
