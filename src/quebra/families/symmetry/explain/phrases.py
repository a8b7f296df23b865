"""Phrases that the explanations of several techniques use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quebra.families.symmetry.explain.candidates import Line, Loss, SymmetryLayout
from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.families.symmetry.explain.parts import Pair, Part
from quebra.families.symmetry.signs import figures, place_name
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import joined


def cell_name(layout: SymmetryLayout, cell: int) -> str:
    """The name of a cell within a sentence, such as `row 1, column B`."""
    name = place_name(layout.places[cell])
    return f"{name[0].lower()}{name[1:]}"


def position_list(line: Line, positions: Iterable[int], last: str = "and") -> str:
    """Positions in a line by name, such as `columns A and C`."""
    names = [line.labels[i] for i in sorted(positions)]
    return f"{line.across}{'s' if len(names) > 1 else ''} {joined(names, last)}"


def side(line: Line, which: int) -> str:
    """The phrase for one of the two sides of a line, 0 for the first."""
    sides = ("on the left", "on the right") if line.across == "column" else ("above", "below")
    return sides[which]


def value_list(mask: int, last: str = "or") -> str:
    """The values of a mask, joined with the word `last`.

    >>> value_list(0b111)
    'blank, ■ or ▲'
    """
    return joined(["blank" if value == 0 else figures([value]) for value in bits(mask)], last)


def becomes(before: int, after: int, several: bool = False) -> str:
    """The verb and value of a cell, or of `several` cells, whose mask changed."""
    if after == BLANK:
        return "stay blank" if several else "stays blank"
    verb = "are" if several else "is"
    return (
        f"{verb} {value_list(after)}"
        if settled(after)
        else f"{verb} not {value_list(before & ~after)}"
    )


def losses_text(line: Line, losses: Iterable[Loss]) -> str:
    """The clauses for the losses of a line; cells with the same outcome are grouped."""
    groups: dict[tuple[int, int], list[int]] = {}
    for cell, before, after in losses:
        key = (0, after) if settled(after) else (before & ~after, 0)
        groups.setdefault(key, []).append(line.cells.index(cell))
    return joined(
        [
            f"{position_list(line, found)} {becomes(gone, after, len(found) > 1)}"
            for (gone, after), found in groups.items()
        ]
    )


def part_name(line: Line, masks: Masks, part: Part) -> str:
    """The name of a part of a line, such as `row 1 inside the matched ■ in columns A and E`."""
    where = _where(line, masks, part)
    return f"{line.name} {where}" if where else line.name


def _where(line: Line, masks: Masks, part: Part) -> str:
    outer, inner = part.outer, part.inner
    if inner is None:
        return f"inside {_pair(line, masks, outer)}" if outer else ""
    if inner[0] == inner[1]:
        middle = f"the middle ({value_list(masks[inner[0]])} in {position_list(line, inner[:1])})"
        if outer:
            return f"between {_pair(line, masks, outer)} and {middle}"
        return f"on the two sides of {middle}"
    if outer:
        return f"between {_pair(line, masks, outer)} and {_pair(line, masks, inner)}"
    return f"outside {_pair(line, masks, inner)}"


def _pair(line: Line, masks: Masks, pair: Pair) -> str:
    return f"the matched {value_list(masks[pair[0]])} in {position_list(line, pair)}"


def line_text(filling: Sequence[int]) -> str:
    """The figures of a filled line.

    >>> line_text((1, 0, 1))
    '■·■'
    """
    return "".join(figures([value]) if value else "·" for value in filling)
