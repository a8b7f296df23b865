"""Words that the techniques share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.families.symmetry.explain.marks import Board, Line, Loss
from quebra.families.symmetry.explain.parts import Pair, Part
from quebra.families.symmetry.signs import letters, place, shown
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import joined


def full(board: Board, cell: int) -> str:
    """A cell in a sentence of its own."""
    name = place(board.places[cell])
    return f"{name[0].lower()}{name[1:]}"


def short(board: Board, cell: int) -> str:
    """A cell in a sentence about many, as on the board's rim: the letter, then the number."""
    r, c = board.places[cell]
    return f"{letters(c)}{r + 1}"


def spots(line: Line, positions: Iterable[int], last: str = "and") -> str:
    """Cells of a line in a sentence about this line."""
    names = [line.labels[i] for i in sorted(positions)]
    return f"{line.across}{'s' if len(names) > 1 else ''} {joined(names, last)}"


def side(line: Line, which: int) -> str:
    """One of the two sides of a line, 0 for the first."""
    sides = ("on the left", "on the right") if line.across == "column" else ("above", "below")
    return sides[which]


def signs(mask: int, last: str = "or") -> str:
    """The values of a mask in a sentence.

    >>> signs(0b111)
    'blank, ■ or ▲'
    """
    return joined(["blank" if value == 0 else shown([value]) for value in bits(mask)], last)


def effect(before: int, after: int, several: bool = False) -> str:
    """What a cell, or several cells alike, have become."""
    if after == BLANK:
        return "stay blank" if several else "stays blank"
    verb = "are" if several else "is"
    return f"{verb} {signs(after)}" if settled(after) else f"{verb} not {signs(before & ~after)}"


def outcome(line: Line, losses: Iterable[Loss]) -> str:
    """What follows in a line: cells that become alike are named together."""
    groups: dict[tuple[int, int], list[int]] = {}
    for cell, before, after in losses:
        key = (0, after) if settled(after) else (before & ~after, 0)
        groups.setdefault(key, []).append(line.cells.index(cell))
    return joined(
        [
            f"{spots(line, found)} {effect(gone, after, len(found) > 1)}"
            for (gone, after), found in groups.items()
        ]
    )


def within(line: Line, masks: Masks, part: Part) -> str:
    """Which part of a line is meant."""
    outer, inner = part.outer, part.inner
    if inner is None:
        return f"inside {_pair(line, masks, outer)}" if outer else ""
    if inner[0] == inner[1]:
        middle = f"the middle ({signs(masks[inner[0]])} in {spots(line, inner[:1])})"
        if outer:
            return f"between {_pair(line, masks, outer)} and {middle}"
        return f"on the two sides of {middle}"
    if outer:
        return f"between {_pair(line, masks, outer)} and {_pair(line, masks, inner)}"
    return f"outside {_pair(line, masks, inner)}"


def _pair(line: Line, masks: Masks, pair: Pair) -> str:
    return f"the matched {signs(masks[pair[0]])} in {spots(line, pair)}"


def reading(way: Sequence[int]) -> str:
    """A filled line as it looks.

    >>> reading((1, 0, 1))
    '■·■'
    """
    return "".join(shown([value]) if value else "·" for value in way)
