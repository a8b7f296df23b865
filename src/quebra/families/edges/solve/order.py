"""Orders in which a search fills the cells."""

from __future__ import annotations

from quebra.contract.random import Source
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.domains import Candidates, Domains

Order = list[int]

FULL_LINES = 11 / 16
"""The share of lines that `rows_then_columns` fills line by line."""


def fixed_first(order: Order, candidates: Candidates, domains: Domains) -> Order:
    """The order with cells that allow only one kind of piece moved to the front."""

    def is_open(cell: int) -> bool:
        some = candidates.all[domains[cell].bit_length() - 1]
        return not domains[cell] or bool(domains[cell] & ~candidates.of_kind[some.kind])

    return sorted(order, key=is_open)


def row_scan(puzzle: Edges) -> Order:
    """Row by row, from left to right."""
    return list(range(len(puzzle.layout.cells)))


def usual_order(puzzle: Edges, domains: Domains, source: Source | None = None) -> Order:
    """Line by line along the shorter side of a grid of squares, else `tightest_first`."""
    if puzzle.shape == "square":
        return short_scan(puzzle, source)
    return tightest_first(puzzle, domains, source)


def short_scan(puzzle: Edges, source: Source | None = None) -> Order:
    """Line by line along the shorter side, from a corner that the source chooses."""
    down, back, across = (source.below(2) for _ in range(3)) if source else (0, 0, 0)
    by_rows = puzzle.cols < puzzle.rows or (puzzle.cols == puzzle.rows and not across)

    def place(cell: int) -> tuple[int, int]:
        r, c = divmod(cell, puzzle.cols)
        r, c = (-r if down else r), (-c if back else c)
        return (r, c) if by_rows else (c, r)

    return sorted(row_scan(puzzle), key=place)


def tightest_first(puzzle: Edges, domains: Domains, source: Source | None = None) -> Order:
    """Next is always a cell with the most known sides, of these the one reached first."""
    beyond = puzzle.layout.neighbours
    known = [0] * len(beyond)
    noise = [source.below(1 << 16) if source else 0 for _ in beyond]
    reached: dict[int, int] = {}
    waiting = set(range(len(beyond)))
    order: Order = []

    def rank(cell: int) -> tuple[int, ...]:
        age = reached.get(cell, len(beyond))
        return -known[cell], age, domains[cell].bit_count(), noise[cell], cell

    while waiting:
        order.append(cell := min(waiting, key=rank))
        waiting.remove(cell)
        for _, other, _ in beyond[cell]:
            known[other] += 1
            reached.setdefault(other, len(order))
    return order


def rows_then_columns(puzzle: Edges, source: Source) -> Order:
    """Most lines one by one, then the last lines together column by column.

    So border pieces are used up slowly. The lines run along the shorter side, from the end with
    more of the hints.
    """
    by_rows = puzzle.cols < puzzle.rows or (puzzle.cols == puzzle.rows and source.below(2) == 0)
    lines, width = (puzzle.rows, puzzle.cols) if by_rows else (puzzle.cols, puzzle.rows)
    hinted = [hint.cell[0 if by_rows else 1] for hint in puzzle.hints]
    low = sum(2 * line < lines for line in hinted)
    upwards = 2 * low < len(hinted) or (2 * low == len(hinted) and source.below(2) == 0)
    back = source.below(2)
    ahead = [lines - 1 - i if upwards else i for i in range(lines)]
    across = [width - 1 - i if back else i for i in range(width)]
    full = round(lines * FULL_LINES)
    places = [(line, i) for line in ahead[:full] for i in across]
    places += [(line, i) for i in across for line in ahead[full:]]
    return [r * puzzle.cols + c for r, c in (p if by_rows else p[::-1] for p in places)]
