"""What a person sees without trying: corners, the only piece, the only place, colours, seams."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import Board, Deduction, Domains
from quebra.families.edges.explain.wording import (
    cell_text,
    colours_text,
    needs_text,
    pieces_text,
)
from quebra.grid.cells import counted, joined
from quebra.grid.ladder import DEAD_END


def nothing_fits(board: Board, cell: int) -> Deduction | None:
    """A cell that no piece fits."""
    if board.domains[cell]:
        return None
    words = f"no piece that is left fits {cell_text(board, cell)}{needs_text(board, cell)}"
    return Deduction(DEAD_END, (cell,), words)


def given(board: Board, cell: int) -> Deduction | None:
    """A piece that a hint puts into a cell."""
    for hint in board.puzzle.hints:
        if board.puzzle.cell_numbers[hint.cell] != cell or not board.domains[cell]:
            continue
        if put := board.put(cell, board.ways.kind_of[hint.piece]):
            words = f"{cell_text(board, cell).capitalize()}: piece {hint.piece + 1} is given."
            return replace(put, technique="given", text=words)
    return None


def corner(board: Board, budget: Budget) -> Deduction | None:
    """A board that may be turned as a whole has some corner piece in any corner one likes."""
    puzzle, domains = board.puzzle, board.domains
    turnable = puzzle.shape == "square" and puzzle.turns_freely and puzzle.rows == puzzle.cols > 1
    if not turnable or board.lying or board.guide:
        return None
    last = len(domains) - 1
    corners = (0, puzzle.cols - 1, last - puzzle.cols + 1, last)
    for kind, pieces in enumerate(board.free):
        bits = board.ways.of_kind[kind]
        if len(pieces) == 1 and board.ways.exact:
            where = [cell for cell, held in enumerate(domains) if held & bits]
            put = board.put(0, kind)
            if where and set(where) <= set(corners) and 0 in where and put:
                fitting = {p for k in board.kinds_in(0) for p in board.free[k]}
                words = _corner_words(sorted(fitting), pieces[0])
                return replace(put, technique="corner", text=words)
    return None


def _corner_words(fitting: list[int], piece: int) -> str:
    who = f"{pieces_text(fitting).capitalize()} can lie in corners"
    return (
        f"{who}. The board may be turned as a whole, so let piece {piece + 1} lie in row 1, "
        "column 1."
    )


def only_piece(board: Board, cell: int) -> Deduction | None:
    """A cell for which one kind of piece is left."""
    kinds = board.kinds_in(cell)
    if len(kinds) != 1 or not (put := board.put(cell, kinds[0])):
        return None
    same = board.free[kinds[0]]
    where, needs = cell_text(board, cell), needs_text(board, cell)
    piece = put.placed[0][1]
    if len(same) > 1:
        words = f"Only {pieces_text(same)}, which are alike, fit {where}{needs}: take {piece + 1}."
    else:
        words = f"Only piece {piece + 1} fits {where}{needs}."
    return replace(put, technique="only piece", text=words)


def only_place(board: Board, budget: Budget) -> Deduction | None:
    """A kind of piece that has as many places as pieces, where all pieces are needed."""
    if not board.ways.exact:
        return None
    for kind, pieces in enumerate(board.free):
        bits = board.ways.of_kind[kind]
        cells = [c for c, held in enumerate(board.domains) if held & bits and c not in board.lying]
        if len(cells) < len(pieces):
            words = f"{pieces_text(pieces)} {'has' if len(pieces) == 1 else 'have'} no place left"
            if cells:
                words = f"{pieces_text(pieces)} have only {counted(len(cells), 'place')}"
            return Deduction(DEAD_END, tuple(cells) or _unfilled(board), words)
        if pieces and len(cells) == len(pieces) and (put := board.put(cells[0], kind)):
            words = _place_words(board, pieces, cells, put.placed[0][1])
            return replace(put, technique="only place", where=tuple(cells), text=words)
    return None


def _place_words(board: Board, pieces: list[int], cells: list[int], piece: int) -> str:
    where = joined([cell_text(board, cell) for cell in cells])
    if len(pieces) == 1:
        return f"Piece {piece + 1} fits only {where}."
    return f"{pieces_text(pieces).capitalize()} are alike and fit only {where}."


def seam(board: Board, budget: Budget) -> Deduction | None:
    """Colours that the two cells of a seam do not have in common, from seam to seam."""
    domains, first = [*board.domains], ""
    waiting = dict.fromkeys(range(len(domains)))
    while waiting:
        cell = next(iter(waiting))
        del waiting[cell]
        for side, there, other in board.beside[cell]:
            here = board.colours_in(domains[cell], side)
            beyond = board.colours_in(domains[there], other)
            if beyond <= here:
                continue
            kept = 0
            for shade in here & beyond:
                kept |= domains[there] & board.ways.showing[other][shade]
            if not first and board.loses(there, kept):
                pair = min(cell, there), max(cell, there)
                first = _seam_words(board, pair, here & beyond)
            domains[there] = kept
            waiting[there] = None
    return _narrowed(board, domains, first) if first else None


def _narrowed(board: Board, domains: Domains, first: str) -> Deduction:
    kept = {cell: left for cell, left in enumerate(domains) if left != board.domains[cell]}
    losses = {cell: loss for cell, left in kept.items() if (loss := board.loses(cell, left))}
    lost = tuple(piece for loss in losses.values() for piece in loss)
    where = tuple(losses)
    more = ""
    if len(where) > 1:
        more = f" From seam to seam this bears upon {counted(len(where), 'place')}."
    return Deduction("seam", where, f"{first}{more}", kept, lost)


def _seam_words(board: Board, pair: tuple[int, int], both: set[int]) -> str:
    between = f"Between {joined([cell_text(board, cell) for cell in pair])}"
    return f"{between} {f'only {colours_text(both)}' if both else 'no colour'} can meet."


def colour(board: Board, budget: Budget) -> Deduction | None:
    """A colour that runs out: its last edges are needed where pieces already ask for it."""
    needed: dict[int, list[tuple[int, int]]] = {}
    for cell in _unfilled(board):
        for side, wanted in board.needs(cell):
            needed.setdefault(wanted, []).append((cell, side))
    left = Counter(
        shade for pieces in board.free for piece in pieces for shade in board.puzzle.pieces[piece]
    )
    for shade in sorted(needed.keys() | left.keys()):
        asked = needed.get(shade, [])
        if found := _short(board, shade, asked, left[shade]):
            return found
        if asked and len(asked) == left[shade] and (found := _reserve(board, shade, asked)):
            return found
    return None


def _short(board: Board, shade: int, asked: list[tuple[int, int]], left: int) -> Deduction | None:
    """A colour with too few edges, or with one that can meet no other."""
    where = tuple(dict.fromkeys(cell for cell, _ in asked)) or _unfilled(board)
    if len(asked) > left:
        words = f"colour {shade} is needed {counted(len(asked), 'time')}, and {left} are left"
        return Deduction(DEAD_END, where, words)
    framed = board.puzzle.frame is not None
    if framed and board.ways.exact and (left - len(asked)) % 2 and _settled(board):
        words = f"colour {shade} has an odd number of edges left to meet one another"
        return Deduction(DEAD_END, where, words)
    return None


def _settled(board: Board) -> bool:
    """Whether no piece that lies on the board may still be turned, so that edges can be counted."""
    return all(not board.domains[cell] & (board.domains[cell] - 1) for cell in board.lying)


def _reserve(board: Board, shade: int, asked: list[tuple[int, int]]) -> Deduction | None:
    places = set(asked)
    kept = {}
    for cell in _unfilled(board):
        strangers = 0
        for side in range(board.puzzle.layout.sides):
            if (cell, side) not in places:
                strangers |= board.ways.showing[side].get(shade, 0)
        if board.domains[cell] & strangers:
            kept[cell] = board.domains[cell] & ~strangers
    if not kept:
        return None
    lost = tuple(loss for cell, left in kept.items() for loss in board.loses(cell, left))
    words = (
        f"Colour {shade} runs out: the {counted(len(asked), 'edge')} left of it "
        f"{'is' if len(asked) == 1 else 'are'} needed where {shade} already lies open."
    )
    return Deduction("colour", tuple(dict.fromkeys(c for c, _ in asked)), words, kept, lost)


def _unfilled(board: Board) -> tuple[int, ...]:
    return tuple(cell for cell in range(len(board.domains)) if cell not in board.lying)
