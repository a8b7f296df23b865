"""Techniques without search: each finds all placements that follow from one idea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from quebra.contract.results import Technique
from quebra.families.edges.explain import words
from quebra.families.edges.explain.board import Deduction, EdgesBoard, Side
from quebra.grid.candidates import bits
from quebra.grid.ladder import DEAD_END
from quebra.i18n.text import Text

GIVEN, CORNER, RIM, ONLY_PIECE, ONLY_PLACE, COLOUR, SEAM = (
    Technique(Text("given"), 1, Text("A piece that is given.")),
    Technique(Text("corner"), 1, Text("Only one piece fits a corner, or the board may be turned.")),
    Technique(Text("rim"), 1, Text("Only one piece fits a cell at the frame.")),
    Technique(Text("only piece"), 1, Text("Only one piece fits a cell.")),
    Technique(Text("only place"), 2, Text("A piece fits only one cell.")),
    Technique(Text("colour"), 2, Text("The last edges of a colour are all needed elsewhere.")),
    Technique(Text("seam"), 2, Text("Any other piece leaves nothing for a cell beside it.")),
)
SEAM_CANDIDATES = 12
"""The most candidates of a cell for which `seam` is used."""


def nothing_fits(board: EdgesBoard) -> Iterator[Deduction]:
    """A cell without remaining candidates."""
    for cell in board.open:
        if not board.domains[cell]:
            sides = tuple((cell, side) for side, _ in board.known_sides(cell))
            said = partial(words.nothing_fits, board, cell)
            yield Deduction(DEAD_END, (cell,), said, sides=sides)


def given(board: EdgesBoard) -> Iterator[Deduction]:
    """The pieces that hints place, once their turn is known."""
    for hint in board.puzzle.hints:
        cell = board.puzzle.cell_numbers[hint.cell]
        candidate = board.only_candidate(cell)
        if cell not in board.filled and candidate is not None:
            said = partial(words.given, hint)
            yield Deduction(GIVEN.name, (cell,), said, candidate)


def corner(board: EdgesBoard) -> Iterator[Deduction]:
    """The only piece of a corner, or a corner piece if the whole board may be turned."""
    if found := list(_only(board, CORNER, lambda cell: board.rim_sides[cell] > 1)):
        yield from found
    elif first := _first_corner(board):
        yield first


def rim(board: EdgesBoard) -> Iterator[Deduction]:
    """The only piece of a cell with one side at the frame."""
    return _only(board, RIM, lambda cell: board.rim_sides[cell] == 1)


def only_piece(board: EdgesBoard) -> Iterator[Deduction]:
    """The only piece of a cell inside."""
    return _only(board, ONLY_PIECE, lambda cell: board.rim_sides[cell] == 0)


def _only(
    board: EdgesBoard, technique: Technique, wanted: Callable[[int], bool]
) -> Iterator[Deduction]:
    for cell in board.open:
        candidate = board.only_candidate(cell)
        if candidate is not None and wanted(cell):
            sides = tuple((cell, side) for side, _ in board.known_sides(cell))
            said = partial(words.only_piece, board, cell, candidate)
            yield Deduction(technique.name, (cell,), said, candidate, sides)


def _first_corner(board: EdgesBoard) -> Deduction | None:
    """A piece that fits only corners in row 1, column 1, if the whole board may be turned."""
    puzzle, domains = board.puzzle, board.domains
    turnable = puzzle.shape == "square" and puzzle.turns_freely and puzzle.rows == puzzle.cols > 1
    if not turnable or board.filled or puzzle.hints or not board.candidates.exact:
        return None
    for kind, pieces in enumerate(board.unused):
        mask = board.candidates.of_kind[kind]
        where = [cell for cell, held in enumerate(domains) if held & mask]
        here = domains[0] & mask
        is_placed = len(pieces) == 1 and here and not here & (here - 1)
        if is_placed and all(board.rim_sides[cell] > 1 for cell in where):
            said = partial(words.first_corner, board, pieces[0])
            sides = tuple((0, side) for side, _ in board.known_sides(0))
            return Deduction(CORNER.name, (0,), said, here.bit_length() - 1, sides)
    return None


def only_place(board: EdgesBoard) -> Iterator[Deduction]:
    """A kind with as many cells as pieces, if all pieces are needed."""
    if not board.candidates.exact:
        return
    for kind, pieces in enumerate(board.unused):
        mask = board.candidates.of_kind[kind]
        cells = [cell for cell in board.open if board.domains[cell] & mask]
        if len(cells) < len(pieces):
            where = tuple(cells) or tuple(board.open)
            said = partial(words.too_few_cells, board, pieces, len(cells))
            yield Deduction(DEAD_END, where, said)
        elif pieces and len(cells) == len(pieces):
            for cell in cells:
                here = board.domains[cell] & mask
                if not here & (here - 1):
                    others = tuple(other for other in cells if other != cell)
                    said = partial(words.only_place, board, kind, cells)
                    candidate = here.bit_length() - 1
                    yield Deduction(ONLY_PLACE.name, (cell, *others), said, candidate)


def seam(board: EdgesBoard) -> Iterator[Deduction]:
    """A cell in which every candidate but one leaves nothing for a neighbour."""
    for cell in board.open:
        if not 1 < board.domains[cell].bit_count() <= SEAM_CANDIDATES:
            continue
        refuted = {
            each: board.refuting_neighbours(cell, each) for each in bits(board.domains[cell])
        }
        right = [candidate for candidate, cells in refuted.items() if not cells]
        blocked = tuple(dict.fromkeys(cells[0] for cells in refuted.values() if cells))
        if not right:
            yield Deduction(DEAD_END, (cell, *blocked), partial(words.all_blocked, board, cell))
        elif len(right) == 1:
            said = partial(words.seam, board, cell, right[0], blocked)
            yield Deduction(SEAM.name, (cell, *blocked), said, right[0])


def colour(board: EdgesBoard) -> Iterator[Deduction]:
    """A cell with one candidate besides those with edges that are all needed elsewhere."""
    needed: dict[int, list[Side]] = {}
    for cell in board.open:
        for side, wanted in board.known_sides(cell):
            needed.setdefault(wanted, []).append((cell, side))
    left = Counter(
        shade for pieces in board.unused for piece in pieces for shade in board.puzzle.pieces[piece]
    )
    for shade in sorted(needed.keys() | left.keys()):
        asked = needed.get(shade, [])
        is_odd = board.pairs_edges and (left[shade] - len(asked)) % 2
        if len(asked) > left[shade] or is_odd:
            where = tuple(dict.fromkeys(cell for cell, _ in asked)) or tuple(board.open)
            said = partial(words.too_few_edges, board, shade, len(asked), left[shade])
            yield Deduction(DEAD_END, where, said, sides=tuple(asked))
        elif asked and len(asked) == left[shade]:
            yield from _reserved(board, shade, tuple(asked))


def _reserved(board: EdgesBoard, shade: int, asked: tuple[Side, ...]) -> Iterator[Deduction]:
    """The placements that follow if no side but those asked for has a colour."""
    for cell in board.open:
        others = 0
        for side in range(board.puzzle.layout.sides):
            if (cell, side) not in asked:
                others |= board.candidates.showing[side].get(shade, 0)
        left = board.domains[cell] & ~others
        if left == board.domains[cell] or left & (left - 1):
            continue
        if not left:
            said = partial(words.all_reserved, board, cell, shade)
            yield Deduction(DEAD_END, (cell,), said, sides=asked)
            continue
        candidate = left.bit_length() - 1
        said = partial(words.colour, board, cell, candidate, shade, len(asked))
        yield Deduction(COLOUR.name, (cell,), said, candidate, asked)
