"""Techniques without search: corner, only piece, only place, colour and seam."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import Deduction, Domains, EdgesBoard
from quebra.families.edges.explain.texts import (
    cell_text,
    colours_text,
    known_sides_text,
    pieces_text,
)
from quebra.grid.cells import counted, joined
from quebra.grid.ladder import DEAD_END


def nothing_fits(board: EdgesBoard, cell: int) -> Deduction | None:
    """A cell without remaining candidates."""
    if board.domains[cell]:
        return None
    words = f"no piece that is left fits {cell_text(board, cell)}{known_sides_text(board, cell)}"
    return Deduction(DEAD_END, (cell,), words)


def given(board: EdgesBoard, cell: int) -> Deduction | None:
    """The piece that a hint places in a cell."""
    for hint in board.puzzle.hints:
        if board.puzzle.cell_numbers[hint.cell] != cell or not board.domains[cell]:
            continue
        if put := board.put(cell, board.candidates.kind_of[hint.piece]):
            words = f"{cell_text(board, cell).capitalize()}: piece {hint.piece + 1} is given."
            return replace(put, technique="given", text=words)
    return None


def corner(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """A corner piece in row 1, column 1, if the whole board may be turned."""
    puzzle, domains = board.puzzle, board.domains
    turnable = puzzle.shape == "square" and puzzle.turns_freely and puzzle.rows == puzzle.cols > 1
    if not turnable or board.filled or board.solution:
        return None
    last = len(domains) - 1
    corners = (0, puzzle.cols - 1, last - puzzle.cols + 1, last)
    for kind, pieces in enumerate(board.unused):
        bits = board.candidates.of_kind[kind]
        if len(pieces) == 1 and board.candidates.exact:
            where = [cell for cell, held in enumerate(domains) if held & bits]
            put = board.put(0, kind)
            if where and set(where) <= set(corners) and 0 in where and put:
                fitting = {p for k in board.kinds_in(0) for p in board.unused[k]}
                words = _corner_words(sorted(fitting), pieces[0])
                return replace(put, technique="corner", text=words)
    return None


def _corner_words(fitting: list[int], piece: int) -> str:
    subject = f"{pieces_text(fitting).capitalize()} can lie in corners"
    return (
        f"{subject}. The board may be turned as a whole, so let piece {piece + 1} lie in row 1, "
        "column 1."
    )


def only_piece(board: EdgesBoard, cell: int) -> Deduction | None:
    """A cell with candidates of only one kind."""
    kinds = board.kinds_in(cell)
    if len(kinds) != 1 or not (put := board.put(cell, kinds[0])):
        return None
    same = board.unused[kinds[0]]
    where, sides = cell_text(board, cell), known_sides_text(board, cell)
    piece = put.placed[0][1]
    if len(same) > 1:
        words = f"Only {pieces_text(same)}, which are alike, fit {where}{sides}: take {piece + 1}."
    else:
        words = f"Only piece {piece + 1} fits {where}{sides}."
    return replace(put, technique="only piece", text=words)


def only_place(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """A kind with as many cells as pieces, if all pieces are needed."""
    if not board.candidates.exact:
        return None
    for kind, pieces in enumerate(board.unused):
        bits = board.candidates.of_kind[kind]
        cells = [c for c, held in enumerate(board.domains) if held & bits and c not in board.filled]
        if len(cells) < len(pieces):
            words = f"{pieces_text(pieces)} {'has' if len(pieces) == 1 else 'have'} no place left"
            if cells:
                words = f"{pieces_text(pieces)} have only {counted(len(cells), 'place')}"
            return Deduction(DEAD_END, tuple(cells) or _unfilled(board), words)
        if pieces and len(cells) == len(pieces) and (put := board.put(cells[0], kind)):
            words = _place_words(board, pieces, cells, put.placed[0][1])
            return replace(put, technique="only place", where=tuple(cells), text=words)
    return None


def _place_words(board: EdgesBoard, pieces: list[int], cells: list[int], piece: int) -> str:
    where = joined([cell_text(board, cell) for cell in cells])
    if len(pieces) == 1:
        return f"Piece {piece + 1} fits only {where}."
    return f"{pieces_text(pieces).capitalize()} are alike and fit only {where}."


def seam(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """Arc consistency: colours that only one cell of a seam can show, from seam to seam."""
    domains, first = [*board.domains], ""
    waiting = dict.fromkeys(range(len(domains)))
    while waiting:
        cell = next(iter(waiting))
        del waiting[cell]
        for side, there, other in board.neighbours[cell]:
            here = board.colours_in(domains[cell], side)
            beyond = board.colours_in(domains[there], other)
            if beyond <= here:
                continue
            remaining = 0
            for shade in here & beyond:
                remaining |= domains[there] & board.candidates.showing[other][shade]
            if not first and board.removed_pieces(there, remaining):
                pair = min(cell, there), max(cell, there)
                first = _seam_words(board, pair, here & beyond)
            domains[there] = remaining
            waiting[there] = None
    return _narrowed(board, domains, first) if first else None


def _narrowed(board: EdgesBoard, domains: Domains, first: str) -> Deduction:
    remaining = {cell: left for cell, left in enumerate(domains) if left != board.domains[cell]}
    losses = {
        cell: loss for cell, left in remaining.items() if (loss := board.removed_pieces(cell, left))
    }
    lost = tuple(piece for loss in losses.values() for piece in loss)
    where = tuple(losses)
    more = ""
    if len(where) > 1:
        more = f" From seam to seam this bears upon {counted(len(where), 'place')}."
    return Deduction("seam", where, f"{first}{more}", remaining, lost)


def _seam_words(board: EdgesBoard, pair: tuple[int, int], both: set[int]) -> str:
    between = f"Between {joined([cell_text(board, cell) for cell in pair])}"
    return f"{between} {f'only {colours_text(both)}' if both else 'no colour'} can meet."


def colour(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """A colour whose remaining edges are all needed beside placed pieces or the frame."""
    needed: dict[int, list[tuple[int, int]]] = {}
    for cell in _unfilled(board):
        for side, wanted in board.known_sides(cell):
            needed.setdefault(wanted, []).append((cell, side))
    left = Counter(
        shade for pieces in board.unused for piece in pieces for shade in board.puzzle.pieces[piece]
    )
    for shade in sorted(needed.keys() | left.keys()):
        asked = needed.get(shade, [])
        if found := _short(board, shade, asked, left[shade]):
            return found
        if asked and len(asked) == left[shade] and (found := _reserve(board, shade, asked)):
            return found
    return None


def _short(
    board: EdgesBoard, shade: int, asked: list[tuple[int, int]], left: int
) -> Deduction | None:
    """A dead end: a colour with too few edges, or an odd number of edges to be paired."""
    where = tuple(dict.fromkeys(cell for cell, _ in asked)) or _unfilled(board)
    if len(asked) > left:
        words = f"colour {shade} is needed {counted(len(asked), 'time')}, and {left} are left"
        return Deduction(DEAD_END, where, words)
    framed = board.puzzle.frame is not None
    if framed and board.candidates.exact and (left - len(asked)) % 2 and _settled(board):
        words = f"colour {shade} has an odd number of edges left to meet one another"
        return Deduction(DEAD_END, where, words)
    return None


def _settled(board: EdgesBoard) -> bool:
    """Whether every placed piece has a known turn, so that edges can be counted."""
    return all(not board.domains[cell] & (board.domains[cell] - 1) for cell in board.filled)


def _reserve(board: EdgesBoard, shade: int, asked: list[tuple[int, int]]) -> Deduction | None:
    places = set(asked)
    remaining = {}
    for cell in _unfilled(board):
        others = 0
        for side in range(board.puzzle.layout.sides):
            if (cell, side) not in places:
                others |= board.candidates.showing[side].get(shade, 0)
        if board.domains[cell] & others:
            remaining[cell] = board.domains[cell] & ~others
    if not remaining:
        return None
    lost = tuple(
        loss for cell, left in remaining.items() for loss in board.removed_pieces(cell, left)
    )
    words = (
        f"Colour {shade} runs out: the {counted(len(asked), 'edge')} left of it "
        f"{'is' if len(asked) == 1 else 'are'} needed where {shade} already lies open."
    )
    return Deduction("colour", tuple(dict.fromkeys(c for c, _ in asked)), words, remaining, lost)


def _unfilled(board: EdgesBoard) -> tuple[int, ...]:
    return tuple(cell for cell in range(len(board.domains)) if cell not in board.filled)
