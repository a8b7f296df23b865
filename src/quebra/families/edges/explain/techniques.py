"""Techniques without search: corner, only piece, only place, colour and seam."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import Deduction, Domains, EdgesBoard
from quebra.families.edges.names import (
    MAX_COLOURS,
    cell_name,
    cell_names,
    colour_name,
    pieces_text,
    sides_text,
)
from quebra.families.edges.rules import given_text
from quebra.grid.ladder import DEAD_END
from quebra.i18n.text import Plural, Text, any_of, sentences


def nothing_fits(board: EdgesBoard, cell: int) -> Deduction | None:
    """A cell without remaining candidates."""
    if board.domains[cell]:
        return None
    name = cell_name(board.puzzle.layout.cells[cell])
    text = sentences(
        Text("No remaining piece fits {cell}.", cell=name), _known_sides_text(board, cell)
    )
    return Deduction(DEAD_END, (cell,), text)


def _known_sides_text(board: EdgesBoard, cell: int) -> Text:
    """A sentence about the colours that the frame and neighbours determine, if any."""
    known = list(board.known_sides(cell))
    if not known:
        return Text()
    return Text("The cell needs {sides}.", sides=sides_text(board.puzzle, cell, known))


def given(board: EdgesBoard, cell: int) -> Deduction | None:
    """The piece that a hint places in a cell."""
    for hint in board.puzzle.hints:
        if board.puzzle.cell_numbers[hint.cell] != cell or not board.domains[cell]:
            continue
        if put := board.put(cell, board.candidates.kind_of[hint.piece]):
            text = given_text(hint.cell, hint.piece)
            return replace(put, technique="given", text=text)
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
                text = Text(
                    "Piece {piece} fits only corners. The board may be turned as a whole, so put "
                    "it into {cell}.",
                    piece=pieces[0] + 1,
                    cell=cell_name((0, 0)),
                )
                return replace(put, technique="corner", text=text)
    return None


def only_piece(board: EdgesBoard, cell: int) -> Deduction | None:
    """A cell with candidates of only one kind."""
    kinds = board.kinds_in(cell)
    if len(kinds) != 1 or not (put := board.put(cell, kinds[0])):
        return None
    same = board.unused[kinds[0]]
    where, piece = cell_name(board.puzzle.layout.cells[cell]), put.placed[0][1] + 1
    text = Text("Only piece {piece} fits {cell}.", piece=piece, cell=where)
    if len(same) > 1:
        text = Text(
            "Only {pieces} fit {cell}. They are alike: take piece {piece}.",
            pieces=pieces_text(same),
            cell=where,
            piece=piece,
        )
    text = sentences(text, _known_sides_text(board, cell))
    return replace(put, technique="only piece", text=text)


def only_place(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """A kind with as many cells as pieces, if all pieces are needed."""
    if not board.candidates.exact:
        return None
    for kind, pieces in enumerate(board.unused):
        bits = board.candidates.of_kind[kind]
        cells = [c for c, held in enumerate(board.domains) if held & bits and c not in board.filled]
        if len(cells) < len(pieces):
            return Deduction(
                DEAD_END, tuple(cells) or _unfilled(board), _too_few_cells(pieces, len(cells))
            )
        if pieces and len(cells) == len(pieces) and (put := board.put(cells[0], kind)):
            places = [board.puzzle.layout.cells[cell] for cell in cells]
            text = Text(
                "Piece {piece} fits only {cell}.", piece=pieces[0] + 1, cell=cell_name(places[0])
            )
            if len(pieces) > 1:
                text = Text(
                    "{pieces} are alike and fit only {cells}.",
                    pieces=pieces_text(pieces),
                    cells=cell_names(places),
                )
            return replace(put, technique="only place", where=tuple(cells), text=text)
    return None


def _too_few_cells(pieces: list[int], cells: int) -> Text:
    if len(pieces) == 1:
        return Text("Piece {piece} fits no cell.", piece=pieces[0] + 1)
    if not cells:
        return Text("{pieces} fit no cell.", pieces=pieces_text(pieces))
    return Plural(
        "{pieces} fit only {n} cell.",
        "{pieces} fit only {n} cells.",
        n=cells,
        pieces=pieces_text(pieces),
    )


def seam(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """Arc consistency: colours that only one cell of a seam can show, from seam to seam."""
    domains, first = [*board.domains], Text()
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
                first = _seam_text(board, pair, here & beyond)
            domains[there] = remaining
            waiting[there] = None
    return _narrowed(board, domains, first) if first else None


def _narrowed(board: EdgesBoard, domains: Domains, first: Text) -> Deduction:
    remaining = {cell: left for cell, left in enumerate(domains) if left != board.domains[cell]}
    losses = {
        cell: loss for cell, left in remaining.items() if (loss := board.removed_pieces(cell, left))
    }
    lost = tuple(piece for loss in losses.values() for piece in loss)
    where = tuple(losses)
    more = Text()
    if len(where) > 1:
        more = Text("From seam to seam, this narrows {count} cells.", count=len(where))
    return Deduction("seam", where, sentences(first, more), remaining, lost)


def _seam_text(board: EdgesBoard, pair: tuple[int, int], both: set[int]) -> Text:
    one, other = (cell_name(board.puzzle.layout.cells[cell]) for cell in pair)
    if not both:
        return Text("Between {one} and {other}, no colours match.", one=one, other=other)
    colours = any_of(colour_name(board.puzzle, colour) for colour in sorted(both))
    if len(both) > MAX_COLOURS:
        colours = Text("{count} colours", count=len(both))
    return Text(
        "Between {one} and {other}, only {colours} can meet.", one=one, other=other, colours=colours
    )


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
        text: Text = Plural(
            "{n} side needs {colour}, and no remaining piece has it.",
            "{n} sides need {colour}, and the remaining pieces have it on only {left}.",
            n=len(asked),
            colour=colour_name(board.puzzle, shade),
            left=left,
        )
        return Deduction(DEAD_END, where, text)
    framed = board.puzzle.frame is not None
    if framed and board.candidates.exact and (left - len(asked)) % 2 and _settled(board):
        text = Text(
            "An odd number of edges with {colour} remain to meet one another.",
            colour=colour_name(board.puzzle, shade),
        )
        return Deduction(DEAD_END, where, text)
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
    text = Plural(
        "The last edge with {colour} is needed beside a placed piece or the frame. No other side "
        "can have this colour.",
        "The last {n} edges with {colour} are needed beside placed pieces or the frame. No other "
        "side can have this colour.",
        n=len(asked),
        colour=colour_name(board.puzzle, shade),
    )
    return Deduction("colour", tuple(dict.fromkeys(c for c, _ in asked)), text, remaining, lost)


def _unfilled(board: EdgesBoard) -> tuple[int, ...]:
    return tuple(cell for cell in range(len(board.domains)) if cell not in board.filled)
