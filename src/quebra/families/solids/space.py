"""Cells in space, the turns of a cube, and bodies written as layers of text.

A cell is (x, y, z): x runs along a row, y down the rows, z up the layers. A turn is a word of
quarter turns about these axes, made from left to right; with a leading `m` the body is mirrored
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

Cell = tuple[int, int, int]
Body = tuple[Cell, ...]
"""Cells in ascending order."""
Frame = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""For each new coordinate, the old axis and the sign that it comes from."""

SAME: Frame = ((0, 1), (1, 1), (2, 1))
_MIRROR: Frame = ((0, -1), (1, 1), (2, 1))
_QUARTERS: dict[str, Frame] = {
    "x": ((0, 1), (2, -1), (1, 1)),
    "y": ((2, 1), (1, 1), (0, -1)),
    "z": ((1, -1), (0, 1), (2, 1)),
}
MIRRORED = "m"
LETTERS = frozenset("xyz")
BAR = "|"
"""Divides the rows of a layer."""
STEPS: dict[str, Cell] = {
    "+x": (1, 0, 0),
    "-x": (-1, 0, 0),
    "+y": (0, 1, 0),
    "-y": (0, -1, 0),
    "+z": (0, 0, 1),
    "-z": (0, 0, -1),
}
"""The six directions by name."""


def combined(first: Frame, then: Frame) -> Frame:
    """The turn that makes one turn after another.

    >>> combined(TURNS["x"], TURNS["xxx"]) == SAME
    True
    """
    (a, s), (b, t), (c, u) = then
    return (
        (first[a][0], first[a][1] * s),
        (first[b][0], first[b][1] * t),
        (first[c][0], first[c][1] * u),
    )


def _words() -> dict[str, Frame]:
    """The shortest word of each of the 24 turns, in order of length, then of the alphabet."""
    found, level = {"": SAME}, [""]
    while level:
        longer = [word + letter for word in level for letter in "xyz"]
        level = []
        for word in longer:
            frame = combined(found[word[:-1]], _QUARTERS[word[-1]])
            if frame not in found.values():
                found[word] = frame
                level.append(word)
    return found


TURNS: dict[str, Frame] = _words()
"""The 24 turns by their words."""
MIRRORS: dict[str, Frame] = {
    MIRRORED + word: combined(_MIRROR, turn) for word, turn in TURNS.items()
}
"""The 24 turns after a reflection."""
FRAMES: dict[str, Frame] = {**TURNS, **MIRRORS}
_WORD_OF = {frame: word for word, frame in FRAMES.items()}


def word_of(frame: Frame) -> str:
    """The word of a turn."""
    return _WORD_OF[frame]


def frame_of(word: str) -> Frame | None:
    """The turn of any word, None for what is no word.

    >>> word_of(frame_of("xxxxy"))
    'y'
    """
    letters = word.removeprefix(MIRRORED)
    if not LETTERS.issuperset(letters):
        return None
    frame = _MIRROR if letters != word else SAME
    for letter in letters:
        frame = combined(frame, _QUARTERS[letter])
    return frame


def turned(cells: Iterable[Cell], frame: Frame) -> list[Cell]:
    """The cells after a turn about the origin."""
    (a, s), (b, t), (c, u) = frame
    return [(cell[a] * s, cell[b] * t, cell[c] * u) for cell in cells]


def shifted(cells: Iterable[Cell], by: Cell) -> list[Cell]:
    """The cells moved by a vector."""
    dx, dy, dz = by
    return [(x + dx, y + dy, z + dz) for x, y, z in cells]


def corner(cells: Iterable[Cell]) -> Cell:
    """The least coordinates."""
    xs, ys, zs = zip(*cells, strict=True)
    return min(xs), min(ys), min(zs)


def normalised(cells: Sequence[Cell]) -> Body:
    """The body moved so that its least coordinates are 0, in ascending order."""
    x, y, z = corner(cells)
    return tuple(sorted(shifted(cells, (-x, -y, -z))))


@lru_cache(maxsize=100_000)
def turned_body(body: Body, word: str) -> Body:
    """A body after a turn, with least coordinates 0."""
    return normalised(turned(body, FRAMES[word]))


def orientations(body: Body, words: Iterable[str]) -> dict[Body, str]:
    """The distinct bodies that turns make, each with the first word that makes it.

    >>> len(orientations(((0, 0, 0), (1, 0, 0)), TURNS))
    3
    """
    found: dict[Body, str] = {}
    for word in words:
        found.setdefault(turned_body(body, word), word)
    return found


def size_of(cells: Iterable[Cell]) -> Cell:
    """The extent of a body with least coordinates 0, along x, y and z."""
    xs, ys, zs = zip(*cells, strict=True)
    return max(xs) + 1, max(ys) + 1, max(zs) + 1


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells that share a face with a cell."""
    x, y, z = cell
    return [
        *((x + 1, y, z), (x - 1, y, z), (x, y + 1, z)),
        *((x, y - 1, z), (x, y, z + 1), (x, y, z - 1)),
    ]


def components(cells: Iterable[Cell]) -> list[set[Cell]]:
    """The parts of a body that are connected by faces."""
    left, parts = set(cells), []
    while left:
        part, edge = set(), [left.pop()]
        while edge:
            cell = edge.pop()
            part.add(cell)
            for other in neighbours(cell):
                if other in left:
                    left.remove(other)
                    edge.append(other)
        parts.append(part)
    return parts


def faces_of(cells: Iterable[Cell]) -> set[tuple[Cell, Cell]]:
    """The unit squares of the surface: a cell, and the empty cell beside it."""
    body = set(cells)
    return {(cell, other) for cell in body for other in neighbours(cell) if other not in body}


def read_layers(layers: Sequence[str]) -> dict[Cell, str]:
    """The marks of layers from the bottom, rows divided by bars; blanks are left out."""
    return {
        (x, y, z): mark
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer.split(BAR))
        for x, mark in enumerate(row)
        if mark != "."
    }


def write_layers(marks: dict[Cell, str]) -> tuple[str, ...]:
    """The layers of marked cells whose least coordinates are 0.

    >>> write_layers({(0, 0, 0): "#", (1, 0, 0): "#", (0, 1, 0): "#"})
    ('##|#.',)
    """
    width, depth, height = size_of(marks)
    return tuple(
        BAR.join("".join(marks.get((x, y, z), ".") for x in range(width)) for y in range(depth))
        for z in range(height)
    )
