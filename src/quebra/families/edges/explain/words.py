"""The sentences of steps, each of one idea, and their reasons."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.contract.results import MAX_WORDS
from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.model import Hint
from quebra.families.edges.names import (
    cell_name,
    cell_names,
    colour_name,
    piece_name,
    pieces_text,
    sides_text,
)
from quebra.families.edges.rules import given_text
from quebra.i18n.text import Plural, Text, any_of

Said = tuple[Text, Text]
"""A sentence, and the complete argument."""
MAX_NAMED = 2
"""The most cells that a sentence names beside its own."""
NO_OTHER = Text("Every other remaining piece has another colour on a marked side, in every turn.")
NO_OTHER_FRAMED = Text(
    "In every turn, every other remaining piece has another colour on a marked side, or grey on a "
    "side inside the board."
)
EVERYWHERE = Text(
    "In every other open cell, some side needs a colour that the piece has not there."
)
TURNED = Text("A turn of the whole board brings the piece from any corner into this one.")
KEEPS = Text("A search found a solution with this piece there. There may be others.")


def shortest_fitting(*texts: Text) -> Text:
    """The first text that is short enough, or else the last.

    >>> shortest_fitting(Text("word " * 26), Text("word"))
    'word'
    """
    return next((text for text in texts if len(text.split()) <= MAX_WORDS), texts[-1])


def _cell(board: EdgesBoard, cell: int) -> Text:
    return cell_name(board.puzzle.layout.cells[cell])


def _number(board: EdgesBoard, cell: int, candidate: int) -> Text:
    return pieces_text([board.placed(cell, candidate).piece])


def _name(board: EdgesBoard, cell: int, candidate: int) -> Text:
    """The piece by what it looks like if that is short and clear, else by its number."""
    return piece_name(board.puzzle, board.placed(cell, candidate).piece, board.unused)


def _needs(board: EdgesBoard, cell: int) -> Text | None:
    known = list(board.known_sides(cell))
    return sides_text(board.puzzle, cell, known) if known else None


def given(hint: Hint) -> Said:
    """A piece that a hint places."""
    return given_text(hint.cell, hint.piece), Text()


def nothing_fits(board: EdgesBoard, cell: int) -> Said:
    """A cell that no remaining piece fits."""
    place, needs = _cell(board, cell), _needs(board, cell)
    plain = Text("No remaining piece fits {cell}.", cell=place)
    if needs is None:
        return plain, Text()
    text = Text("No remaining piece fits {cell}, which needs {sides}.", cell=place, sides=needs)
    return shortest_fitting(text, plain), _no_other(board)


def only_piece(board: EdgesBoard, cell: int, candidate: int) -> Said:
    """A cell that only one remaining piece fits."""
    place, needs = _cell(board, cell), _needs(board, cell)
    piece = _number(board, cell, candidate)
    same = board.unused[board.kind(candidate)]
    if len(same) > 1:
        text = Text(
            "Only {pieces} fit {cell}, and they are alike.", pieces=pieces_text(same), cell=place
        )
        return text, _no_other(board)
    plain = Text("Only {piece} fits {cell}.", piece=_name(board, cell, candidate), cell=place)
    if needs is None:
        return plain, Text()
    text = Text(
        "Only {piece} fits {cell}, which needs {sides}.", piece=piece, cell=place, sides=needs
    )
    return shortest_fitting(text, plain), _no_other(board)


def _no_other(board: EdgesBoard) -> Text:
    return NO_OTHER_FRAMED if board.pairs_edges else NO_OTHER


def first_corner(board: EdgesBoard, piece: int) -> Said:
    """A corner piece in the first corner of a board that may be turned."""
    text = Text(
        "{piece} fits only corners, and the board may be turned as a whole: put it into {cell}.",
        piece=pieces_text([piece]),
        cell=_cell(board, 0),
    )
    return text, TURNED


def only_place(board: EdgesBoard, kind: int, cells: Sequence[int]) -> Said:
    """A piece, or several equal ones, for which no other cells are left."""
    pieces, places = board.unused[kind], [board.puzzle.layout.cells[cell] for cell in cells]
    if len(pieces) == 1:
        name = piece_name(board.puzzle, pieces[0], board.unused)
        return Text("{piece} fits only {cell}.", piece=name, cell=cell_name(places[0])), EVERYWHERE
    text = Text(
        "{pieces} are alike and fit only {cells}.",
        pieces=pieces_text(pieces),
        cells=cell_names(places),
    )
    plain = Text(
        "{pieces} are alike and fit only {count} cells.",
        pieces=pieces_text(pieces),
        count=len(cells),
    )
    return shortest_fitting(text, plain), EVERYWHERE


def too_few_cells(board: EdgesBoard, pieces: Sequence[int], cells: int) -> Said:
    """Pieces with fewer cells than needed."""
    text: Text = Plural(
        "{pieces} fit only {n} cell.",
        "{pieces} fit only {n} cells.",
        n=cells,
        pieces=pieces_text(pieces),
    )
    if len(pieces) == 1:
        name = piece_name(board.puzzle, pieces[0], board.unused)
        text = Text("{piece} fits no open cell.", piece=name)
    elif not cells:
        text = Text("{pieces} fit no open cell.", pieces=pieces_text(pieces))
    return text, Text()


def seam(board: EdgesBoard, cell: int, candidate: int, blocked: Sequence[int]) -> Said:
    """A cell in which anything else leaves nothing for a neighbour."""
    place, name = _cell(board, cell), _name(board, cell, candidate)
    number = _number(board, cell, candidate)
    beside = any_of(_cell(board, other) for other in blocked[:MAX_NAMED])
    texts = [
        Text(
            "{piece} goes into {cell}: anything else leaves nothing for {others}.",
            piece=piece,
            cell=place,
            others=beside,
        )
        for piece in (name, number)
    ]
    plain = Text(
        "{piece} goes into {cell}: anything else leaves nothing for a cell beside it.",
        piece=number,
        cell=place,
    )
    reason = Plural(
        "Of the pieces and turns that fit the cell, {n} other was compared with its neighbours.",
        "Of the pieces and turns that fit the cell, {n} others were compared with its neighbours.",
        n=board.domains[cell].bit_count() - 1,
    )
    chosen = texts if len(blocked) <= MAX_NAMED else []
    return shortest_fitting(*chosen, plain), reason


def all_blocked(board: EdgesBoard, cell: int) -> Said:
    """A cell in which everything leaves nothing for a neighbour."""
    text = Text(
        "Every piece that fits {cell} leaves nothing for a cell beside it.", cell=_cell(board, cell)
    )
    return text, Text()


def colour(board: EdgesBoard, cell: int, candidate: int, shade: int, needed: int) -> Said:
    """A cell for which edges of a colour are not left."""
    text: Text = Plural(
        "Only {piece} fits {cell}: the last {colour} is needed at the marked side.",
        "Only {piece} fits {cell}: "
        "the last {n} edges with {colour} are needed at the marked sides.",
        n=needed,
        piece=_number(board, cell, candidate),
        cell=_cell(board, cell),
        colour=colour_name(board.puzzle, shade),
    )
    reason = Text(
        "As many sides need {colour} as the remaining pieces have edges with it. "
        "So no other side can have this colour.",
        colour=colour_name(board.puzzle, shade),
    )
    return text, reason


def all_reserved(board: EdgesBoard, cell: int, shade: int) -> Said:
    """A cell that needs edges of a colour that are needed elsewhere."""
    text = Text(
        "Every piece that fits {cell} has {colour}, which is needed at the marked sides.",
        cell=_cell(board, cell),
        colour=colour_name(board.puzzle, shade),
    )
    return text, Text()


def too_few_edges(board: EdgesBoard, shade: int, asked: int, left: int) -> Said:
    """A colour with too few edges, or an odd number of edges to be paired."""
    name = colour_name(board.puzzle, shade)
    if asked > left:
        text: Text = Plural(
            "{n} side needs {colour}, and no remaining piece has it.",
            "{n} sides need {colour}, and the remaining pieces have it on only {left}.",
            n=asked,
            colour=name,
            left=left,
        )
    else:
        text = Text("An odd number of edges with {colour} remain to meet one another.", colour=name)
    return text, Text()


def trial(board: EdgesBoard, cell: int, candidate: int, others: int, nodes: int) -> Said:
    """A cell in which a search refutes everything else."""
    text = Text(
        "{piece} goes into {cell}: a search proves that nothing else leads to a solution.",
        piece=_number(board, cell, candidate),
        cell=_cell(board, cell),
    )
    count = Plural("{n} other way", "{n} other ways", n=others)
    reason = Plural(
        "{ways} to fill the cell failed after {n:,} placement in all.",
        "{ways} to fill the cell failed after {n:,} placements in all.",
        n=nodes,
        ways=count,
    )
    return text, reason


def all_refuted(board: EdgesBoard, cell: int) -> Said:
    """A cell in which a search refutes everything."""
    place = _cell(board, cell)
    return Text("Nothing in {cell} leads to a solution: a search proves it.", cell=place), Text()


def unfillable() -> Said:
    """A board that a search refutes."""
    return Text("The open cells cannot be filled: a search proves it."), Text()


def choice(board: EdgesBoard, cell: int, candidate: int, rival: int) -> Said:
    """A cell in which several candidates lead to solutions."""
    piece, place = _number(board, cell, candidate), _cell(board, cell)
    if board.kind(candidate) == board.kind(rival):
        text = Text(
            "{piece} leads to solutions in several turns in {cell}: take one.",
            piece=piece,
            cell=place,
        )
    else:
        text = Text(
            "Several pieces lead to solutions in {cell}: take {piece}.", piece=piece, cell=place
        )
    return text, Text("A search completed the board with this piece, and with another one.")


def search(board: EdgesBoard, cell: int, candidate: int) -> Said:
    """A piece of a solution, without proof that there is no other."""
    text = Text(
        "{piece} in {cell} keeps the board solvable: a search proves it.",
        piece=_number(board, cell, candidate),
        cell=_cell(board, cell),
    )
    return text, KEEPS
