"""The canonical form under reordered pieces, renamed colours, rotations and reflections.

Colours are divided into classes by colour refinement: by the pieces that they occur on, repeated
until nothing changes. Of each class with ties, every colour is tried first, and the least result
is taken. If that takes too long, tied colours keep their order: equivalent puzzles may then have
different forms, but different puzzles never have the same. Pieces are rotated only if they may
have any turn. pynauty is not used, because its licence is the GPL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import msgspec

from quebra.contract.results import Place
from quebra.families.edges.model import Edges, Hint

EFFORT = 40_000
"""About how many edges are visited before ties between colours are left unresolved."""

Names = Mapping[int, int]
"""The new name, or the class, of each colour."""
Classes = tuple[int, ...]
"""The classes of the colours of edges."""
Label = tuple[Classes, tuple[int, ...], tuple[tuple[Place, Classes], ...]]
"""The colours of a piece, its turns, and its hints."""
Context = tuple[Label, Classes]
"""What surrounds an edge: the label of its piece, and the colours seen from the edge."""


def canonical(puzzle: Edges) -> Edges:
    """The canonical form of a puzzle.

    >>> one = Edges(rows=1, cols=2, pieces=((7, 5, 7, 7), (7, 7, 7, 5)), frame=7)
    >>> canonical(one).pieces
    ((0, 0, 0, 1), (0, 1, 0, 0))
    """
    if not puzzle.turns_freely and not puzzle.turns_never:
        return puzzle  # pieces with turns of their own cannot be rewritten
    return min(map(_with_least_names, placed_images(puzzle)), key=_rank)


def rearranged(puzzle: Edges, order: Sequence[int], turns: Sequence[int], names: Names) -> Edges:
    """The puzzle with pieces reordered and turned, and colours renamed.

    >>> hints = (Hint((0, 0), 0, 3),)
    >>> puzzle = Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),), rotate=True, hints=hints)
    >>> turned = rearranged(puzzle, [0], [1], {1: 1, 2: 2, 3: 3, 4: 4})
    >>> turned.pieces, turned.hints[0].turn
    (((4, 1, 2, 3),), 2)
    """
    pieces = tuple(tuple(names[c] for c in puzzle.turned(piece, turns[piece])) for piece in order)
    place = {piece: number for number, piece in enumerate(order)}
    hints = {
        Hint(hint.cell, place[hint.piece], _remaining_turn(puzzle, turns[hint.piece], hint.turn))
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
    """The images of a board of squares under rotations and reflections that keep its size."""
    yield puzzle
    if puzzle.shape != "square":
        return
    yield _mirrored(puzzle)
    if puzzle.turns_freely and not puzzle.hints:
        return  # rotating the board only rotates the pieces
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
    """Quarter turns after a reflection."""
    return tuple(-turn % 4 for turn in turns)


def _equivalent_turns(puzzle: Edges) -> Sequence[int]:
    """The turns in which a piece can be written: all if all are allowed, else only its own."""
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


def _with_least_names(puzzle: Edges) -> Edges:
    """The puzzle with the least names of colours, within the effort."""
    first = _refined(puzzle, {c: int(c != puzzle.frame) for c in _colours(puzzle)})
    effort = max(1, EFFORT // (len(puzzle.pieces) * puzzle.layout.sides))
    leaves: list[Edges] = []
    waiting = [first]
    while waiting:
        classes = waiting.pop()
        effort -= 1
        tied = _smallest_tied_class(classes)
        if not tied:
            leaves.append(_ordered(puzzle, classes))
            continue
        if effort < len(waiting) + len(tied):
            return _ordered(puzzle, first)
        waiting += [_refined(puzzle, _set_first(classes, colour)) for colour in tied]
    return min(leaves, key=_rank)


def _refined(puzzle: Edges, classes: Names) -> Names:
    """The classes of colours refined until stable, by the pieces seen from each edge."""
    hints = _hints_by_piece(puzzle)
    while True:
        contexts: dict[int, list[Context]] = {colour: [] for colour in classes}
        for piece, edges in enumerate(puzzle.pieces):
            label = _label(puzzle, piece, hints.get(piece, ()), classes)
            for edge, colour in enumerate(edges):
                contexts[colour].append((label, _view(puzzle, edges, edge, classes)))
        key = {colour: (classes[colour], tuple(sorted(contexts[colour]))) for colour in classes}
        order = {what: number for number, what in enumerate(sorted(set(key.values())))}
        if len(order) == len(set(classes.values())):
            return classes
        classes = {colour: order[what] for colour, what in key.items()}


def _label(puzzle: Edges, piece: int, hints: Sequence[Hint], classes: Names) -> Label:
    """A label of a piece that does not depend on its turn: colours, turns and hints."""

    def shown(turn: int) -> Classes:
        return tuple(classes[colour] for colour in puzzle.turned(piece, turn))

    known = ((hint.cell, () if hint.turn is None else shown(hint.turn)) for hint in hints)
    colours = min(map(shown, _equivalent_turns(puzzle)))
    return colours, tuple(puzzle.turns_of(piece)), tuple(sorted(known))


def _view(puzzle: Edges, edges: tuple[int, ...], edge: int, classes: Names) -> Classes:
    """The colours of a piece relative to one of its edges."""
    if not puzzle.turns_freely:
        return (edge,)
    turns = (turn for turn in puzzle.layout.turns if turn[0] == edge)
    return min(tuple(classes[edges[e]] for e in turn) for turn in turns)


def _smallest_tied_class(classes: Names) -> list[int]:
    """The colours of the smallest class with several colours; empty if there is none."""
    groups: dict[int, list[int]] = {}
    for colour, number in sorted(classes.items()):
        groups.setdefault(number, []).append(colour)
    several = [(len(group), number) for number, group in groups.items() if len(group) > 1]
    return groups[min(several)[1]] if several else []


def _set_first(classes: Names, first: int) -> Names:
    """The classes with one colour before all others of its class."""
    return {
        colour: 2 * number + int(number == classes[first] and colour != first)
        for colour, number in classes.items()
    }


def _ordered(puzzle: Edges, classes: Names) -> Edges:
    """The puzzle with colours named by their classes and pieces in their least order."""
    colours = sorted(classes, key=lambda colour: (classes[colour], colour))
    names = {c: n for n, c in enumerate(colours, start=int(puzzle.frame is None))}

    hints = _hints_by_piece(puzzle)

    def key(piece: int, turn: int) -> tuple[object, ...]:
        known = (
            (hint.cell, _turn_rank(_remaining_turn(puzzle, turn, hint.turn)))
            for hint in hints.get(piece, ())
        )
        colours = tuple(names[c] for c in puzzle.turned(piece, turn))
        return colours, tuple(puzzle.turns_of(piece)), tuple(sorted(known))

    numbers = range(len(puzzle.pieces))
    turns = [min(_equivalent_turns(puzzle), key=partial(key, piece)) for piece in numbers]
    order = sorted(numbers, key=lambda piece: key(piece, turns[piece]))
    return rearranged(puzzle, order, turns, names)


def _remaining_turn(puzzle: Edges, done: int, wanted: int | None) -> int | None:
    """The turn of an already turned piece that gives the wanted turn."""
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
