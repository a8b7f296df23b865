"""Which puzzles are the same: other orders of pieces, other names of colours, turned or mirrored.

Colours are told apart by the company they keep on the pieces, over and over until nothing changes;
where some still look alike, each of them in turn is named first, and the least outcome counts.
There are puzzles with so many colours alike that this would take too long. Those keep the order
that such colours have; one of them under other names then counts as a different puzzle, so that a
bank may hold it twice, but no bank ever takes two puzzles for one. Pieces are not told in another
turn unless they may have any. Own code, because the licence of pynauty is the GPL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import msgspec

from quebra.contract.results import Place
from quebra.families.edges.model import Edges, Hint

EFFORT = 40_000
"""How many edges are looked at, about, before colours that look alike are left as they are."""

Names = Mapping[int, int]
Kinds = tuple[int, ...]
"""The classes of colours, edge by edge."""
Label = tuple[Kinds, tuple[int, ...], tuple[tuple[Place, Kinds], ...]]
Company = tuple[Label, Kinds]


def canonical(puzzle: Edges) -> Edges:
    """One puzzle for all that are the same.

    >>> one = Edges(rows=1, cols=2, pieces=((7, 5, 7, 7), (7, 7, 7, 5)), frame=7)
    >>> canonical(one).pieces
    ((0, 0, 0, 1), (0, 1, 0, 0))
    """
    if not _may_be_retold(puzzle):
        return puzzle
    return min(map(_named, placed_images(puzzle)), key=_rank)


def _may_be_retold(puzzle: Edges) -> bool:
    """Whether pieces can be told in other ways; those with turns of their own would be others."""
    return puzzle.turns_freely or puzzle.turns_never


def rearranged(puzzle: Edges, order: Sequence[int], turns: Sequence[int], names: Names) -> Edges:
    """The same with pieces in another order, each turned in its own way, and colours renamed.

    >>> hints = (Hint((0, 0), 0, 3),)
    >>> puzzle = Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),), rotate=True, hints=hints)
    >>> turned = rearranged(puzzle, [0], [1], {1: 1, 2: 2, 3: 3, 4: 4})
    >>> turned.pieces, turned.hints[0].turn
    (((4, 1, 2, 3),), 2)
    """
    pieces = tuple(tuple(names[c] for c in puzzle.turned(piece, turns[piece])) for piece in order)
    place = {piece: number for number, piece in enumerate(order)}
    hints = {
        Hint(hint.cell, place[hint.piece], _still_to_turn(puzzle, turns[hint.piece], hint.turn))
        for hint in puzzle.hints
    }
    return msgspec.structs.replace(
        puzzle,
        pieces=pieces,
        piece_turns=tuple(puzzle.piece_turns[piece] for piece in order if puzzle.piece_turns),
        hints=tuple(sorted(hints, key=_hint_rank)),
        frame=None if puzzle.frame is None else names[puzzle.frame],
        seams=tuple(sorted(min((a, s, b, o), (b, o, a, s)) for a, s, b, o in puzzle.seams)),
    )


def placed_images(puzzle: Edges) -> Iterator[Edges]:
    """A board of squares turned and mirrored as a whole in all ways that keep its size."""
    yield puzzle
    if puzzle.shape != "square":
        return
    yield _mirrored(puzzle)
    if puzzle.turns_freely and not puzzle.hints:
        return  # Turning the board is then nothing but turning the pieces.
    quarters = 1 if puzzle.rows == puzzle.cols else 2
    image = puzzle
    for _ in range(quarters, 4, quarters):
        for _ in range(quarters):
            image = _quarter(image)
        yield image
        yield _mirrored(image)


def _mirrored(puzzle: Edges) -> Edges:
    return msgspec.structs.replace(
        puzzle,
        pieces=tuple((up, left, down, right) for up, right, down, left in puzzle.pieces),
        rotate=_backwards(rotate) if isinstance(rotate := puzzle.rotate, tuple) else rotate,
        piece_turns=tuple(turns and _backwards(turns) for turns in puzzle.piece_turns),
        hints=tuple(
            Hint((h.cell[0], puzzle.cols - 1 - h.cell[1]), h.piece, h.turn and 4 - h.turn)
            for h in puzzle.hints
        ),
    )


def _backwards(turns: tuple[int, ...]) -> tuple[int, ...]:
    """Quarter turns as a mirror shows them."""
    return tuple(-turn % 4 for turn in turns)


def _tellings(puzzle: Edges) -> Sequence[int]:
    """The turns in which a piece may be told: all where all are allowed, or else just its own."""
    return puzzle.turns if puzzle.turns_freely else (0,)


def _quarter(puzzle: Edges) -> Edges:
    """The board after a quarter turn clockwise; each piece turns with it."""
    return msgspec.structs.replace(
        puzzle,
        rows=puzzle.cols,
        cols=puzzle.rows,
        pieces=tuple((left, up, right, down) for up, right, down, left in puzzle.pieces),
        hints=tuple(
            Hint((h.cell[1], puzzle.rows - 1 - h.cell[0]), h.piece, h.turn) for h in puzzle.hints
        ),
    )


def _named(puzzle: Edges) -> Edges:
    """The puzzle under its least names of colours, as far as these can be told."""
    first = _refined(puzzle, {c: int(c != puzzle.frame) for c in _colours(puzzle)})
    effort = max(1, EFFORT // (len(puzzle.pieces) * puzzle.layout.sides))
    leaves: list[Edges] = []
    waiting = [first]
    while waiting:
        classes = waiting.pop()
        effort -= 1
        alike = _first_alike(classes)
        if not alike:
            leaves.append(_ordered(puzzle, classes))
            continue
        if effort < len(waiting) + len(alike):
            return _ordered(puzzle, first)
        waiting += [_refined(puzzle, _set_first(classes, colour)) for colour in alike]
    return min(leaves, key=_rank)


def _refined(puzzle: Edges, classes: Names) -> Names:
    """Colours told apart by all pieces that they are on, seen from their edge."""
    hints = _hints_by_piece(puzzle)
    while True:
        company: dict[int, list[Company]] = {colour: [] for colour in classes}
        for piece, edges in enumerate(puzzle.pieces):
            label = _label(puzzle, piece, hints.get(piece, ()), classes)
            for edge, colour in enumerate(edges):
                company[colour].append((label, _view(puzzle, edges, edge, classes)))
        told = {colour: (classes[colour], tuple(sorted(company[colour]))) for colour in classes}
        order = {what: number for number, what in enumerate(sorted(set(told.values())))}
        if len(order) == len(set(classes.values())):
            return classes
        classes = {colour: order[what] for colour, what in told.items()}


def _label(puzzle: Edges, piece: int, hints: Sequence[Hint], classes: Names) -> Label:
    """What is known of a piece, whichever way it is told: its edges, and where hints put it."""

    def shown(turn: int) -> Kinds:
        return tuple(classes[colour] for colour in puzzle.turned(piece, turn))

    known = ((hint.cell, () if hint.turn is None else shown(hint.turn)) for hint in hints)
    looks = min(map(shown, _tellings(puzzle)))
    return looks, tuple(puzzle.turns_of(piece)), tuple(sorted(known))


def _view(puzzle: Edges, edges: tuple[int, ...], edge: int, classes: Names) -> Kinds:
    """The piece as one of its edges sees it."""
    if not puzzle.turns_freely:
        return (edge,)
    turns = (turn for turn in puzzle.layout.turns if turn[0] == edge)
    return min(tuple(classes[edges[e]] for e in turn) for turn in turns)


def _first_alike(classes: Names) -> list[int]:
    """The fewest colours of one class, none if all have their own."""
    groups: dict[int, list[int]] = {}
    for colour, number in sorted(classes.items()):
        groups.setdefault(number, []).append(colour)
    several = [(len(group), number) for number, group in groups.items() if len(group) > 1]
    return groups[min(several)[1]] if several else []


def _set_first(classes: Names, first: int) -> Names:
    """One colour put before all others of its class."""
    return {
        colour: 2 * number + int(number == classes[first] and colour != first)
        for colour, number in classes.items()
    }


def _ordered(puzzle: Edges, classes: Names) -> Edges:
    """The puzzle with colours named by their classes, and all pieces in their least order."""
    colours = sorted(classes, key=lambda colour: (classes[colour], colour))
    names = {c: n for n, c in enumerate(colours, start=int(puzzle.frame is None))}

    hints = _hints_by_piece(puzzle)

    def told(piece: int, turn: int) -> tuple[object, ...]:
        known = (
            (hint.cell, _turn_rank(_still_to_turn(puzzle, turn, hint.turn)))
            for hint in hints.get(piece, ())
        )
        looks = tuple(names[c] for c in puzzle.turned(piece, turn))
        return looks, tuple(puzzle.turns_of(piece)), tuple(sorted(known))

    numbers = range(len(puzzle.pieces))
    turns = [min(_tellings(puzzle), key=partial(told, piece)) for piece in numbers]
    order = sorted(numbers, key=lambda piece: told(piece, turns[piece]))
    return rearranged(puzzle, order, turns, names)


def _still_to_turn(puzzle: Edges, done: int, wanted: int | None) -> int | None:
    """How to turn a piece that was turned already, so that it lies as it was wanted."""
    turns = puzzle.layout.turns
    if wanted is None or done == 0:
        return wanted
    return next(
        more for more in puzzle.turns if tuple(turns[done][e] for e in turns[more]) == turns[wanted]
    )


def _hints_by_piece(puzzle: Edges) -> dict[int, list[Hint]]:
    found: dict[int, list[Hint]] = {}
    for hint in puzzle.hints:
        found.setdefault(hint.piece, []).append(hint)
    return found


def _colours(puzzle: Edges) -> set[int]:
    frame = set() if puzzle.frame is None else {puzzle.frame}
    return frame.union(*puzzle.pieces)


def _rank(puzzle: Edges) -> tuple[object, ...]:
    numbers = range(len(puzzle.pieces))
    turns = [tuple(puzzle.turns_of(piece)) for piece in numbers]
    return puzzle.pieces, turns, [_hint_rank(hint) for hint in puzzle.hints]


def _hint_rank(hint: Hint) -> tuple[object, ...]:
    return hint.cell, hint.piece, _turn_rank(hint.turn)


def _turn_rank(turn: int | None) -> int:
    return -1 if turn is None else turn
