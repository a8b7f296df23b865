"""Layers as text: a line each with rows divided by bars, or a block of rows each.

Blocks are divided by blank lines and have no bars.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Set

from quebra.families.solids.space import BAR
from quebra.grid.text import Line

Block = list[str]


def blank_lines(text: str) -> set[int]:
    """The numbers of the blank lines.

    >>> blank_lines("##\\n\\n; a remark\\n##")
    {2}
    """
    lines = enumerate(io.StringIO(text, newline=None), start=1)
    return {number for number, line in lines if not line.strip()}


def in_blocks(lines: Iterable[Line], blank: Set[int]) -> list[Block]:
    """The lines between blank ones."""
    blocks: list[Block] = []
    last = 0
    for number, line in lines:
        if not blocks or not blank.isdisjoint(range(last, number)):
            blocks.append([])
        blocks[-1].append(line)
        last = number
    return blocks


def are_rows(blocks: list[Block]) -> bool:
    """Whether the blocks are layers with a row on each line.

    >>> are_rows([["##", "#."], ["..", "#."]]), are_rows([["##|#.", "..|#."]])
    (True, False)
    """
    return len(blocks) > 1 and max(map(len, blocks)) > 1 and not has_bars(blocks)


def has_bars(blocks: list[Block]) -> bool:
    """Whether rows are divided by bars."""
    return any(BAR in line for block in blocks for line in block)


def layers_of(blocks: list[Block], *, rows: bool) -> tuple[str, ...]:
    """The layers; with `rows`, blocks without bars are layers.

    >>> layers_of([["##", "#."], ["..", "#."]], rows=True)
    ('##|#.', '..|#.')
    """
    if rows and not has_bars(blocks):
        return tuple(map(BAR.join, blocks))
    return tuple(line for block in blocks for line in block)
